"""Custom boards, which replace some tables of an edition, and their checks (section 16)."""

import copy
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

from . import names
from .edition_files import edition_data
from .errors import NN_, BoardError, Message
from .moves import MOST_INCOME
from .state import CARDS, MAX_BANK_TOTAL, PROGRESS_BUILDINGS, PROVINCES, SPACES, STRUCTURES_OF_A_KIND, TRADERS

TABLES_VERSION = 2  # of the tables in the editions' files; `first_tables.toml` keeps those of version 1
MOST_COINS = 255  # for one number of a table


@cache
def _first_tables() -> dict[str, Any]:
    return tomllib.loads((resources.files(__package__) / "first_tables.toml").read_text(encoding="utf-8"))


def with_tables(version: int, edition: str, board: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """The board that makes a game use this version of the tables; tables that a board replaces stay replaced."""
    if not 1 <= version <= TABLES_VERSION:
        raise BoardError(
            "This game was played with version {version} of the tables, and this program knows only versions 1 to "
            "{latest}. A newer program can replay it.",
            version=version,
            latest=TABLES_VERSION,
        )
    first = _first_tables()
    if version == TABLES_VERSION or edition not in first["editions"] or not isinstance(board, Mapping | None):
        return board
    tables: dict[str, Any] = copy.deepcopy(first["tables"])
    return tables | dict(board or {})


def tables_in_force(edition: str, board: Mapping[str, Any] | None) -> dict[str, Any]:
    """The tables of the edition, with those of the board in their place."""
    tables = {name: table["value"] for name, table in edition_data(edition)["tables"].items()}
    return tables | dict(board or {})


# --- Checks -------------------------------------------------------------------------------------------


def check_board(edition: str, board: object) -> dict[str, Any] | None:
    """Check a board, and return the tables it replaces in the order of the data file; None if it replaces none."""
    if board is None:
        return None
    if not isinstance(board, Mapping):
        raise BoardError(
            "A board is a set of named tables ({tables}), not {board!r}.", tables=_all_tables(), board=board
        )
    for name in board:
        if name not in CHECKS:
            raise BoardError("A board has no table {name!r}; its tables are {tables}.", name=name, tables=_all_tables())
    checked = {name: check(board[name]) for name, check in CHECKS.items() if name in board}
    if not checked:
        return None
    tables = tables_in_force(edition, checked)
    best_trader = max(*tables["trader_values"], tables["market_value"])
    most = TRADERS * best_trader + STRUCTURES_OF_A_KIND * max(tables["post_values"])
    if most > MOST_INCOME:
        raise BoardError(
            "With these values a round could earn {earned}; all traders and posts of a player together may earn at "
            "most {most} at the best place.",
            earned=most,
            most=MOST_INCOME,
        ).located("market_value" if best_trader == tables["market_value"] else "trader_values")
    return checked


def _all_tables() -> str:
    return ", ".join(CHECKS)


def _number(value: object, at: tuple[str | int, ...], least: int = 0, most: int = MOST_COINS) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BoardError(
            "`{table}` has {value!r} where a whole number from {least} to {most} belongs.",
            table=at[0],
            value=value,
            least=least,
            most=most,
        ).located(*at)
    return value


def _list(value: object, table: str, what: Message) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise BoardError("`{table}` is {what}, not {value!r}.", table=table, what=what, value=value).located(table)
    return list(value)


def _values(table: str) -> Callable[[object], list[int]]:
    def check(value: object) -> list[int]:
        what = Message("five numbers, from Yunnan to Qinghai")
        numbers = _list(value, table, what)
        if len(numbers) != PROVINCES:
            error = BoardError("`{table}` is {what}, not {numbers}.", table=table, what=what, numbers=len(numbers))
            raise error.located(table)
        return [_number(number, (table, place)) for place, number in enumerate(numbers)]

    return check


def _bank(table: str) -> Callable[[object], list[list[int]]]:
    def check(value: object) -> list[list[int]]:
        what = Message("a list of [from total, pays]")
        rows = []
        for place, row in enumerate(_list(value, table, what)):
            if len(_list(row, table, what)) != 2:
                error = BoardError("`{table}` is {what}, and {row!r} is no such pair.", table=table, what=what, row=row)
                raise error.located(table, place)
            total = _number(row[0], (table, place, 0), 0, MAX_BANK_TOTAL)
            rows.append([total, _number(row[1], (table, place, 1))])
        if not rows or rows[0][0] != 0:
            error = BoardError("`{table}` begins with what a total of 0 pays: [[0, ...], ...].", table=table)
            raise error.located(table)
        for place, ((lower, _), (higher, _)) in enumerate(pairwise(rows), 1):
            if higher <= lower:
                raise BoardError(
                    "`{table}` goes up in its totals, and {higher} comes after {lower}.",
                    table=table,
                    higher=higher,
                    lower=lower,
                ).located(table, place, 0)
        return rows

    return check


def _temple(value: object) -> list[int]:
    listed = _list(value, "temple", Message("a list of prices"))
    prices = [_number(price, ("temple", place), 1) for place, price in enumerate(listed)]
    if not 1 <= len(prices) <= SPACES:
        raise BoardError(
            NN_(
                "`temple` has {n} price; there is room for 1 to {spaces}.",
                "`temple` has {n} prices; there is room for 1 to {spaces}.",
            ),
            n=len(prices),
            spaces=SPACES,
        ).located("temple")
    for place, (lower, higher) in enumerate(pairwise(prices), 1):
        if higher <= lower:
            error = BoardError("`temple` goes up from price to price, and {prices} does not.", prices=prices)
            raise error.located("temple", place)
    return prices


def _gorges(value: object) -> list[str]:
    gorges = _list(value, "gorges", Message("a list of names such as YK, two provinces each"))
    for place, gorge in enumerate(gorges):
        if gorge not in names.GORGE:
            raise _no_gorge(gorge).located("gorges", place)
        if gorges.count(gorge) > 1:
            raise BoardError("`gorges` names {gorge} more than once.", gorge=gorge).located("gorges", place)
    if not gorges:
        raise BoardError("`gorges` is empty; the blocker needs at least one gorge (4.9).").located("gorges")
    return gorges


def _no_gorge(gorge: object) -> BoardError:
    possible = ", ".join(names.GORGE)
    provinces = names.PLACE[1:]
    if not isinstance(gorge, str) or len(gorge) != 2 or any(letter not in provinces for letter in gorge):
        return BoardError(
            "`gorges` has {gorge!r}, which does not name two provinces of {provinces}; "
            "the possible gorges are {possible}.",
            gorge=gorge,
            provinces=" ".join(provinces),
            possible=possible,
        )
    low, high = (provinces.index(letter) for letter in gorge)
    if low == high:
        return BoardError(
            "`gorges` has {gorge}, which joins a province to itself; the possible gorges are {possible}.",
            gorge=gorge,
            possible=possible,
        )
    if abs(low - high) == 1:
        return BoardError(
            "`gorges` has {gorge}, but these two are neighbours on the road already; "
            "the possible gorges are {possible}.",
            gorge=gorge,
            possible=possible,
        )
    return BoardError(
        "`gorges` has {gorge}; a gorge is named in road order, {turned}.", gorge=gorge, turned=gorge[::-1]
    )


def _duli(value: object) -> list[dict[str, Any]]:
    cards = _list(value, "duli", Message(NN_("a list of {n} card", "a list of {n} cards"), n=CARDS))
    if len(cards) != CARDS:
        form = NN_("`duli` has {n} card; there are {all}.", "`duli` has {n} cards; there are {all}.")
        error = BoardError(form, n=len(cards), all=CARDS)
        raise error.located("duli")
    return [_card(number, card) for number, card in enumerate(cards, 1)]


def _card(number: int, card: object) -> dict[str, Any]:
    at = ("duli", number - 1)
    if not isinstance(card, Mapping) or set(card) != {"bids", "traders", "teahouse"}:
        raise BoardError(
            "Dúli's card {number} has `bids`, `traders` and `teahouse`, and {card!r} does not.",
            number=number,
            card=card,
        ).located(*at)
    progress = names.BUILDING[:PROGRESS_BUILDINGS]
    bids = _list(card["bids"], "duli", Message("buildings"))
    if not bids or any(building not in progress for building in bids) or len(set(bids)) != len(bids):
        raise BoardError(
            "Dúli's card {number} bids in {bids!r}; it lists some of {buildings}, each at most once.",
            number=number,
            bids=bids,
            buildings=", ".join(progress),
        ).located(*at, "bids")
    traders = _list(card["traders"], "duli", Message("five numbers of traders"))
    if len(traders) != PROVINCES:
        raise BoardError(
            NN_(
                "Dúli's card {number} sends traders to {n} province; there are {all}.",
                "Dúli's card {number} sends traders to {n} provinces; there are {all}.",
            ),
            number=number,
            n=len(traders),
            all=PROVINCES,
        ).located(*at, "traders")
    traders = [_number(count, (*at, "traders", place), 0, TRADERS) for place, count in enumerate(traders)]
    if sum(traders) > TRADERS:
        raise BoardError(
            NN_(
                "Dúli's card {number} sends out {n} trader; Dúli has {all}.",
                "Dúli's card {number} sends out {n} traders; Dúli has {all}.",
            ),
            number=number,
            n=sum(traders),
            all=TRADERS,
        ).located(*at, "traders")
    if not isinstance(card["teahouse"], bool):
        raise BoardError(
            "Dúli's card {number} has a teahouse or not (true or false), not {teahouse!r}.",
            number=number,
            teahouse=card["teahouse"],
        ).located(*at, "teahouse")
    return {"bids": bids, "traders": traders, "teahouse": card["teahouse"]}


# In the order in which a snapshot writes them.
CHECKS: dict[str, Callable[[object], Any]] = {
    "bank_high": _bank("bank_high"),
    "bank_low": _bank("bank_low"),
    "temple": _temple,
    "gorges": _gorges,
    "trader_values": _values("trader_values"),
    "post_values": _values("post_values"),
    "market_value": lambda value: _number(value, ("market_value",)),
    "duli": _duli,
}
