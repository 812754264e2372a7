"""The events of a move explain every change that it made."""

import pytest
from hypothesis import given
from ledger import Ledger, audit

from teahorse.notation import move_text
from teahorse.rules.events import EVENTS, MOST_EVENTS
from variants import Chooser, Table, over_games, policies, seeds, steps, tables

pytestmark = pytest.mark.slow


@given(tables(), seeds(), policies())
@over_games(30)
def test_events_explain_every_change(table: Table, seed: int, policy: str) -> None:
    game, chooser = table.new_game(seed), Chooser(seed, policy)
    ledger = Ledger(game.snapshot())
    while not game.is_over:
        game.play(move_text(chooser.choose(game.position, game.verdicts()), game.rules))
        audit(ledger, game)


@given(tables(), seeds(), policies())
@over_games(60)
def test_events_of_a_move_find_room(table: Table, seed: int, policy: str) -> None:
    for step in steps(table.rules, seed, policy):
        assert 0 < step.events[0, 0] <= MOST_EVENTS


def test_the_ledger_knows_every_event() -> None:
    assert all(hasattr(Ledger, "on_" + kind.name.replace("-", "_")) for kind in EVENTS)
