"""Which piece is which: pieces of a player are alike in the rules, but on the screen each one has a life.

From one position to the next as few pieces move as can be. A piece stays in its slot as long as it stays in its
place; the last one leaves first, except that a trader who has made a journey lets those go who have not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...rules import names
from ...rules.ruleset import Ruleset
from ...rules.state import (
    BRIDGE,
    BUILDINGS,
    DISPLACE,
    DULI,
    GUARDS_GONE,
    GUARDS_IN_RESERVE,
    POST,
    SPACES,
    STRUCTURES_OF_A_KIND,
    TEAHOUSE,
    TRAVEL,
    YUNNAN,
)
from ..tables.played import Played, Step

SUPPLY, RESERVE, GONE = "supply", "reserve", "gone"
Counts = dict[str, int]
"""How many pieces of a kind stand at each place."""


class Station(NamedTuple):
    """Where a piece stands: a place, and the slot in it."""

    place: str
    slot: int


@dataclass(frozen=True)
class Pool:
    """Pieces that are alike: how many are wanted at each place, and where each of them stands."""

    counts: Counts
    stations: Mapping[str, Station]


@dataclass(frozen=True)
class Cast:
    """Every piece, pool by pool, and the traders that have made their journey this turn."""

    pools: Mapping[str, Pool]
    travelled: frozenset[str] = frozenset()

    @property
    def stations(self) -> dict[str, Station]:
        """Where every piece stands, by its id."""
        return {piece: station for pool in self.pools.values() for piece, station in pool.stations.items()}


def cast_of(played: Played) -> Cast:
    """Who stands where now; what was found out for a row is kept with the rows."""
    cast, known = None, 0
    for number in range(len(played.steps), 0, -1):
        cast = played.keepsakes.get(played.steps[number - 1].row)
        if cast is not None:
            known = number
            break
    if cast is None:
        first = played.steps[0].before if played.steps else played.game.position
        cast = settled(Cast({}), first, played.rules)
    for step in played.steps[known:]:
        cast = followed(cast, step, played.rules)
        played.keepsakes[step.row] = cast
    return cast


def followed(cast: Cast, step: Step, rules: Ruleset) -> Cast:
    """The cast after a step."""
    after = settled(cast, step.after, rules)
    if step.after.phase not in (TRAVEL, DISPLACE) or names.PLAYER[step.after.blue[step.after.turn]] != step.player:
        return Cast(after.pools)
    if not step.move.startswith("go "):
        return after
    mine = f"trader-{step.player}"
    before = cast.pools[mine].stations
    walked = {piece for piece, station in after.pools[mine].stations.items() if station.place != before[piece].place}
    return Cast(after.pools, cast.travelled | walked)


def settled(cast: Cast, g: Any, rules: Ruleset) -> Cast:
    """The same pieces in another position, with as few of them moved as can be."""
    pools: dict[str, Pool] = {}
    for name, wanted in whereabouts(g, rules).items():
        pool = cast.pools.get(name)
        pools[name] = pool if pool and pool.counts == wanted else _settle(name, wanted, pool, cast.travelled)
    return Cast(pools, cast.travelled)


def _settle(name: str, wanted: Counts, pool: Pool | None, travelled: frozenset[str]) -> Pool:
    """Let the pieces of one pool go where they are wanted."""
    pieces = [f"{name}-{number + 1}" for number in range(sum(wanted.values()))]
    stations = dict(pool.stations) if pool else {}
    leaving = [piece for piece in pieces if piece not in stations]
    for place in {station.place for station in stations.values()}:
        here = [piece for piece, station in stations.items() if station.place == place]
        here.sort(key=lambda piece: (piece in travelled, -stations[piece].slot))
        leaving += here[: max(0, len(here) - wanted.get(place, 0))]
    for piece in leaving:
        stations.pop(piece, None)
    leaving.sort()
    for place, count in wanted.items():
        taken = {station.slot for station in stations.values() if station.place == place}
        for slot in [slot for slot in range(count) if slot not in taken][: count - len(taken)]:
            stations[leaving.pop(0)] = Station(place, slot)
    return Pool(wanted, stations)


# --- What stands where, by the position ---------------------------------------------------------------


def whereabouts(g: Any, rules: Ruleset) -> dict[str, Counts]:
    """For every kind of piece of every player, how many stand at each place."""
    found: dict[str, Counts] = {"present": _presents(g, rules)}
    bids = g.bids.tolist()
    for player in seats_of(rules):
        number = names.PLAYER.index(player)
        found[f"trader-{player}"] = _traders(g, rules, number, bids)
        found[f"post-{player}"] = _structures(g, number, POST, _provinces(g.posts[number].tolist()))
        teahouses = [name for name, owner in _by_name(g.teahouse.tolist()) if owner == number]
        if number == DULI:
            found[f"teahouse-{player}"] = dict.fromkeys(teahouses, 1) | {RESERVE: STRUCTURES_OF_A_KIND - len(teahouses)}
            continue
        found[f"teahouse-{player}"] = _structures(g, number, TEAHOUSE, dict.fromkeys(teahouses, 1))
        bridges = [gorge for at, gorge in enumerate(names.GORGE) if g.bridges[number] >> at & 1]
        found[f"bridge-{player}"] = _structures(g, number, BRIDGE, dict.fromkeys(bridges, 1))
        if rules.switches["guards"]:
            found[f"guards-{player}"] = {_guards(int(g.guards[number])): 1}
    return found


def seats_of(rules: Ruleset) -> list[str]:
    """Everyone who has pieces, Dúli too."""
    return [*names.PLAYER[: rules.players], *(["duli"] if rules.has_duli else [])]


def _by_name(by_place: list[int]) -> Iterable[tuple[str, int]]:
    return list(zip(names.PLACE, by_place, strict=True))[YUNNAN:]


def _provinces(by_place: list[int]) -> Counts:
    return {place: count for place, count in _by_name(by_place) if count}


def _presents(g: Any, rules: Ruleset) -> Counts:
    held = {player: int(g.held_presents[names.PLAYER.index(player)]) for player in seats_of(rules)}
    return _provinces(g.presents.tolist()) | {player: count for player, count in held.items() if count}


def _traders(g: Any, rules: Ruleset, player: int, bids: list[list[int]]) -> Counts:
    places = zip(names.PLACE, g.traders[player].tolist(), strict=True)
    found = {SUPPLY: int(g.supply[player]), RESERVE: int(g.reserve[player])} | dict(places)
    for building in range(BUILDINGS):
        for space in range(SPACES):
            if bids[building][space] == player:
                found[f"{names.BUILDING[building]}-{rules.prices[building][space]}"] = 1
    for space, owner in enumerate(g.bank.tolist()):
        if owner == player:
            found[f"bank-{space}"] = 1
    return {place: count for place, count in found.items() if count}


def _structures(g: Any, player: int, kind: int, built: Counts) -> Counts:
    at_home = {SUPPLY: int(g.structures[player, kind]), RESERVE: int(g.structures_reserve[player, kind])}
    return built | {place: count for place, count in at_home.items() if count}


def _guards(where: int) -> str:
    if where == GUARDS_IN_RESERVE:
        return RESERVE
    return GONE if where == GUARDS_GONE else names.PLACE[where]
