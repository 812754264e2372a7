"""The board: every spot is there, every piece is known, and what a picture shows is what the position says."""

import re
from collections import Counter
from itertools import pairwise

import pytest
from board_pages import board_of, boards_of, page_of, played_at_random, played_moves

from position_builder import position
from rule_marker import rule
from teahorse import Game
from teahorse.server.history.history import GameHistory
from teahorse.web.drawing.layout import CELLS
from teahorse.web.drawing.narrow import Narrow
from teahorse.web.drawing.parts import Board, Piece
from teahorse.web.drawing.wide import Wide
from variants import ALL_NAMED, NAMED, SIX_GORGES, Table

NAMES = {"school", "customs", "horse", "guild", "yard"}
ALL_PASS = ["pass", "pass", "pass"]


def spots_of(board: Board) -> set[str]:
    return {spot.name for spot in board.spots}


def piece_of(board: Board, name: str) -> Piece:
    (piece,) = [piece for piece in board.pieces if piece.id == name]
    return piece


def texts_of(board: Board, kind: str) -> list[str]:
    return [label.text for label in board.labels if kind in label.kind.split()]


def label_of(board: Board, spot: str) -> str:
    (found,) = [it.words for it in board.spots if it.name == spot]
    return found


def at(game: Game) -> GameHistory:
    """A position that no rows led to, as pictures of the rules show it."""
    history = GameHistory(game.rules)
    history.game = game
    return history


def expected_spots(table: Table) -> set[str]:
    rules = table.rules
    temple = rules.prices[5] if rules.switches["temple"] else ()
    spots = {f"{building}-{price}" for building in NAMES for price in (5, 7, 9, 12, 15)}
    spots |= {f"temple-{price}" for price in temple if price}
    spots |= {"bank-0", "bank-1", "house-bank", "market"} | {f"province-{place}" for place in "YSKTQ"}
    spots |= {f"gorge-{gorge}" for gorge in rules.gorges} | {f"camp-p{seat + 1}" for seat in range(rules.players)}
    spots |= {"inspector", "order-blue", "order-gray"} | {f"points-p{person + 1}" for person in range(rules.people)}
    spots |= {"blocker", "house-temple"} if rules.switches["temple"] else set()
    spots |= {f"house-{building}" for building in NAMES} | ({"goal"} if rules.fields.vp_end else set())
    if rules.has_duli:
        return spots | {"camp-duli"}  # nobody is to move before the cards lie
    spots |= {"piece-post", "piece-bridge", "piece-teahouse"}
    return spots | ({"piece-guards"} if rules.switches["guards"] else set())


@pytest.mark.parametrize("table", ALL_NAMED, ids=str)
def test_every_spot_is_there_at_the_start(table: Table) -> None:
    board = board_of(GameHistory(table.rules))
    assert spots_of(board) == expected_spots(table)
    assert all(spot.words for spot in board.spots)


@rule("4.9")
def test_a_blocked_gorge_is_pointed_at_as_a_gorge() -> None:
    blocked = position(phase="travel", to_move="p3", blocked="YK")
    assert "blocker" not in spots_of(board_of(at(blocked)))


