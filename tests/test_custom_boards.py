"""Boards made out of a printed box (16): every mistake is found, slips are asked about, files hold what differs."""

import copy
from typing import Any

import pytest

from teahorse.board_files import read_board, write_board
from teahorse.custom_boards import areas_of, board_errors, board_warnings, differing_tables, edition_tables, steps_of
from teahorse.rules.board import check_board
from teahorse.rules.edition_files import EDITIONS
from variants import BOARDS


def tables(**changed: Any) -> dict[str, Any]:
    return copy.deepcopy(edition_tables("2023")) | changed


def card(number: int, **changed: Any) -> dict[str, Any]:
    cards = copy.deepcopy(edition_tables("2023")["duli"])
    cards[number - 1] |= changed
    return tables(duli=cards)


@pytest.mark.parametrize("edition", EDITIONS)
def test_our_own_tables_make_sense_and_differ_in_nothing(edition: str) -> None:
    ours = edition_tables(edition)
    assert (board_errors(edition, ours), board_warnings(ours), differing_tables(edition, ours)) == ([], [], {})


def test_the_first_mistake_of_every_table_is_found() -> None:
    found = board_errors("2023", tables(bank_high=[[0, 1], [5, "x"]], temple=[5, 5], gorges=[], market_value=300))
    assert [error.at for error in found] == [("bank_high", 1, 1), ("temple", 1), ("gorges",), ("market_value",)]


def test_tables_that_make_sense_one_by_one_may_not_do_so_together() -> None:
    found = board_errors("2023", tables(market_value=33))
    assert [error.at for error in found] == [("market_value",)] and "could earn 261" in str(found[0])


def test_only_what_differs_becomes_a_board() -> None:
    steps = [*edition_tables("2023")["bank_high"], [97, 27]]  # a step that changes nothing
    assert differing_tables("2023", tables(bank_high=steps, gorges=["KQ", "SQ", "YT", "YK"])) == {}
    assert differing_tables("2023", tables(temple=[5, 7])) == {"temple": [5, 7]}


@pytest.mark.parametrize(
    ("changed", "at", "said"),
    [
        (tables(bank_high=[[0, 20], [50, 19]]), ("bank_high", 10), "From a total of 50 on the bank pays 19, less than"),
        (tables(bank_low=[[0, 1]]), ("bank_low", 0), "For a total of 0 the low space pays 1, more than the 0 of"),
        (tables(post_values=[1, 3, 6, 10, 5]), ("post_values", 4), "5 is less than the 10 of the province before"),
        (card(3, bids=["yard"]), ("duli", 2, "bids"), "Card 3 lists 1 building of 5"),
        (card(16, traders=[1, 1, 1, 1, 1]), ("duli", 15, "traders"), "Card 16 sends out 5 traders of 7"),
    ],
)
def test_what_looks_like_a_slip_is_asked_about_but_allowed(changed: dict[str, Any], at: object, said: str) -> None:
    assert board_errors("2023", changed) == []
    found = board_warnings(changed)
    assert found[0].at == at and str(found[0].message).startswith(said)


def test_a_bank_is_areas_of_five_coins_and_back() -> None:
    ours = edition_tables("2023")["bank_high"]
    areas = areas_of(ours)
    assert areas is not None and len(areas) == 20 and areas[13:16] == [22, 23, 24]
    assert steps_of(areas) == ours
    assert areas_of([[0, 1], [7, 2]]) is None


@pytest.mark.parametrize("board", [*BOARDS, edition_tables("2013")])
def test_a_written_board_is_read_as_it_was(board: dict[str, Any]) -> None:
    read = read_board(write_board(board, "2023"), "board.toml")
    assert check_board("2023", read) == read == board
