"""Shorthand for tests of the rules: make moves, ask whether a move is legal, and read the position and the events."""

from typing import Any

import numpy as np

from teahorse import Game
from teahorse.rules.engine import judge
from teahorse.rules.moves import MOVES
from teahorse.rules.state import GAME


def play(game: Game, *moves: str) -> Game:
    """Make moves one after the other."""
    for move in moves:
        game.play(move)
    return game


def refusal(game: Game, move: str) -> tuple[str, str]:
    """The rule and the code that refuse a move; checks that the sentence has no gaps."""
    rule, code, sentence = refusal_and_sentence(game, move)
    assert sentence.endswith(".") and not set(sentence) & set("{}")
    assert "None" not in sentence and "nobody" not in sentence and "99 border" not in sentence
    return rule, code


def allows(game: Game, move: str) -> bool:
    """Whether a move is legal; checks that the list and the count of legal moves agree."""
    legal = game.legal_moves()
    table = np.zeros(1, GAME)
    table[0] = game.position
    assert judge(table, game.rules.table, np.zeros(MOVES, np.uint8)) == len(legal)
    allowed = game.why_not(move) is None
    assert allowed == (move in legal)
    return allowed


def event_names(game: Game) -> list[str]:
    """The names of the last move's events, in order."""
    return [event.name for event in game.events]


def holdings(game: Game, player: str) -> dict[str, Any]:
    """What a player has, as the snapshot says it."""
    pieces: dict[str, Any] = game.snapshot()["players"][player]
    return pieces


def traders_of(game: Game, player: str) -> dict[str, int]:
    """A player's traders by place, without empty places; `P` is the market."""
    pieces = holdings(game, player)
    places = {"supply": pieces["supply"], "P": pieces["market"], **pieces["provinces"]}
    return {place: traders for place, traders in places.items() if traders}


def bids_in(game: Game, building: str) -> dict[str, str]:
    """The bids in a building: the owner by price."""
    return {price: owner for price, owner in game.snapshot()["buildings"][building].items() if owner}


def events_named(game: Game, name: str) -> list[tuple[Any, ...]]:
    """The last move's events of one name, each as a tuple of its fields."""
    return [tuple(event.fields.values()) for event in game.events if event.name == name]


def refusal_and_sentence(game: Game, move: str) -> tuple[str, str, str]:
    """The rule, the code and the sentence that refuse a move; fails if the move is legal."""
    why = game.why_not(move)
    assert why is not None, f"{move} is legal"
    return why.rule, why.code, why.sentence


def convert_all(game: Game, vp: int = 0) -> None:
    """Every player converts this much income into VP, until the round is over."""
    while game.phase == "convert":
        game.play(f"convert {vp}")