def test_traders_are_a_spot_where_there_are_any() -> None:
    board = board_of(played_moves(Table(), [*ALL_PASS, "go P-Y"]))
    assert {spot for spot in spots_of(board) if spot.startswith("traders-")} == {
        "traders-P-p1", "traders-P-p2", "traders-P-p3", "traders-Y-p3"
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_the_page_is_well_formed_and_every_id_is_there_once(name: str) -> None:
    boards = boards_of(played_at_random(NAMED[name][0], seed=3, most=150))
    page, board = page_of(boards), boards.wide
    ids = Counter(element.get("id") for element in page.iter() if element.get("id"))
    assert set(ids.values()) == {1}
    assert {f"spot-{spot.name}" for spot in board.spots} | {piece.id for piece in board.pieces} <= set(ids)
    used = {element.get("href", "").removeprefix("#") for element in page.iter() if element.tag.endswith("use")}
    assert used <= set(ids)


def test_scripts_find_a_way_for_every_step_of_a_journey() -> None:
    board = board_of(GameHistory(Table(board=SIX_GORGES).rules))
    walks = {line.id for line in board.walks}
    roads = {f"road-{low}-{high}" for low, high in ("PY", "YS", "SK", "KT", "TQ")}
    assert walks == roads | {f"path-{gorge}" for gorge in SIX_GORGES["gorges"]}


def test_roads_run_from_province_to_province_without_a_gap() -> None:
    for places in (Wide(3), Narrow(3)):
        ends = [re.findall(r"-?[\d.]+", places.walk(name)) for name in places.roads]
        for before, after in pairwise(ends):
            assert before[-2:] == after[:2]


@rule("0.9")
def test_markers_stand_on_the_blue_track_while_bidding_and_reversed_on_the_gray_one_from_travel_on() -> None:
    places = Wide(3)
    bidding, travelling = board_of(GameHistory(Table().rules)), board_of(played_moves(Table(), ALL_PASS))
    assert piece_of(bidding, "order-p1").at == places.order("blue", 0)
    assert piece_of(travelling, "order-p3").at == places.order("gray", 0)
    assert piece_of(travelling, "order-p1").at == places.order("gray", 2)


@rule("6.1")
def test_the_inspector_is_at_home_until_he_has_visited_a_province() -> None:
    moves = [*ALL_PASS, "go P-Y", "done", "done"]
    assert piece_of(board_of(played_moves(Table(), moves)), "the-inspector").at == Wide.inspector_at_home
    visited = board_of(played_moves(Table(), [*moves, "done"]))
    assert piece_of(visited, "the-inspector").at == Wide(3).in_corner("Y", Wide.inspector_at)
    later = board_of(played_moves(Table(), [*moves, "done", "convert 0", "convert 0", "convert 0"]))
    assert piece_of(later, "the-inspector").at == Wide.inspector_at_home


@rule("4.9")
def test_the_blocker_waits_at_the_temple_and_closes_a_gorge() -> None:
    moves = ["bid temple 5", "pass", "pass", "pass"]
    assert piece_of(board_of(played_moves(Table(), moves)), "the-blocker").at == Wide.blocker_at_home
    blocked = board_of(played_moves(Table(), [*moves, "block SQ"]))
    assert piece_of(blocked, "the-blocker").at == Wide(3).blocker("SQ")
    assert "blocked" in label_of(blocked, "gorge-SQ")


@rule("15.1")
def test_in_2013_there_is_no_temple_and_things_have_their_old_names() -> None:
    board = board_of(GameHistory(Table("2013").rules))
    assert not any("temple" in icon.symbol for icon in board.icons)
    assert not any(piece.id == "the-blocker" for piece in board.pieces)
    assert {"Qamdo", "Dragon House"} <= {label.text for label in board.labels}


@rule("4.1", "16.2")
def test_the_bank_shows_what_it_would_pay_now() -> None:
    moves = ["bid school 9", "bid horse 9", "bid guild 12"]
    assert texts_of(board_of(played_moves(Table(), moves)), "pays") == ["+15", "+15"]
    assert texts_of(board_of(played_moves(Table("2013"), moves)), "pays") == ["+15", "+8"]
    with_duli = GameHistory(Table(people=2).rules)
    assert texts_of(board_of(with_duli), "pays") == ["+6"]  # her trader stands on a 9 already; one space is closed
    paid = board_of(played_moves(Table(), [*moves, "pass", "pass", "pass"]))
    assert texts_of(paid, "pays") == [] and "it would pay" not in label_of(paid, "bank-0")  # till the next bidding


@rule("2.5", "4.1")
def test_the_bank_shows_readers_what_they_would_get() -> None:
    moves = ["bid school 9", "bid horse 5", "bid guild 12"]
    red, blue, nobody = (board_of(played_moves(Table(), moves), frozenset(own)) for own in ({"p1"}, {"p2"}, set[str]()))
    assert texts_of(red, "pays") == ["+10", "+10"]  # for 17; red's own 9 would no longer count
    assert "it would pay 10 coins now" in label_of(red, "bank-0")
    assert texts_of(blue, "pays") == ["+12", "+12"]  # for 21, although it is not their turn
    assert texts_of(nobody, "pays") == ["+13", "+13"]  # for 26
    taken = board_of(played_moves(Table(), [*moves[:2], "bank"]), frozenset({"p1"}))
    assert len(set(texts_of(taken, "pays"))) == 2  # what the other one gets, and what red would get


@rule("15.16")
def test_points_below_nothing_or_beyond_the_track_are_written_beside_it() -> None:
    def board(points: int) -> Board:
        options = {"debt": True, "vp_end": None}
        return board_of(at(position("2013", 3, options, players={"p1": {"vp": points}})))

    assert texts_of(board(-5), "far") == ["\N{MINUS SIGN}5"]
    assert piece_of(board(-5), "points-p1").at.y == Wide(3).cell(0).y
    assert texts_of(board(112), "far") == ["112"]
    assert piece_of(board(112), "points-p1").at == Wide(3).cell(12)
    assert texts_of(board(99), "far") == []


@rule("8.4")
def test_incomes_are_marked_on_the_track_until_they_are_converted() -> None:
    moves = [*ALL_PASS, "done", "done", "done"]
    earned = board_of(played_moves(Table(), moves))
    assert {piece.id for piece in earned.pieces if piece.symbol == "income"} == {f"income-p{n}" for n in (1, 2, 3)}
    first = board_of(played_moves(Table(), [*moves, "convert 3"]))
    assert len([piece for piece in first.pieces if piece.symbol == "income"]) == 2


def test_markers_in_one_cell_stand_side_by_side_within_the_board() -> None:
    for places in (Wide(5), Narrow(5)):
        for points in range(CELLS):
            for marker in places.in_cell(points, 5):
                assert 10 <= marker.x <= places.width - 10
                assert 10 <= marker.y <= places.height - 10
            assert len(set(places.in_cell(points, 5))) == 5


def test_words_tell_what_stands_in_a_province() -> None:
    players = {
        "p1": {"provinces": {"S": 2}, "horse": "S", "posts": {"S": 1}, "teahouses": ["S"]},
        "p2": {"provinces": {"S": 1}, "horse": "K"},
    }
    board = board_of(at(position(people=3, players=players, phase="travel", to_move="p3")))
    assert label_of(board, "province-S") == (
        "Sichuan: a trader earns 9, a post 3. Presents left: 5. Traders: Person 1 2, Person 2 1. Posts: Person 1 1. "
        "Teahouse: Person 1. Horses: Person 1."
    )
    assert label_of(board, "traders-S-p1") == "2 traders of Person 1 in Sichuan."


@rule("15.18")
def test_where_a_person_plays_two_colours_words_tell_which() -> None:
    board = board_of(played_moves(Table("2013", 2), ["bid school 9"]))
    assert label_of(board, "school-9") == "School, space 9: Person 1 (red)."
    assert label_of(board, "camp-p3").startswith("Camp of Person 1 (black): ")
    assert len([piece for piece in board.pieces if piece.id.startswith("points-")]) == 2


@rule("15.18")
@pytest.mark.parametrize("edition", ["2013", "2023"])
def test_no_word_of_the_board_says_a_colour_twice(edition: str) -> None:
    table = Table(edition, 2, {"two_players": "two-colours"})
    for rows in (1, 40, 90, 150):
        board = board_of(played_at_random(table, seed=4, most=rows))
        said = [spot.words for spot in board.spots] + [label.text for label in board.labels]
        assert any("Person 1 (red)" in words for words in said)
        assert [words for words in said if re.search(r"\) ?\(", words)] == []


def test_presents_go_to_the_camp_of_the_player_who_received_them() -> None:
    board = board_of(at(position(people=3, presents={"S": 3}, players={"p2": {"presents": 2}})))
    held = [piece for piece in board.pieces if "held" in piece.states]
    assert {piece.at for piece in held} == {Wide(3).camp_at(1, Wide.camp_presents_at)}
    assert len(held) == 2
