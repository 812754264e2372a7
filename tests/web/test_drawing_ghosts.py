"""Ghosts: they stand where the piece will stand after the move."""

import pytest
from board_pages import boards_of, played_at_random

from random_histories import position_view
from teahorse.rules import names
from teahorse.server.history.history import MOVE, GameHistory, Row
from teahorse.web.drawing.ghosts import ghosts, kind_of
from teahorse.web.presenters.offered_moves import offers
from variants import Table

# These may end the bidding, and then the trader walks on at once.
WALKS_ON = ("bank", "market")


@pytest.mark.parametrize(
    "table", [Table("2023", 5, {"guards": True}), Table("2023", 2), Table("2013", 4)], ids=["guards", "duli", "2013"]
)
def test_a_ghost_stands_where_the_piece_comes_to_stand(table: Table) -> None:
    game, seen = played_at_random(table, 3, 220), set()
    for rows in range(20, 220, 4):
        history = game.as_of(rows)
        view = position_view(history.game)
        offered = [offer for offer in offers(view) if offer.why is None and offer.target is not None]
        places = ghosts(history, view, offered)
        placing = [offer for offer in offered if not offer.move.startswith(("displace", *WALKS_ON))]
        for kind, offer in {kind_of(offer): offer for offer in placing}.items():
            after = GameHistory(history.rules, [*history.rows, Row(rows + 1, MOVE, offer.move)])
            owner = "the" if kind == "blocker" else f"{kind}-{view.to_move}-"
            boards = boards_of(after)
            for ghost, board in zip(places[kind][str(offer.target)], (boards.wide, boards.narrow), strict=True):
                standing = [piece.at for piece in board.pieces if piece.id.startswith(owner)]
                assert ghost in standing, offer.move
            seen.add(kind)
    assert len(seen) >= 4


def test_displacing_puts_no_piece_of_ones_own_anywhere() -> None:
    game = played_at_random(Table("2023", 5), 3, 240)
    displacing = next(step.row for step in game.steps if names.PHASE[step.after.phase] == "displace")
    history = game.as_of(displacing)
    view = position_view(history.game)
    assert ghosts(history, view, offers(view)) == {}
