"""The players in turn order: what they have, and their score if the game ended now."""

from typing import Any

from rich.table import Table
from rich.text import Text

from ..game import Game
from ..snapshot import Snapshot, turn_order
from ..text.words import Names
from .symbols import BRIDGE, DASH, GUARDS, POST, QUIET, TEAHOUSE, row_label

LEAST_NAME = 14
ROOMY = 110
SIGNS = {"post": POST, "bridge": BRIDGE, "teahouse": TEAHOUSE}
COLUMNS = (
    "coins",
    "bid",
    "free",
    "VP",
    "if it\nended",
    "border\npasses",
    "influ-\nence",
    "pre-\nsents",
    "in-\ncome",
)


def draw_players(game: Game, snapshot: Snapshot, names: Names, width: int) -> Table:
    """One row per player, in turn order."""
    gap = 1 if width < ROOMY else 3
    table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style=QUIET)
    table.add_column("", no_wrap=True, overflow="ellipsis", min_width=LEAST_NAME, max_width=LEAST_NAME + 4 * (gap - 1))
    for column in COLUMNS:
        table.add_column(column, justify="right", vertical="bottom", no_wrap=True)
    table.add_column("in\nhand", no_wrap=True, vertical="bottom")
    table.add_column("in\nreserve", no_wrap=True, vertical="bottom")
    points = points_now(game)
    for player in turn_order(snapshot):
        table.add_row(*_row(snapshot, player, names, points))
    return table


def points_now(game: Game) -> dict[str, int]:
    """Everyone's points if the game ended now; two colours of one person share them."""
    return {colour: line["vp"] for line in game.standings() for colour in line["player"].split("+")}


def _row(snapshot: Snapshot, player: str, names: Names, points: dict[str, int]) -> list[Text]:
    head = row_label(player, snapshot["to_move"])
    if player == "duli":
        duli = snapshot["duli"]
        left = len(SIGNS) - 1 - len(duli["teahouses"])
        cells = ["", "", "", "", "", "", str(duli["influence"]), str(duli["presents"]), "", "", TEAHOUSE * left]
        return [head, *(Text(cell) for cell in cells)]
    pieces = snapshot["players"][player]
    if names.get(player):
        head += Text(f" {names[player]}")
    bid = _bid_by(snapshot, player)
    numbers = [pieces["coins"], bid, pieces["coins"] - bid, pieces["vp"], points[player], pieces["passes"]]
    numbers += [pieces["influence"], pieces["presents"], pieces["income"]]
    hand, reserve = (_signs(pieces["structures"][where]) for where in ("supply", "reserve"))
    if pieces["guards"] == "reserve":
        reserve += GUARDS
    return [head, *(Text(str(number)) for number in numbers), _or_dash(hand), _or_dash(reserve)]


def _or_dash(signs: str) -> Text:
    return Text(signs) if signs else Text(DASH, QUIET)


def _bid_by(snapshot: Snapshot, player: str) -> int:
    spaces = [space for building in snapshot["buildings"].values() for space in building.items()]
    return sum(int(price) for price, owner in spaces if owner == player)


def _signs(counts: dict[str, Any]) -> str:
    return "".join(SIGNS[kind] * counts[kind] for kind in SIGNS)
