"""The rules of a game: edition, people, switches and board, as the RULES record that the compiled rules read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np

from . import names
from .board import check_board, tables_in_force
from .edition_files import DEFAULT_EDITION, edition_data
from .routes import fill_tables
from .state import (
    BANK_SPACES,
    CARDS,
    MAX_BANK_TOTAL,
    MAX_PLAYERS,
    NOBODY,
    PASSES_AT_START,
    PROGRESS_BUILDINGS,
    PUER,
    RULES,
    SPACES,
    TEMPLE,
    YUNNAN,
    unpacked,
)
from .switches import Value, check_people, settle

VP_NEVER_REACHED = 2**31 - 1


@dataclass(frozen=True, eq=False)
class Ruleset:
    """The rules of a game. `Ruleset.of` makes one; equal arguments give the same object, so it is immutable."""

    edition: str
    people: int
    options: Mapping[str, Value]  # what differs from the default
    switches: Mapping[str, Value]  # all in force
    board_text: str  # the tables that were replaced, as JSON

    @staticmethod
    def of(
        edition: str = DEFAULT_EDITION,
        people: int = 4,
        options: Mapping[str, object] | None = None,
        board: Mapping[str, Any] | None = None,
    ) -> "Ruleset":
        """Check the choices for a game, and return its rules."""
        data = edition_data(str(edition))
        people = check_people(people)
        switches, different = settle(data["switches"], people, options or {})
        checked = check_board(str(edition), board)
        return _ruleset(str(edition), people, json.dumps(switches), json.dumps(different), json.dumps(checked))

    def __reduce__(self) -> tuple[Any, ...]:
        return Ruleset.of, (self.edition, self.people, dict(self.options), self.board)

    @property
    def board(self) -> dict[str, Any] | None:
        """A copy of the tables that were replaced; None if none were."""
        board: dict[str, Any] | None = json.loads(self.board_text)
        return board

    @cached_property
    def record(self) -> Any:
        """The RULES record, for reading only."""
        return self.table.view(np.recarray)[0]

    @cached_property
    def fields(self) -> SimpleNamespace:
        """The fields of the RULES record as plain attributes."""
        return unpacked(self.table[0])

    @cached_property
    def table(self) -> Any:
        """The RULES record as a read-only array of one, which is quicker to hand to compiled code."""
        table = np.zeros(1, RULES)
        _fill(table.view(np.recarray)[0], self)
        table.flags.writeable = False
        return table

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The edition's own names for things."""
        return MappingProxyType(dict(edition_data(self.edition)["words"]))

    @cached_property
    def gorges(self) -> tuple[str, ...]:
        """The gorges of the board, in its order."""
        return tuple(tables_in_force(self.edition, self.board)["gorges"])

    @cached_property
    def prices(self) -> tuple[tuple[int, ...], ...]:
        """3.1: the prices of each building's spaces; 0 where there is none."""
        return tuple(tuple(int(price) for price in building) for building in self.fields.prices)

    @property
    def has_duli(self) -> bool:
        """14.1: whether Dúli plays."""
        return self.people == 2 and self.switches["two_players"] == "duli"

    @property
    def players(self) -> int:
        """15.18: colours; more than people where each plays two."""
        return 4 if self.people == 2 and not self.has_duli else self.people


@lru_cache(maxsize=256)
def _ruleset(edition: str, people: int, switches: str, options: str, board: str) -> Ruleset:
    def values(text: str) -> Mapping[str, Value]:
        return MappingProxyType({n: tuple(v) if isinstance(v, list) else v for n, v in json.loads(text).items()})

    return Ruleset(edition, people, values(options), values(switches), board)


def _fill(r: Any, rules: Ruleset) -> None:
    _write_people(r, rules)
    _write_switches(r, rules.switches)
    _write_fixed(r, {name: table["value"] for name, table in edition_data(rules.edition)["fixed"].items()})
    _write_tables(r, tables_in_force(rules.edition, rules.board))
    r.journey, r.gaps = _routes(tuple(int(in_play) for in_play in r.gorge_in_play))


