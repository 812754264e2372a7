"""Output that several commands share: the board, and the log of events."""

from collections.abc import Iterable

from ..game import Event, Game
from ..rules.ruleset import Ruleset
from ..terminal.board import LEAST_WIDTH, draw_board
from ..text.events import DETAILS, tell_all
from ..text.words import Names
from .console import console, say


def show_board(game: Game, names: Names) -> None:
    """Show the position; in a terminal that is too narrow, lines run over the edge and are not cut off."""
    target = console()
    target.print(draw_board(game, names, target.width), soft_wrap=target.width < LEAST_WIDTH)


def show_log(events: Iterable[Event], rules: Ruleset, names: Names) -> None:
    """Show a line for each event, details in dim print."""
    told = list(events)
    for event, sentence in zip(told, tell_all(told, rules, names), strict=True):
        if event.name in DETAILS:
            say(f"    {sentence}", "dim")
        else:
            say(f"  {sentence}", "bold" if event.name in ("round", "game-ended") else "")
