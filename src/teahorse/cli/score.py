"""`teahorse score`: the score sheet."""

from rich.table import Table
from rich.text import Text

from ..game import Game
from ..precompile import ensure_compiled
from ..terminal.symbols import MARKS, STYLES, full_name
from ..text.events import SCORES
from ..text.words import Names
from .app import command
from .console import say, show, write_json
from .files import load, player_names
from .options import AsJson, File

COLUMNS = {source: words.removeprefix("the ") for source, words in SCORES.items()}


@command("teahorse score game.yunnan", "teahorse score position.json --json")
def score(file: File, json: AsJson = False) -> None:
    """Score the position as if the game ended now: where everyone's points come from, and the ranking (rules 12)."""
    ensure_compiled()
    game = load(file).game
    outcome = game.outcome
    if json:
        reason = outcome["reason"] if outcome else None
        write_json({"over": game.is_over, "reason": reason, "ranking": game.standings()})
        return
    say("Final scoring" if outcome else f"If the game ended now, in round {game.round}", "bold")
    show(score_sheet(game, player_names(game)))


def score_sheet(game: Game, names: Names) -> Table:
    """The itemised scores, first to last."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    for column in (*COLUMNS.values(), "total"):
        table.add_column(column.replace(" ", "\n"), justify="right", vertical="bottom")
    for line in game.standings():
        colours = line["player"].split("+")
        head = Text(" and ").join(Text(f"{MARKS[c]} {full_name(c, names)}", STYLES[c]) for c in colours)
        points = [str(line["from"][source]) for source in COLUMNS]
        table.add_row(head, *points, Text(str(line["vp"]), "bold"))
    return table
