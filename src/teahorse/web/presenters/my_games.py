"""The list of a browser's games on the home page, in pages so that it stays quick."""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from ...game import Game
from ...rules.names import PLACE, PLAYER
from ...rules.ruleset import Ruleset
from ...rules.state import YUNNAN
from ...server.storage.database import Database
from ...server.tables.browsers import Browser
from ...server.tables.errors import OtherRules
from ...server.tables.game_config import KIND_LESSON
from ...server.tables.my_turns import TableStatus
from ...server.tables.seats import Seat, colours_of, players_of, seat_of
from ...server.tables.summary import TableSummary, summaries
from ...server.tables.table import Table
from ...text.endings import result_told
from ...text.language import Language
from ...text.translation import Say
from ...text.words import listed
from .player_names import names_for_reader

GAMES_ON_A_PAGE = 20
MOST_GAMES = 1000
ALL = "all"
# Which games are listed. Those that wait for the reader are running, too.
LISTED = {
    ALL: frozenset(TableStatus),
    TableStatus.WAITING.value: frozenset({TableStatus.WAITING}),
    TableStatus.RUNNING.value: frozenset({TableStatus.WAITING, TableStatus.RUNNING}),
    TableStatus.FINISHED.value: frozenset({TableStatus.FINISHED}),
}


@dataclass(frozen=True)
class MyGame:
    """One line of the list."""

    id: str
    title: str
    variant: str
    seats: tuple[Seat, ...]
    you: Seat | None  # the reader's, if they have one seat
    state: str  # whose turn it is, or who has won, in a sentence
    is_mine: bool  # whether a seat of this browser is to move
    waiting: str  # how long others have been waiting for the reader, in a sentence; empty if they aren't
    is_over: bool
    round: int
    touched: str
    mover: Seat | None
    traders: tuple[tuple[str, str, int], ...]  # province, colour, number: who stands where
    is_shared: bool  # whether it goes on with other people, so that the reader can't just remove it

    @property
    def colours(self) -> list[str]:
        """The colours of all seats."""
        return [colour for seat in self.seats for colour in seat.colours]


@dataclass(frozen=True)
class MyGames:
    """One page of the list."""

    games: list[MyGame]
    page: int  # from 1
    pages: int
    show: str = ALL  # which games are listed
    counts: Mapping[str, int] = field(default_factory=dict)  # how many there are, by what is shown

    @property
    def waiting(self) -> int:
        """How many games wait for the reader."""
        return self.counts.get(TableStatus.WAITING.value, 0)


def my_games(storage: Database, browser: Browser, language: Language, page: int = 1, show: str = ALL) -> MyGames:
    """One page of a browser's games: those where others wait for the reader first, then the one played last."""
    tables = browser.sorted_tables(MOST_GAMES)
    statuses = Counter(status for _, status in tables)
    counts = {name: sum(statuses[status] for status in listed) for name, listed in LISTED.items()}
    show = show if counts.get(show) else ALL
    wanted = {table.id: status for table, status in tables if status in LISTED[show]}
    pages = max(1, math.ceil(len(wanted) / GAMES_ON_A_PAGE))
    page = max(1, min(page, pages))
    ids = list(wanted)[(page - 1) * GAMES_ON_A_PAGE : page * GAMES_ON_A_PAGE]
    hashes = [] if browser.hash is None else [browser.hash]
    found = {summary.id: summary for summary in summaries(storage, dict.fromkeys(ids, hashes))} if ids else {}
    games = [_line(found[each], language, wanted[each]) for each in ids if each in found]
    return MyGames(games, page, pages, show, counts)


