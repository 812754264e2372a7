"""What something was worth: least squares within games, bots and seats, with intervals from whole games drawn again."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Labels = npt.NDArray[np.intp]

DRAWS = 500
RIDGE = 0.1  # worth a tenth of a purchase that changed nothing: keeps what hardly varies from running off
SEED = 2013
MOST_DRAWN = 4000  # things to draw from
MIDDLE_95 = (2.5, 97.5)  # percentiles


@dataclass(frozen=True)
class Estimates:
    """By effect and target: the estimate and its 95% interval; by effect, how many independent cases it rests on."""

    values: Numbers
    low: Numbers
    high: Numbers
    evidence: Numbers


def estimate(effects: Numbers, controls: Numbers, targets: Numbers, tables: Labels, games: Labels) -> Estimates:
    """Estimate what one more of each effect goes with, at equal controls.

    All arrays have a row for each person at a table; `tables` says which rows are compared with each other (only
    differences within a table count), `games` which tables belong to one game and are drawn together.
    """
    table_of, game_of = _numbered(tables), _numbered(games)
    design = _within(np.hstack([effects, _scaled(controls)]), table_of)
    wanted = _within(targets, table_of)
    # Sums of products by game: drawing games again is then a matter of adding them up.
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
    """So that the ridge weighs on all alike, whatever they count."""
    spread = columns.std(axis=0)
    return np.asarray(columns / np.where(spread > 0, spread, 1))


def _within(columns: Numbers, table_of: Labels) -> Numbers:
    """What differs from the mean of the table."""
    sums = np.zeros((table_of.max() + 1, columns.shape[1]))
    np.add.at(sums, table_of, columns)
    sizes = np.bincount(table_of)[:, None]
    return np.asarray(columns - (sums / sizes)[table_of])


def _by_game(left: Numbers, right: Numbers, game_of: Labels) -> Numbers:
    """The sums of products of each game's rows; of very many games some are drawn together, to spare memory."""
    order = np.argsort(game_of, kind="stable")
    begins = np.flatnonzero(np.diff(game_of[order], prepend=-1))
    sums = np.zeros((min(len(begins), MOST_DRAWN), left.shape[1], right.shape[1]))
    for game, rows in enumerate(np.split(order, begins[1:])):
        sums[game % MOST_DRAWN] += left[rows].T @ right[rows]
    return sums


def _solve(squares: Numbers, products: Numbers) -> Numbers:
    return np.asarray(np.linalg.solve(squares + RIDGE * np.eye(squares.shape[-1]), products), np.float64)


def _drawn(squares: Numbers, products: Numbers) -> Numbers:
    """The estimates from games drawn with replacement, so many times."""
    games, width = len(squares), squares.shape[1]
    weights = np.random.default_rng(SEED).multinomial(games, np.full(games, 1 / games), DRAWS).astype(np.float64)
    drawn_squares = (weights @ squares.reshape(games, -1)).reshape(DRAWS, width, width)
    drawn_products = (weights @ products.reshape(games, -1)).reshape(DRAWS, width, -1)
    return _solve(drawn_squares, drawn_products)


def _evidence(squares: Numbers) -> Numbers:
    """How much each column varies that all the others can't tell: what everyone always does says nothing."""
    inverse = np.linalg.inv(squares + RIDGE * np.eye(len(squares)))
    return np.asarray(1 / np.diag(inverse) - RIDGE)
