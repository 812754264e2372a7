"""The tables of all editions for a page, each with its source (section 16)."""

import json
from dataclasses import dataclass
from typing import Any

from ...errors import N_
from ...provenance import tables_not_in_box
from ...rules.edition_files import DEFAULT_EDITION, EDITIONS, edition_data
from ...rules.names import PLACE
from ...text.translation import Say
from ...text.words import BUILDING_NAMES, PROVINCE_NAMES

TITLES = {
    "coins_at_start": N_("Coins at the start, in blue order"),
    "presents_at_start": N_("Presents at the start"),
    "prices": N_("Spaces of a progress building"),
    "small_spaces": N_("How many of them are small"),
    "gap_cost": N_("What a gap costs"),
    "coins_per_vp": N_("Coins for 1 VP in the end"),
    "vp_per_present": N_("VP for a present"),
    "track_vp": N_("VP for border passes from 2 to 6, and for influence from 0 to 4"),
    "debt": N_("What a coin short costs in Profi"),
    "bank_high": N_("What the bank pays, high"),
    "bank_low": N_("What the bank pays, low"),
    "temple": N_("Spaces of the temple"),
    "gorges": N_("Gorges"),
    "trader_values": N_("What a trader earns"),
    "post_values": N_("What a post earns"),
    "market_value": N_("What the market pays"),
    "duli": N_("Dúli's cards"),
}
SOURCES = {"printed": N_("printed"), "implied": N_("implied"), "reconstructed": N_("reconstructed")}
SOURCE_WORDS = {
    "printed": N_("The sources state it."),
    "implied": N_("It follows from something the sources state."),
    "reconstructed": N_("We worked it out to fit what is known. If you own the box, you can replace it."),
}
BANKS = ("bank_high", "bank_low")
DASH = "\N{EN DASH}"
BY_PROVINCE = ("presents_at_start", "trader_values", "post_values")


@dataclass(frozen=True)
class ShownTable:
    """One table: its title, rules, sources by edition, notes, and its value for display."""

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


def _shown(name: str, by_edition: dict[str, Any], differs: bool, say: Say) -> ShownTable:
    """A table that has the same value in these editions; `differs` says whether others have another value."""
    editions = list(by_edition)
    notes = dict.fromkeys(each["note"] for each in by_edition.values() if "note" in each)
    value = by_edition[editions[0]]["value"]
    heads, rows = ((), ()) if name in BANKS else _laid_out(name, value, say)
    return ShownTable(
        name=name,
        anchor=name if DEFAULT_EDITION in editions else f"{name}-{editions[0]}",
        title=say(TITLES[name]) + (f" ({', '.join(editions)})" if differs else ""),
        box=next((edition for edition in editions if name not in tables_not_in_box(edition)), editions[0]),
        rules=tuple(dict.fromkeys(each["rule"] for each in by_edition.values())),
        sources={edition: each["source"] for edition, each in by_edition.items()},
        notes=tuple(map(say, notes)),
        heads=heads,
        rows=rows,
        pairs=tuple((str(total), str(pays)) for total, pays in value) if name in BANKS else (),
    )


def _laid_out(name: str, value: Any, say: Say) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """A table's value as headings and rows; a single row has no headings."""
    if name == "duli":
        provinces = (say(PROVINCE_NAMES[place]) for place in PLACE[1:])
        heads = (say("card"), say("bids in"), *provinces, say("teahouse"))
        return heads, tuple(_card(number, card, say) for number, card in enumerate(value, 1))
    numbers = tuple(str(number) for number in (value if isinstance(value, list) else [value]))
    if name == "gorges":
        return (), (tuple(DASH.join(say(PROVINCE_NAMES[letter]) for letter in gorge) for gorge in numbers),)
    if name in BY_PROVINCE:
        return tuple(say(PROVINCE_NAMES[place]) for place in PLACE[1:]), (numbers,)
    return (), (numbers,)


def _card(number: int, card: dict[str, Any], say: Say) -> tuple[str, ...]:
    bids = ", ".join(say(BUILDING_NAMES[building]) for building in card["bids"])
    return (str(number), bids, *map(str, card["traders"]), say("yes") if card["teahouse"] else "")
