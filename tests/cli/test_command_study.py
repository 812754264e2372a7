"""`teahorse perft`, `rules` and `bench`, and the application as a whole."""

import json
import os
import subprocess
import sys
import tomllib
from importlib import resources
from pathlib import Path

import pytest
from command_runner import CommandRunner

from teahorse import __version__, benchmark
from teahorse.benchmark import SETUPS
from teahorse.cli import app
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.verdicts import REFUSALS
from teahorse.text.rule_search import search
from teahorse.text.rulebook import find_rule, find_section, sections


@pytest.mark.parametrize(
    ("arguments", "counts"),
    [
        (["--players", "3"], [21, 405, 9590, 52454]),
        (["--players", "3", "--option", "expert=yes"], [21, 405, 9590, 59004]),
        (["--edition", "2013", "--players", "3"], [19, 329, 6824, 38107]),
        (["--edition", "2013", "--players", "2"], [19, 329, 6824, 129918]),
        (["--edition", "2013", "--players", "3", "--option", "profi=yes"], [29, 779, 19379]),
        (["--players", "2"], [18, 293, 1644, 7850]),
        (["--players", "2", "--option", "expert=yes"], [18, 293, 1797, 9495]),
        (["--edition", "2013", "--players", "2", "--option", "two_players=duli"], [15, 200, 1037]),
    ],
)
def test_perft_counts_what_is_known(teahorse: CommandRunner, arguments: list[str], counts: list[int]) -> None:
    result = teahorse("perft", *arguments, "--depth", str(len(counts)), "--json")
    assert json.loads(result.stdout) == counts
    shown = teahorse("perft", *arguments, "--depth", "2").stdout
    assert shown.split() == ["moves", "sequences", "1", str(counts[0]), "2", str(counts[1])]


@pytest.mark.parametrize("arguments", [[], ["--depth", "0"], ["--depth", "99"], ["--depth", "2", "--players", "7"]])
def test_perft_refuses_what_makes_no_sense(teahorse: CommandRunner, arguments: list[str]) -> None:
    assert teahorse("perft", *arguments).exit_code == 2


# --- Rules --------------------------------------------------------------------------------------------


def test_every_rule_that_a_refusal_names_is_in_the_rulebook() -> None:
    for refusal in REFUSALS[1:]:
        assert find_rule(refusal.rule) or find_section(refusal.rule), refusal


def test_the_rulebook_has_its_sections_and_rules_in_order() -> None:
    assert [section.number for section in sections()] == [str(number) for number in range(22)]
    for section in sections()[:19]:
        wanted = [f"{section.number}.{number}" for number in range(1, len(section.rules) + 1)]
        assert [rule.id for rule in section.rules] == wanted
    assert all(rule.text and rule.title for section in sections() for rule in section.rules)


def test_rules_shows_a_rule_a_section_and_the_contents(teahorse: CommandRunner) -> None:
    assert teahorse("rules", "3.7").stdout.startswith("3.7 Outbid. When a bid is made")
    section = teahorse("rules", "9").stdout
    assert "9. Turn order" in section
    assert "9.1 " in section
    assert "19  Worked examples" in teahorse("rules").stdout
    assert "V7b" in teahorse("rules", "V7b").stdout


def test_rules_finds_words_and_those_in_titles_come_first(teahorse: CommandRunner) -> None:
    assert search(["OUTBID"])[0].id == "3.7"
    found = json.loads(teahorse("rules", "gorge", "blocker", "--json").stdout)
    assert "4.9" in [rule["id"] for rule in found]
    assert all("gorge" in (rule["title"] + rule["text"]).lower() for rule in found)


@pytest.mark.parametrize("words", [["99.9"], ["42"], ["xylophone"], ["V99"]])
def test_rules_that_are_not_there_are_a_no(teahorse: CommandRunner, words: list[str]) -> None:
    result = teahorse("rules", *words)
    assert result.exit_code == 1
    assert words[0] in result.stderr


def test_rules_as_json(teahorse: CommandRunner) -> None:
    rule = json.loads(teahorse("rules", "3.7", "--json").stdout)
    assert (rule["id"], rule["title"], rule["section"]) == ("3.7", "Outbid", "3")
    assert [r["id"] for r in json.loads(teahorse("rules", "7", "--json").stdout)["rules"]] == ["7.1", "7.2", "7.3"]
    assert len(json.loads(teahorse("rules", "--json").stdout)) == 22


