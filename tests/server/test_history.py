"""Rows as they are stored, and the steps that stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahorse.bots import bot_named
from teahorse.errors import IllegalMove
from teahorse.rules.ruleset import Ruleset
from teahorse.server.history.history import MOVE, UNDO, GameHistory, Row

RULES = Ruleset.of("2023", 3)


def played_with(choices: list[bool]) -> GameHistory:
    """A game in which some moves are made and some of them taken back."""
    history, bot = GameHistory(RULES), bot_named("random", len(choices))
    for back in choices:
        number = len(history.rows) + 1
        if back and history.steps:
            history.add(Row(number, UNDO, history.steps[-1].move))
        elif history.game.to_move is not None:
            history.add(Row(number, MOVE, bot.choose(history.game)))
    return history


def test_a_move_that_is_refused_leaves_no_row() -> None:
    history = GameHistory(RULES, [Row(1, MOVE, "bid school 9")])
    with pytest.raises(IllegalMove):
        history.add(Row(2, MOVE, history.rows[0].text))
    assert len(history.rows) == len(history.steps) == 1


@given(st.lists(st.sampled_from([False, False, True]), max_size=60), st.data())
def test_a_position_has_its_row_for_good_whatever_is_undone_later(choices: list[bool], data: st.DataObject) -> None:
    history = played_with(choices)
    row = data.draw(st.integers(0, len(history.rows)))
    then = history.as_of(row)
    again = GameHistory(RULES, history.rows[:row])
    assert then.game.snapshot() == again.game.snapshot()
    assert [(step.row, step.move, step.player) for step in then.steps] == [
        (step.row, step.move, step.player) for step in again.steps
    ]
    assert then.game.record() == again.game.record()


def test_playing_on_at_an_earlier_position_leaves_the_game_as_it_is() -> None:
    history = played_with([False] * 10)
    before = history.game.snapshot()
    earlier = history.as_of(4)
    earlier.add(Row(5, MOVE, earlier.game.legal_moves()[0]))
    assert history.game.snapshot() == before and len(history.rows) == 10
