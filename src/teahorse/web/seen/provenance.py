"""Where the numbers of a game come from: which of its tables are reconstructed (section 16)."""

from ...rules.board import edition_data, with_tables
from ...rules.ruleset import Ruleset

RECONSTRUCTED = "reconstructed"  # a source in the data files
FIRST_TABLES = 1  # the version of our first reconstruction, which old games play with as a board of their own
BANKS = ("bank_high", "bank_low")  # the tables of the bank's spaces, where these differ


def reconstructed(rules: Ruleset) -> frozenset[str]:
    """The tables in force that are our reconstruction: as the data file says, unless the board replaces them."""
    tables = edition_data(rules.edition)["tables"]
    named = {name for name, table in tables.items() if table["source"] == RECONSTRUCTED}
    return frozenset(named - _replaced(rules))


def bank_table(rules: Ruleset, space: int) -> str:
    """The table by which a space of the bank pays."""
    return BANKS[space] if rules.switches["bank"] == "high-low" else BANKS[0]


def _replaced(rules: Ruleset) -> set[str]:
    """The tables that someone took from elsewhere; those of our first version are not among them."""
    if rules.board is None:
        return set()
    first = Ruleset.of(rules.edition, rules.people, board=with_tables(FIRST_TABLES, None)).board or {}
    return {name for name, table in rules.board.items() if table != first.get(name)}
