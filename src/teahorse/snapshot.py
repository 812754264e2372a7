"""Snapshots: the canonical JSON of a position (section 18). `snapshot_reader.py` reads them."""

import json
from types import SimpleNamespace
from typing import Any

import numpy as np

from .rules import ending, names
from .rules.jit import as_records
from .rules.ruleset import Ruleset
from .rules.state import (
    BRIDGE,
    CHANCE,
    CLOSED,
    DISPLACE,
    DULI,
    GAME,
    GUARDS_GONE,
    GUARDS_IN_RESERVE,
    NOBODY,
    OVER,
    PLACES,
    POST,
    PUER,
    SCORES,
    SPACES,
    TEAHOUSE,
    TRAVEL,
    YUNNAN,
)

Snapshot = dict[str, Any]


def new_game_record() -> Any:
    """A blank GAME record, for `setup` to fill."""
    return np.zeros(1, GAME).view(np.recarray)[0]


def to_text(snapshot: Snapshot) -> str:
    """The canonical text of a snapshot: compact, keys in their order."""
    return json.dumps(snapshot, separators=(",", ":"), ensure_ascii=False)


def part_of_round(phase: str, needs: str | None) -> str:
    """The part of the round; cards are shuffled in the part in which Dúli needs them."""
    part = names.PART_OF_ROUND[phase]
    return {"start": "bid"}.get(needs or "", needs or part) if part == "chance" else part


def is_blue(snapshot: Snapshot) -> bool:
    """0.9: whether the blue order holds: while bidding and resolving."""
    return part_of_round(snapshot["phase"], (snapshot["duli"] or {}).get("needs")) in names.BLUE_PARTS


def turn_order(snapshot: Snapshot) -> list[str]:
    """The players in the order in which they act now, Dúli included: blue, or gray, which is blue reversed."""
    return list(snapshot["blue"] if is_blue(snapshot) else snapshot["blue"][::-1])


def difference(given: Any, right: Any, where: str = "") -> str | None:
    """A sentence about the first spot where two snapshots differ; None if they are the same text."""
    if to_text(given) == to_text(right):
        return None
    spot = where or "snapshot"
    if isinstance(given, dict) and isinstance(right, dict):
        if list(given) != list(right):
            keys = f"have the keys {', '.join(right)}, in this order" if right else "be empty"
            return f"`{spot}` should {keys}."
        for key in right:
            found = difference(given[key], right[key], f"{where}.{key}".lstrip("."))
            if found:
                return found
    return f"`{spot}` should be {to_text(right):.300}, not {to_text(given):.300}."


def take_snapshot(record: Any, rules: Ruleset) -> Snapshot:
    """The snapshot of a position."""
    g = _plain(record)
    return {
        "edition": rules.edition,
        "people": rules.people,
        "options": {name: list(v) if isinstance(v, tuple) else v for name, v in rules.options.items()},
        "board": rules.board,
        "round": int(g.round_number),
        "phase": names.PHASE[g.phase],
        "to_move": to_move(g),
        "blue": [names.PLAYER[player] for player in g.blue[: rules.fields.seats]],
        "players": {names.PLAYER[player]: _player(g, rules, player) for player in range(rules.players)},
        "buildings": _buildings(g, rules),
        "bank": [_standing(owner) for owner in g.bank],
        "presents": {names.PLACE[place]: int(g.presents[place]) for place in range(YUNNAN + 1, PLACES)},
        "blocked": None if g.blocked == NOBODY else names.GORGE[g.blocked],
        "travel": _travel(g),
        "duli": _duli(g) if rules.has_duli else None,
        "result": result_of(record, rules) if g.phase == OVER else None,
    }


def _plain(record: Any) -> SimpleNamespace:
    """The fields of a record as Python's own lists and numbers: a snapshot looks up hundreds of them."""
    return SimpleNamespace(**{name: record[name].tolist() for name in record.dtype.names})


def to_move(g: Any) -> str | None:
    """Who decides next: a player, chance, or nobody."""
    return decides(g.phase, g.blue, g.turn)


def decides(phase: int, blue: Any, turn: int) -> str | None:
    """The same from the fields of a position."""
    if phase == CHANCE:
        return "chance"
    return None if phase == OVER else names.PLAYER[blue[turn]]


def _standing(owner: int) -> str | None:
    if owner == CLOSED:
        return "closed"
    return None if owner == NOBODY else names.PLAYER[owner]


