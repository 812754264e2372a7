"""`teahorse show`: the board in the terminal."""

import sys

from ..precompile import ensure_compiled
from ..snapshot import to_text
from .app import command
from .display import show_board
from .files import load, player_names
from .options import AsJson, File


@command(
    "teahorse show game.yunnan",
    "teahorse show position.json",
    "teahorse show game.yunnan --json > position.json",
)
def show(file: File, json: AsJson = False) -> None:
    """Draw a position: the road, the city, the players, and the next decision.

    With --json, write the snapshot instead: the canonical JSON of the position (rules 18). Unlike the
    drawing it contains the order of Dúli's pile, since it is meant for saving.
    """
    ensure_compiled()
    game = load(file).game
    if json:
        sys.stdout.write(to_text(game.snapshot()) + "\n")
        return
    show_board(game, player_names(game))
