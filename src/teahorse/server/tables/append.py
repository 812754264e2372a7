"""Appends rows to a game: moves, shuffled cards, undos."""

import secrets

from ...notation import move_text
from ...rules.state import CARDS
from ..history.history import MOVE, UNDO, GameHistory, Row
from ..storage.database import NewRow
from .errors import GamePaused, NotStarted, TableClosed
from .table import CHANCE, Table

# The system's secure random numbers: nobody can work out the next cards from those already seen.
RNG = secrets.SystemRandom()


def check_goes_on(table: Table) -> None:
    """Raise an error if no move can be made or taken back."""
    if table.stopped is not None:
        raise table.stopped
    if table.is_closed:
        raise TableClosed
    if table.is_waiting:
        raise NotStarted
    if table.is_paused:
        raise GamePaused


def move_and_deal(move: str, table: Table) -> tuple[GameHistory, list[NewRow]]:
    """Make a move on a copy of the history, and shuffle the cards if chance is next. A refused move changes nothing."""
    history = copy_of(table.history)
    return history, [add_move(history, move), *deal(history)]


def add_move(history: GameHistory, move: str) -> NewRow:
    """Append a move or shuffled cards; raises an error if the rules refuse it."""
    history.add(Row(len(history.rows) + 1, MOVE, move))
    return NewRow(history.rows[-1], history.steps[-1].player)


def deal(history: GameHistory) -> list[NewRow]:
    """Shuffle Dúli's cards if chance is next."""
    if history.game.to_move != CHANCE:
        return []
    cards = list(range(1, CARDS + 1))
    RNG.shuffle(cards)
    return [add_move(history, move_text(tuple(cards), history.rules))]


def with_secret_cards(history: GameHistory) -> GameHistory:
    """The same game with Dúli's coming cards shuffled again, because a record may have revealed them."""
    unseen = history.game.unseen_cards
    if not unseen:
        return history
    number, deck = max((n, step) for n, step in enumerate(history.steps) if step.player == CHANCE)
    moves = [step.move for step in history.steps]
    words = deck.move.split(" ")
    known, to_come = words[:-unseen], words[-unseen:]
    RNG.shuffle(to_come)
    moves[number] = " ".join([*known, *to_come])
    return GameHistory(history.rules, [Row(row, MOVE, move) for row, move in enumerate(moves, 1)])


def add_undo(history: GameHistory) -> NewRow:
    """Take the last step back; the row is credited to the player who made that step."""
    taken_back = history.steps[-1]
    history.add(Row(len(history.rows) + 1, UNDO, taken_back.move))
    return NewRow(history.rows[-1], taken_back.player)


def copy_of(history: GameHistory) -> GameHistory:
    """A copy of a history; changing it leaves the original alone."""
    return history.as_of(len(history.rows))


def with_verdicts(history: GameHistory) -> GameHistory:
    """Compute the verdicts now, so that threads can share the game; `Game` computes them when first asked."""
    history.game.verdicts()
    return history
