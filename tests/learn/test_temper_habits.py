"""What tempers do is counted in their games."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from teahorse.arena import Series, Settings, game_of, play_series
from teahorse.bots import bot_named
from teahorse.bots.network.shape import TEMPERS
from teahorse.cli import app
from teahorse.learn.temper_habits import HABITS, PROMISES, Mean, TemperHabits, count_habits, with_temper

BUILDER, BALANCED = "greedy/builder", "greedy/balanced"


@pytest.fixture(scope="module")
def series(tmp_path_factory: pytest.TempPathFactory) -> Series:
    """One greedy builder among balanced ones."""
    settings = Settings.of([BUILDER, BALANCED, BALANCED, BALANCED], seed=3)
    return play_series(settings, 12, tmp_path_factory.mktemp("habits") / "games.jsonl", cores=1)


def test_habits_are_those_of_the_games(series: Series) -> None:
    counted = count_habits(series, "builder", BUILDER)
    built, arrived, rides, banks, won = 0, 0, 0, 0, 0
    for result in series.results:
        game, seat = game_of(series.settings, result), result.seats.index(BUILDER)
        final, player = game.position, f"p{seat + 1}"
        built += (
            int(final.posts[seat].sum()) + int(final.bridges[seat]).bit_count() + int((final.teahouse == seat).sum())
        )
        arrived += int(final.horse[seat]) == 5
        rides += int(final.horse[seat]) - 1
        banks += sum(move.startswith("bank") for move in _moves_of(series, result.number, player))
        won += result.ranking[0] == seat
    games = len(series.results)
    assert counted.habits["structures"].mean == pytest.approx(built / games)
    assert counted.habits["Qinghai"].mean == pytest.approx(arrived / games)
    assert counted.habits["rides"].mean == pytest.approx(rides / games)
    assert counted.habits["bank"].mean == pytest.approx(banks / games)
    assert counted.wins == won and counted.games == games


def _moves_of(series: Series, number: int, player: str) -> list[str]:
    """The moves of a player in a game."""
    replayed, made = game_of(series.settings, series.results[number]), []
    while replayed.history:
        move = replayed.moves[-1]
        replayed.undo()
        if replayed.to_move == player:
            made.append(move)
    return made


def test_a_builder_does_what_it_promises_and_a_balanced_one_does_not(series: Series) -> None:
    builder, balanced = count_habits(series, "builder", BUILDER), count_habits(series, "builder", BALANCED)
    assert builder.does_more_than(balanced)
    assert not balanced.does_more_than(builder)
    assert builder.points["track"].low < builder.points["track"].mean < builder.points["track"].high


def test_every_temper_promises_something_that_is_counted() -> None:
    assert set(PROMISES) == set(TEMPERS) - {"balanced"}
    assert set(PROMISES.values()) <= set(HABITS)


def test_a_mean_has_a_normal_interval() -> None:
    assert Mean.of([1, 2, 3, 4, 5]) == Mean(3.0, pytest.approx(3 - 1.386, abs=1e-3), pytest.approx(3 + 1.386, abs=1e-3))
    assert Mean.of([0, 0, 1]).low == 0
    assert TemperHabits("racer", 100, {}, {}, 20).win_interval[0] < 0.2


def test_a_temper_goes_before_the_handicap() -> None:
    for bot in ("network?temperature=1", "network:20", "network-official"):
        assert bot_named(with_temper(bot, "racer")).name == with_temper(bot, "racer")
    assert with_temper("network:20?blunders=0.1", "racer") == "network:20/racer?blunders=0.1"


def test_the_command_shows_tables_or_writes_json(tmp_path: Path) -> None:
    arguments = ["learn", "tempers", "--games", "2", "--cores", "1", "--folder", str(tmp_path)]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 0, shown.output
    assert "| per game | bank | structures | guild |" in shown.output and "| collector | 2 |" in shown.output
    written = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert [row["temper"] for row in written["tempers"]] == list(TEMPERS)
    refused = CliRunner().invoke(app, ["learn", "tempers", "greedy", "--folder", str(tmp_path / "none")])
    assert refused.exit_code == 2 and "no temper 'collector'" in " ".join(refused.output.split())
