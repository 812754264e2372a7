"""Taking moves back restores the very position, as far as the start."""

import pytest
from hypothesis import given

from teahorse.errors import TeahorseError
from teahorse.notation import move_text
from variants import Chooser, Table, over_games, policies, seeds, tables


@given(tables(), seeds(), policies())
@over_games(20)
def test_undo_restores_every_position_back_to_the_start(table: Table, seed: int, policy: str) -> None:
    game, chooser = table.new_game(seed), Chooser(seed, policy)
    passed_by = []
    while not game.is_over:
        move = move_text(chooser.choose(game.position, game.verdicts()), game.rules)
        passed_by.append((move, game.position.tobytes(), game.snapshot(), len(game.moves)))
        game.play(move)
    for move, position, snapshot, moves in reversed(passed_by):
        assert game.undo() == move
        assert game.position.tobytes() == position
        assert game.snapshot() == snapshot
        assert len(game.moves) == moves
    with pytest.raises(TeahorseError, match="no move to take back"):
        game.undo()


@given(tables(), seeds(), policies())
@over_games(10)
def test_game_goes_on_after_undo_as_if_nothing_had_been(table: Table, seed: int, policy: str) -> None:
    game, chooser = table.new_game(seed), Chooser(seed, policy)
    plain = table.new_game(seed)
    while not game.is_over and game.round < 4:
        legal = game.legal_moves()
        tried, made = (legal[chooser.below(len(legal))] for _ in range(2))
        game.play(tried)
        shuffled = len(game.moves) > len(plain.moves) + 1
        game.undo()
        assert game.legal_moves() == legal == plain.legal_moves()
        if shuffled:
            return  # cards that were seen are shuffled anew, so the two games may part here
        game.play(made)
        plain.play(made)
        if len(game.moves) != len(plain.moves) or game.moves[-1] != plain.moves[-1]:
            return
        assert game.position.tobytes() == plain.position.tobytes()
