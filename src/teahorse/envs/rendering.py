"""The render modes of the environments: the terminal's board as text, printed, or as a picture.

The picture shows the same drawing in pixels. It needs Pillow and a font with the board's characters; Matplotlib, which
is the extra `plots`, brings both. A browser or an SVG library would draw a prettier one, but is heavy to install.
"""

import io
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import MissingPackageError
from ..game import Game

COLUMNS = 100
FONT_SIZE = 14
BACKGROUND, FOREGROUND = (250, 246, 236), (40, 34, 28)


def board_text(game: Game) -> str:
    """The board as plain text, without the order of Dúli's pile."""
    from rich.console import Console

    from ..terminal.board import draw_board  # imported here: training needs no drawing

    console = Console(file=io.StringIO(), width=COLUMNS, color_system=None, highlight=False, emoji=False)
    with console.capture() as drawn:
        console.print(draw_board(game, {}, COLUMNS))
    return drawn.get()


def print_board(game: Game) -> None:
    """Print the board in the terminal."""
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
    font = ImageFont.truetype(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"), FONT_SIZE)
    width, height = round(font.getlength("M")), round(FONT_SIZE * 1.3)
    lines = _lines(game)
    image = Image.new("RGB", (COLUMNS * width, len(lines) * height), BACKGROUND)
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            colour = segment.style.color if segment.style else None
            fill = tuple(colour.get_truecolor()) if colour and not colour.is_default else FOREGROUND
            draw.text((column * width, row * height), segment.text, fill=fill, font=font)
            column += segment.cell_length
    return np.asarray(image, np.uint8).copy()


def _lines(game: Game) -> list[list[Any]]:
    from rich.console import Console

    from ..terminal.board import draw_board

    console = Console(width=COLUMNS, color_system="truecolor", force_terminal=True, highlight=False, emoji=False)
    return console.render_lines(draw_board(game, {}, COLUMNS), pad=False)
