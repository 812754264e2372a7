"""Section 9: the new gray order, and so the next blue order."""

import pytest

from game_helpers import events_named
from position_builder import position
from rule_marker import rule
from teahorse import Game

# Incomes that a player can have at once, by what stands in Yunnan and in the market.
PIECES = {
    0: {"supply": 3},
    1: {"supply": 3, "posts": {"Y": 1}},
    3: {"market": 1},
    6: {"provinces": {"Y": 1}},
    7: {"provinces": {"Y": 1}, "posts": {"Y": 1}},
    9: {"provinces": {"Y": 1}, "market": 1},
}


def earning(*incomes: int, blue: str = "12345") -> Game:
    """After the income of a round, p1 to p5 having these incomes."""
    order = [f"p{number}" for number in blue[: len(incomes)]]
    players = {f"p{n}": {"influence": 4} | PIECES[income] for n, income in enumerate(incomes, 1)}
    game = position(people=len(incomes), phase="travel", to_move=order[0], blue=order, players=players)
    game.play("done")
    return game


def gray(game: Game) -> list[str]:
    return [player for _, player in events_named(game, "new-order")]


@rule("9.1")
def test_the_highest_income_is_first_in_gray_order():
    game = earning(3, 9, 6)
    assert events_named(game, "new-order") == [(1, "p2"), (2, "p3"), (3, "p1")]
    assert game.snapshot()["blue"] == ["p1", "p3", "p2"]


@rule("9.1")
def test_one_coin_more_goes_first():
    assert gray(earning(6, 7, 6))[0] == "p2"
    assert gray(earning(0, 1, 0))[0] == "p2"


@rule("9.1")
def test_equal_incomes_put_the_later_in_gray_first():
    # Old gray order: p3, p2, p1.
    assert gray(earning(6, 6, 6)) == ["p1", "p2", "p3"]
    assert gray(earning(6, 6, 6, blue="231")) == ["p2", "p3", "p1"]


@rule("9.1")
@pytest.mark.parametrize(
    ("incomes", "order"),
    [
        ((6, 6, 3), ["p1", "p2", "p3"]),
        ((6, 3, 6), ["p1", "p3", "p2"]),
        ((3, 6, 6), ["p2", "p3", "p1"]),
        ((9, 6, 6), ["p1", "p2", "p3"]),
        ((6, 9, 6), ["p2", "p1", "p3"]),
        ((6, 6, 9), ["p3", "p1", "p2"]),
    ],
)
def test_a_tie_of_two_turns_only_these_two_round(incomes: tuple[int, ...], order: list[str]):
    assert gray(earning(*incomes)) == order


@rule("9.1")
def test_those_without_income_are_ordered_too():
    assert gray(earning(0, 0, 0)) == ["p1", "p2", "p3"]
    assert earning(0, 0, 0).snapshot()["blue"] == ["p3", "p2", "p1"]
    assert gray(earning(0, 3, 0)) == ["p2", "p1", "p3"]


@rule("9.1")
def test_two_ties_among_five():
    assert gray(earning(3, 9, 3, 9, 6, blue="53142")) == ["p4", "p2", "p5", "p3", "p1"]


@rule("9.1")
def test_blue_order_is_the_new_gray_order_reversed():
    game = earning(7, 1, 9, 3)
    assert gray(game) == ["p3", "p1", "p4", "p2"]
    assert game.snapshot()["blue"] == ["p2", "p4", "p1", "p3"]
