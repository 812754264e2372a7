"""The rungs of the ladders: who plays whom, by which rules, and how many games."""

from dataclasses import dataclass, field, replace
from typing import Any

EQUAL_TIME = "equal time"  # as many simulations as take the time of the opponent


@dataclass(frozen=True)
class Rules:
    """The rules of a table."""

    edition: str = "2023"
    players: int = 4
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The rules in words."""
        options = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.edition}, {self.players} players" + (f", {options}" if options else "")


@dataclass(frozen=True)
class Rung:
    """A network alone at a table full of an opponent.

    `simulations` is how many it has for a move, or `EQUAL_TIME`; None is the network as it was named.
    """

    opponent: str
    rules: Rules = Rules()
    games: int = 60
    simulations: int | str | None = None


ORDINARY = Rules()
TABLES = (
    ORDINARY,
    Rules(players=3),
    Rules(players=5),
    Rules(players=2),  # with Dúli
    Rules(players=2, options={"two_players": "two-colours"}),
    Rules(options={"expert": True}),
    Rules("2013"),
    Rules("2013", options={"profi": True}),
)
LADDERS = {
    # To follow a training.
    "quick": (
        Rung("greedy"),
        Rung("search:500"),
        Rung("search:2000"),
        *(Rung("search:500", rules) for rules in TABLES[1:]),
    ),
    # One look at the position against the strongest search.
    "bare": tuple(Rung("master", rules, 200) for rules in TABLES),
    # The same time for each move, on one core.
    "time": tuple(Rung("master", rules, 100, EQUAL_TIME) for rules in TABLES),
    # More search is stronger. Among copies of the network all games would be alike.
    "depth": tuple(Rung("search:500", games=200, simulations=number) for number in (None, 100, 1000)),
}


def rungs_of(ladders: tuple[str, ...], opponents: tuple[str, ...] = (), games: int | None = None) -> list[Rung]:
    """The rungs of some ladders, or those with the opponents given; `games` replaces their numbers of games."""
    rungs = [Rung(opponent) for opponent in opponents] or [rung for name in ladders for rung in LADDERS[name]]
    return [rung if games is None else replace(rung, games=games) for rung in rungs]
