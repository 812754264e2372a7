"""The form for the numbers of a printed box: fields from tables and back, and sentences about what makes no sense."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...custom_boards import (
    AREA,
    AREAS,
    BANKS,
    ROWS,
    areas_of,
    board_errors,
    board_warnings,
    differing_tables,
    edition_tables,
    steps_of,
)
from ...errors import BoardError
from ...rules import names
from ...rules.board import check_board, tables_in_force
from ...rules.ruleset import Ruleset
from ...rules.state import CARDS, PROGRESS_BUILDINGS, SPACES
from ...text.translation import Say
from ...text.words import building_called, place_called
from ..presenters.edition_tables import TITLES

PROVINCES = names.PLACE[1:]
BUILDINGS = names.BUILDING[:PROGRESS_BUILDINGS]
TICKED = "1"
LONGEST_NUMBER = 6  # digits that are read
LONGEST_QUOTED = 20  # characters of a text that is no number
DASH = " \u2013 "
_CODE = re.compile(r"`(\w+)`")

Fields = dict[str, str]
"""What stands in the form, by the names of its fields; a box that is not ticked is empty."""


@dataclass(frozen=True)
class Finding:
    """What is wrong with a table, or looks like a slip: the sentence, and the fields that it is about."""

    table: str
    fields: tuple[str, ...]
    sentence: str
    is_mistake: bool


@dataclass(frozen=True)
class Box:
    """A form that was read: what is found in it, which fields differ from ours, and the board it makes."""

    fields: Fields
    findings: dict[str, Finding]  # by table
    changed: tuple[str, ...]
    board: dict[str, Any]  # only what differs from our tables; empty if there are mistakes

    @property
    def mistakes(self) -> list[Finding]:
        """What must be mended before the board can be used."""
        return [finding for finding in self.findings.values() if finding.is_mistake]


# --- From tables to fields ----------------------------------------------------------------------------


def box_of_board(edition: str, board: Mapping[str, Any] | None, say: Say) -> Box:
    """The form with the tables of a board; raises `BoardError` for one that makes no sense or that no form can show."""
    tables = tables_in_force(edition, check_board(edition, board))
    return read_box(edition, fields_of(tables), say)


def fields_of(tables: Mapping[str, Any]) -> Fields:
    """The fields with these tables in them."""
    fields: Fields = {}
    for name in BANKS:
        areas = areas_of(tables[name])
        if areas is None:
            raise BoardError(
                "In this board the bank's pay changes within an area of five coins, which this page can't show. "
                "You can still choose the file for a new game."
            )
        fields |= {f"{name}-{area}": str(pays) for area, pays in enumerate(areas)}
    prices = [str(price) for price in tables["temple"]]
    fields |= {f"temple-{space}": price for space, price in enumerate(prices + [""] * (SPACES - len(prices)))}
    fields |= {f"gorges-{gorge}": TICKED if gorge in tables["gorges"] else "" for gorge in names.GORGE}
    for name in ROWS:
        fields |= {f"{name}-{place}": str(value) for place, value in zip(PROVINCES, tables[name], strict=True)}
    fields["market_value"] = str(tables["market_value"])
    for number, card in enumerate(tables["duli"]):
        bids = [*card["bids"], *[""] * (PROGRESS_BUILDINGS - len(card["bids"]))]
        fields |= {f"duli-{number}-bid-{place}": building for place, building in enumerate(bids)}
        fields |= {
            f"duli-{number}-{place}": str(traders) for place, traders in zip(PROVINCES, card["traders"], strict=True)
        }
        fields[f"duli-{number}-teahouse"] = TICKED if card["teahouse"] else ""
    return fields


# --- From fields to tables ----------------------------------------------------------------------------


def read_box(edition: str, sent: Mapping[str, str], say: Say) -> Box:
    """Read what a browser sent; numbers and choices that it left out are ours, boxes are not ticked."""
    ours = fields_of(edition_tables(edition))
    ticks = {name for name in ours if name.startswith("gorges-") or name.endswith("-teahouse")}
    fields = {name: sent.get(name, "" if name in ticks else default).strip() for name, default in ours.items()}
    tables = _tables_of(fields)
    findings = _findings(edition, tables, fields, say)
    changed = tuple(name for name, text in fields.items() if text != ours[name])
    return Box(
        fields,
        findings,
        changed,
        {} if _has_mistakes(findings) else differing_tables(edition, _without_idle_steps(tables)),
    )


def _tables_of(fields: Fields) -> dict[str, Any]:
    """The tables in the fields, as far as they can be read; the rules' own checks refuse the rest."""

    def number(name: str) -> object:
        text = fields[name]
        if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
            return int(text)
        return text[:LONGEST_QUOTED]

    tables: dict[str, Any] = {
        name: [[AREA * area, number(f"{name}-{area}")] for area in range(AREAS)] for name in BANKS
    }
    tables["temple"] = [number(name) for name in _spaces(fields)]
    tables["gorges"] = [gorge for gorge in names.GORGE if fields[f"gorges-{gorge}"]]
    tables |= {name: [number(f"{name}-{place}") for place in PROVINCES] for name in ROWS}
    tables["market_value"] = number("market_value")
    tables["duli"] = [
        {
            "bids": [bid for place in range(PROGRESS_BUILDINGS) if (bid := fields[f"duli-{card}-bid-{place}"])],
            "traders": [number(f"duli-{card}-{place}") for place in PROVINCES],
            "teahouse": bool(fields[f"duli-{card}-teahouse"]),
        }
        for card in range(CARDS)
    ]
    return tables


