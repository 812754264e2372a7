"""The results of a person's finished games. They come from the stored positions, so that no game is replayed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from ...game import Game
from ...rules.ruleset import Ruleset
from ..history.history import GameHistory
from ..history.points_by_round import RoundPoints, points_by_round
from ..storage.database import Database
from .browsers import Browser
from .game_config import KIND_GAME
from .seats import Seat, seat_of
from .summary import TableSummary, summaries

MOST_GAMES = 2000


@dataclass(frozen=True)
class SeatResult:
    """How a seat came out."""

    seat: Seat
    person: str  # as the ranking names it, such as `p1`, or `p1+p3` with two colours
    points: int
    rank: int


@dataclass(frozen=True)
class GameResult:
    """A finished game. `own` is None for a browser with several seats: a game around one screen."""

    table: str
    ended_at: datetime
    rules: Ruleset
    has_own_board: bool
    rounds: int
    ranking: tuple[SeatResult, ...]
    own: SeatResult | None

    @property
    def others(self) -> list[SeatResult]:
        """Everyone else, the best first."""
        return [each for each in self.ranking if each != self.own]


def results_of(storage: Database, browser: Browser, most: int = MOST_GAMES) -> list[GameResult]:
    """The finished games among the latest `most` of a browser or of its account, the latest first.

    Lessons and opened files are left out.
    """
    ids = browser.tables(most)
    hashes = [] if browser.hash is None else [browser.hash]
    found = {each.id: each for each in summaries(storage, dict.fromkeys(ids, hashes))}
    results = (result_of(found[table_id]) for table_id in ids if table_id in found)
    return [result for result in results if result is not None]


def result_of(table: TableSummary) -> GameResult | None:
    """The result of a table; None if the game is not over, or is a lesson or an opened file."""
    if table.kind != KIND_GAME or table.rules is None or table.game is None or not table.game.is_over:
        return None
    ranking = tuple(_places(table, table.rules, table.game))
    own = next((each for each in ranking if each.seat in table.own), None) if len(table.own) == 1 else None
    return GameResult(table.id, table.touched_at, table.rules, table.has_own_board, table.game.round, ranking, own)


def _places(table: TableSummary, rules: Ruleset, game: Game) -> Iterator[SeatResult]:
    for rank, line in enumerate(game.standings(), 1):
        person = line["player"]
        yield SeatResult(seat_of(person.split("+")[0], rules, table.seats), person, line["vp"], rank)


def rounds_of(storage: Database, result: GameResult) -> list[RoundPoints]:
    """Everyone's points round by round; this replays the game."""
    rows = [kept.row for kept in storage.rows_after(result.table, 0)]
    history, _ = GameHistory.as_far_as_legal(result.rules, rows)
    return points_by_round(history.steps, result.rules)
