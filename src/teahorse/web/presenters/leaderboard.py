"""A leaderboard: the best players of an edition and a number of players."""

from dataclasses import dataclass

from ...server.storage.ratings import RatingStore
from ...text.language import Language
from .ratings import SURE, ShownRating, group_title, shown_rating

MOST_PLAYERS = 100


@dataclass(frozen=True)
class GroupLink:
    """One of the leaderboards to choose from."""

    edition: str
    people: int
    title: str
    is_shown: bool


@dataclass(frozen=True)
class LeaderboardLine:
    """A player of the leaderboard."""

    place: int
    name: str
    rating: ShownRating
    games: int


@dataclass(frozen=True)
class Leaderboard:
    """The whole page."""

    title: str
    groups: tuple[GroupLink, ...]
    players: tuple[LeaderboardLine, ...]


def leaderboard(ratings: RatingStore, edition: str, people: int, language: Language) -> Leaderboard:
    """The leaderboard of a group of games; without one, of the first that has players."""
    groups = ratings.groups()
    chosen = (edition, people) if (edition, people) in groups else next(iter(groups), None)
    if chosen is None:
        return Leaderboard("", (), ())
    found = ratings.leaderboard(*chosen, MOST_PLAYERS, SURE)
    return Leaderboard(
        group_title(*chosen, language.say),
        tuple(GroupLink(*group, group_title(*group, language.say), group == chosen) for group in groups),
        tuple(
            LeaderboardLine(place, each.name, shown_rating(each.skill), each.games)
            for place, each in enumerate(found, 1)
        ),
    )
