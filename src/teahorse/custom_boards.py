"""Custom boards from the numbers of a printed box: errors, warnings, and the tables that differ from ours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from .errors import NN_, BoardError, Message
from .rules.board import CHECKS, check_board, tables_in_force
from .rules.state import MAX_BANK_TOTAL, PROGRESS_BUILDINGS, TRADERS

AREA = 5  # coins: the bank's track is printed in areas of five
AREAS = (MAX_BANK_TOTAL + 1) // AREA
BANKS = ("bank_high", "bank_low")
ROWS = ("trader_values", "post_values")  # tables with a number for each province

Tables = Mapping[str, Any]
"""All tables that a board can replace, by name."""


@dataclass(frozen=True)
class BoardWarning:
    """A number that is allowed but looks like a slip: where it is, and a sentence about it."""

    at: tuple[str | int, ...]
    message: Message


def edition_tables(edition: str) -> dict[str, Any]:
    """The tables of an edition, without a custom board."""
    return tables_in_force(edition, None)


def board_errors(edition: str, tables: Tables) -> list[BoardError]:
    """The first error in each table; each error knows where it is."""
    found = []
    for name, check in CHECKS.items():
        try:
            check(tables[name])
        except BoardError as error:
            found.append(error)
    if not found:
        try:
            check_board(edition, tables)
        except BoardError as error:
            found.append(error)
    return found


def differing_tables(edition: str, tables: Tables) -> dict[str, Any]:
    """The custom board for these tables: only those that differ from the edition's."""
    ours = edition_tables(edition)
    return {name: tables[name] for name in CHECKS if not _are_equal(name, tables[name], ours[name])}


def _are_equal(name: str, table: Any, other: Any) -> bool:
    if name in BANKS:
        return payments(table) == payments(other)
    return sorted(table) == sorted(other) if name == "gorges" else bool(table == other)


# --- The bank -----------------------------------------------------------------------------------------


def payments(steps: Sequence[Sequence[int]]) -> list[int]:
    """What a bank pays for each total, from its list of [from total, pays]."""
    return [[pays for first, pays in steps if first <= total][-1] for total in range(MAX_BANK_TOTAL + 1)]


def areas_of(steps: Sequence[Sequence[int]]) -> list[int] | None:
    """What a bank pays in each area of five coins; None if it changes within one."""
    paid = payments(steps)
    areas = [paid[first : first + AREA] for first in range(0, len(paid), AREA)]
    return [area[0] for area in areas] if all(len(set(area)) == 1 for area in areas) else None


def steps_of(areas: Sequence[int]) -> list[list[int]]:
    """What a bank pays as a list of [from total, pays], without steps that change nothing."""
    steps: list[list[int]] = []
    for number, pays in enumerate(areas):
        if not steps or steps[-1][1] != pays:
            steps.append([number * AREA, pays])
    return steps


# --- Warnings -----------------------------------------------------------------------------------------


def board_warnings(tables: Tables) -> list[BoardWarning]:
    """Numbers that look like slips, in tables without errors."""
    return list(_warnings(tables))


def _warnings(tables: Tables) -> Iterator[BoardWarning]:
    for name in BANKS:
        for (_, before), (total, pays) in pairwise(tables[name]):
            if pays < before:
                message = Message(
                    "From a total of {total} on the bank pays {pays}, less than the {before} for smaller totals. "
                    "Is that what your board says?",
                    total=total,
                    pays=pays,
                    before=before,
                )
                yield BoardWarning((name, total // AREA), message)
    for total, (high, low) in enumerate(zip(*(payments(tables[name]) for name in BANKS), strict=True)):
        if low > high:
            message = Message(
                "For a total of {total} the low space pays {low}, more than the {high} of the high one. "
                "Is that what your board says?",
                total=total,
                low=low,
                high=high,
            )
            yield BoardWarning(("bank_low", total // AREA), message)
    for name in ROWS:
        for place, (before, value) in enumerate(pairwise(tables[name]), 1):
            if value < before:
                message = Message(
                    "{value} is less than the {before} of the province before. Is that what your board says?",
                    value=value,
                    before=before,
                )
                yield BoardWarning((name, place), message)
    for number, card in enumerate(tables["duli"]):
        yield from _card_warnings(number, card)


def _card_warnings(number: int, card: Mapping[str, Any]) -> Iterator[BoardWarning]:
    if len(card["bids"]) < PROGRESS_BUILDINGS:
        message = Message(
            NN_(
                "Card {number} lists {n} building of {all}. Is that what your card says?",
                "Card {number} lists {n} buildings of {all}. Is that what your card says?",
            ),
            number=number + 1,
            n=len(card["bids"]),
            all=PROGRESS_BUILDINGS,
        )
        yield BoardWarning(("duli", number, "bids"), message)
    if sum(card["traders"]) < TRADERS:
        message = Message(
            NN_(
                "Card {number} sends out {n} trader of {all}. Is that what your card says?",
                "Card {number} sends out {n} traders of {all}. Is that what your card says?",
            ),
            number=number + 1,
            n=sum(card["traders"]),
            all=TRADERS,
        )
        yield BoardWarning(("duli", number, "traders"), message)
