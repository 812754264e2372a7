"""Where the numbers of a game come from: which of its tables are reconstructed (section 16)."""

from collections.abc import Mapping
from typing import Any

from .rules.board import with_tables
from .rules.edition_files import edition_data
from .rules.ruleset import Ruleset

RECONSTRUCTED = "reconstructed"  # a source in the data files
FIRST_TABLES = 1  # the version of our first reconstruction, which old games use as a custom board
BANKS = ("bank_high", "bank_low")  # the tables of the bank's spaces, where these differ


def reconstructed(rules: Ruleset) -> list[str]:
    """The tables in play that are our reconstruction: as the data file says, unless the board replaces them."""
    unused, replaced = _unused(rules.switches, rules.has_duli), _replaced(rules)
    return [
        name
        for name, table in edition_data(rules.edition)["tables"].items()
        if table["source"] == RECONSTRUCTED and name not in unused and name not in replaced
    ]


def bank_table(rules: Ruleset, space: int) -> str:
    """The table by which a space of the bank pays."""
    return BANKS[space] if rules.switches["bank"] == "high-low" else BANKS[0]


def tables_not_in_box(edition: str) -> set[str]:
    """The tables that an edition never uses, unless house rules change its switches."""
    switches = edition_data(edition)["switches"]
    return _unused(switches, has_duli=switches["two_players"] == "duli")


def _unused(switches: Mapping[str, Any], has_duli: bool) -> set[str]:
    """The tables that games with these switches never use."""
    in_play = {"bank_low": switches["bank"] == "high-low", "temple": bool(switches["temple"]), "duli": has_duli}
    return {name for name, is_used in in_play.items() if not is_used}


def _replaced(rules: Ruleset) -> set[str]:
    """The tables that a custom board replaces; our own first version does not count as one."""
    if rules.board is None:
        return set()
    first = Ruleset.of(rules.edition, rules.people, board=with_tables(FIRST_TABLES, rules.edition, None)).board or {}
    return {name for name, table in rules.board.items() if table != first.get(name)}
