"""Hints and reviews ask the network where its weights name the table, and a search elsewhere."""

import json
from pathlib import Path
from shutil import copyfile
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from teahorse import Game
from teahorse.bots import Budget, Considered, analysis
from teahorse.bots.network import tables
from teahorse.bots.network.expectation import expectation
from teahorse.bots.network.gpu import TorchNetwork, bulk_network
from teahorse.bots.network.tables import ADVISES, network_advises, network_plays, tables_won, write_tables
from teahorse.bots.network.weights import FILE, read_weights, shipped_weights
from teahorse.bots.search_bot import SearchBot
from teahorse.bots.worth_naming import cheapest_bid_like, has_no_way_home, worth_naming
from teahorse.cli import app
from teahorse.errors import TeahorseError
from teahorse.rules import names
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.state import BUILDINGS, SCORES

HERE, ELSEWHERE = Ruleset.of("2023", 4), Ruleset.of("2013", 4, {"profi": True})


@pytest.fixture
def used_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network is used at one kind of table, whatever the shipped weights say."""
    monkeypatch.setattr(tables, "network_advises", lambda rules: rules is HERE)
    monkeypatch.setattr(analysis, "network_advises", lambda rules: rules is HERE)


def test_the_file_of_the_weights_names_the_tables(tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    copyfile(FILE, file)
    write_tables(file, ["2013, 4 players, profi=True", "2023, 2 players, two_players=two-colours"])
    write_tables(file, ["2023, 4 players"], ADVISES)
    weights = read_weights(file)
    assert network_plays(ELSEWHERE, weights) and not network_plays(HERE, weights)
    assert network_plays(Ruleset.of("2023", 2, {"two_players": "two-colours"}), weights)
    assert network_advises(HERE, weights) and not network_advises(ELSEWHERE, weights)
    with pytest.raises(TeahorseError, match="A table is named as in"):
        write_tables(file, ["all"])
    assert np.array_equal(weights.layers.moves, shipped_weights().layers.moves)
    assert weights.about["recipe"] == shipped_weights().about["recipe"]


def test_a_table_is_named_if_the_network_wins_there_against_everyone() -> None:
    def standing(table: str, low: float) -> dict[str, Any]:
        return {"table": table, "interval": [low, 0.9], "even": 0.25}

    ladder = [standing("one", 0.4), standing("two", 0.2), standing("one", 0.3), standing("three", 0.3)]
    assert tables_won([*ladder, standing("three", 0.2)]) == ["one"]


@pytest.mark.usefixtures("used_here")
def test_a_hint_says_what_the_network_expects() -> None:
    game = Game.new("2023", 4, seed=1)
    ranked = analysis.advise(game, Budget(60))
    expected = ranked[0].expects
    assert expected is not None
    assert len(expected.points) == SCORES and len(expected.outbid) == BUILDINGS
    assert all(0 <= chance <= 1 for chance in expected.outbid)
    assert expected.last_round > 1
    assert all(each.expects is None for each in ranked[analysis.LINES :])
    elsewhere = Game.new("2013", 4, {"profi": True}, seed=1)
    assert all(each.expects is None for each in analysis.advise(elsewhere, Budget(20)))


@pytest.mark.usefixtures("used_here")
def test_a_review_compares_the_move_made_with_the_best_on_equal_terms() -> None:
    game = Game.new("2023", 4, seed=1)
    best = analysis.analyse(game, None, 10, 0).best
    assert analysis.analyse(game, best, 10, 0).loss == 0
    lost = {move: analysis.analyse(game, move, 10, 0) for move in game.legal_moves()[:3]}
    for move, found in lost.items():
        assert found.loss is not None and found.loss >= 0
        assert (found.loss > 0) or move == best or not found.gains
        assert sum(found.values) == pytest.approx(1.0)
    elsewhere = Game.new("2013", 4, {"profi": True}, seed=1)
    searched = analysis.analyse(elsewhere, elsewhere.legal_moves()[0], 10, 0)
    assert searched.loss is None and not searched.gains
    assert searched.best == SearchBot(0, Budget(10)).consider(elsewhere)[0].move


@pytest.mark.usefixtures("used_here")
def test_a_second_look_says_what_a_hint_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "hint_budget", lambda _: Budget(60))
    game = Game.new("2023", 4, seed=1)
    best = analysis.first_choice(game, analysis.advise(game), 0)
    looked = analysis.look_again(game, best.move)
    assert (looked.best, looked.best_values, looked.made_values) == (best.move, best.values, best.values)
    assert not looked.gains
    other = analysis.look_again(game, next(move for move in game.legal_moves() if move != best.move))
    assert other.best == best.move and len(other.gains) == SCORES


def test_expectations_are_those_of_the_player_asked_about() -> None:
    game = Game.new("2023", 4, seed=1)
    game.play("bid school 9")
    now = [expectation(game, player) for player in range(4)]
    assert len({each.points for each in now if each is not None}) == 4
    school = [each.outbid[0] for each in now if each is not None]
    assert json.dumps(school)  # plain numbers, for they go through a queue


def test_pytorch_gives_the_same_numbers_within_rounding() -> None:
    pytest.importorskip("torch")
    game = Game.new("2023", 4, seed=1)
    weights = shipped_weights()
    here = weights.evaluate(game.table, game.rules, "racer")
    there = TorchNetwork(weights, "cpu").evaluate(game.table, game.rules, "racer")
    for one, other in zip(here, there, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-3)
    assert np.allclose(bulk_network().evaluate(game.table, game.rules, "racer")[0], here[0], atol=1e-3)


def test_the_command_names_tables_from_the_results_of_a_ladder(tmp_path: Path) -> None:
    file, ladder = tmp_path / "network.npz", tmp_path / "ladder.json"
    copyfile(FILE, file)
    ladder.write_text(json.dumps([{"table": "2023, 3 players", "interval": [0.5, 0.8], "even": 1 / 3}]))
    result = CliRunner().invoke(
        app, ["learn", "tables", str(file), "--ladder", str(ladder), "--table", "2023, 5 players"]
    )
    assert result.exit_code == 0, result.output
    assert read_weights(file).about["tables"] == ["2023, 3 players", "2023, 5 players"]


def test_a_move_that_only_puts_off_another_is_not_advised() -> None:
    game = Game.new(players=3, seed=1)
    for move in ("market", "bid horse 9", "bank", "pass"):  # the second player is alone in the bidding, without coins
        game.play(move)
    assert set(game.legal_moves()) == {"bank", "market", "pass"}
    assert {each.move for each in analysis.advise(game, Budget(200))} == {"bank", "pass"}
    ranked = SearchBot(1, Budget(200)).consider(game)
    assert worth_naming(game, ranked, made="market") == ranked
    game.undo()  # then the first player may still outbid
    ranked = SearchBot(1, Budget(200)).consider(game)
    assert "market" in {each.move for each in worth_naming(game, ranked)}


def test_a_hint_never_bids_more_than_it_must() -> None:
    game = Game.new(players=3, seed=1)
    assert cheapest_bid_like(game, "bid school 9") == "bid school 9"  # the others could outbid less
    for move in ("bank", "pass"):
        game.play(move)
    assert game.to_move and all(
        game.position.passed[rival] for rival in range(3) if names.PLAYER[rival] != game.to_move
    )
    assert cheapest_bid_like(game, "bid school 9") == "bid school 5"
    assert cheapest_bid_like(game, "bid school 5") == "bid school 5"
    assert {each.move for each in analysis.advise(game, Budget(300)) if each.move.startswith("bid")} <= {
        f"bid {building} 5" for building in names.BUILDING
    }
    ranked = SearchBot(1, Budget(300)).consider(game)
    assert "bid school 9" in {each.move for each in worth_naming(game, ranked, made="bid school 9")}
    assert not {each.move for each in worth_naming(game, ranked)} & {"bid school 7", "bid school 9"}


@pytest.mark.parametrize(("second", "enough"), [("market", "bid school 12"), ("pass", "bid school 5")])
def test_a_bid_is_not_too_high_while_a_rival_might_have_coins_again(second: str, enough: str) -> None:
    """Without having passed, the second player could outbid the first one."""
    game = Game.new(players=3, seed=1)
    game.play("bid customs 5")
    game.play(second)
    assert cheapest_bid_like(game, "bid school 12") == enough
    with_duli = Game.new(players=2, seed=1)
    assert {cheapest_bid_like(with_duli, move) for move in with_duli.legal_moves()} == set(with_duli.legal_moves())


def test_a_move_that_the_search_gave_up_has_a_fair_chance_in_a_hint() -> None:
    game = Game.new("2023", 3, seed=5)
    ranked = {each.move: each for each in analysis.advise(game, Budget(600))}
    raw = {each.move: each for each in SearchBot().consider(game, Budget(600))}
    given_up = [move for move, each in raw.items() if each.visits and not analysis.is_trusted(each, list(raw.values()))]
    fair = [move for move in given_up if move in ranked and ranked[move].visits]
    assert 0 < len(fair) <= analysis.FAIRLY_LOOKED_AT < len(given_up)
    for move in fair:
        after = Game(game.rules, game.position)
        after.play(move)
        assert ranked[move].values == analysis.search_values(after, analysis.FAIR_LOOK, 1)


def test_a_hint_names_no_journey_from_which_the_trader_has_to_go_home() -> None:
    game = Game.new(players=3, seed=1)
    for move in ("bid horse 9", "pass", "pass", "pass"):
        game.play(move)
    while game.phase != "travel" or "go P-S" not in game.legal_moves():
        game.play("done" if game.phase == "travel" else game.legal_moves()[0])
    ranked = [Considered(move, 10, (1 / 3,) * 3) for move in game.legal_moves()]
    assert has_no_way_home(game, "go P-S") and not has_no_way_home(game, "go P-Y")
    assert "go P-S" not in {each.move for each in worth_naming(game, ranked)}
    assert "go P-S" in {each.move for each in worth_naming(game, ranked, made="go P-S")}
    snapshot = game.snapshot()
    snapshot["players"][str(game.to_move)]["posts"] = {"Y": 1}
    snapshot["players"][str(game.to_move)]["structures"]["reserve"]["post"] -= 1
    assert not has_no_way_home(Game.from_snapshot(snapshot), "go P-S")  # a post in Yunnan holds the way


def test_a_second_look_is_fair_to_a_move_that_the_search_gave_up() -> None:
    game = Game.new("2023", 3, seed=33427)
    for move in ("bid school 9", "bid horse 7", "bid horse 12", "market", "bid guild 9", "pass", "market"):
        game.play(move)
    look = analysis.look_again(game, "pass")
    assert look.best == "bank"  # the market only waits, and then comes the bank
    player = names.PLAYER.index(str(game.to_move))
    after = Game(game.rules, game.position)
    after.play("pass")
    given_up = next(each for each in SearchBot(1, Budget(2000)).consider(game) if each.move == "pass")
    assert look.made_values == analysis.search_values(after, analysis.FAIR_LOOK, 1)
    assert given_up.visits < 20 and look.made_values and look.made_values[player] > given_up.values[player] + 0.01
