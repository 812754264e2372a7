"""The city of Pu'er: the bids, the bank and the market."""

from rich.text import Text

from ..bank import bank_pays, total_of_bids
from ..game import Game
from ..rules import names
from ..rules.state import HIGH, LOW
from ..snapshot import Snapshot
from .symbols import DASH, QUIET, TIMES, compact_mark, fit, heading, row

REWARDS = {
    "school": "trader",
    "customs": "border pass",
    "horse": "province",
    "guild": "influence",
    "yard": "structure",
    "temple": "blocker",
}
WIDTH_OF_REWARD = 13
SPACES = 5
WIDEST_SPACE = 16


def draw_city(game: Game, snapshot: Snapshot, width: int) -> list[Text]:
    """The buildings with their price spaces, small ones round and large ones square."""
    called = {building: str(game.rules.words.get(building, building)) for building in snapshot["buildings"]}
    first = max(map(len, called.values())) + 4
    step = min((width - first - WIDTH_OF_REWARD) // SPACES, WIDEST_SPACE)
    lines = [heading("The city of Pu'er", width)]
    for building, spaces in snapshot["buildings"].items():
        number = names.BUILDING.index(building)
        cells = [
            _space(price, bool(game.rules.record.small[number, space]), owner)
            for space, (price, owner) in enumerate(spaces.items())
        ]
        lines.append(_head(called[building], REWARDS[building], first) + row([(cell, step) for cell in cells]))
    bids_stand = snapshot["phase"] == "bid"
    lines.append(_head("bank", "pays now" if bids_stand else "", first) + _bank(game, snapshot, step, bids_stand))
    return [*lines, _head("market", _market_pays(game), first) + _market(snapshot)]


def _head(name: str, words: str, width: int) -> Text:
    return Text.assemble(fit(Text(f"  {name}", "bold"), width), fit(Text(words, QUIET), WIDTH_OF_REWARD))


def _space(price: str, small: bool, owner: str | None) -> Text:
    plaque = f"({price})" if small else f"[{price}]"
    return Text(plaque, QUIET) if owner is None else Text.assemble((f"{plaque} ", "bold"), compact_mark(owner))


def _bank(game: Game, snapshot: Snapshot, step: int, bids_stand: bool) -> Text:
    total = total_of_bids(game)
    pays = [bank_pays(game, space, total) for space in (HIGH, LOW)]
    differ = game.rules.switches["bank"] == "high-low"
    cells = []
    for space, owner in enumerate(snapshot["bank"]):
        amount = str(pays[space]) if bids_stand else ""
        plaque = f"{names.BANK_SPACE[space]} {amount}".rstrip() if differ else f"<{amount}>" if amount else DASH
        if owner == "closed":
            cells.append(Text("closed", QUIET))
        elif owner is None:
            cells.append(Text(plaque, QUIET))
        else:
            cells.append(Text.assemble((f"{plaque} ", "bold"), compact_mark(owner)))
    return row([(cell, step) for cell in cells]) + Text(f"   for bids of {total}" if bids_stand else "", QUIET)


def _market_pays(game: Game) -> str:
    value = game.rules.record.trader_values[0]
    return f"{value} for each" if game.rules.switches["market_income"] == "each" else f"{value} for any"


def _market(snapshot: Snapshot) -> Text:
    seats = snapshot["players"] | ({"duli": snapshot["duli"]} if snapshot["duli"] else {})
    there = [
        Text.assemble(compact_mark(player), f" {TIMES}{pieces['market']}")
        for player, pieces in seats.items()
        if pieces["market"]
    ]
    return Text("   ").join(there or [Text(DASH, QUIET)])
