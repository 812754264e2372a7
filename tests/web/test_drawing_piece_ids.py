"""Which piece is which: pieces keep their identity from one position to the next, whatever happens."""

import pytest
from board_pages import board_of, played_at_random, played_moves

from teahorse.server.history.history import UNDO, GameHistory, Row
from teahorse.web.drawing.parts import Piece
from teahorse.web.drawing.piece_ids import RECENT, ROWS_BETWEEN, Cast, cast_of, whereabouts
from teahorse.web.drawing.wide import Wide
from variants import NAMED, Table

SOME = ("standard", "expert", "duli", "two-colours-2013", "profi-2013", "house", "board")
TABLES = [pytest.param(NAMED[name][-1], id=name) for name in SOME]


def pieces_of(history: GameHistory) -> list[Piece]:
    return board_of(history).pieces


def casts(history: GameHistory) -> list[Cast]:
    return [cast_of(history.as_of(step.row)) for step in history.steps]


@pytest.mark.parametrize("table", TABLES)
def test_every_piece_stands_once_and_no_two_on_one_slot(table: Table) -> None:
    whole = played_at_random(table, seed=11, most=360)
    ids = None
    for row in range(0, len(whole.rows), 9):
        pieces = [p for p in pieces_of(whole.as_of(row)) if not p.id.startswith("income-")]
        assert ids is None or ids == {piece.id for piece in pieces}
        ids = {piece.id for piece in pieces}
        assert len(ids) == len(pieces)
        seen = [piece for piece in pieces if "held" not in piece.states]
        assert len({piece.at for piece in seen}) == len(seen)


@pytest.mark.parametrize("table", TABLES)
def test_from_step_to_step_as_few_pieces_move_as_can_be(table: Table) -> None:
    history = played_at_random(table, seed=12, most=360)
    known = casts(history)
    for before, after, step in zip(known, known[1:], history.steps[1:], strict=False):
        had = whereabouts(step.before, history.rules)
        for pool, wanted in whereabouts(step.after, history.rules).items():
            needed = sum(max(0, count - had[pool].get(place, 0)) for place, count in wanted.items())
            mine = [piece for piece in after.stations if piece.rsplit("-", 1)[0] == pool]
            assert sum(after.stations[piece] != before.stations[piece] for piece in mine) == needed


@pytest.mark.parametrize("table", TABLES)
def test_the_cast_stands_where_the_position_says(table: Table) -> None:
    history = played_at_random(table, seed=13, most=240)
    for cast, step in zip(casts(history), history.steps, strict=True):
        for pool, wanted in whereabouts(step.after, history.rules).items():
            places = [s.place for piece, s in cast.stations.items() if piece.rsplit("-", 1)[0] == pool]
            assert {place: places.count(place) for place in places} == {p: n for p, n in wanted.items() if n}


def test_a_journey_moves_one_trader_who_has_not_travelled_and_no_other_of_that_player() -> None:
    journeys = 0
    for seed in (1, 2, 3):
        history = played_at_random(NAMED["standard"][0], seed=seed, most=400)
        known = casts(history)
        for before, after, step in zip(known, known[1:], history.steps[1:], strict=False):
            if step.move.startswith("go "):
                mine = [piece for piece in after.stations if piece.startswith(f"trader-{step.player}-")]
                walked = [piece for piece in mine if after.stations[piece] != before.stations[piece]]
                assert len(walked) == 1
                assert after.stations[walked[0]].place == step.move[-1]
                assert walked[0] not in before.travelled
                assert walked[0] in after.travelled
                journeys += 1
    assert journeys > 50


def test_a_bid_takes_the_last_trader_of_the_supply_to_its_space() -> None:
    history = played_moves(Table(), ["bid school 9"])
    cast = cast_of(history)
    assert cast.stations["trader-p1-3"].place == "school-9"
    assert [cast.stations[f"trader-p1-{number}"] for number in (1, 2)] == [("supply", 0), ("supply", 1)]


def test_an_undone_move_gives_every_piece_its_place_back() -> None:
    history = played_moves(Table(), ["bid school 9", "bid horse 5"])
    before = cast_of(history)
    history.add(Row(3, "move", "bid school 12"))
    assert cast_of(history) != before
    history.add(Row(4, UNDO, "bid school 12"))
    assert cast_of(history) == before


def test_what_was_remembered_is_what_would_be_found_out_again() -> None:
    history = played_at_random(NAMED["standard"][0], seed=5, most=200)
    for row in (40, 41, 60, 120):
        cast_of(history.as_of(row))
    remembered = cast_of(history)
    assert remembered == cast_of(GameHistory(history.rules, list(history.rows)))


def test_of_a_long_game_only_some_casts_are_kept_in_memory() -> None:
    history = played_at_random(NAMED["standard"][0], seed=5, most=200)
    for row in range(len(history.rows) + 1):
        cast_of(history.as_of(row))
    assert len(history.drawing_states) <= RECENT + len(history.rows) / ROWS_BETWEEN


def test_thirty_five_traders_in_one_province_have_a_slot_each() -> None:
    places = Wide(5)
    slots = {places.trader("K", rank, slot) for rank in range(5) for slot in range(7)}
    assert len(slots) == 35
    assert min(abs(a.x - b.x) for a in slots for b in slots if a.x != b.x) >= 18
    assert min(abs(a.y - b.y) for a in slots for b in slots if a.y != b.y) >= 22
