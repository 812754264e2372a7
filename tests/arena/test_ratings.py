"""Ratings from rankings: they recover known strengths, and their intervals are right."""

import numpy as np
import pytest

from teahorse.arena.ratings import POINTS, Rating, rate
from teahorse.arena.summary import wilson

STRENGTHS = {"strong": 300.0, "middling": 20.0, "weak": -320.0}


def drawn(line_up: list[str], games: int, luck: np.random.Generator) -> list[list[str]]:
    """Rankings by the model of Plackett and Luce: sorted by strength plus Gumbel noise."""
    performance = np.array([STRENGTHS[bot] for bot in line_up]) / POINTS + luck.gumbel(size=(games, len(line_up)))
    return [[line_up[seat] for seat in order] for order in np.argsort(-performance, axis=1)]


def plackett_luce(rankings: list[list[str]], ratings: dict[str, Rating]) -> float:
    """The likelihood, computed directly."""
    height = 0.0
    for ranking in rankings:
        weights = [10 ** (ratings[bot].points / 400) for bot in ranking]
        height += sum(np.log(weight / sum(weights[place:])) for place, weight in enumerate(weights))
    return height


@pytest.mark.parametrize("line_up", [["strong", "middling", "weak"], ["strong", "strong", "middling", "weak", "weak"]])
def test_known_strengths_are_found_again(line_up: list[str]) -> None:
    ratings = rate(drawn(line_up, 20_000, np.random.default_rng(1)))
    assert list(ratings) == ["strong", "middling", "weak"]
    for bot, points in STRENGTHS.items():
        assert ratings[bot].points == pytest.approx(points, abs=6)
        assert 2 < ratings[bot].margin < 5


def test_ratings_make_the_rankings_most_likely() -> None:
    rankings = drawn(["strong", "middling", "weak"], 500, np.random.default_rng(2))
    rankings += drawn(["strong", "weak"], 300, np.random.default_rng(3))
    ratings = rate(rankings)
    best = plackett_luce(rankings, ratings)
    for bot, rating in ratings.items():
        for shift in (-15, 15):
            assert plackett_luce(rankings, ratings | {bot: Rating(rating.points + shift, 0)}) < best


def test_intervals_contain_the_true_strength_about_nineteen_times_in_twenty() -> None:
    luck = np.random.default_rng(4)
    held = tried = 0
    for line_up in (["strong", "middling", "weak"], ["strong", "middling", "weak", "weak", "weak"]):
        for _ in range(200):
            for bot, rating in rate(drawn(line_up, 80, luck)).items():
                held += rating.interval[0] <= STRENGTHS[bot] <= rating.interval[1]
                tried += 1
    assert 0.93 < held / tried < 0.99


def test_intervals_hold_when_ranks_in_a_game_depend_on_each_other() -> None:
    """Copies of a bot finish together, before or after all others; the intervals of the model alone are too narrow."""
    luck = np.random.default_rng(5)
    held = 0
    for _ in range(200):
        firsts = luck.random(100) < 0.5
        ratings = rate([["a", "a", "b", "b"] if first else ["b", "b", "a", "a"] for first in firsts])
        held += abs(ratings["a"].points) <= ratings["a"].margin
    assert held > 180


def test_a_bot_that_always_wins_has_a_finite_rating_and_a_wide_interval() -> None:
    ratings = rate([["a", "b", "c"]] * 400)
    assert 300 < ratings["a"].points < 2000
    assert ratings["a"].margin > 150
    assert ratings["a"].points + ratings["c"].points == pytest.approx(0, abs=1e-3)


def test_more_games_make_intervals_narrower() -> None:
    few, many = (rate(drawn(list(STRENGTHS), games, np.random.default_rng(6))) for games in (100, 10_000))
    assert few["strong"].margin == pytest.approx(10 * many["strong"].margin, rel=0.15)


def test_the_mean_of_all_is_zero_and_who_is_listed_first_does_not_matter() -> None:
    rankings = drawn(list(STRENGTHS), 60, np.random.default_rng(7))
    ratings = rate(rankings)
    assert sum(rating.points for rating in ratings.values()) == pytest.approx(0, abs=1e-6)
    again = rate(rankings[::-1])
    assert all(again[bot].points == pytest.approx(ratings[bot].points, abs=1e-6) for bot in ratings)


def test_a_bot_alone_is_neither_strong_nor_weak() -> None:
    assert rate([["a", "a", "a"]] * 5) == {"a": Rating(0.0, 0.0)}
    assert rate([]) == {}


@pytest.mark.parametrize(
    ("wins", "tries", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_shares_have_wilsons_interval(wins: int, tries: int, low: float, high: float) -> None:
    assert wilson(wins, tries) == pytest.approx((low, high), abs=1e-4)
