"""Fits the correction of the search's chances (`bots/chances.py`) to who won.

The correction is the one that gives the winners the highest likelihood. Every game counts the same.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from ..bots.chances import Correction
from ..rules.state import MAX_PLAYERS
from .calibration import Calibration, Predictions, calibrate
from .search_opinions import Opinion, Series

UNCHANGED = Correction(doubt=0.0, early=1.0, late=1.0)
FIRST = (np.log(0.02), 0.7, 1.0)  # the logarithm of the doubt, and both powers
STEPS = (1.0, 0.3, 0.3)
SMALLEST = 0.002
DECIMALS = 4
LEAST_DOUBT = 0.001  # what a thousand simulations never saw may happen nevertheless
PARTS = {"first third": 1 / 3, "second third": 2 / 3, "last third": 1.0}  # until this share of the game is over


def fit_correction(opinions: Sequence[Opinion]) -> Correction:
    """The correction with the highest likelihood: a search by steps that get smaller."""
    loss = _loss_of(opinions)
    point, steps = np.array(FIRST), np.array(STEPS)
    best = loss(point)
    while steps.max() > SMALLEST:
        near = [point + sign * steps * axis for axis in np.eye(len(point)) for sign in (1, -1)]
        losses = [loss(each) for each in near]
        if min(losses) < best:
            best, point = min(losses), near[int(np.argmin(losses))]
        else:
            steps = steps / 2
    return _correction(point)


def _correction(point: np.ndarray) -> Correction:
    return Correction(*(round(number, DECIMALS) for number in (_doubt(point), float(point[1]), float(point[2]))))


def _doubt(point: np.ndarray) -> float:
    return float(np.clip(np.exp(point[0]), LEAST_DOUBT, 1.0))


def _loss_of(opinions: Sequence[Opinion]) -> Callable[[np.ndarray], float]:
    """The mean surprise at the winners, as a function of the logarithm of the doubt and both powers."""
    values = np.zeros((len(opinions), MAX_PLAYERS))
    for number, opinion in enumerate(opinions):
        values[number, : len(opinion.values)] = opinion.values
    values /= values.sum(1, keepdims=True)
    people = np.array([len(opinion.values) for opinion in opinions])
    there = np.arange(MAX_PLAYERS) < people[:, None]
    over = np.array([opinion.over for opinion in opinions])
    winner = np.array([opinion.winner for opinion in opinions])
    positions = Counter(opinion.game for opinion in opinions)
    weights = np.array([1 / positions[opinion.game] for opinion in opinions])

    def loss(point: np.ndarray) -> float:
        doubt = _doubt(point)
        power = point[1] + (point[2] - point[1]) * over
        logits = power[:, None] * np.log(np.where(there, (1 - doubt) * values + doubt / people[:, None], 1.0))
        total = np.log(np.where(there, np.exp(logits), 0.0).sum(1))
        surprise = total - logits[np.arange(len(winner)), winner]
        return float((weights * surprise).sum() / weights.sum())

    return loss


def fit_by_halves(opinions: Sequence[Opinion]) -> dict[str, Correction]:
    """For each game, a correction that was fitted to other games: those of the other half."""
    games = sorted({opinion.game for opinion in opinions})
    half = {game: number % 2 for number, game in enumerate(games)}
    fitted = [fit_correction([opinion for opinion in opinions if half[opinion.game] != part]) for part in (0, 1)]
    return {game: fitted[part] for game, part in half.items()}


def predictions_of(opinions: Sequence[Opinion], corrections: dict[str, Correction] | None = None) -> Predictions:
    """What people would have been shown, without a correction or with that of each game."""
    chances: list[float] = []
    won: list[bool] = []
    games: list[int] = []
    numbers = {game: number for number, game in enumerate(sorted({opinion.game for opinion in opinions}))}
    for opinion in opinions:
        shown = (corrections[opinion.game] if corrections else UNCHANGED)(opinion.values, opinion.over)
        chances += shown
        won += [person == opinion.winner for person in range(len(shown))]
        games += [numbers[opinion.game]] * len(shown)
    return Predictions(np.array(chances), np.array(won), np.array(games))


def compare_groups(series: Sequence[Series]) -> list[tuple[Calibration, Calibration]]:
    """What was won compared with the search's chances, without and with a correction: all, then parts of the games."""
    opinions = [opinion for each in series for opinion in each.opinions]
    groups: dict[str, list[Opinion]] = {"all": opinions}
    for opinion in sorted(opinions, key=lambda each: each.over):
        groups.setdefault(next(name for name, end in PARTS.items() if opinion.over <= end), []).append(opinion)
    for each in series:
        groups.setdefault(f"played by {each.bot}", []).extend(each.opinions)
    for each in series:
        groups.setdefault(each.table, []).extend(each.opinions)
    corrections = fit_by_halves(opinions)
    return [
        (calibrate(name, predictions_of(chosen)), calibrate(name, predictions_of(chosen, corrections)))
        for name, chosen in groups.items()
    ]


def write_correction(file: Path, correction: Correction, command: str) -> None:
    """Write a correction, and above it the command that made it."""
    lines = ["# How hints and reviews correct the search's chances to win (`chances.py`). Made with", f"# {command}"]
    lines += [f"{name} = {number}" for name, number in asdict(correction).items()]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
