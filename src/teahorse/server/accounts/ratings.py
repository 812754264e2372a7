"""Rates finished games of people with openskill (Plackett-Luce), each once, in a thread of its own.

A game counts if at least two people with accounts sat at it, each on one seat, and it was played by the rules of an
edition. They are rated against each other; bots and guests are left out. Players who left the
game or were voted out are last. A player who took over a seat in a running game is not rated.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from openskill.models import PlackettLuce

from ..storage.database import Database, now
from ..storage.ratings import RatedGame, Skill
from ..tables.events.seating import SEATING
from ..tables.results import GameResult, result_of
from ..tables.service import TableService
from ..tables.summary import TableSummary, summaries
from ..tables.table import Table

EDITIONS_OWN = frozenset(
    {"expert", "profi", "two_players"}
)  # variants that an edition has; other options are house rules
LEAST_RATED = 2  # people
DAYS_BACK = 60  # a game that began earlier and was missed, because the server was ended, is not looked for
A_DAY = 24 * 3600  # seconds
MODEL = PlackettLuce()

log = logging.getLogger(__name__)


class Ratings:
    """Rates games when they end, and at the start those whose end was missed."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._storage = service.storage
        self._thread = ThreadPoolExecutor(1, "ratings")
        self._unsubscribe: Callable[[], None] = lambda: None

    async def start(self) -> None:
        """Listen to all tables, and catch up."""
        self._unsubscribe = self._service.subscribe(self._check)
        self._thread.submit(self._catch_up)

    async def stop(self) -> None:
        """End the thread; what it has not rated is rated at the next start."""
        self._unsubscribe()
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)

    def _check(self, table_id: str, row: int, event: int) -> None:
        """Rate a game that is over. This runs in the thread that added the move, so it reads memory only."""
        table = self._service.in_memory(table_id, row, event)
        if table is not None and table.history.game.is_over:
            self._thread.submit(self._rate, table_id)

    def _catch_up(self) -> None:
        try:
            for table_id in self._storage.ratings.unrated(now() - DAYS_BACK * A_DAY):
                self._rate(table_id)
        except Exception:
            log.exception("Games that ended earlier could not be rated.")

    def _rate(self, table_id: str) -> None:
        try:
            rate_game(self._storage, table_id)
        except Exception:  # an error at one table must not stop the others
            log.exception("Table %s could not be rated.", table_id)


def rate_game(storage: Database, table_id: str) -> bool:
    """Rate a finished game if it counts and is not rated yet; whether it was."""
    if storage.ratings.is_rated(table_id):
        return False
    game = rated_game(storage, table_id)
    return game is not None and storage.ratings.rate(game, new_skills)


def rated_game(storage: Database, table_id: str) -> RatedGame | None:
    """A finished game with the places of those who are rated; None if it doesn't count."""
    holders, left = _holders(storage.ratings.accounts_at(table_id)), storage.departures.at(table_id)
    found = summaries(storage, {table_id: ()}) if len(left.keys() | holders.values()) >= LEAST_RATED else []
    result = result_of(found[0]) if found else None
    if result is None or not _is_by_an_edition(result):
        return None
    places = _places(result, found[0], holders, left)
    if len(places) < LEAST_RATED:
        return None
    rules = result.rules
    return RatedGame(table_id, rules.edition, rules.people, int(result.ended_at.timestamp()), places)


def seats_that_leave_as_last(storage: Database, table: Table) -> frozenset[int]:
    """The seats whose person would be rated as last after leaving now."""
    accounts, left = storage.ratings.accounts_at(table.id), storage.departures.at(table.id)
    if table.is_waiting or not _is_by_an_edition(table) or len(accounts.keys() | left.keys()) < LEAST_RATED:
        return frozenset()
    return frozenset(_holders(accounts)) - table.state[SEATING].taken_later


def _is_by_an_edition(played: GameResult | Table) -> bool:
    return not played.has_own_board and played.rules.options.keys() <= EDITIONS_OWN


def _places(
    result: GameResult, table: TableSummary, holders: Mapping[int, str], left: Mapping[str, int]
) -> dict[str, int]:
    """The places of those who are rated. All who left share the last one; someone back on their seat did not leave."""
    places: dict[str, int] = {}
    for each in result.ranking:
        seat = table.seats.index(each.seat)
        account = holders.get(seat)
        if account is None or each.seat.bot is not None:
            continue
        is_rated = left[account] == seat if account in left else seat not in table.taken_later
        if is_rated:
            places[account] = len(places) + 1
    last = len(places) + 1
    return places | {account: last for account in left if account not in places} if places else {}


def _holders(accounts: Mapping[str, tuple[int, ...]]) -> dict[int, str]:
    """The account of each seat. Seats of an account that has several, or that several accounts share, are left out."""
    taken = [seat for seats in accounts.values() for seat in seats]
    return {seats[0]: account for account, seats in accounts.items() if len(seats) == 1 and taken.count(seats[0]) == 1}


def new_skills(before: Mapping[str, Skill | None], places: Mapping[str, int]) -> dict[str, Skill]:
    """The ratings after a game. The order of the people makes no difference."""
    accounts = sorted(places)
    known = (before[account] for account in accounts)
    teams = [[MODEL.rating() if skill is None else MODEL.rating(skill.mu, skill.sigma)] for skill in known]
    rated = MODEL.rate(teams, ranks=[places[account] for account in accounts])
    return {account: Skill(team[0].mu, team[0].sigma) for account, team in zip(accounts, rated, strict=True)}


def recompute(storage: Database) -> int:
    """Compute all ratings again from the results of the rated games. Returns the number of games."""
    return storage.ratings.recompute(new_skills)
