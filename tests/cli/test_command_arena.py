"""`teahorse arena`: series of games between bots from the command line."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_runner import CommandRunner

from fork_server import forked_python

FAILING_BOTS = Path(__file__).parents[1] / "arena" / "failing_bots.py"
ONE_CORE = ("--cores", "1")
SERIES = ("--bots", "greedy,random", "--players", "3", *ONE_CORE)


def test_arena_tells_who_is_how_strong(teahorse: CommandRunner) -> None:
    shown = teahorse("arena", *SERIES, "--games", "6").stdout
    assert shown.index("greedy") < shown.index("random")
    for word in ("rating", "95%", "wins", "rank", "VP", "track", "presents", "p1", "p2", "p3", "all"):
        assert word in shown
    assert "6 games of" in shown and "They ended by: " in shown
    assert "33.3%" in shown  # an even share


def test_the_figures_as_json_add_up(teahorse: CommandRunner) -> None:
    result = json.loads(teahorse("arena", *SERIES, "-n", "12", "--json").stdout)
    assert (result["games"], result["even"], result["bots"]) == (12, True, ["greedy", "random"])
    greedy, chance = result["ranking"]
    assert (greedy["bot"], chance["bot"]) == ("greedy", "random")
    assert greedy["sat"] == chance["sat"] == 18
    assert greedy["games"] == chance["games"] == 12
    assert greedy["wins"] + chance["wins"] == 12
    assert greedy["rating"] == pytest.approx(-chance["rating"])
    assert greedy["rating_interval"][0] < greedy["rating"] < greedy["rating_interval"][1]
    assert sum(greedy["points"].values()) == pytest.approx(greedy["vp"])
    assert sum(seat["wins"] for seat in result["seats"].values()) == 12
    assert sum(seat["wins"] for seat in greedy["seats"].values()) == greedy["wins"]
    assert (greedy["rank"] + chance["rank"]) / 2 == pytest.approx(2)
    assert sum(result["reasons"].values()) == 12
    assert result["rounds"]["least"] <= result["rounds"]["mean"] <= result["rounds"]["most"]


def test_the_same_command_goes_on_and_a_file_can_be_looked_at(teahorse: CommandRunner) -> None:
    first = teahorse("arena", *SERIES, "-n", "3", "--json")
    (file,) = Path().glob("arena-greedy-random-2023-3p-*.jsonl")
    again = teahorse("arena", *SERIES, "-n", "3", "--json")
    assert first.stdout == again.stdout
    assert "3 games are in" in again.stderr
    assert teahorse("arena", str(file), "--json").stdout == first.stdout
    more = json.loads(teahorse("arena", str(file), "-n", "5", *ONE_CORE, "--json").stdout)
    assert more["games"] == 5
    assert list(Path().glob("*.jsonl")) == [file]


def test_a_torn_line_is_cut_off_with_a_note(teahorse: CommandRunner) -> None:
    whole = teahorse("arena", *SERIES, "-n", "3", "--out", "a.jsonl", "--json").stdout
    data = Path("a.jsonl").read_bytes()
    Path("a.jsonl").write_bytes(data[:-100])
    result = teahorse("arena", *SERIES, "-n", "3", "--out", "a.jsonl", "--json")
    assert "was incomplete" in result.stderr
    assert json.loads(result.stdout) | {"seconds": 0} == json.loads(whole) | {"seconds": 0}


def test_the_csv_has_a_row_for_each_seat_of_each_game(teahorse: CommandRunner) -> None:
    result = json.loads(teahorse("arena", *SERIES, "-n", "6", "--csv", "a.csv", "--json").stdout)
    with Path("a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 18
    assert {(row["game"], row["seat"]) for row in rows} == {(str(n), f"p{s}") for n in range(6) for s in (1, 2, 3)}
    greedy = [row for row in rows if row["bot"] == "greedy"]
    assert sum(int(row["won"]) for row in greedy) == result["ranking"][0]["wins"]
    assert sum(int(row["track"]) for row in greedy) / 9 == pytest.approx(result["ranking"][0]["points"]["track"])


def test_the_plot_is_a_picture(teahorse: CommandRunner) -> None:
    teahorse("arena", *SERIES, "-n", "6", "--out", "a.jsonl", "--plot", "a.png")
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    drawn = []
    for name in ("a.svg", "again.svg"):
        teahorse("arena", "a.jsonl", "--plot", name)
        assert ElementTree.parse(name).getroot().tag.endswith("svg")
        drawn.append(Path(name).read_bytes())
    assert drawn[0] == drawn[1]


def test_without_matplotlib_a_sentence_names_the_extra(
    teahorse: CommandRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = teahorse("arena", *SERIES, "-n", "3", "--plot", "a.png")
    assert result.exit_code == 2
    assert "pip install 'teahorse[plots]'" in result.stderr
    assert not list(Path().iterdir())


def test_a_forfeit_is_told_at_once_and_in_the_end(teahorse: CommandRunner) -> None:
    bots = ("--bots", f"{FAILING_BOTS}:Crashes,greedy,greedy", "--players", "3", *ONE_CORE, "-n", "1")
    result = teahorse("arena", *bots)
    assert "failing_bots.py:Crashes forfeits move" in result.stderr
    assert "of game 0 to greedy: it raised ValueError: I have lost my glasses" in result.stderr
    assert "failing_bots.py:Crashes forfeited 3 moves to greedy; the first time it raised ValueError" in result.stdout
    data = json.loads(teahorse("arena", *bots, "--json").stdout)
    row, other = sorted(data["ranking"], key=lambda row: row["bot"] == "greedy")
    assert (data["forfeits"], row["forfeits"], other["forfeits"]) == (3, 3, 0)
    assert row["first_forfeit"] == "it raised ValueError: I have lost my glasses"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "Say who plays"),
        (("--bots", "greedy,nobody"), "There is no bot 'nobody'"),
        (("--bots", "greedy,,random"), "divided by commas"),
        (("--bots", "greedy", "--games", "0"), "Invalid value"),
        (("--bots", "greedy", "--players", "6"), "2 to 5"),
        (("--bots", "greedy", "--option", "guard=yes"), "guard"),
        (("--bots", "greedy", "--seed", str(2**63)), "seed"),
        (("--bots", "greedy", "--limit", "0"), "more than 0 seconds"),
        (("--bots", "greedy", "--plot", "a.gif"), ".svg or .png"),
        (("--bots", "greedy", "--ray", "nowhere"), "There is no Ray cluster at nowhere"),
        (("--bots", "greedy", "--out", "nowhere/a.jsonl"), "nowhere/a.jsonl can't be written"),
        (("--bots", "mine.py:Mine"), "mine.py"),
        (("--bots", f"{FAILING_BOTS}:Nobody"), "Nobody"),
        (("--bots", f"{FAILING_BOTS}:NoBot"), "NoBot"),
        (("--bots", f"{FAILING_BOTS}:NotMade"), "no memory left"),
        (("nowhere.jsonl",), "There is no file nowhere.jsonl."),
        (("noise.txt",), "is not a results file"),
        (("done.jsonl", "--bots", "greedy"), "`--bots` is for a new series"),
        (("done.jsonl", "--players", "3"), "`--players` is for a new series"),
        (("empty.jsonl",), "No game is finished yet"),
        (("--bots", "greedy", "--out", "done.jsonl"), "done.jsonl has a series"),
    ],
)
def test_impossible_values_get_a_sentence(teahorse: CommandRunner, arguments: tuple[str, ...], told: str) -> None:
    Path("noise.txt").write_text("noise\n", encoding="utf-8")
    teahorse("arena", *SERIES, "-n", "1", "--out", "done.jsonl")
    done = Path("done.jsonl").read_bytes()
    Path("empty.jsonl").write_bytes(done.splitlines(keepends=True)[0])
    result = teahorse("arena", *arguments, *ONE_CORE)
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.split())
    assert Path("done.jsonl").read_bytes() == done
    assert all(lines_in(file) == 1 for file in Path().glob("arena-*"))  # no game, at most the header


# --- As a program of its own ------------------------------------------------------------------------


def command(*arguments: str, python: str = sys.executable) -> list[str]:
    return [python, "-m", "teahorse", "arena", *arguments]


def output_of(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a series in a forked process to its end."""
    return subprocess.run(command(*arguments, python=forked_python()), capture_output=True, check=True)


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def hear_ctrl_c() -> None:
    """A command started in the background by a shell would not hear it, nor would what the command starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(path: Path, lines: int, *arguments: str) -> str:
    """Start a long series, press Ctrl-C when a file has this number of lines, and give the output."""
    running = subprocess.Popen(
        command(*arguments, "--players", "3", "-n", "9999"),
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=hear_ctrl_c,
    )
    deadline = time.monotonic() + 300
    while lines_in(path) < lines and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to the command and all that it started
    stdout, stderr = running.communicate(timeout=120)
    assert running.returncode == 130, stderr
    assert stdout == "" and "Traceback" not in stderr
    with pytest.raises(ProcessLookupError):  # nobody is left behind
        for _ in range(1200):  # one that was just starting may take a while to notice, on a busy machine
            os.killpg(running.pid, 0)
            time.sleep(0.1)
    return stderr


@pytest.mark.slow
@pytest.mark.parametrize("cores", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path: Path, cores: str) -> None:
    path = tmp_path / "a.jsonl"
    told = interrupted(path, 4, "--bots", f"greedy,random,{FAILING_BOTS}:Careful", "--cores", cores, "--out", str(path))
    finished = lines_in(path) - 1
    assert f"Stopped after {finished:,} of 9,999 games, which are kept in {path}." in told
    assert f"`teahorse arena {path} --games 9999` goes on." in told
    again = output_of(str(path), "-n", str(finished + 2), "--json")
    assert json.loads(again.stdout)["games"] == finished + 2


@pytest.mark.slow
@pytest.mark.parametrize("cores", ["1", "2"])
def test_ctrl_c_does_not_wait_for_a_bot_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cores: str) -> None:
    monkeypatch.setenv("TELL_THAT_IT_HANGS", str(tmp_path / "hangs"))
    bots = ("--bots", f"greedy,{FAILING_BOTS}:Hangs", "--cores", cores)
    told = interrupted(tmp_path / "hangs", 1, *bots, "--out", str(tmp_path / "a.jsonl"))
    assert "Stopped after 0 of 9,999 games" in told


def test_what_a_bot_prints_stays_out_of_the_data(tmp_path: Path) -> None:
    bots = ("--bots", f"{FAILING_BOTS}:Chatty,greedy", "--players", "3", "-n", "1", "--cores", "1", "--json")
    result = output_of(*bots, "--out", str(tmp_path / "a.jsonl"))
    assert json.loads(result.stdout)["games"] == 1
    assert b"Let me think" in result.stderr and b"Even like this." in result.stderr
