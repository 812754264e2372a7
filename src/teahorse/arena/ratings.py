"""Ratings of bots from the rankings of their games, by the model of Plackett and Luce.

Every bot has a strength. The winner is drawn from all players in proportion to their strengths, the second from the
rest, and so on. The ratings are the strengths that make all rankings together most likely. Unlike Elo's updates, they
don't depend on the order of the games, since bots don't learn.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

POINTS = 400 / math.log(10)  # as in chess: 400 points are odds of ten to one
PRIOR_DEVIATION = 500 / POINTS  # keeps the rating of a bot that always wins finite
DEVIATIONS_95 = 1.959964
MOST_STEPS = 200
CLOSE_ENOUGH = 1e-10


@dataclass(frozen=True)
class Rating:
    """A rating in points from the mean of all bots, and half the width of its 95% interval."""

    points: float
    margin: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the rating."""
        return self.points - self.margin, self.points + self.margin


def rate(rankings: Sequence[Sequence[str]]) -> dict[str, Rating]:
    """Rate bots by the rankings of games, each a list of its bots with the winner first; the best bot comes first.

    A bot may play more than once in a game. Games may have different numbers of players.
    """
    bots = sorted({bot for ranking in rankings for bot in ranking})
    if not bots:
        return {}
    games = [_Games(same, bots) for same in _by_size(rankings)]
    strengths = _most_likely(games, len(bots))
    deviations = _deviations(games, strengths)
    rated = {
        bot: Rating(POINTS * float(strength), POINTS * DEVIATIONS_95 * float(deviation))
        for bot, strength, deviation in zip(bots, strengths, deviations, strict=True)
    }
    return dict(sorted(rated.items(), key=lambda item: -item[1].points))


def _by_size(rankings: Sequence[Sequence[str]]) -> list[list[Sequence[str]]]:
    sizes = sorted({len(ranking) for ranking in rankings})
    return [[ranking for ranking in rankings if len(ranking) == size] for size in sizes]


class _Games:
    """Games with the same number of seats, as arrays."""

    def __init__(self, rankings: Sequence[Sequence[str]], bots: list[str]) -> None:
        number = {bot: index for index, bot in enumerate(bots)}
        self.order = np.array([[number[bot] for bot in ranking] for ranking in rankings])
        self.is_bot = np.eye(len(bots))[self.order]  # game, rank, bot

    def log_likelihood(self, strengths: Numbers) -> float:
        """The log-likelihood of the rankings."""
        ordered = strengths[self.order]
        left = np.logaddexp.accumulate(ordered[:, ::-1], axis=1)[:, ::-1]  # of all who have no rank yet
        return float((ordered - left).sum())

    def derivatives(self, strengths: Numbers) -> tuple[Numbers, Numbers]:
        """The slope of each game, and the curvature of all games together."""
        slopes = self.is_bot.sum(axis=1)
        curvature = np.zeros((len(strengths), len(strengths)))
        weights = np.exp(strengths - strengths.max())[self.order]
        for place in range(self.order.shape[1]):
            chances = weights[:, place:] / weights[:, place:].sum(axis=1, keepdims=True)
            of_bots = np.einsum("gs,gsb->gb", chances, self.is_bot[:, place:])
            slopes = slopes - of_bots
            curvature += np.diag(of_bots.sum(axis=0)) - of_bots.T @ of_bots
        return slopes, curvature


def _most_likely(games: list[_Games], bots: int) -> Numbers:
    """Newton's method. The likelihood has one peak; a step that overshoots is halved."""
    strengths: Numbers = np.zeros(bots)
    height = _height(games, strengths)
    for _ in range(MOST_STEPS):
        slopes, curvature = _derivatives(games, strengths)
        step = np.linalg.solve(curvature, slopes.sum(axis=0) - strengths / PRIOR_DEVIATION**2)
        size = 1.0
        while (reached := _height(games, strengths + size * step)) < height and size > CLOSE_ENOUGH:
            size /= 2
        strengths = strengths + size * step
        height = reached
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    return np.asarray(strengths - strengths.mean())


def _height(games: list[_Games], strengths: Numbers) -> float:
    prior = -0.5 * float((strengths**2).sum()) / PRIOR_DEVIATION**2
    return prior + sum(some.log_likelihood(strengths) for some in games)


def _derivatives(games: list[_Games], strengths: Numbers) -> tuple[Numbers, Numbers]:
    """The slopes by game, and the curvature with that of the prior."""
    parts = [some.derivatives(strengths) for some in games]
    prior = np.eye(len(strengths)) / PRIOR_DEVIATION**2
    return np.concatenate([slopes for slopes, _ in parts]), prior + sum(curvature for _, curvature in parts)


def _deviations(games: list[_Games], strengths: Numbers) -> Numbers:
    """The standard error of each strength, relative to the mean of all: the larger of two estimates.

    The first is the curvature of the likelihood, which is right if the model is. But the ranks in one game depend
    on each other more than the model says, above all with copies of one bot. Only the games are independent, so the
    second estimate (the sandwich of Huber and White) uses how the slopes vary from game to game. If a bot always wins,
    they hardly vary, and the first estimate is the right one.
    """
    slopes, curvature = _derivatives(games, strengths)
    to_mean = np.eye(len(strengths)) - 1 / len(strengths)
    bread = to_mean @ np.linalg.inv(curvature)
    by_model = bread @ to_mean
    by_games = bread @ (slopes.T @ slopes) @ bread.T * len(slopes) / max(1, len(slopes) - 1)
    return np.sqrt(np.maximum(0, np.maximum(np.diag(by_model), np.diag(by_games))))
