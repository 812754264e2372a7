"""Calibration: how many players win whom the network gave a chance of 60 to 70 %, and the same for other chances.

The network plays against itself, with moves drawn at a temperature. At each decision it says every player's chance to
win, and the end of the game says who won.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..arena import Result, Settings, play_series
from ..arena.game_result import BETWEEN_MOVES
from ..arena.summary import wilson
from ..bots.network.names import weights_named
from ..bots.network.network_bot import win_chances
from ..bots.network.shape import TEMPERS
from ..bots.network.weights import Weights
from ..bots.weakened_bot import Handicap
from ..replay import Replay
from ..rules.jit import as_records
from ..rules.ruleset import Ruleset
from ..rules.state import CHANCE, GAME, OVER
from .rungs import Rules

BINS = 10


@dataclass(frozen=True)
class Predictions:
    """What the network said, each with the number of the game, and whether that person won."""

    chances: npt.NDArray[np.float64]
    won: npt.NDArray[np.bool_]
    games: npt.NDArray[np.int64]

    @classmethod
    def together(cls, parts: Sequence["Predictions"]) -> "Predictions":
        """The predictions of several tables; their games are different ones."""
        counts = [int(part.games.max(initial=-1)) + 1 for part in parts]
        offsets = np.cumsum([0, *counts[:-1]])
        return cls(
            np.concatenate([part.chances for part in parts]),
            np.concatenate([part.won for part in parts]),
            np.concatenate([part.games + offset for part, offset in zip(parts, offsets, strict=True)]),
        )


@dataclass(frozen=True)
class Bin:
    """Predictions of about the same chance: what the network said on average, and what share was won."""

    low: float
    high: float
    said: float
    won: float
    interval: tuple[float, float]
    predictions: int
    games: int


@dataclass(frozen=True)
class Calibration:
    """How good the chances are, at one table or at all."""

    table: str
    games: int
    bins: list[Bin]

    @property
    def error(self) -> float:
        """The mean distance between what was said and what was won."""
        count = sum(each.predictions for each in self.bins)
        return sum(abs(each.said - each.won) * each.predictions for each in self.bins) / max(1, count)

    def as_data(self) -> dict[str, Any]:
        """The figures, for a file."""
        return {
            "table": self.table,
            "games": self.games,
            "error": self.error,
            "bins": [asdict(each) for each in self.bins],
        }


def calibrate(table: str, said: Predictions) -> Calibration:
    """Compare what the network said with what happened, in bins of 10 %."""
    number = np.minimum((said.chances * BINS).astype(int), BINS - 1)
    bins = [_bin(each, said, number == each) for each in range(BINS) if (number == each).any()]
    return Calibration(table, len(np.unique(said.games)), bins)


def _bin(number: int, said: Predictions, chosen: npt.NDArray[np.bool_]) -> Bin:
    chances, won, games = said.chances[chosen], said.won[chosen], said.games[chosen]
    share, count = float(won.mean()), len(won)
    _, game = np.unique(games, return_inverse=True)
    tries = _independent_tries(share, count, np.bincount(game), np.bincount(game, won))
    return Bin(
        number / BINS,
        (number + 1) / BINS,
        float(chances.mean()),
        share,
        wilson(share * tries, tries),
        count,
        int(game.max()) + 1,
    )


def _independent_tries(share: float, count: int, in_game: Any, won_in_game: Any) -> float:
    """How many independent tries say as much as these predictions: those of one game are alike.

    The variance of the share is estimated from how it varies between games.
    """
    games = len(in_game)
    variance = float(((won_in_game - share * in_game) ** 2).sum()) / count**2 * games / max(1, games - 1)
    return min(float(count), share * (1 - share) / variance) if variance > 0 else float(games)


def predictions_of(results: Sequence[Result], rules: Ruleset, weights: Weights) -> Predictions:
    """Ask the network about every decision of some games."""
    chances, won, games = [], [], []
    for number, result in enumerate(results):
        positions = _decisions(result, rules)
        _, facts = weights.evaluate(positions, rules, TEMPERS[0])
        to_move = positions["blue"][np.arange(len(positions)), positions["turn"]].astype(np.int64)
        said = win_chances(facts, to_move, rules)
        winner = np.zeros(said.shape, np.bool_)
        winner[:, result.ranking[0]] = True
        chances.append(said.ravel())
        won.append(winner.ravel())
        games.append(np.full(said.size, number))
    return Predictions(np.concatenate(chances), np.concatenate(won), np.concatenate(games))


def _decisions(result: Result, rules: Ruleset) -> Any:
    """The positions of a game in which somebody decides."""
    moves = result.moves.split(BETWEEN_MOVES)
    replay = Replay(rules, len(moves))
    for move in moves:
        replay.make(move)
    decisions = [position for position in replay.positions if position.phase not in (CHANCE, OVER)]
    table = np.zeros(len(decisions), GAME)
    for number, position in enumerate(decisions):
        table[number] = position
    return as_records(table)


@dataclass(frozen=True)
class CalibrationGames:
    """Games of a network against itself, in files of a folder."""

    network: str
    folder: Path
    temperature: float = 1.0
    seed: int = 1
    cores: int | None = None

    def play(self, tables: Sequence[Rules], games: int, played: Callable[[int], None]) -> Iterator[Predictions]:
        """Play the missing games at every table, and ask the network about their positions."""
        weights = weights_named(self.network)
        self.folder.mkdir(parents=True, exist_ok=True)
        bot = self.network + Handicap(self.temperature).suffix
        for table in tables:
            settings = Settings.of([bot], table.edition, table.players, table.options, seed=self.seed)
            file = self.folder / settings.file_name()
            series = play_series(settings, games, file, cores=self.cores, ended=lambda _: played(1))
            yield predictions_of(series.results, settings.rules, weights)
