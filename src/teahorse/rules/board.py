"""The data of the editions, and boards of one's own that replace some of its tables (section 16)."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

from . import names
from .errors import BoardError, SwitchError
from .moves import MOST_INCOME
from .state import CARDS, MAX_BANK_TOTAL, PROGRESS_BUILDINGS, PROVINCES, SPACES, STRUCTURES_OF_A_KIND, TRADERS

EDITIONS = ("2023", "2013")
MOST_COINS = 255  # for one number of a table


@cache
def edition_data(edition: str) -> dict[str, Any]:
    """Read the data file of an edition; what it leaves out is as in the edition it is based on."""
    if edition not in EDITIONS:
        raise SwitchError(f"There is no edition {edition!r}; the editions are {' and '.join(EDITIONS)}.")
    text = resources.files(__package__).joinpath("editions", f"{edition}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    if "based_on" not in data:
        return data
    base = edition_data(data["based_on"])
    return data | {room: base[room] | data.get(room, {}) for room in ("words", "switches", "fixed", "tables")}


def tables_in_force(edition: str, board: Mapping[str, Any] | None) -> dict[str, Any]:
    """The tables of the edition, with those of the board in their place."""
    tables = {name: table["value"] for name, table in edition_data(edition)["tables"].items()}
    return tables | dict(board or {})


# --- Checks for sense ---------------------------------------------------------------------------------


def check_board(edition: str, board: object) -> dict[str, Any] | None:
    """Give the replaced tables in the order of the data file, or say what does not make sense."""
    if board is None:
        return None
    if not isinstance(board, Mapping):
        raise BoardError(f"A board is a set of named tables ({', '.join(CHECKS)}), not {board!r}.")
    for name in board:
        if name not in CHECKS:
            raise BoardError(f"A board has no table {name!r}; its tables are {', '.join(CHECKS)}.")
    checked = {name: check(board[name]) for name, check in CHECKS.items() if name in board}
    if not checked:
        return None
    tables = tables_in_force(edition, checked)
    best_trader = max(*tables["trader_values"], tables["market_value"])
    most = TRADERS * best_trader + STRUCTURES_OF_A_KIND * max(tables["post_values"])
    if most > MOST_INCOME:
        raise BoardError(
            f"With these values a round could earn {most}; {TRADERS} traders and {STRUCTURES_OF_A_KIND} posts "
            f"at the best place may earn at most {MOST_INCOME} together."
        )
    return checked


def _number(value: object, table: str, least: int = 0, most: int = MOST_COINS) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BoardError(f"`{table}` has {value!r} where a whole number from {least} to {most} belongs.")
    return value


def _list(value: object, table: str, what: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise BoardError(f"`{table}` is {what}, not {value!r}.")
    return list(value)


def _values(table: str) -> Callable[[object], list[int]]:
    def check(value: object) -> list[int]:
        what = "five numbers, from Yunnan to Qinghai"
        numbers = _list(value, table, what)
        if len(numbers) != PROVINCES:
            raise BoardError(f"`{table}` is {what}, not {len(numbers)}.")
        return [_number(number, table) for number in numbers]

    return check


def _bank(table: str) -> Callable[[object], list[list[int]]]:
    def check(value: object) -> list[list[int]]:
        what = "a list of [from total, pays]"
        rows = []
        for row in _list(value, table, what):
            if len(_list(row, table, what)) != 2:
                raise BoardError(f"`{table}` is {what}, and {row!r} is no such pair.")
            rows.append([_number(row[0], table, 0, MAX_BANK_TOTAL), _number(row[1], table)])
        if not rows or rows[0][0] != 0:
            raise BoardError(f"`{table}` begins with what a total of 0 pays: [[0, ...], ...].")
        for (lower, _), (higher, _) in pairwise(rows):
            if higher <= lower:
                raise BoardError(f"`{table}` goes up in its totals, and {higher} comes after {lower}.")
        return rows

    return check


def _temple(value: object) -> list[int]:
    prices = [_number(price, "temple", 1) for price in _list(value, "temple", "a list of prices")]
    if not 1 <= len(prices) <= SPACES:
        raise BoardError(f"`temple` has {len(prices)} prices; there is room for 1 to {SPACES}.")
    if any(higher <= lower for lower, higher in pairwise(prices)):
        raise BoardError(f"`temple` goes up from price to price, and {prices} does not.")
    return prices


def _gorges(value: object) -> list[str]:
    gorges = _list(value, "gorges", "a list of names such as YK, two provinces each")
    for gorge in gorges:
        if gorge not in names.GORGE:
            raise BoardError(_why_no_gorge(gorge))
        if gorges.count(gorge) > 1:
            raise BoardError(f"`gorges` names {gorge} more than once.")
    if not gorges:
        raise BoardError("`gorges` is empty; the blocker needs at least one gorge (4.9).")
    return gorges


def _why_no_gorge(gorge: object) -> str:
    wanted = f"the possible gorges are {', '.join(names.GORGE)}"
    provinces = names.PLACE[1:]
    if not isinstance(gorge, str) or len(gorge) != 2 or any(letter not in provinces for letter in gorge):
        return f"`gorges` has {gorge!r}, which does not name two provinces of {' '.join(provinces)}; {wanted}."
    low, high = (provinces.index(letter) for letter in gorge)
    if low == high:
        return f"`gorges` has {gorge}, which joins a province to itself; {wanted}."
    if abs(low - high) == 1:
        return f"`gorges` has {gorge}, but these two are neighbours on the road already; {wanted}."
    return f"`gorges` has {gorge}; a gorge is named in road order, {gorge[::-1]}."


def _duli(value: object) -> list[dict[str, Any]]:
    cards = _list(value, "duli", f"a list of {CARDS} cards")
    if len(cards) != CARDS:
        raise BoardError(f"`duli` has {len(cards)} cards; there are {CARDS}.")
    return [_card(number, card) for number, card in enumerate(cards, 1)]


def _card(number: int, card: object) -> dict[str, Any]:
    where = f"Dúli's card {number}"
    if not isinstance(card, Mapping) or set(card) != {"bids", "traders", "teahouse"}:
        raise BoardError(f"{where} has `bids`, `traders` and `teahouse`, and {card!r} does not.")
    progress = names.BUILDING[:PROGRESS_BUILDINGS]
    bids = _list(card["bids"], "duli", "buildings")
    if not bids or any(building not in progress for building in bids) or len(set(bids)) != len(bids):
        raise BoardError(f"{where} bids in {bids!r}; it lists some of {', '.join(progress)}, each at most once.")
    traders = _list(card["traders"], "duli", "five numbers of traders")
    if len(traders) != PROVINCES:
        raise BoardError(f"{where} sends traders to {len(traders)} provinces; there are {PROVINCES}.")
    traders = [_number(count, "duli", 0, TRADERS) for count in traders]
    if sum(traders) > TRADERS:
        raise BoardError(f"{where} sends out {sum(traders)} traders; Dúli has {TRADERS}.")
    if not isinstance(card["teahouse"], bool):
        raise BoardError(f"{where} has a teahouse or not (true or false), not {card['teahouse']!r}.")
    return {"bids": bids, "traders": traders, "teahouse": card["teahouse"]}


# In the order in which a snapshot writes them.
CHECKS: dict[str, Callable[[object], Any]] = {
    "bank_high": _bank("bank_high"),
    "bank_low": _bank("bank_low"),
    "temple": _temple,
    "gorges": _gorges,
    "trader_values": _values("trader_values"),
    "post_values": _values("post_values"),
    "market_value": lambda value: _number(value, "market_value"),
    "duli": _duli,
}
