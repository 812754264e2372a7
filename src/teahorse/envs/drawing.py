"""The board of the terminal for `render`: as text, in the terminal, and as a picture.

The picture is the same drawing in pixels. Matplotlib, which draws the plots, brings all that it needs: Pillow, and a
font with the signs of the board. A browser or an SVG library would draw a prettier one, but is heavy to install.
"""

import io
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import MissingPackageError
from ..game import Game

COLUMNS = 100
SIZE_OF_TYPE = 14
PAPER, INK = (250, 246, 236), (40, 34, 28)


def board_text(game: Game) -> str:
    """The board as plain text; the order of Dúli's pile is not told."""
    from rich.console import Console

    from ..terminal.board import draw_board  # only here: training needs no drawing

    console = Console(file=io.StringIO(), width=COLUMNS, color_system=None, highlight=False, emoji=False)
    with console.capture() as drawn:
        console.print(draw_board(game, {}, COLUMNS))
    return drawn.get()


def print_board(game: Game) -> None:
    """Draw the board in the terminal."""
    from rich.console import Console

    from ..terminal.board import draw_board

    console = Console(highlight=False, emoji=False)
    console.print(draw_board(game, {}, console.width))


def board_picture(game: Game) -> npt.NDArray[np.uint8]:
    """The board as an array of height x width x 3."""
    try:
        import matplotlib
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise MissingPackageError("Matplotlib", "plots") from None
    font = ImageFont.truetype(
        str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"), SIZE_OF_TYPE
    )
    width, height = round(font.getlength("M")), round(SIZE_OF_TYPE * 1.3)
    lines = _lines(game)
    image = Image.new("RGB", (COLUMNS * width, len(lines) * height), PAPER)
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            colour = segment.style.color if segment.style else None
            ink = tuple(colour.get_truecolor()) if colour and not colour.is_default else INK
            draw.text((column * width, row * height), segment.text, fill=ink, font=font)
            column += segment.cell_length
    return np.asarray(image, np.uint8).copy()


def _lines(game: Game) -> list[list[Any]]:
    from rich.console import Console

    from ..terminal.board import draw_board

    console = Console(width=COLUMNS, color_system="truecolor", force_terminal=True, highlight=False, emoji=False)
    return console.render_lines(draw_board(game, {}, COLUMNS), pad=False)
