"""The tables of a printed box as the page shows them, with the sources of our numbers."""

from collections.abc import Iterable
from dataclasses import dataclass

from ...errors import N_
from ...provenance import RECONSTRUCTED, tables_not_in_box
from ...rules.edition_files import edition_data
from ...text.translation import Say
from ..presenters.edition_tables import SOURCE_WORDS, SOURCES, TITLES

BOTH_SPACES = N_("Both of its spaces pay this.")
HOW_TO_READ = {
    "bank_high": N_("What the bank pays for all coins bid in a round, by areas of five coins."),
    "bank_low": N_("What the bank's low space pays for all coins bid in a round, by areas of five coins."),
    "temple": N_("The prices of the temple's spaces, the lowest first. Leave fields empty if your temple has fewer."),
    "gorges": N_("Tick the pairs of provinces that have a gorge between them, with room for bridges."),
    "trader_values": N_("What a trader earns in each province."),
    "post_values": N_("What a trading post earns in each province."),
    "market_value": N_("What traders in the market earn."),
    "duli": N_(
        "Each card: the buildings in which Dúli bids, in their order, the traders she sends to each province, and "
        "whether there is a teahouse on it. The order of the cards does not matter."
    ),
}

SHORT_TITLES = {
    "bank_high": N_("bank (high)"),
    "bank_low": N_("bank (low)"),
    "temple": N_("temple"),
    "gorges": N_("gorges"),
    "trader_values": N_("traders"),
    "post_values": N_("trading posts"),
    "market_value": N_("market"),
    "duli": N_("Dúli's cards"),
}


def list_tables(tables: Iterable[str], say: Say) -> str:
    """A list of tables by their short titles."""
    return ", ".join(say(SHORT_TITLES[name]) for name in tables)


@dataclass(frozen=True)
class BoxTable:
    """One table: its title, how to read it on the board, and the source of our numbers."""

    name: str
    title: str
    word: str
    source: str  # a key of SOURCES
    source_title: str
    source_word: str
    note: str
    rule: str


@dataclass(frozen=True)
class BoxTables:
    """The tables of an edition, grouped by their importance to an owner of the box."""

    reconstructed: tuple[BoxTable, ...]
    known: tuple[BoxTable, ...]  # printed in the rules, or implied
    elsewhere: tuple[BoxTable, ...]  # not in this box; only house rules use them


def box_tables(edition: str, say: Say) -> BoxTables:
    """All tables that a board can replace."""
    unused = tables_not_in_box(edition)
    shown = [_shown(edition, name, say) for name in HOW_TO_READ]
    return BoxTables(
        tuple(table for table in shown if table.source == RECONSTRUCTED and table.name not in unused),
        tuple(table for table in shown if table.source != RECONSTRUCTED),
        tuple(table for table in shown if table.source == RECONSTRUCTED and table.name in unused),
    )


def _shown(edition: str, name: str, say: Say) -> BoxTable:
    table = edition_data(edition)["tables"][name]
    source = table["source"]
    word = say(HOW_TO_READ[name])
    if name == "bank_high" and edition_data(edition)["switches"]["bank"] == "equal":
        word += " " + say(BOTH_SPACES)
    return BoxTable(
        name=name,
        title=say(TITLES[name]),
        word=word,
        source=source,
        source_title=say(SOURCES[source]),
        source_word=say(SOURCE_WORDS[source]),
        note=say(table.get("note", "")),
        rule=table["rule"],
    )
