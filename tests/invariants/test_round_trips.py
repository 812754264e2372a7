"""A game is its record, and a position its snapshot: both ways lose nothing."""

import pytest
from hypothesis import given

from teahorse import Game
from teahorse.invariants import why_unreachable
from teahorse.notation import move_text
from teahorse.rules import moves
from teahorse.snapshot import take_snapshot, to_text
from variants import Chooser, Table, over_games, policies, seeds, steps, tables

pytestmark = pytest.mark.slow


def _finished(table: Table, seed: int, policy: str) -> Game:
    game, chooser = table.new_game(seed), Chooser(seed, policy)
    while not game.is_over:
        game.play(move_text(chooser.choose(game.position, game.verdicts()), game.rules))
    return game


@given(tables(), seeds(), policies())
@over_games(20)
def test_record_replays_to_the_same_game(table: Table, seed: int, policy: str) -> None:  # 17
    game = _finished(table, seed, policy)
    again = Game.from_record(game.record())
    assert again.rules is game.rules
    assert again.moves == game.moves
    assert again.position.tobytes() == game.position.tobytes()
    assert to_text(again.snapshot()) == to_text(game.snapshot())
    assert again.record() == game.record()
    assert again.outcome == game.outcome


@given(tables(), seeds(), policies(), seeds())
@over_games(10)
def test_record_of_an_unfinished_game_goes_on(table: Table, seed: int, policy: str, cut: int) -> None:  # 17
    game = _finished(table, seed, policy)
    for _ in range(cut % (len(game.moves) - 1)):
        game.undo()
        if len(game.moves) < 2:
            break
    again = Game.from_record(game.record())
    assert again.record() == game.record()
    assert to_text(again.snapshot()) == to_text(game.snapshot())
    assert again.legal_moves() == game.legal_moves()


@given(tables(), seeds(), policies())
@over_games(6)
def test_snapshot_of_every_position_reads_back(table: Table, seed: int, policy: str) -> None:  # 18
    rules = table.rules
    played = list(steps(rules, seed, policy))
    # Most positions come after one decision and before the next; each is read back once.
    positions = {g.tobytes(): g for step in played for g in (step.before, step.after)}
    for g in positions.values():
        text = to_text(take_snapshot(g, rules))
        again = Game.from_snapshot(text)
        assert to_text(again.snapshot()) == text
        assert again.rules is rules


@given(tables(), seeds(), policies())
@over_games(20)
def test_every_position_of_a_game_counts_as_reachable(table: Table, seed: int, policy: str) -> None:
    for step in steps(table.rules, seed, policy):
        assert why_unreachable(step.after, table.rules) is None


@given(tables(), seeds(), policies())
@over_games(10)
def test_game_from_a_snapshot_goes_on_as_the_original(table: Table, seed: int, policy: str) -> None:  # 18
    """Every 25 decisions the game is saved and loaded, and goes on from what was loaded."""
    rules = table.rules
    loaded = None
    for number, step in enumerate(steps(rules, seed, policy)):
        if number % 25 == 0:
            loaded = Game.from_snapshot(to_text(take_snapshot(step.before, rules)))
        assert loaded is not None
        assert (loaded.verdicts() == step.verdicts).all()
        move = tuple(step.after.deck.tolist()) if step.move == moves.DECK else step.move
        loaded.make(move)
        assert to_text(loaded.snapshot()) == to_text(take_snapshot(step.after, rules))