def _line(summary: TableSummary, language: Language, status: TableStatus) -> MyGame:
    is_mine = summary.mover in summary.own and not summary.is_own_away
    is_waiting = is_mine and status is TableStatus.WAITING
    seconds = (datetime.now(UTC) - summary.touched_at).total_seconds()
    return MyGame(
        id=summary.id,
        title=title_of(summary, language.say, summary.own),
        variant=variant_of(summary, language.say),
        seats=summary.seats,
        you=summary.own[0] if len(summary.own) == 1 else None,
        state=_state(summary, language.say),
        is_mine=is_mine,
        waiting=language.say("Your turn began {ago}.").format(ago=language.ago(seconds)) if is_waiting else "",
        is_over=summary.game is not None and summary.game.is_over,
        round=0 if summary.game is None else summary.game.round,
        touched=language.moment(summary.touched_at.astimezone()),
        mover=summary.mover,
        traders=tuple(_traders(summary)),
        is_shared=summary.goes_on_with_others,
    )


def _traders(summary: TableSummary) -> Iterator[tuple[str, str, int]]:
    """Who has how many traders in which province."""
    if summary.game is None or summary.rules is None:
        return
    colours = colours_of(summary.rules, summary.seats)
    standing = summary.game.position["traders"].tolist()
    for place, letter in enumerate(PLACE[YUNNAN:], YUNNAN):
        for player in colours:
            count = standing[PLAYER.index(player)][place]
            if count:
                yield letter, colours[player], count


def unfinished_lesson(storage: Database, browser: Browser) -> str | None:
    """The guided game that this browser played last and has not finished."""
    latest = browser.tables(GAMES_ON_A_PAGE)
    unfinished = {
        each.id
        for each in summaries(storage, dict.fromkeys(latest, ()))
        if each.kind == KIND_LESSON and each.game is not None and not each.game.is_over
    }
    return next((table_id for table_id in latest if table_id in unfinished), None)


def title_of(table: Table | TableSummary, say: Say, own: Collection[Seat] = ()) -> str:
    """The title of a table; by default its players. A reader with one seat, of `own`, is "you"."""
    if table.kind == KIND_LESSON:
        return say("The guided game")
    if table.title:
        return table.title
    if len(own) == 1:
        free = say.pgettext("you against", "a free seat")
        names = [seat.name or free for seat in table.seats if seat not in own]
        return say("You against {players}").format(players=listed(names, say))
    return listed([seat.name or say("a free seat") for seat in table.seats], say)


def variant_of(table: Table | TableSummary, say: Say) -> str:
    """What is played at a table: the edition, and the variant if there is one."""
    if table.rules is None:
        return say("Yunnan {edition}").format(edition=table.edition)
    switches, options = table.rules.switches, table.rules.options
    if switches["double_bidding"] and switches["guards"]:
        title = say("Yunnan {edition}, Expert")
    elif switches["debt"]:
        title = say("Yunnan {edition}, Profi")
    else:
        title = say("Yunnan {edition}, house rules") if options or table.has_own_board else say("Yunnan {edition}")
    return title.format(edition=table.edition)


def _state(summary: TableSummary, say: Say) -> str:
    if summary.rules is None:
        return OtherRules().translated(say)
    if summary.game is None:
        return ""  # until the rules are compiled
    if summary.is_stopped:
        return say("It was played by other rules and can't go on.")
    if summary.is_closed:
        return say("The host has closed this table.")
    free = sum(seat.is_free for seat in summary.seats)
    if summary.is_waiting:
        return say.ngettext("Waiting for {n} more player.", "Waiting for {n} more players.", free).format(n=free)
    is_over = summary.game.is_over
    if summary.is_own_away and not is_over:
        return say("Your time was used up, and a bot moves for you.")
    if summary.is_paused and not is_over:
        return say("The game is paused.")
    if summary.mover is not None and summary.mover.is_free:
        return say("Waiting for someone to take a free seat.")
    if summary.mover is None:
        return _result(summary, summary.game, summary.rules, say)
    if summary.own == (summary.mover,):
        return say("It is your turn.")
    return say("{name} is to move.").format(name=summary.mover.name)


def _result(summary: TableSummary, game: Game, rules: Ruleset, say: Say) -> str:
    """How a finished game ended for the reader."""
    mine = [player for player in players_of(rules) if seat_of(player, rules, summary.seats) in summary.own]
    totals = [(row["player"], row["vp"]) for row in game.standings()]
    return result_told(totals, names_for_reader(rules, summary.seats, mine, say), say)
