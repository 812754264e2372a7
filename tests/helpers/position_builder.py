"""Builds positions: the start of a game with changes, and reserves adjusted to fit."""

from collections.abc import Mapping
from typing import Any

from teahorse import Game
from teahorse.rules.ruleset import Ruleset

TRADERS = 7
STRUCTURES = ("post", "bridge", "teahouse")


def _merge(into: dict[str, Any], changes: Mapping[str, Any]) -> None:
    for key, value in changes.items():
        if isinstance(value, Mapping) and isinstance(into.get(key), dict) and key not in ("posts", "moved"):
            _merge(into[key], value)
        else:
            into[key] = value


def _standing(snapshot: dict[str, Any], player: str) -> int:
    in_buildings = sum(list(spaces.values()).count(player) for spaces in snapshot["buildings"].values())
    return in_buildings + snapshot["bank"].count(player)


def _balance_traders(snapshot: dict[str, Any], name: str, pieces: dict[str, Any], changes: Mapping[str, Any]) -> None:
    """Put the traders that a test does not place into the reserve, at most four, and the rest into the supply."""
    placed = pieces["market"] + sum(pieces["provinces"].values()) + _standing(snapshot, name)
    if "reserve" in pieces and "reserve" not in changes:
        left = TRADERS - placed - (pieces["supply"] if "supply" in changes else 0)
        pieces["reserve"] = max(0, min(4, left))
    if "supply" not in changes:
        pieces["supply"] = TRADERS - placed - pieces.get("reserve", 0)


def _balance_structures(pieces: dict[str, Any]) -> None:
    built = {
        "post": sum(pieces["posts"].values()),
        "bridge": len(pieces["bridges"]),
        "teahouse": len(pieces["teahouses"]),
    }
    for kind in STRUCTURES:
        pieces["structures"]["reserve"][kind] = 2 - built[kind] - pieces["structures"]["supply"][kind]


def snapshot_of(
    edition: str = "2023",
    people: int = 3,
    options: Mapping[str, object] | None = None,
    board: Mapping[str, Any] | None = None,
    **changes: Any,
) -> dict[str, Any]:
    """The snapshot of the first position with changes merged in; fills in reserves, and passes for travel."""
    rules = Ruleset.of(edition, people, options, board)
    snapshot = Game.before_dealing(rules).snapshot()
    if rules.has_duli:
        snapshot |= {"phase": "bid", "to_move": "p1"}
        snapshot["duli"] |= {"pile": list(range(1, 17)), "needs": None}
        snapshot["buildings"]["school"]["9"] = None
    _merge(snapshot, changes)
    for name, pieces in snapshot["players"].items():
        _balance_traders(snapshot, name, pieces, changes.get("players", {}).get(name, {}))
        _balance_structures(pieces)
    if rules.has_duli:
        _balance_traders(snapshot, "duli", snapshot["duli"], changes.get("duli", {}))
    if snapshot["phase"] in ("travel", "displace") and snapshot["travel"] is None:
        snapshot["travel"] = {"passes_left": snapshot["players"][snapshot["to_move"]]["passes"], "moved": {}}
    return snapshot


def position(
    edition: str = "2023",
    people: int = 3,
    options: Mapping[str, object] | None = None,
    board: Mapping[str, Any] | None = None,
    **changes: Any,
) -> Game:
    """A game at `snapshot_of(...)`.

    `position(people=3, phase="travel", to_move="p3", players={"p3": {"horse": "K", "market": 2}})`
    """
    return Game.from_snapshot(snapshot_of(edition, people, options, board, **changes))
