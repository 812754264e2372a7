"""What a game tells: the events of its last move, and why it refuses a move."""

from typing import Any

from teahorse import Game


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
