"""`teahorse simulate`: series of games from the command line."""

import json
from pathlib import Path

import pytest
from command_runner import CommandRunner

from teahorse import Game


def test_simulate_tells_what_came_out(teahorse: CommandRunner) -> None:
    shown = teahorse("simulate", "-n", "20", "--players", "3").stdout
    assert "20 games of" in shown
    assert all(seat in shown for seat in ("p1", "p2", "p3", "wins", "mean VP"))


def test_the_same_seed_gives_the_same_games(teahorse: CommandRunner) -> None:
    summaries = [json.loads(teahorse("simulate", "-n", "30", "--seed", "5", "--json").stdout) for _ in range(2)]
    assert all(summary.pop("seconds") > 0 for summary in summaries)
    assert summaries[0] == summaries[1]
    assert summaries[0]["games"] == 30
    assert sum(summaries[0]["reasons"].values()) == 30
    other = json.loads(teahorse("simulate", "-n", "30", "--seed", "6", "--json").stdout)
    assert other["players"] != summaries[0]["players"]


def test_snapshots_and_records_are_those_of_the_games(teahorse: CommandRunner, tmp_path: Path) -> None:
    arguments = ("--edition", "2013", "--players", "3", "--policy", "greedy", "--option", "profi=yes")
    files = ("--snapshots", str(tmp_path / "final.jsonl"), "--records", str(tmp_path / "games"))
    assert teahorse("simulate", "-n", "3", *arguments, *files).exit_code == 0
    finals = [json.loads(line) for line in (tmp_path / "final.jsonl").read_text(encoding="utf-8").splitlines()]
    records = sorted((tmp_path / "games").iterdir())
    assert len(finals) == len(records) == 3
    for final, record in zip(finals, records, strict=True):
        assert Game.from_record(record.read_text(encoding="utf-8")).snapshot() == final


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--device", "cuda"), "--device cpu"),
        (("--games", "0"), "Invalid value"),
        (("--players", "6"), "2 to 5"),
        (("--option", "guard=yes"), "guard"),
        (("-n", "200000", "--records", "somewhere"), "at most"),
        (("--seed", str(2**63)), "seed"),
    ],
)
def test_impossible_values_get_a_sentence(teahorse: CommandRunner, arguments: tuple[str, ...], told: str) -> None:
    result = teahorse("simulate", "-n", "2", *arguments)
    assert result.exit_code == 2
    assert told in result.stderr
    assert "Traceback" not in result.stderr
