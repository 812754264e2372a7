"""The tables at which the network plays, and those at which it advises: the file of its weights names both."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...errors import TeahorseError
from ...rules.ruleset import Ruleset
from .about import write_about
from .weights import Weights, shipped_weights

# The lists of names in what a file says about its network: where it is offered as an opponent, and where hints and
# reviews ask it. A network may win although the chances that it gives single moves are no good for a hint.
TABLES, ADVISES = "tables", "advises"
NAME = re.compile(r"(?P<edition>\w+), (?P<people>\d) players(?P<options>(, \w+=[\w-]+)*)")
BOOLEANS = {"True": True, "False": False}


def rules_named(table: str) -> Ruleset:
    """The rules of a table by its name, as ladders write it: `2013, 4 players, profi=True`."""
    parts = NAME.fullmatch(table)
    if parts is None:
        raise TeahorseError(f"A table is named as in `2013, 4 players, profi=True`, not {table!r}.")
    options = dict(option.split("=", 1) for option in parts["options"].split(", ")[1:])
    return Ruleset.of(
        parts["edition"], int(parts["people"]), {name: BOOLEANS.get(text, text) for name, text in options.items()}
    )


def network_plays(rules: Ruleset, weights: Weights | None = None) -> bool:
    """Whether the network is offered as an opponent at a table with these rules."""
    return rules in _rules_named_by(weights or shipped_weights(), TABLES)


def network_advises(rules: Ruleset, weights: Weights | None = None) -> bool:
    """Whether hints and reviews ask the network at a table with these rules; elsewhere they ask the search."""
    return rules in _rules_named_by(weights or shipped_weights(), ADVISES)


@lru_cache(8)
def _rules_named_by(weights: Weights, names: str) -> frozenset[Ruleset]:
    return frozenset(rules_named(table) for table in weights.about.get(names, ()))


def tables_won(standings: Iterable[Mapping[str, Any]]) -> list[str]:
    """The tables of a ladder at which the network won more than its share against every opponent, beyond chance.

    `standings` is what `teahorse learn ladder --json` writes.
    """
    won: dict[str, bool] = {}
    for standing in standings:
        table = str(standing["table"])
        won[table] = won.get(table, True) and float(standing["interval"][0]) > float(standing["even"])
    return [table for table, is_won in won.items() if is_won]


def write_tables(file: Path, tables: Sequence[str], names: str = TABLES) -> None:
    """Name the tables in a file of weights, in one of its lists, in place of those before."""
    for table in tables:
        rules_named(table)
    write_about(file, {names: list(tables)})
