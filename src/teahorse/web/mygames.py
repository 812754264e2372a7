"""The games a browser has keys of, as the home page lists them."""

from collections.abc import Sequence
from dataclasses import dataclass

from .keys import Held
from .language import Language, Say
from .seats import Seat
from .tables import LESSON, NoSuchTable, Table, Tables


@dataclass(frozen=True)
class MyGame:
    """One line of the list."""

    id: str
    title: str
    seats: tuple[Seat, ...]
    state: str  # whose turn it is, or who has won, in a sentence
    is_mine: bool  # whether a seat of this browser is to move
    is_over: bool
    round: int
    touched: str


def my_games(tables: Tables, held: Sequence[Held], language: Language) -> list[MyGame]:
    """The games whose keys a browser holds, the one played last first; tables that are gone are left out."""
    found: dict[str, Table] = {}
    for table_id in dict.fromkeys(each.table for each in held):
        try:
            found[table_id] = tables.open(table_id)
        except NoSuchTable:
            continue
    latest_first = sorted(found.values(), key=lambda table: table.touched_at, reverse=True)
    return [_line(table, {each.key for each in held if each.table == table.id}, language) for table in latest_first]


def _line(table: Table, keys: set[str], language: Language) -> MyGame:
    mine = table.players_of(keys)
    return MyGame(
        id=table.id,
        title=title_of(table, language.say),
        seats=table.seats,
        state=_state(table, mine, language.say),
        is_mine=table.to_move in mine,
        is_over=table.to_move is None,
        round=table.played.game.round,
        touched=language.moment(table.touched_at.astimezone()),
    )


def title_of(table: Table, say: Say) -> str:
    """What a table is called: by its own title, or by what is played there."""
    if table.title:
        return table.title
    if table.kind == LESSON:
        return say("The guided first game")
    switches, options = table.rules.switches, table.rules.options
    if switches["double_bidding"] and switches["guards"]:
        title = say("Yunnan {edition}, Expert")
    elif switches["debt"]:
        title = say("Yunnan {edition}, Profi")
    else:
        title = say("Yunnan {edition}, house rules") if options or table.rules.board else say("Yunnan {edition}")
    return title.format(edition=table.rules.edition)


def _state(table: Table, mine: frozenset[str], say: Say) -> str:
    game = table.played.game
    if game.outcome is not None:
        winner = game.outcome["ranking"][0]["player"].split("+")[0]
        return say("{name} has won.").format(name=table.seat_of(winner).name)
    mover = table.seat_of(str(game.to_move))
    if game.to_move in mine and all(table.seat_of(player) == mover for player in mine):
        return say("It is your turn.")
    return say("{name} is to move.").format(name=mover.name)
