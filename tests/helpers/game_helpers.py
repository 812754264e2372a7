"""What tests ask of a game: to play on, whether it allows a move, and where the pieces are."""

from typing import Any

import numpy as np

from teahorse import Game
from teahorse.rules.engine import judge
from teahorse.rules.moves import MOVES


def play(game: Game, *moves: str) -> Game:
    """Make the moves one after the other."""
    for move in moves:
        game.play(move)
    return game


def refusal(game: Game, move: str) -> tuple[str, str]:
    """The rule and the code that refuse a move; its sentence has every blank filled."""
    rule, code, sentence = refused(game, move)
    assert sentence.endswith(".") and not set(sentence) & set("{}")
    assert "None" not in sentence and "nobody" not in sentence and "99 border" not in sentence
    return rule, code


def allows(game: Game, move: str) -> bool:
    """Whether a move may be made now; the list and the count of legal moves say the same."""
    legal = game.legal_moves()
    assert judge(game.position, game.rules.record, np.zeros(MOVES, np.uint8)) == len(legal)
    allowed = game.why_not(move) is None
    assert allowed == (move in legal)
    return allowed


def names_of_events(game: Game) -> list[str]:
    """The kinds of events that the last move set off, in order."""
    return [event.name for event in game.events]


def of(game: Game, player: str) -> dict[str, Any]:
    """All that a player has, as in the snapshot."""
    pieces: dict[str, Any] = game.snapshot()["players"][player]
    return pieces


def where(game: Game, player: str) -> dict[str, int]:
    """How many traders a player has in each place, only where there are some; `P` is the market."""
    pieces = of(game, player)
    places = {"supply": pieces["supply"], "P": pieces["market"], **pieces["provinces"]}
    return {place: traders for place, traders in places.items() if traders}


def bids_in(game: Game, building: str) -> dict[str, str]:
    """Who stands on which space of a building."""
    return {price: owner for price, owner in game.snapshot()["buildings"][building].items() if owner}


def told(game: Game, name: str) -> list[tuple[Any, ...]]:
    """The events of one name that the last move set off, each as its fields in order."""
    return [tuple(event.fields.values()) for event in game.events if event.name == name]


def refused(game: Game, move: str) -> tuple[str, str, str]:
    """The rule, the code and the sentence of a refusal; the move must be refused."""
    why = game.why_not(move)
    assert why is not None, f"{move} is legal"
    return why.rule, why.code, why.sentence


def convert_all(game: Game, vp: int = 0) -> None:
    """Everyone turns this much of their income into VP, until the round is over."""
    while game.phase == "convert":
        game.play(f"convert {vp}")
