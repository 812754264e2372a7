"""What moved since the reader's last move."""

from board_pages import played_moves

from teahorse.web.drawing.piece_ids import cast_of
from teahorse.web.drawing.since_last_move import since_last_move
from variants import Table

MOVES = ("bid school 5", "bid school 9", "bid horse 7")


def test_pieces_of_others_are_marked_until_one_moves() -> None:
    history = played_moves(Table("2023", 3), MOVES)
    since = since_last_move(history, {"p1"})
    assert since is not None and since.row == 1
    places = {piece: cast_of(history).stations[piece].place for piece in since.pieces}
    assert sorted(places.values()) == ["horse-7", "school-9"]
    assert since.tell_after == since.row
    assert since_last_move(played_moves(Table("2023", 3), (*MOVES, "pass")), {"p1"}) is None


def test_before_the_first_move_everything_is_marked_that_moved_so_far() -> None:
    since = since_last_move(played_moves(Table("2023", 3), MOVES), {"p4"})
    assert since is not None and since.row == 0 and len(since.pieces) == 2  # an outbid trader is at home again


def test_spectators_and_those_who_share_a_screen_have_no_last_move() -> None:
    history = played_moves(Table("2023", 3), MOVES)
    assert since_last_move(history, ()) is None
    assert since_last_move(history, {"p1", "p2", "p3"}) is None


def test_horses_and_the_blocker_are_marked_where_they_moved() -> None:
    moves = ("bid horse 9", "bid temple 9", "pass", "pass", "pass", "block YK")
    since = since_last_move(played_moves(Table("2023", 3), moves), {"p3"})
    assert since is not None and since.row == 3
    assert {"horse-p1", "the-blocker"} <= since.pieces


def test_what_followed_from_ones_own_move_is_told_with_it() -> None:
    bids = (*MOVES, "pass", "pass")
    since = since_last_move(played_moves(Table("2023", 3), (*bids, "pass")), {"p3"})
    assert since is not None and (since.row, since.tell_after) == (6, 5)  # the pass ended the bidding
    since = since_last_move(played_moves(Table("2023", 3), (*bids, "pass", "done")), {"p3"})
    assert since is None  # a turn of one's own that ended nothing
    since = since_last_move(played_moves(Table("2023", 3), (*bids, "pass", "done", "done")), {"p3"})
    assert since is not None and (since.row, since.tell_after) == (7, 7)
    everyone = played_moves(Table("2023", 3), (*bids, "pass", "done", "done", "done"))
    since = since_last_move(everyone, {"p1"})
    assert since is not None and (since.row, since.tell_after) == (9, 8)  # inspector, presents and income
    assert since_last_move(everyone, {"p1", "p2", "p3"}) is None
