"""The final points if the game ended now, item by item."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...text.events import SCORES
from ...text.translation import Say
from ...text.words import Names, called


@dataclass(frozen=True)
class Item:
    """One line of the score sheet."""

    score: str
    title: str
    vp: int


@dataclass(frozen=True)
class Standing:
    """A person's rank if the game ended now; a person with two colours has one rank."""

    person: str
    players: tuple[str, ...]
    name: str
    rank: int
    total: int
    items: tuple[Item, ...]


def standings(ranking: Iterable[Mapping[str, Any]], names: Names, say: Say) -> tuple[Standing, ...]:
    """Everyone in the order of a ranking (`Game.standings`)."""
    return tuple(
        Standing(
            row["player"],
            tuple(row["player"].split("+")),
            called(row["player"], names, say),
            rank,
            row["vp"],
            tuple(Item(score, say(SCORES[score]), vp) for score, vp in row["from"].items()),
        )
        for rank, row in enumerate(ranking, 1)
    )