def test_rules_data_shows_every_table_with_its_source(teahorse: CommandRunner) -> None:
    files = resources.files("teahorse.rules").joinpath("editions")
    data = tomllib.loads(files.joinpath("2023.toml").read_text(encoding="utf-8"))
    shown = teahorse("rules", "--data").stdout
    for name, table in (data["fixed"] | data["tables"]).items():
        assert any(line.split()[:3] == [name, table["rule"], table["source"]] for line in shown.splitlines()), name
    as_json = json.loads(teahorse("rules", "--data", "--json").stdout)
    assert as_json["2023"]["tables"] == data["tables"]
    assert as_json["2013"]["tables"]["post_values"]["source"] == "printed"


# --- Bench --------------------------------------------------------------------------------------------


def test_bench_measures_every_setup(teahorse: CommandRunner) -> None:
    measured = json.loads(teahorse("bench", "--seconds", "0.02", "--json").stdout)
    speeds = measured["rules"]
    assert [speed["setup"] for speed in speeds] == [setup[0] for setup in SETUPS]
    assert all(speed["decisions_per_second"] > speed["games_per_second"] > 0 for speed in speeds)
    assert all(speed["all_cores_decisions_per_second"] > 0 and speed["cores"] >= 1 for speed in speeds)
    shown = teahorse("bench", "--seconds", "0.02").stdout
    assert "decisions/s" in shown
    assert "2023 with Dúli, 2 players" in shown
    assert "simulations/s" in shown
    assert {(speed["setup"], speed["phase"]) for speed in measured["search"]} == {
        (setup[0], phase) for setup in SETUPS for phase in ("bid", "travel")
    }
    assert all(speed["simulations_per_second"] > 0 for speed in measured["search"])


def test_bench_does_not_count_the_loading_of_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[int, int]] = []  # games, threads

    def play(rules: object, count: int, first: int, threads: int) -> tuple[int, float]:
        is_loaded = any(before == threads for _, before in played)
        played.append((count, threads))
        return 100 * count, 0.001 * count + (0 if is_loaded else 5)

    monkeypatch.setattr(benchmark, "_play", play)
    speed = benchmark.measure("", Ruleset.of("2023", 3, {}), 0.1)
    assert played[-1][0] >= 20  # games in a run of 20 ms
    assert speed.decisions_per_second == speed.all_cores_decisions_per_second == pytest.approx(100_000)


def test_bench_compares_with_the_interpreter(teahorse: CommandRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    speed = {"decisions_per_second": 10.0, "games_per_second": 1.0, "all_cores_decisions_per_second": 10.0, "cores": 1}
    slow = [{"setup": setup[0], **speed} for setup in SETUPS]
    asked: list[dict[str, str]] = []

    def other_process(command: list[str], env: dict[str, str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(env)
        return subprocess.CompletedProcess(command, 0, json.dumps(slow), "")

    monkeypatch.setattr(subprocess, "run", other_process)
    speeds = json.loads(teahorse("bench", "--seconds", "0.02", "--json", "--interpreted").stdout)["rules"]
    assert asked[0]["TEAHORSE_INTERPRETED"] == "1"
    assert all(speed["ratio"] == speed["decisions_per_second"] / 10 for speed in speeds)
    assert "ratio" in teahorse("bench", "--seconds", "0.02", "--interpreted").stdout


# --- The whole ----------------------------------------------------------------------------------------


def test_the_help_of_every_command_has_examples(teahorse: CommandRunner) -> None:
    main = teahorse("--help").stdout
    for command in app.registered_commands:
        name = str(command.name)
        assert f"│ {name} " in main
        shown = teahorse(name, "--help")
        assert shown.exit_code == 0
        assert f"teahorse {name}" in shown.stdout.partition("Examples:")[2]


def test_the_version_and_unknown_commands(teahorse: CommandRunner) -> None:
    assert teahorse("--version").stdout == f"teahorse {__version__}\n"
    assert teahorse("shwo").exit_code == 2
    assert teahorse().exit_code == 2


def _process(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "teahorse", *arguments]
    return subprocess.run(command, capture_output=True, check=False, timeout=120, **options)


def test_the_program_runs_as_a_process_and_its_status_is_the_answer(game: Path) -> None:
    assert _process("show", str(game)).returncode == 0
    refused = _process("why", str(game), "bid school 15")
    assert (refused.returncode, refused.stderr) == (1, b"")
    missing = _process("show", "missing")
    assert (missing.returncode, missing.stdout) == (2, b"")
    assert missing.stderr == b"There is no file missing.\n"


def test_a_terminal_without_our_signs_gets_question_marks_not_an_error(game: Path) -> None:
    shown = _process("show", str(game), env=os.environ | {"PYTHONIOENCODING": "ascii", "COLUMNS": "80"})
    assert shown.returncode == 0
    assert b"? p1" in shown.stdout


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m teahorse trace --players 3 | head -n 1"
    shown = subprocess.run(["bash", "-c", command], capture_output=True, check=False, timeout=120)
    assert shown.stdout.startswith(b'{"snapshot":')
    assert shown.stderr == b""
