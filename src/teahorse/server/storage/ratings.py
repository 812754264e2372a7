"""Stores rated games and ratings. A game is rated once, whichever process sees its end first.

The rated games are the source, in the order of their numbers; the ratings follow from them and can be computed again.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, text, union, update
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError

from .engine import storage_errors, writing
from .schema import ACCOUNTS, DEPARTURES, KEYS, RATED_GAMES, RATED_SEATS, RATINGS, TABLES

_LOCK = 0x7EA40E5F  # of PostgreSQL's advisory lock: games are rated one after the other


@dataclass(frozen=True)
class Skill:
    """How strong someone probably is: the estimate and its uncertainty, as openskill counts them."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class RatedGame:
    """A finished game: its group of games, and the place of each rated person."""

    table: str
    edition: str
    people: int
    ended_at: int
    places: Mapping[str, int]  # by account, 1 for the best


@dataclass(frozen=True)
class AccountRating:
    """The rating of an account in a group of games."""

    edition: str
    people: int
    skill: Skill
    games: int


@dataclass(frozen=True)
class RatedPlayer:
    """A line of a leaderboard."""

    name: str
    skill: Skill
    games: int


@dataclass(frozen=True)
class RatedResult:
    """A game of an account, and its rating afterwards."""

    table: str
    edition: str
    people: int
    ended_at: int
    place: int
    rated: int  # how many people were rated in it
    skill: Skill


Rate = Callable[[Mapping[str, Skill | None], Mapping[str, int]], Mapping[str, Skill]]
"""Computes new ratings from those before the game, None for someone without one, and the places."""


