"""The board, shown in the terminal."""

from ..game import Game
from ..telling import Names
from ..terminal.board import LEAST_WIDTH, draw_board
from .console import console


def show_board(game: Game, names: Names) -> None:
    """Show the position in the terminal; one that is too narrow for it cuts nothing off."""
    target = console()
    target.print(draw_board(game, names, target.width), soft_wrap=target.width < LEAST_WIDTH)
