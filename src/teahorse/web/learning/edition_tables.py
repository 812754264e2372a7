"""The tables of all editions for a page, each with its source (section 16)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...provenance import tables_not_in_box
from ...rules.edition_files import DEFAULT_EDITION, EDITIONS, edition_data
from ...rules.names import PLACE
from ...text.events import Say
from ...text.refusals import PROVINCE_NAMES

TITLES = {
    "coins_at_start": "Coins at the start, in blue order",
    "presents_at_start": "Presents at the start",
    "prices": "Spaces of a progress building",
    "small_spaces": "How many of them are small",
    "gap_cost": "What a gap costs",
    "coins_per_vp": "Coins for 1 VP in the end",
    "vp_per_present": "VP for a present",
    "track_vp": "VP for border passes from 2 to 6, and for influence from 0 to 4",
    "debt": "What a coin short costs in Profi",
    "bank_high": "What the bank pays, high",
    "bank_low": "What the bank pays, low",
    "temple": "Spaces of the temple",
    "gorges": "Gorges",
    "trader_values": "What a trader earns",
    "post_values": "What a post earns",
    "market_value": "What the market pays",
    "duli": "Dúli's cards",
}
SOURCES = {"printed": "printed", "implied": "implied", "reconstructed": "reconstructed"}
SOURCE_WORDS = {
    "printed": "The sources state it.",
    "implied": "It follows from something the sources state.",
    "reconstructed": "We worked it out to fit what is known. If you own the box, you can replace it.",
}
CARD_HEADS = {"card": "card", "bids": "bids in", "teahouse": "teahouse"}
BANKS = ("bank_high", "bank_low")
BY_PROVINCE = ("presents_at_start", "trader_values", "post_values")


@dataclass(frozen=True)
class ShownTable:
    """One table: its name in words, its rules, its source and notes by edition, and its value to be shown."""

    name: str
    anchor: str  # its id on the page
    title: str
    box: str  # the edition whose box has the table
    rules: tuple[str, ...]
    sources: dict[str, str]  # by edition; the keys of SOURCES
    notes: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    pairs: tuple[tuple[str, str], ...]  # what the bank pays from which total on; then there are no rows

    @property
    def agreed(self) -> str | None:
        """The source, if it is the same in all editions."""
        sources = set(self.sources.values())
        return sources.pop() if len(sources) == 1 else None

    @property
    def reconstructed(self) -> bool:
        """Whether any edition's table is our own guess."""
        return "reconstructed" in self.sources.values()


def shown_tables(say: Say) -> list[ShownTable]:
    """All tables, once for each value that they have in the editions."""
    shown = []
    for part in ("tables", "fixed"):
        for name in edition_data(DEFAULT_EDITION)[part]:
            by_value: dict[str, dict[str, Any]] = {}
            for edition in (DEFAULT_EDITION, *(each for each in EDITIONS if each != DEFAULT_EDITION)):
                table = edition_data(edition)[part][name]
                by_value.setdefault(json.dumps(table["value"]), {})[edition] = table
            shown += [_shown(name, by_edition, len(by_value) > 1, say) for by_edition in by_value.values()]
    return shown


def notes() -> Iterator[str]:
    """What the data files say about their tables, for the catalogue of translations."""
    for edition in EDITIONS:
        for room in ("fixed", "tables"):
            yield from (table["note"] for table in edition_data(edition)[room].values() if "note" in table)


def _shown(name: str, by_edition: dict[str, Any], differs: bool, say: Say) -> ShownTable:
    """A table that has the same value in these editions; `differs` says whether others have another value."""
    editions = list(by_edition)
    notes = dict.fromkeys(say(each["note"]) for each in by_edition.values() if "note" in each)
    value = by_edition[editions[0]]["value"]
    heads, rows = ((), ()) if name in BANKS else _laid_out(name, value, say)
    return ShownTable(
        name=name,
        anchor=name if DEFAULT_EDITION in editions else f"{name}-{editions[0]}",
        title=say(TITLES[name]) + (f" ({', '.join(editions)})" if differs else ""),
        box=next((edition for edition in editions if name not in tables_not_in_box(edition)), editions[0]),
        rules=tuple(dict.fromkeys(each["rule"] for each in by_edition.values())),
        sources={edition: each["source"] for edition, each in by_edition.items()},
        notes=tuple(notes),
        heads=heads,
        rows=rows,
        pairs=tuple((str(total), str(pays)) for total, pays in value) if name in BANKS else (),
    )


def _laid_out(name: str, value: Any, say: Say) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """A table's value as headings and rows; one that is a plain row has no headings."""
    if name == "duli":
        heads = (say(CARD_HEADS["card"]), say(CARD_HEADS["bids"]), *PLACE[1:], say(CARD_HEADS["teahouse"]))
        return heads, tuple(_card(number, card, say) for number, card in enumerate(value, 1))
    numbers = tuple(str(number) for number in (value if isinstance(value, list) else [value]))
    if name in BY_PROVINCE:
        return tuple(say(PROVINCE_NAMES[place]) for place in PLACE[1:]), (numbers,)
    return (), (numbers,)


def _card(number: int, card: dict[str, Any], say: Say) -> tuple[str, ...]:
    bids = ", ".join(say(building) for building in card["bids"])
    return (str(number), bids, *map(str, card["traders"]), say("yes") if card["teahouse"] else "")
