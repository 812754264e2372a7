"""Rows added to a game: moves, shufflings, undos, each as it is stored."""

import secrets

from ...notation import move_text
from ...rules.state import CARDS
from ..history.history import MOVE, UNDO, GameHistory, Row
from ..storage.database import NewRow
from .table import CHANCE, Table

# The system's own source of random numbers: from the cards that were seen nobody can work out those to come.
RNG = secrets.SystemRandom()


def move_and_deal(table: Table, move: str) -> tuple[GameHistory, list[NewRow]]:
    """A move, and if chance is to move after it, the cards: on a copy, so that what is refused leaves no trace."""
    history = copy_of(table.history)
    return history, [add_move(history, move), *deal(history)]


def add_move(history: GameHistory, move: str) -> NewRow:
    """A move, or a shuffling; one that the rules refuse raises an error."""
    history.add(Row(len(history.rows) + 1, MOVE, move))
    return NewRow(history.rows[-1], history.steps[-1].player)


def deal(history: GameHistory) -> list[NewRow]:
    """Shuffle Dúli's cards if chance is to move."""
    if history.game.to_move != CHANCE:
        return []
    cards = list(range(1, CARDS + 1))
    RNG.shuffle(cards)
    return [add_move(history, move_text(tuple(cards), history.rules))]


def with_secret_cards(history: GameHistory) -> GameHistory:
    """The same game with those of Dúli's cards shuffled anew that are still to come: a record may have told them."""
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
    """Take the last step back; it counts as done by whoever made that step."""
    taken_back = history.steps[-1]
    history.add(Row(len(history.rows) + 1, UNDO, taken_back.move))
    return NewRow(history.rows[-1], taken_back.player)


def copy_of(history: GameHistory) -> GameHistory:
    """A game that can be played on without a change to this one."""
    return history.as_of(len(history.rows))


def with_verdicts(history: GameHistory) -> GameHistory:
    """Work out at once what `Game` works out when first asked: then many threads may ask at the same time."""
    history.game.verdicts()
    return history