@lru_cache(maxsize=64)  # one for each set of gorges
def _routes(gorges_in_play: tuple[int, ...]) -> tuple[Any, Any]:
    """The tables of routes depend on nothing but the gorges of the board."""
    r = np.zeros(1, RULES).view(np.recarray)[0]
    r.gorge_in_play[:] = gorges_in_play
    fill_tables(r)
    return r.journey, r.gaps


def _write_people(r: Any, rules: Ruleset) -> None:
    r.people = rules.people
    r.players = rules.players
    r.duli = rules.has_duli
    r.seats = rules.players + rules.has_duli
    r.person[:] = [player % rules.people for player in range(MAX_PLAYERS)]


def _write_switches(r: Any, switches: Mapping[str, Any]) -> None:
    r.temple = switches["temple"]
    r.bank_is_high_low = switches["bank"] == "high-low"
    r.recall_any = switches["recall"] == "any"
    r.yard_builds_any = switches["build_at_yard"] == "any"
    r.posts_per_province = switches["posts_per_province"]
    r.puer_is_province = switches["puer_is_province"]
    r.market_pays_each = switches["market_income"] == "each"
    r.inspector_counts_all_posts = switches["inspector_posts"] == "all"
    r.double_bidding = switches["double_bidding"]
    r.guards = switches["guards"]
    r.debt = switches["debt"]
    r.vp_end = min(switches["vp_end"] or 0, VP_NEVER_REACHED)
    r.presents_end = switches["presents_end"]
    r.teahouse_vp[YUNNAN:] = switches["teahouse_vp"]
    r.horse_vp[YUNNAN:] = switches["horse_vp"] or 0


def _write_fixed(r: Any, fixed: Mapping[str, Any]) -> None:
    r.coins_at_start[:] = fixed["coins_at_start"]
    r.presents_at_start[YUNNAN:] = fixed["presents_at_start"]
    r.prices[:PROGRESS_BUILDINGS] = fixed["prices"]
    r.small[:PROGRESS_BUILDINGS, : fixed["small_spaces"]] = 1
    r.gap_cost = fixed["gap_cost"]
    r.coins_per_vp = fixed["coins_per_vp"]
    r.vp_per_present = fixed["vp_per_present"]
    r.passes_vp[PASSES_AT_START:] = fixed["track_vp"]
    r.influence_vp[:] = fixed["track_vp"]
    r.debt_base, r.debt_least = fixed["debt"]


def _write_tables(r: Any, tables: Mapping[str, Any]) -> None:
    if r.temple:
        r.prices[TEMPLE, : len(tables["temple"])] = tables["temple"]
        r.small[TEMPLE, :SPACES] = 1  # the temple's spaces are all small (3.1)
    bank = [tables["bank_high"], tables["bank_low" if r.bank_is_high_low else "bank_high"]]
    for space in range(BANK_SPACES):
        for total in range(MAX_BANK_TOTAL + 1):
            r.bank_pays[space, total] = [pays for from_total, pays in bank[space] if from_total <= total][-1]
    r.trader_values[PUER] = tables["market_value"]
    r.trader_values[YUNNAN:] = tables["trader_values"]
    r.post_values[YUNNAN:] = tables["post_values"]
    for gorge in tables["gorges"]:
        r.gorge_in_play[names.GORGE.index(gorge)] = 1
    for number in range(CARDS):
        card = tables["duli"][number]
        bids = [names.BUILDING.index(building) for building in card["bids"]]
        r.card_bids[number] = bids + [NOBODY] * (PROGRESS_BUILDINGS - len(bids))
        r.card_traders[number, YUNNAN:] = card["traders"]
        r.card_teahouse[number] = card["teahouse"]