def _by_province(counts: Any) -> dict[str, int]:
    return {names.PLACE[place]: int(counts[place]) for place in range(YUNNAN, PLACES)}


def _where(counts: Any) -> dict[str, int]:
    return {names.PLACE[place]: int(counts[place]) for place in range(PLACES) if counts[place] > 0}


def _teahouses(g: Any, player: int) -> list[str]:
    return [names.PLACE[place] for place in range(YUNNAN, PLACES) if g.teahouse[place] == player]


def _player(g: Any, rules: Ruleset, player: int) -> dict[str, Any]:
    def structures(counts: Any) -> dict[str, int]:
        return {names.STRUCTURE[kind]: int(counts[kind]) for kind in (POST, BRIDGE, TEAHOUSE)}

    return {
        "coins": int(g.coins[player]),
        "vp": int(g.vp[rules.fields.person[player]]),
        "presents": int(g.held_presents[player]),
        "supply": int(g.supply[player]),
        "market": int(g.traders[player][PUER]),
        "reserve": int(g.reserve[player]),
        "provinces": _by_province(g.traders[player]),
        "passes": int(g.passes[player]),
        "influence": int(g.influence[player]),
        "horse": names.PLACE[g.horse[player]],
        "structures": {
            "supply": structures(g.structures[player]),
            "reserve": structures(g.structures_reserve[player]),
        },
        "posts": _where(g.posts[player]),
        "bridges": [name for name in rules.gorges if g.bridges[player] >> names.GORGE.index(name) & 1],
        "teahouses": _teahouses(g, player),
        "guards": _guards(g.guards[player]) if rules.switches["guards"] else None,
        "passed": bool(g.passed[player]),
        "income": int(g.income[player]),
    }


def _guards(where: int) -> str:
    if where == GUARDS_IN_RESERVE:
        return "reserve"
    return "gone" if where == GUARDS_GONE else names.PLACE[where]


def _buildings(g: Any, rules: Ruleset) -> dict[str, dict[str, str | None]]:
    return {
        names.BUILDING[building]: {
            str(prices[space]): _standing(g.bids[building][space]) for space in range(SPACES) if prices[space]
        }
        for building, prices in enumerate(rules.prices)
        if any(prices)
    }


def _travel(g: Any) -> dict[str, Any] | None:
    if g.phase not in (TRAVEL, DISPLACE):
        return None
    travel: dict[str, Any] = {"passes_left": int(g.passes_left), "moved": _where(g.moved)}
    if g.phase == DISPLACE:
        travel["at"] = names.PLACE[g.arrived]
    return travel


def _duli(g: Any) -> dict[str, Any]:
    cards = [int(card) for card in g.deck] if g.deck[0] else []
    return {
        "supply": int(g.supply[DULI]),
        "market": int(g.traders[DULI][PUER]),
        "provinces": _by_province(g.traders[DULI]),
        "influence": int(g.influence[DULI]),
        "presents": int(g.held_presents[DULI]),
        "posts": [names.PLACE[place] for place in range(YUNNAN, PLACES) if g.posts[DULI][place]],
        "teahouses": _teahouses(g, DULI),
        "pile": cards[g.drawn :],
        "discard": cards[: g.drawn],
        "needs": names.NEEDS[g.needs],
    }


def person_name(person: int, rules: Ruleset) -> str:
    """The player of a person, or with two colours both: `p1+p3`."""
    colours = [player for player in range(rules.players) if rules.fields.person[player] == person]
    return "+".join(names.PLAYER[player] for player in colours)


def ranking_of(record: Any, rules: Ruleset) -> list[dict[str, Any]]:
    """12: the ranking if the game ended now, with where each point comes from."""
    rows = np.zeros((rules.people, 2 + SCORES), np.int32)
    ending.write_ranking(as_records(np.array([record], GAME)), as_records(rules.table), rows)
    ranking = {rank: (person, vp, scores) for person, (rank, vp, *scores) in enumerate(rows.tolist())}
    return [
        {"player": person_name(person, rules), "vp": vp, "from": dict(zip(names.SCORE, scores, strict=True))}
        for _, (person, vp, scores) in sorted(ranking.items())
    ]


def result_of(record: Any, rules: Ruleset) -> dict[str, Any]:
    """Why the game ended, and the ranking."""
    return {"reason": names.REASON[record["reason"]], "ranking": ranking_of(record, rules)}
