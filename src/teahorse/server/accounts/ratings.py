"""Rates finished games of people with openskill (Plackett-Luce), each once, in a thread of its own.

A game counts if at least two people with accounts sat at it, each on one seat, and it was played by the rules of an
edition. They are rated against each other; bots and guests are left out. Players who left the
game or were voted out are last, also if the only one who stayed then closes the table. A player who took over a seat in
a running game or signed in during it is not rated, and a second seat or a second account at a seat keeps nobody from
being rated.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from openskill.models import PlackettLuce

from ...rules.ruleset import Ruleset
from ..storage.database import Database, now
from ..storage.ratings import RatedGame, Skill
from ..tables.events.seating import SEATING
from ..tables.game_config import KIND_GAME
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
        if table is not None and (table.history.game.is_over or table.is_closed):
            with suppress(RuntimeError):  # the server stops; the game is rated at its next start
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
    accounts, left = storage.ratings.accounts_at(table_id), storage.departures.at(table_id)
    found = summaries(storage, {table_id: ()}) if len(left.keys() | accounts.keys()) >= LEAST_RATED else []
    if not found or found[0].rules is None or not _is_by_an_edition(found[0].rules, found[0].has_own_board):
        return None
    table, rules = found[0], found[0].rules
    stayed = {
        account: seat
        for account, seat in _own_seats(accounts, left, table.taken_later).items()
        if table.seats[seat].bot is None
    }
    result = result_of(table)
    places = _places_at_closing(table, stayed) if result is None else _places(result, table, stayed)
    if not places:
        return None
    last = max(places.values()) + 1  # shared by all who left; someone back on their seat did not leave
    places |= {account: last for account in left if account not in places}
    if len(set(places.values())) < LEAST_RATED:
        return None
    return RatedGame(table_id, rules.edition, rules.people, int(table.touched_at.timestamp()), places)


def seats_that_leave_as_last(storage: Database, table: Table) -> frozenset[int]:
    """The seats whose person would be rated as last after leaving now."""
    accounts, left = storage.ratings.accounts_at(table.id), storage.departures.at(table.id)
    is_rated = not table.is_waiting and _is_by_an_edition(table.rules, table.has_own_board)
    if not is_rated or len(table.people_seated) == 1 or len(accounts.keys() | left.keys()) < LEAST_RATED:
        return frozenset()
    return frozenset(_own_seats(accounts, left, table.state[SEATING].taken_later).values())


def _is_by_an_edition(rules: Ruleset, has_own_board: bool) -> bool:
    return not has_own_board and rules.options.keys() <= EDITIONS_OWN


def _places(result: GameResult, table: TableSummary, stayed: Mapping[str, int]) -> dict[str, int]:
    """The places of those who stayed to the end. Accounts that share a seat share its place."""
    places: dict[str, int] = {}
    place = 0
    for each in result.ranking:
        seat = table.seats.index(each.seat)
        here = [account for account, own in stayed.items() if own == seat]
        place += bool(here)
        places |= dict.fromkeys(here, place)
    return places


def _places_at_closing(table: TableSummary, stayed: Mapping[str, int]) -> dict[str, int]:
    """The first place for the one who stayed until the table was closed. If several did, they agreed on no result."""
    is_ended = table.kind == KIND_GAME and table.is_closed and not table.is_waiting and not table.is_stopped
    return dict.fromkeys(stayed, 1) if is_ended and len(set(stayed.values())) == 1 else {}


def _own_seats(
    accounts: Mapping[str, tuple[int, ...]], left: Mapping[str, int], taken_later: Collection[int]
) -> dict[str, int]:
    """The seat of each account. One that it took during the game counts only if it came back to it.

    Accounts that had several seats from the beginning are left out.
    """
    own = {
        account: [seat for seat in seats if seat not in taken_later or left.get(account) == seat]
        for account, seats in accounts.items()
    }
    return {account: seats[0] for account, seats in own.items() if len(seats) == 1}


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
