"""Least squares within games, with bots and seats as controls, and intervals bootstrapped from whole games."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Labels = npt.NDArray[np.intp]

DRAWS = 500
RIDGE = 0.1  # like a tenth of a purchase without effect: keeps estimates of rare effects near 0
SEED = 2013
MOST_DRAWN = 4000  # units to draw from
MIDDLE_95 = (2.5, 97.5)  # percentiles


@dataclass(frozen=True)
class Estimates:
    """The estimate and its 95% interval by effect and target, and the number of independent cases by effect."""

    values: Numbers
    low: Numbers
    high: Numbers
    evidence: Numbers


def estimate(effects: Numbers, controls: Numbers, targets: Numbers, groups: Labels, games: Labels) -> Estimates:
    """Estimate the change of the targets for one more of each effect, with the controls held equal.

    All arrays have a row for each person and round. `groups` says which rows are compared with each other: only
    differences within a group count. `games` says which groups belong to one game and are drawn together.
    """
    group_of, game_of = _numbered(groups), _numbered(games)
    design = _within(np.hstack([effects, _scaled(controls)]), group_of)
    wanted = _within(targets, group_of)
    # Sums of products by game: a bootstrap sample is then a sum over games.
    squares = _by_game(design, design, game_of)
    products = _by_game(design, wanted, game_of)
    number = effects.shape[1]
    values = _solve(squares.sum(axis=0), products.sum(axis=0))[:number]
    drawn = _drawn(squares, products)[:, :number]
    low, high = np.percentile(drawn, MIDDLE_95, axis=0)
    return Estimates(values, low, high, _evidence(squares.sum(axis=0))[:number])


def _numbered(labels: Labels) -> Labels:
    return np.unique(labels, return_inverse=True)[1]


def _scaled(columns: Numbers) -> Numbers:
    """Scale columns to the same variance, so that the ridge affects all equally."""
    spread = columns.std(axis=0)
    return np.asarray(columns / np.where(spread > 0, spread, 1))


def _within(columns: Numbers, group_of: Labels) -> Numbers:
    """The differences from the mean of the group."""
    sums = np.zeros((group_of.max() + 1, columns.shape[1]))
    np.add.at(sums, group_of, columns)
    sizes = np.bincount(group_of)[:, None]
    return np.asarray(columns - (sums / sizes)[group_of])


def _by_game(left: Numbers, right: Numbers, game_of: Labels) -> Numbers:
    """The sums of products of each game's rows; if there are very many games, some are merged to save memory."""
    order = np.argsort(game_of, kind="stable")
    begins = np.flatnonzero(np.diff(game_of[order], prepend=-1))
    sums = np.zeros((min(len(begins), MOST_DRAWN), left.shape[1], right.shape[1]))
    for game, rows in enumerate(np.split(order, begins[1:])):
        sums[game % MOST_DRAWN] += left[rows].T @ right[rows]
    return sums


def _solve(squares: Numbers, products: Numbers) -> Numbers:
    return np.asarray(np.linalg.solve(squares + RIDGE * np.eye(squares.shape[-1]), products), np.float64)


def _drawn(squares: Numbers, products: Numbers) -> Numbers:
    """The estimates of all bootstrap samples: games drawn with replacement."""
    games, width = len(squares), squares.shape[1]
    weights = np.random.default_rng(SEED).multinomial(games, np.full(games, 1 / games), DRAWS).astype(np.float64)
    drawn_squares = (weights @ squares.reshape(games, -1)).reshape(DRAWS, width, width)
    drawn_products = (weights @ products.reshape(games, -1)).reshape(DRAWS, width, -1)
    return _solve(drawn_squares, drawn_products)


def _evidence(squares: Numbers) -> Numbers:
    """The variation of each column that the others don't explain."""
    inverse = np.linalg.inv(squares + RIDGE * np.eye(len(squares)))
    return np.asarray(1 / np.diag(inverse) - RIDGE)
