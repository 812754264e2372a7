"""The ladder: a network alone at tables full of other bots, always the same ones, to see how strong it has become.

Each rung is a series of the arena, with a file in a folder. A ladder that was stopped goes on from there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..arena import Result, Series, Settings, play_series
from ..arena.summary import wilson
from ..bots import bot_named
from .equal_time import simulations_in_equal_time, with_simulations
from .rungs import EQUAL_TIME, Rung

COLUMNS = ("table", "challenger", "against", "games", "wins", "95 %", "even", "mean VP", "rounds")


@dataclass(frozen=True)
class Standing:
    """How a challenger did on a rung."""

    rung: Rung
    challenger: str
    opponent: str
    results: list[Result]
    seed: int

    @property
    def wins(self) -> int:
        """The games that the challenger won."""
        return sum(result.ranking[0] == self._seat(result) for result in self.results)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share of games won."""
        return wilson(self.wins, len(self.results))

    def _seat(self, result: Result) -> int:
        return result.seats.index(self.challenger)

    def as_data(self) -> dict[str, Any]:
        """The figures, for a file."""
        games = len(self.results)
        return {
            "table": self.rung.rules.name,
            "challenger": self.challenger,
            "opponent": self.opponent,
            "games": games,
            "different_games": len({result.moves for result in self.results}),
            "won": self.wins,
            "wins": self.wins / games,
            "interval": list(self.interval),
            "even": 1 / self.rung.rules.players,
            "vp": sum(result.totals[self._seat(result)] for result in self.results) / games,
            "rounds": sum(result.rounds for result in self.results) / games,
            "forfeits": sum(len(result.forfeits) for result in self.results),
            "seed": self.seed,
        }

    def row(self) -> str:
        """The figures as a row of a Markdown table, as in docs/strength.md."""
        data, (low, high) = self.as_data(), self.interval
        opponents = f"{self.rung.rules.players - 1} {self.opponent}"
        return (
            f"| {data['table']} | {self.challenger} | {opponents} | {data['games']} | **{data['wins']:.1%}** "
            f"| {low:.1%} to {high:.1%} | {data['even']:.1%} | {data['vp']:.0f} | {data['rounds']:.1f} |"
        )


def heading() -> str:
    """The first two lines of the Markdown table."""
    return f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}"


@dataclass(frozen=True)
class Ladder:
    """A network, and the folder with the results of its games."""

    network: str
    folder: Path
    seed: int = 0
    cores: int | None = None

    def climb(self, rungs: Sequence[Rung], played: Callable[[int], None]) -> Iterator[Standing]:
        """Play the missing games on every rung; the challenger sits in every seat equally often.

        `played` is called with the number of new games.
        """
        bot_named(self.network)  # a wrong name is an error before there is a folder
        self.folder.mkdir(parents=True, exist_ok=True)
        for rung in rungs:
            challenger, opponent = self._bots(rung)
            bots = [challenger, *[opponent] * (rung.rules.players - 1)]
            settings = Settings.of(bots, rung.rules.edition, rung.rules.players, rung.rules.options, seed=self.seed)

            def begun(series: Series, games: int = rung.games) -> None:
                played(sum(number < games for number in series.finished))

            series = play_series(
                settings,
                rung.games,
                self.folder / settings.file_name(),
                cores=self.cores,
                begun=begun,
                ended=lambda _: played(1),
            )
            yield Standing(rung, challenger, opponent, series.results, self.seed)

    def _bots(self, rung: Rung) -> tuple[str, str]:
        """The names of the challenger and its opponents."""
        simulations = rung.simulations
        if simulations == EQUAL_TIME:
            simulations = simulations_in_equal_time(self.network, rung.opponent, rung.rules, self.folder)
        return with_simulations(self.network, simulations), rung.opponent
