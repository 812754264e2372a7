"""Levels of the network: a search finds even steps, and the arena measures them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from teahorse.bots.levels import Level, network_levels, read_levels
from teahorse.cli import app
from teahorse.learn import level_search, level_steps
from teahorse.learn.level_search import (
    LEAST_GAP,
    MOST_GAP,
    Gap,
    LevelGames,
    find_levels,
    handicap_of,
    weakened,
    write_levels,
)
from teahorse.learn.level_steps import Step, Steps

LEVELS = [
    replace(level, simulations=100 if level.name == "master" else level.simulations)
    for level in network_levels().values()
]


def strength(level: Level) -> float:
    """Made-up ratings: search helps, a temperature and blunders cost."""
    return {None: 0, 100: 150, 1000: 260}[level.simulations] - 260 * level.temperature - 500 * level.blunders


def measured(above: Level, below: Level) -> Gap:
    return Gap(strength(above) - strength(below), 10.0, 600)


def test_the_search_finds_even_steps() -> None:
    said: list[str] = []
    found = list(find_levels(LEVELS, measured, said.append))
    levels = [level for level, _ in found]
    assert [level.name for level in levels] == [level.name for level in LEVELS][::-1]
    assert levels[0].temperature == 0 and levels[0].simulations == 1000 and found[0][1] is None
    assert len(said) < 16  # tries are expensive
    for _, gap in found[1:]:
        assert gap is not None and LEAST_GAP < gap.points < MOST_GAP
    weak = [(level.temperature, level.blunders) for level in levels if level.simulations is None]
    assert weak == sorted(weak)
    assert "points below grandmaster" in said[0]


def test_a_level_that_is_far_below_stays_as_strong_as_it_can_be() -> None:
    found = dict(find_levels(LEVELS[-3:], lambda above, below: Gap(400.0, 10.0, 600), lambda _: None))
    assert all(level.temperature <= 0.1 for level in found)


def test_weakness_is_a_temperature_and_later_blunders() -> None:
    handicaps = [handicap_of(weakness / 4) for weakness in range(33)]
    assert handicaps[0].suffix == "" and handicaps[4].blunders == 0 < handicaps[5].blunders
    assert handicaps == sorted(handicaps, key=lambda handicap: (handicap.temperature, handicap.blunders))


def test_levels_are_written_as_they_are_read(tmp_path: Path) -> None:
    file, levels = tmp_path / "levels.toml", [weakened(level, 2.5) for level in LEVELS]
    write_levels(file, levels)
    assert list(read_levels(file).values()) == levels


def test_gaps_and_ratings_come_from_the_arena(tmp_path: Path) -> None:
    games = LevelGames("network", tmp_path, games=4, cores=1)
    strong, weak = LEVELS[4], weakened(LEVELS[0], 8.0)
    gap = games.gap(strong, weak, (3,))
    assert gap.points > 0 and gap.games == 4
    assert gap == games.gap(strong, weak, (3,))  # from the file
    assert set(games.mixed([strong, weak], 3)) == {strong.name, weak.name}


def test_steps_know_their_order() -> None:
    novice, apprentice = LEVELS[:2]
    step = Step(3, "apprentice", "novice", Gap(130.0, 20.0, 10))
    steps = Steps([novice, apprentice], [step], {3: {"apprentice": (9.0, 1.0), "novice": (-9.0, 1.0)}})
    assert step.is_even and not Step(3, "apprentice", "novice", Gap(300.0, 20.0, 10)).is_even
    assert steps.in_order(3)
    assert steps.as_data()["neighbours"][0]["interval"] == [110.0, 150.0]
    assert not Steps([apprentice, novice], [step], steps.mixed).in_order(3)


def test_the_command_finds_and_measures_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two = {name: level for name, level in network_levels().items() if name in ("novice", "official")}
    monkeypatch.setattr("teahorse.bots.levels.network_levels", lambda: two)
    monkeypatch.setattr(level_steps, "PLAYERS", (3,))
    monkeypatch.setattr(level_search, "MOST_TRIES", 1)
    monkeypatch.setattr(LevelGames.gap, "__defaults__", ((3,),))
    out = tmp_path / "found.toml"
    arguments = ["learn", "levels", "--games", "2", "--cores", "1", "--folder", str(tmp_path), "--out", str(out)]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 0, shown.output
    assert list(read_levels(out)) == ["novice", "official"]
    assert "| 3 | official | novice |" in shown.output and "| 3 players |" in shown.output
    written = json.loads(CliRunner().invoke(app, [*arguments, "--check", "--json"]).stdout)
    assert written["neighbours"][0]["games"] == 2
