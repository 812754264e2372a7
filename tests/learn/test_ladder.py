"""The ladder: its rungs, its figures, and that it goes on where it stopped."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from teahorse import TeahorseError
from teahorse.arena import Settings
from teahorse.bots import bot_named
from teahorse.cli import app
from teahorse.learn import equal_time
from teahorse.learn.equal_time import simulations_in_equal_time, with_simulations
from teahorse.learn.ladder import Ladder
from teahorse.learn.rungs import EQUAL_TIME, LADDERS, Rules, Rung, rungs_of


def test_the_rungs_cover_every_kind_of_table() -> None:
    tables = {
        ("2023", 4, ""),
        ("2023", 3, ""),
        ("2023", 5, ""),
        ("2023", 2, ""),
        ("2023", 2, "two_players"),
        ("2023", 4, "expert"),
        ("2013", 4, ""),
        ("2013", 4, "profi"),
    }
    for name in ("quick", "bare", "time"):
        rules = [rung.rules for rung in LADDERS[name]]
        assert {(each.edition, each.players, "".join(each.options)) for each in rules} == tables
    for rung in rungs_of(tuple(LADDERS)):
        Settings.of([rung.opponent or "network"], rung.rules.edition, rung.rules.players, rung.rules.options)
    assert {rung.games for rung in rungs_of(("bare",), games=7)} == {7}
    assert [rung.opponent for rung in rungs_of(("bare",), ("greedy", "random"))] == ["greedy", "random"]


def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    counted: list[int] = []
    ladder = Ladder("network", tmp_path, cores=1)
    rules = Rules(players=3)
    (first,) = ladder.climb([Rung("random", rules, 2)], counted.append)
    (again,) = ladder.climb([Rung("random", rules, 3)], counted.append)
    assert counted == [0, 1, 1, 2, 1]  # the second time two games are there
    assert again.results[:2] == first.results
    data = again.as_data()
    assert data["games"] == data["different_games"] == 3 and data["even"] == 1 / 3
    assert data["won"] == again.wins >= 2
    assert data["interval"][0] < data["wins"] <= data["interval"][1]
    assert again.row().startswith("| 2023, 3 players | network | 2 random | 3 | **")


def test_a_rung_may_give_the_network_simulations(tmp_path: Path) -> None:
    rung = Rung("random", Rules(players=2), 1, simulations=2)
    (standing,) = Ladder("network", tmp_path, cores=1).climb([rung], lambda more: None)
    assert (standing.challenger, standing.opponent) == ("network:2", "random")


def test_equal_time_is_measured_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equal_time, "POSITIONS", 2)
    monkeypatch.setattr(equal_time, "SIMULATIONS", 20)
    first = simulations_in_equal_time("network", "search:400", Rules(players=3), tmp_path)
    more = simulations_in_equal_time("network", "search:4000", Rules(players=3), tmp_path)
    assert 0 < first < more
    monkeypatch.setattr(equal_time, "bot_named", None)
    assert simulations_in_equal_time("network", "search:400", Rules(players=3), tmp_path) == first
    rung = Rung("search:400", Rules(players=3), 1, EQUAL_TIME)
    assert Ladder("network", tmp_path)._bots(rung) == (f"network:{first}", "search:400")


@pytest.mark.parametrize(
    ("network", "expected"),
    [
        ("network", "network:50"),
        ("network/racer", "network:50/racer"),
        ("network?temperature=1", "network:50?temperature=1"),
        ("network@a/b.npz", "network@a/b.npz:50"),
        ("network@a/b.npz/racer?blunders=0.1", "network@a/b.npz:50/racer?blunders=0.1"),
    ],
)
def test_simulations_go_where_names_have_them(network: str, expected: str) -> None:
    assert with_simulations(network, 50) == expected
    assert with_simulations(network, None) == network
    if "@" not in network:
        assert bot_named(expected).name == expected


def test_simulations_are_not_given_twice() -> None:
    with pytest.raises(TeahorseError, match="without a number of simulations"):
        with_simulations("network:20", 50)


def test_the_command_writes_a_table_or_json(tmp_path: Path) -> None:
    arguments = ["learn", "ladder", "--against", "random", "--games", "1", "--cores", "1", "--folder", str(tmp_path)]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 0, shown.output
    assert "| 2023, 4 players | network | 3 random | 1 |" in shown.output
    written = CliRunner().invoke(app, [*arguments, "--json"])
    (standing,) = json.loads(written.stdout)
    assert standing["opponent"] == "random" and standing["games"] == 1
    refused = CliRunner().invoke(app, ["learn", "ladder", "--ladder", "rope"])
    assert refused.exit_code == 2 and "there are quick, bare, time, depth" in refused.output
