"""Which piece is which: pieces of a player are alike in the rules, but on the screen each one has a life.

From one position to the next as few pieces move as can be. A piece stays in its slot as long as it stays in its
place; the last one leaves first, except that a trader who has made a journey lets those go who have not.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from ...rules import names
from ...rules.ruleset import Ruleset
from ...rules.state import (
    BRIDGE,
    BUILDINGS,
    DISPLACE,
    DULI,
    GAME,
    GUARDS_GONE,
    GUARDS_IN_RESERVE,
    POST,
    SPACES,
    STRUCTURES_OF_A_KIND,
    TEAHOUSE,
    TRAVEL,
    YUNNAN,
)
from ...server.history.history import GameHistory
from ...snapshot import to_move

SUPPLY, RESERVE, GONE = "supply", "reserve", "gone"
ROWS_BETWEEN = 16  # piece ids are kept for every 16th row, and followed from there
RECENT = 40  # rows before the one drawn last whose piece ids are kept, too: a reader's last move is among them
LOOKED_AT = ("phase", "blue", "turn", "presents", "held_presents", "teahouse")
BELONGINGS = ("traders", "supply", "reserve", "posts", "structures", "structures_reserve", "bridges", "guards")
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


def cast_of(history: GameHistory) -> Cast:
    """The current cast. Casts of earlier rows are cached in the history."""
    cast = cast_after(history, len(history.steps))
    if history.steps:
        _keep_latest(history.drawing_states, history.steps[-1].row, cast)
    return cast


def cast_after(history: GameHistory, count: int) -> Cast:
    """The cast after this many steps."""
    cast: Cast | None = None
    known = 0
    for number in range(count, 0, -1):
        cast = history.drawing_states.get(history.steps[number - 1].row)
        if cast is not None:
            known = number
            break
    if cast is not None and known == count:
        return cast
    start = history.steps[known - 1].after if known else _first(history)
    positions = plain([start, *(step.after for step in history.steps[known:count])])
    if cast is None:
        cast = settled(Cast({}), None, positions[0], history.rules)
    for step, before, after in zip(history.steps[known:count], positions[:-1], positions[1:], strict=True):
        cast = followed(cast, step.move, before, after, history.rules)
        if step.row % ROWS_BETWEEN == 0:
            history.drawing_states[step.row] = cast
    if count:
        history.drawing_states[history.steps[count - 1].row] = cast  # until a row much later is drawn
    return cast


def _keep_latest(drawing_states: dict[int, Any], row: int, cast: Cast) -> None:
    """Keep the cast of the drawn row, and drop those of rows long before it."""
    for other in list(drawing_states):
        if other % ROWS_BETWEEN and not row - RECENT < other <= row:
            drawing_states.pop(other, None)
    drawing_states[row] = cast


def _first(history: GameHistory) -> Any:
    return history.steps[0].before if history.steps else history.game.position


def followed(cast: Cast, move: str, before: Any, after: Any, rules: Ruleset) -> Cast:
    """The cast after a move, by the plain positions before and after it."""
    then = settled(cast, before, after, rules)
    if after.phase not in (TRAVEL, DISPLACE) or to_move(after) != to_move(before):
        return Cast(then.pools)
    if not move.startswith("go "):
        return then
    mine = f"trader-{to_move(before)}"
    stood = cast.pools[mine].stations
    walked = {piece for piece, station in then.pools[mine].stations.items() if station.place != stood[piece].place}
    return Cast(then.pools, cast.travelled | walked)


def settled(cast: Cast, before: Any, after: Any, rules: Ruleset) -> Cast:
    """The cast in another position, moving as few pieces as possible; `before` is the present position."""
    pools = dict(cast.pools)
    for owner in [None, *seats_of(rules)] if before is None else _disturbed(before, after, rules):
        for name, wanted in _whereabouts(after, owner, rules).items():
            pool = pools.get(name)
            if pool is None or pool.counts != wanted:
                pools[name] = _settle(name, wanted, pool, cast.travelled)
    return Cast(pools, cast.travelled)


def _settle(name: str, wanted: Counts, pool: Pool | None, travelled: frozenset[str]) -> Pool:
    """Move the pieces of one pool to the places where they are needed."""
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


def plain(positions: Sequence[Any]) -> list[SimpleNamespace]:
    """GAME records as plain numbers and lists; reading a whole game at once is much faster."""
    together = np.zeros(len(positions), GAME)
    for number, position in enumerate(positions):
        together[number] = position
    fields = {name: together[name].tolist() for name in (*LOOKED_AT, *BELONGINGS)}
    # Who stands on each space of the buildings, and behind them of the bank.
    fields["places_taken"] = np.hstack([together["bids"].reshape(len(together), -1), together["bank"]]).tolist()
    return [SimpleNamespace(**dict(zip(fields, values, strict=True))) for values in zip(*fields.values(), strict=True)]


def whereabouts(position: Any, rules: Ruleset) -> dict[str, Counts]:
    """For every kind of piece of every player, how many stand at each place."""
    g = plain([position])[0]
    return {
        name: counts for owner in [None, *seats_of(rules)] for name, counts in _whereabouts(g, owner, rules).items()
    }


def _disturbed(before: Any, after: Any, rules: Ruleset) -> list[str | None]:
    """The players whose pieces may have moved; None stands for presents."""
    places = zip([*before.places_taken, *before.teahouse], [*after.places_taken, *after.teahouse], strict=True)
    holders = {holder for pair in places if pair[0] != pair[1] for holder in pair}
    presents = before.presents != after.presents or before.held_presents != after.held_presents
    found: list[str | None] = [None] if presents else []
    for owner in seats_of(rules):
        number = names.PLAYER.index(owner)
        if number in holders or any(getattr(before, f)[number] != getattr(after, f)[number] for f in BELONGINGS):
            found.append(owner)
    return found


def _whereabouts(g: Any, owner: str | None, rules: Ruleset) -> dict[str, Counts]:
    if owner is None:
        return {"present": _presents(g, rules)}
    number = names.PLAYER.index(owner)
    teahouses = [name for name, holder in _by_name(g.teahouse) if holder == number]
    found = {
        f"trader-{owner}": _traders(g, rules, number),
        f"post-{owner}": _structures(g, number, POST, _provinces(g.posts[number])),
    }
    if number == DULI:
        in_reserve = STRUCTURES_OF_A_KIND - len(teahouses)
        return found | {f"teahouse-{owner}": dict.fromkeys(teahouses, 1) | {RESERVE: in_reserve}}
    bridges = [gorge for at, gorge in enumerate(names.GORGE) if g.bridges[number] >> at & 1]
    found[f"teahouse-{owner}"] = _structures(g, number, TEAHOUSE, dict.fromkeys(teahouses, 1))
    found[f"bridge-{owner}"] = _structures(g, number, BRIDGE, dict.fromkeys(bridges, 1))
    if rules.switches["guards"]:
        found[f"guards-{owner}"] = {_guards(g.guards[number]): 1}
    return found


def seats_of(rules: Ruleset) -> list[str]:
    """Everyone who has pieces, Dúli too."""
    return [*names.PLAYER[: rules.players], *(["duli"] if rules.has_duli else [])]


def _by_name(by_place: list[int]) -> Iterable[tuple[str, int]]:
    return list(zip(names.PLACE, by_place, strict=True))[YUNNAN:]


def _provinces(by_place: list[int]) -> Counts:
    return {place: count for place, count in _by_name(by_place) if count}


def _presents(g: Any, rules: Ruleset) -> Counts:
    held = {player: g.held_presents[names.PLAYER.index(player)] for player in seats_of(rules)}
    return _provinces(g.presents) | {player: count for player, count in held.items() if count}


def _traders(g: Any, rules: Ruleset, player: int) -> Counts:
    places = zip(names.PLACE, g.traders[player], strict=True)
    found = {SUPPLY: g.supply[player], RESERVE: g.reserve[player]} | dict(places)
    for number, holder in enumerate(g.places_taken):
        if holder == player:
            building, space = divmod(number, SPACES)
            bank = building == BUILDINGS
            found[f"bank-{space}" if bank else f"{names.BUILDING[building]}-{rules.prices[building][space]}"] = 1
    return {place: count for place, count in found.items() if count}


def _structures(g: Any, player: int, kind: int, built: Counts) -> Counts:
    at_home = {SUPPLY: g.structures[player][kind], RESERVE: g.structures_reserve[player][kind]}
    return built | {place: count for place, count in at_home.items() if count}


def _guards(where: int) -> str:
    if where == GUARDS_IN_RESERVE:
        return RESERVE
    return GONE if where == GUARDS_GONE else names.PLACE[where]
