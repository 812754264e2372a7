"""The page of a player: ratings by group of games, a chart of each, favourite editions, the latest games."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from ...server.storage.accounts import StoredAccount
from ...server.storage.ratings import RatedResult, RatingStore
from ...text.language import Language
from .rating_chart import RatingChart, rating_chart
from .ratings import ShownRating, group_title, shown_rating

MOST_LATEST = 10


@dataclass(frozen=True)
class GroupRating:
    """The rating in one group of games."""

    edition: str
    people: int
    title: str
    rating: ShownRating
    games: int
    won: int
    chart: RatingChart | None


@dataclass(frozen=True)
class Favourite:
    """An edition, and how much of the person's games it is."""

    edition: str
    games: int
    percent: int


@dataclass(frozen=True)
class RatedLine:
    """A rated game. Its table isn't named: not everyone may look at it."""

    table: str
    ended: str
    title: str
    place: int
    rated: int
    rating: ShownRating


@dataclass(frozen=True)
class PlayerPage:
    """The whole page."""

    name: str
    since: str
    is_public: bool
    games: int
    won: int
    groups: tuple[GroupRating, ...]
    favourites: tuple[Favourite, ...]
    latest: tuple[RatedLine, ...]


def player_page(ratings: RatingStore, account: StoredAccount, language: Language) -> PlayerPage:
    """The page of an account."""
    results = ratings.results(account.id)
    editions = Counter(each.edition for each in results)
    return PlayerPage(
        name=account.name,
        since=language.day(datetime.fromtimestamp(account.created_at, UTC).astimezone()),
        is_public=account.is_public,
        games=len(results),
        won=_won(results),
        groups=tuple(_group(group, language) for group in _grouped(results)),
        favourites=tuple(
            Favourite(edition, games, round(100 * games / len(results))) for edition, games in editions.most_common()
        ),
        latest=tuple(_line(each, language) for each in results[: -MOST_LATEST - 1 : -1]),
    )


def _grouped(results: Sequence[RatedResult]) -> list[list[RatedResult]]:
    """The games of each group, the group with most games first."""
    groups: dict[tuple[str, int], list[RatedResult]] = {}
    for each in results:
        groups.setdefault((each.edition, each.people), []).append(each)
    return sorted(groups.values(), key=lambda group: -len(group))


def _group(results: Sequence[RatedResult], language: Language) -> GroupRating:
    last = results[-1]
    ratings = [shown_rating(each.skill) for each in results]
    title = group_title(last.edition, last.people, language.say)
    return GroupRating(
        last.edition, last.people, title, ratings[-1], len(results), _won(results), rating_chart(ratings)
    )


def _won(results: Sequence[RatedResult]) -> int:
    return sum(each.place == 1 for each in results)


def _line(result: RatedResult, language: Language) -> RatedLine:
    return RatedLine(
        table=result.table,
        ended=language.short_day(datetime.fromtimestamp(result.ended_at, UTC).astimezone()),
        title=group_title(result.edition, result.people, language.say),
        place=result.place,
        rated=result.rated,
        rating=shown_rating(result.skill),
    )