class RatingStore:
    """The ratings of all accounts."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # --- Rating ---------------------------------------------------------------------------------------

    @storage_errors
    def is_rated(self, table_id: str) -> bool:
        """Whether a game is rated already."""
        with self._engine.connect() as connection:
            return connection.scalar(select(RATED_GAMES.c.table).where(RATED_GAMES.c.table == table_id)) is not None

    @storage_errors
    def rate(self, game: RatedGame, rate: Rate) -> bool:
        """Rate a game in one transaction; False if it is rated already."""
        try:
            with _rating(self._engine) as connection:
                number = (connection.scalar(select(func.max(RATED_GAMES.c.number))) or 0) + 1
                values = {name: value for name, value in vars(game).items() if name != "places"}
                connection.execute(insert(RATED_GAMES).values(number=number, **values))
                _apply(connection, game, rate)
        except IntegrityError:
            return False
        return True

    @storage_errors
    def recompute(self, rate: Rate) -> int:
        """Compute all ratings again from the rated games, in their order. Returns the number of games."""
        count = 0
        with _rating(self._engine) as connection:
            connection.execute(delete(RATINGS))
            skills: dict[tuple[str, int], dict[str, AccountRating]] = {}
            for game in list(_games(connection)):
                group = skills.setdefault((game.edition, game.people), {})
                before = {account: group[account].skill if account in group else None for account in game.places}
                for account, skill in rate(before, game.places).items():
                    games = group[account].games + 1 if account in group else 1
                    group[account] = AccountRating(game.edition, game.people, skill, games)
                    at = (RATED_SEATS.c.table == game.table) & (RATED_SEATS.c.account == account)
                    connection.execute(update(RATED_SEATS).where(at).values(**vars(skill)))
                count += 1
            known = set(connection.scalars(select(ACCOUNTS.c.id)))
            for group in skills.values():
                for account in group.keys() & known:
                    connection.execute(insert(RATINGS).values(account=account, **_columns(group[account])))
        return count

    @storage_errors
    def unrated(self, since: int) -> list[str]:
        """Tables created since a moment where at least two accounts have or had seats, and which are not rated."""
        seated = select(KEYS.c.table, KEYS.c.hash.label("account")).join(ACCOUNTS, ACCOUNTS.c.id == KEYS.c.hash)
        each = union(seated, select(DEPARTURES.c.table, DEPARTURES.c.account)).subquery()
        query = select(each.c.table).join(TABLES, TABLES.c.id == each.c.table).where(TABLES.c.created_at >= since)
        query = query.where(~select(RATED_GAMES).where(RATED_GAMES.c.table == each.c.table).exists())
        query = query.group_by(each.c.table).having(func.count() > 1)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    @storage_errors
    def accounts_at(self, table_id: str) -> dict[str, tuple[int, ...]]:
        """The accounts that have seats at a table, and which, but for those that signed in during the game."""
        query = select(KEYS.c.hash, KEYS.c.seats).join(ACCOUNTS, ACCOUNTS.c.id == KEYS.c.hash)
        with self._engine.connect() as connection:
            found = connection.execute(query.where(KEYS.c.table == table_id, ~KEYS.c.is_late))
            return {each.hash: tuple(each.seats) for each in found}

    # --- Reading --------------------------------------------------------------------------------------

    @storage_errors
    def standings(self, account: str) -> list[AccountRating]:
        """The ratings of an account, the group with most games first."""
        query = select(RATINGS).where(RATINGS.c.account == account).order_by(RATINGS.c.games.desc(), RATINGS.c.edition)
        with self._engine.connect() as connection:
            return [
                AccountRating(each.edition, each.people, Skill(each.mu, each.sigma), each.games)
                for each in connection.execute(query)
            ]

    @storage_errors
    def results(self, account: str) -> list[RatedResult]:
        """The rated games of an account, the earliest first."""
        other = RATED_SEATS.alias()
        rated = select(func.count()).select_from(other).where(other.c.table == RATED_GAMES.c.table).scalar_subquery()
        query = select(RATED_GAMES, RATED_SEATS, rated.label("rated")).order_by(RATED_GAMES.c.number)
        query = query.join(RATED_SEATS, RATED_SEATS.c.table == RATED_GAMES.c.table)
        with self._engine.connect() as connection:
            return [
                RatedResult(
                    each.table,
                    each.edition,
                    each.people,
                    each.ended_at,
                    each.place,
                    each.rated,
                    Skill(each.mu, each.sigma),
                )
                for each in connection.execute(query.where(RATED_SEATS.c.account == account))
            ]

    @storage_errors
    def groups(self) -> list[tuple[str, int]]:
        """The editions and numbers of players in which someone who shows it has a rating."""
        query = select(RATINGS.c.edition, RATINGS.c.people).distinct().order_by(RATINGS.c.edition, RATINGS.c.people)
        query = query.join(ACCOUNTS, ACCOUNTS.c.id == RATINGS.c.account).where(ACCOUNTS.c.is_public)
        with self._engine.connect() as connection:
            return [(each.edition, each.people) for each in connection.execute(query)]

    @storage_errors
    def leaderboard(self, edition: str, people: int, most: int, cautious: float) -> list[RatedPlayer]:
        """The best of a group among those who show it, by `mu` minus `cautious` times `sigma`."""
        query = select(ACCOUNTS.c.name, RATINGS).join(ACCOUNTS, ACCOUNTS.c.id == RATINGS.c.account)
        query = query.where(RATINGS.c.edition == edition, RATINGS.c.people == people, ACCOUNTS.c.is_public)
        query = query.order_by((RATINGS.c.mu - cautious * RATINGS.c.sigma).desc(), ACCOUNTS.c.name).limit(most)
        with self._engine.connect() as connection:
            return [
                RatedPlayer(each.name, Skill(each.mu, each.sigma), each.games) for each in connection.execute(query)
            ]


@contextmanager
def _rating(engine: Engine) -> Iterator[Connection]:
    """A writing transaction that only one process at a time is in; SQLite has no other kind."""
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        yield connection


def _apply(connection: Connection, game: RatedGame, rate: Rate) -> None:
    """Store the places of a new game, and the ratings after it."""
    group = (RATINGS.c.edition == game.edition) & (RATINGS.c.people == game.people)
    found = connection.execute(select(RATINGS).where(group, RATINGS.c.account.in_(game.places)))
    before = {
        each.account: AccountRating(each.edition, each.people, Skill(each.mu, each.sigma), each.games) for each in found
    }
    skills = {account: before[account].skill if account in before else None for account in game.places}
    for account, skill in rate(skills, game.places).items():
        place = {"table": game.table, "account": account, "place": game.places[account]}
        connection.execute(insert(RATED_SEATS).values(**place, **vars(skill)))
        if account in before:
            values = {"games": before[account].games + 1, **vars(skill)}
            connection.execute(update(RATINGS).where(group, RATINGS.c.account == account).values(**values))
        else:
            first = AccountRating(game.edition, game.people, skill, 1)
            connection.execute(insert(RATINGS).values(account=account, **_columns(first)))


def _columns(standing: AccountRating) -> dict[str, object]:
    return {
        "edition": standing.edition,
        "people": standing.people,
        "games": standing.games,
        **vars(standing.skill),
    }


def _games(connection: Connection) -> Iterator[RatedGame]:
    """All rated games in the order in which they were rated."""
    places: dict[str, dict[str, int]] = {}
    for seat in connection.execute(select(RATED_SEATS).order_by(RATED_SEATS.c.table, RATED_SEATS.c.account)):
        places.setdefault(seat.table, {})[seat.account] = seat.place
    for each in connection.execute(select(RATED_GAMES).order_by(RATED_GAMES.c.number)):
        yield RatedGame(each.table, each.edition, each.people, each.ended_at, places[each.table])
