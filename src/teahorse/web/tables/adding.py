"""Rows added to a game: moves, shufflings, undos, each as it is stored."""

import random

from ...notation import move_text
from ...rules.state import CARDS
from .played import MOVE, UNDO, Played, Row
from .storage import NewRow
from .table import CHANCE, Table


def move_and_deal(table: Table, move: str) -> tuple[Played, list[NewRow]]:
    """A move, and if chance is to move after it, the cards: on a copy, so that what is refused leaves no trace."""
    played = copy_of(table.played)
    return played, [add_move(played, move), *deal(played, table.seed)]


def add_move(played: Played, move: str) -> NewRow:
    """A move, or a shuffling; one that the rules refuse raises an error."""
    played.add(Row(len(played.rows) + 1, MOVE, move))
    return NewRow(played.rows[-1], played.steps[-1].player)


def deal(played: Played, seed: int) -> list[NewRow]:
    """Shuffle Dúli's cards if chance is to move; each shuffling of a table is its own, whoever replays it."""
    if played.game.to_move != CHANCE:
        return []
    decks = sum(step.player == CHANCE for step in played.steps)
    cards = list(range(1, CARDS + 1))
    random.Random(f"{seed} {decks}").shuffle(cards)
    return [add_move(played, move_text(tuple(cards), played.rules))]


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
