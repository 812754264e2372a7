"""The ladder: a network alone at tables full of other bots, always the same ones, to see how strong it has become."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..arena import Settings, play_series
from ..arena.summary import wilson


@dataclass(frozen=True)
class Rung:
    """An opponent, and the rules of the table."""

    opponent: str
    edition: str = "2023"
    players: int = 4
    options: tuple[tuple[str, object], ...] = ()

    @property
    def name(self) -> str:
        """The rung in words."""
        rules = " ".join([self.edition, *(f"{name}={value}" for name, value in self.options)])
        return f"{self.opponent}, {rules}, {self.players} players"


@dataclass(frozen=True)
class Standing:
    """How a challenger did on a rung."""

    rung: Rung
    games: int
    wins: int
    rounds: float  # mean

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share of games won."""
        return wilson(self.wins, self.games)

    def as_data(self) -> dict[str, Any]:
        """The figures, for a file."""
        low, high = self.interval
        share = self.wins / self.games
        return {"rung": self.rung.name, "games": self.games, "wins": share, "low": low, "high": high} | {
            "even": 1 / self.rung.players,
            "rounds": self.rounds,
        }


OPPONENTS = ("greedy", "search:500", "search:2000")
RUNGS = (
    *(Rung(opponent) for opponent in OPPONENTS),
    Rung("search:500", players=3),
    Rung("search:500", players=5),
    Rung("search:500", players=2),
    Rung("search:500", players=2, options=(("two_players", "two-colours"),)),
    Rung("search:500", options=(("expert", True),)),
    Rung("search:500", edition="2013"),
    Rung("search:500", edition="2013", options=(("profi", True),)),
)


def climb(
    challenger: str, rungs: tuple[Rung, ...], games: int, cores: int | None, played: Callable[[], None]
) -> Iterator[Standing]:
    """Play on every rung; the challenger sits in every seat equally often."""
    for rung in rungs:
        bots = [challenger, *[rung.opponent] * (rung.players - 1)]
        settings = Settings.of(bots, rung.edition, rung.players, dict(rung.options))
        with tempfile.TemporaryDirectory() as folder:
            series = play_series(settings, games, Path(folder) / "games.jsonl", cores=cores, ended=lambda _: played())
        wins = sum(result.seats[result.ranking[0]] == challenger for result in series.results)
        rounds = sum(result.rounds for result in series.results) / games
        yield Standing(rung, games, wins, rounds)
