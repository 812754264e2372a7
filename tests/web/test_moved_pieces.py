"""Which pieces of the drawing move in each act of a step."""

import pytest
from board_pages import played_at_random, played_moves

from teahorse.server.history.history import GameHistory
from teahorse.text.translation import as_written
from teahorse.web.drawing.moved_pieces import moved_pieces
from teahorse.web.drawing.piece_ids import Cast, cast_after
from teahorse.web.presenters.animation import Act, acts
from variants import NAMED, Table

SOME = ("standard", "expert", "duli", "two-colours-2013", "profi-2013")
TABLES = [pytest.param(NAMED[name][-1], id=name) for name in SOME]


def last_step(history: GameHistory) -> tuple[list[Act], Cast, Cast]:
    """The acts of the last step, and the casts before and after it."""
    count = len(history.steps)
    told = acts(history.steps[-1], history.rules, {}, as_written)
    return told, cast_after(history, count - 1), cast_after(history, count)


@pytest.mark.parametrize("table", TABLES)
def test_each_piece_moves_in_one_act_and_hardly_any_in_none(table: Table) -> None:
    whole = played_at_random(table, seed=21, most=360)
    moved_in_all = missed = 0
    for step in whole.steps:
        told, before, after = last_step(whole.as_of(step.row))
        pieces = [piece for group in moved_pieces(told, before, after) for piece in group]
        of_cast = [piece for piece in pieces if piece in after.stations]
        moved = {p for p in after.stations if before.stations[p].place != after.stations[p].place}
        assert len(set(of_cast)) == len(of_cast) and set(of_cast) <= moved
        moved_in_all += len(moved)
        missed += len(moved - set(of_cast))
    assert moved_in_all > 100 and missed < moved_in_all / 50


def test_a_bid_moves_the_trader_and_sends_the_outbid_one_home() -> None:
    history = played_moves(Table("2023", 3), ("bid school 5", "bid school 9"))
    told, before, after = last_step(history)
    (bidding,), (outbid,) = moved_pieces(told, before, after)
    assert after.stations[bidding].place == "school-9" and bidding.startswith("trader-p2-")
    assert before.stations[outbid].place == "school-5" and after.stations[outbid].place == "supply"


def test_pieces_that_stand_alone_move_with_their_acts() -> None:
    moves = ("bid horse 9", "pass", "pass", "pass", "done", "done", "done")
    told, before, after = last_step(played_moves(Table("2023", 3), moves))
    pieces = dict(zip([act.kind for act in told], moved_pieces(told, before, after), strict=True))
    assert pieces["inspected"] == ["the-inspector"] and pieces["new-order"][0].startswith("order-p")
    assert pieces["income"] == []
