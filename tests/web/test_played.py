"""Rows as they are stored, and the steps that stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahorse.bots import bot_named
from teahorse.errors import IllegalMove
from teahorse.rules.ruleset import Ruleset
from teahorse.web.tables.played import MOVE, UNDO, Played, Row

RULES = Ruleset.of("2023", 3)


def played_with(choices: list[bool]) -> Played:
    """A game in which some moves are made and some of them taken back."""
    played, bot = Played(RULES), bot_named("random", len(choices))
    for back in choices:
        number = len(played.rows) + 1
        if back and played.steps:
            played.add(Row(number, UNDO, played.steps[-1].move))
        elif played.game.to_move is not None:
            played.add(Row(number, MOVE, bot.choose(played.game)))
    return played


def test_a_move_that_is_refused_leaves_no_row() -> None:
    played = Played(RULES, [Row(1, MOVE, "bid school 9")])
    with pytest.raises(IllegalMove):
        played.add(Row(2, MOVE, played.rows[0].text))
    assert len(played.rows) == len(played.steps) == 1


@given(st.lists(st.sampled_from([False, False, True]), max_size=60), st.data())
def test_a_position_has_its_row_for_good_whatever_is_undone_later(choices: list[bool], data: st.DataObject) -> None:
    played = played_with(choices)
    row = data.draw(st.integers(0, len(played.rows)))
    then = played.as_of(row)
    again = Played(RULES, played.rows[:row])
    assert then.game.snapshot() == again.game.snapshot()
    assert [(step.row, step.move, step.player) for step in then.steps] == [
        (step.row, step.move, step.player) for step in again.steps
    ]
    assert then.game.record() == again.game.record()


def test_playing_on_at_an_earlier_position_leaves_the_game_as_it_is() -> None:
    played = played_with([False] * 10)
    before = played.game.snapshot()
    earlier = played.as_of(4)
    earlier.add(Row(5, MOVE, earlier.game.legal_moves()[0]))
    assert played.game.snapshot() == before and len(played.rows) == 10
