"""Rows added to a game: moves, shufflings, undos, each as it is stored."""

import secrets

from ...notation import move_text
from ...rules.state import CARDS
from .played import MOVE, UNDO, Played, Row
from .storage import NewRow
from .table import CHANCE, Table

# The system's own source of random numbers: from the cards that were seen nobody can work out those to come.
LUCK = secrets.SystemRandom()


def move_and_deal(table: Table, move: str) -> tuple[Played, list[NewRow]]:
    """A move, and if chance is to move after it, the cards: on a copy, so that what is refused leaves no trace."""
    played = copy_of(table.played)
    return played, [add_move(played, move), *deal(played)]


def add_move(played: Played, move: str) -> NewRow:
    """A move, or a shuffling; one that the rules refuse raises an error."""
    played.add(Row(len(played.rows) + 1, MOVE, move))
    return NewRow(played.rows[-1], played.steps[-1].player)


def deal(played: Played) -> list[NewRow]:
    """Shuffle Dúli's cards if chance is to move."""
    if played.game.to_move != CHANCE:
        return []
    cards = list(range(1, CARDS + 1))
    LUCK.shuffle(cards)
    return [add_move(played, move_text(tuple(cards), played.rules))]


def with_secret_cards(played: Played) -> Played:
    """The same game with those of Dúli's cards shuffled anew that are still to come: a record may have told them."""
    unseen = played.game.unseen_cards
    if not unseen:
        return played
    number, deck = max((n, step) for n, step in enumerate(played.steps) if step.player == CHANCE)
    moves = [step.move for step in played.steps]
    words = deck.move.split(" ")
    known, to_come = words[:-unseen], words[-unseen:]
    LUCK.shuffle(to_come)
    moves[number] = " ".join([*known, *to_come])
    return Played(played.rules, [Row(row, MOVE, move) for row, move in enumerate(moves, 1)])


def add_undo(played: Played) -> NewRow:
    """Take the last step back; it counts as done by whoever made that step."""
    taken_back = played.steps[-1]
    played.add(Row(len(played.rows) + 1, UNDO, taken_back.move))
    return NewRow(played.rows[-1], taken_back.player)


def copy_of(played: Played) -> Played:
    """A game that can be played on without a change to this one."""
    return played.as_of(len(played.rows))


def settled(played: Played) -> Played:
    """Work out at once what `Game` works out when first asked: then many threads may ask at the same time."""
    played.game.verdicts()
    return played