def _without_idle_steps(tables: Mapping[str, Any]) -> dict[str, Any]:
    """The tables without steps of the bank that change nothing."""
    return {**tables, **{name: steps_of([pays for _, pays in tables[name]]) for name in BANKS}}


def _spaces(fields: Fields) -> list[str]:
    """The spaces of the temple that have a price."""
    return [name for space in range(SPACES) if fields[name := f"temple-{space}"]]


# --- What is found ------------------------------------------------------------------------------------


def _has_mistakes(findings: Mapping[str, Finding]) -> bool:
    return any(finding.is_mistake for finding in findings.values())


def _findings(edition: str, tables: dict[str, Any], fields: Fields, say: Say) -> dict[str, Finding]:
    rules = Ruleset.of(edition)
    wrong = board_errors(edition, tables)
    found = [
        Finding(str(error.at[0]), _at(error.at, fields), _error_text(error, fields, rules, say), True)
        for error in wrong
    ]
    if not found:
        for warning in board_warnings(_without_idle_steps(tables)):
            found.append(Finding(str(warning.at[0]), _at(warning.at, fields), warning.message.translated(say), False))
    return {finding.table: finding for finding in reversed(found)}  # the first of each table


def _at(at: Sequence[str | int], fields: Fields) -> tuple[str, ...]:
    """The fields of a place in a board."""
    table, *place = at
    if table == "market_value":
        return ("market_value",)
    if not place or table == "gorges":
        return ()
    first = int(place[0])
    if table in BANKS:
        return (f"{table}-{first}",)
    if table == "temple":
        return (_spaces(fields)[first],)
    if table in ROWS:
        return (f"{table}-{PROVINCES[first]}",)
    return _on_card(first, place[1:])


def _on_card(card: int, place: Sequence[str | int]) -> tuple[str, ...]:
    if place == ["bids"]:
        return tuple(f"duli-{card}-bid-{each}" for each in range(PROGRESS_BUILDINGS))
    provinces = PROVINCES if len(place) == 1 else (PROVINCES[int(place[1])],)
    return tuple(f"duli-{card}-{province}" for province in provinces)


def _error_text(error: BoardError, fields: Fields, rules: Ruleset, say: Say) -> str:
    """The sentence of an error in the words of the page."""
    at, blanks = _at(error.at, fields), error.message.blanks
    if len(at) == 1 and "least" in blanks:
        sentence = say("{field}: a whole number from {least} to {most} belongs here.")
        return sentence.format(field=label(at[0], rules, say), least=blanks["least"], most=blanks["most"])
    quoted = say("“{title}”")
    return _CODE.sub(lambda code: quoted.format(title=say(TITLES.get(code[1], code[1]))), error.translated(say))


def label(field: str, rules: Ruleset, say: Say) -> str:
    """What a field is, for a sentence and for those who can't see where it stands."""
    table, *place = field.split("-")
    if table in BANKS:
        return bank_area(int(place[0]))
    if table == "temple":
        return say("Space {number}").format(number=int(place[0]) + 1)
    if table == "gorges":
        return DASH.join(place_called(letter, rules, say) for letter in place[0])
    if table in ROWS:
        return place_called(place[0], rules, say)
    if table == "market_value":
        return say(TITLES[table])
    card = say("Card {number}").format(number=int(place[0]) + 1)
    if place[1] == "bid":
        return f"{card}, " + say("building {number}").format(number=int(place[2]) + 1)
    return f"{card}, " + (say("teahouse") if place[1] == "teahouse" else place_called(place[1], rules, say))


def bank_area(number: int) -> str:
    """The totals of an area, such as 10 to 14; the last one has no end."""
    last = "+" if number == AREAS - 1 else f"\u2013{AREA * number + AREA - 1}"
    return f"{AREA * number}{last}"


def buildings(rules: Ruleset, say: Say) -> dict[str, str]:
    """The buildings that Dúli can bid in, with what the edition calls them."""
    return {building: building_called(building, rules, say) for building in BUILDINGS}
