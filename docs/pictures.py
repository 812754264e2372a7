"""Makes docs/board.svg, the picture of the README: `python docs/pictures.py`, or another file with `--out FILE`."""

import argparse
import io
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from teahorse import Game
from teahorse.bulk.simulate import moves_of
from teahorse.rules.ruleset import Ruleset
from teahorse.terminal.board import draw_board

WIDTH = 100
ROUND, BIDS = 4, 5
FONTS = re.compile(r"@font-face \{\{.*?\}\}", re.DOTALL)  # Rich would load them from another host


def main() -> None:
    """Draw a crowded moment of a game between greedy players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("board.svg"))
    given = parser.parse_args()
    rules = Ruleset.of("2023", 4)
    game = Game.before_dealing(rules)
    for move in moves_of(rules, "greedy", seed=5, number=0):
        standing = sum(who is not None for spaces in game.snapshot()["buildings"].values() for who in spaces.values())
        if game.round == ROUND and standing >= BIDS:
            break
        game.make(move)
    console = Console(width=WIDTH, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(draw_board(game, {}, WIDTH))
    text = console.export_svg(title="teahorse show", code_format=FONTS.sub("", CONSOLE_SVG_FORMAT))
    given.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
