"""Every piece of a position, each at its place."""

from functools import lru_cache
from typing import NamedTuple

from ...rules import names
from ...rules.ruleset import Ruleset
from ...rules.state import CONVERT, NOBODY, OVER
from ...server.history.history import GameHistory, Step
from ...snapshot import part_of_round
from .building_spaces import traders_on_spaces
from .labels import Words
from .layout import CELLS, PROVINCES, Layout
from .parts import MOST_GROUPS, Group, Piece
from .piece_ids import GONE, RESERVE, SUPPLY, Cast, Station, seats_of
from .shapes import Point

MOST_STATIONS = 16384  # whose places are kept
SLOTS_AT_HOME = {"trader": 7, "post": 2, "bridge": 2, "teahouse": 2, "guards": 1}


@lru_cache(maxsize=MOST_STATIONS)
def place_of(kind: str, player: str, station: Station, rules: Ruleset, places: Layout) -> Point:
    """Where a piece stands."""
    place, slot = station
    seats = seats_of(rules)
    if kind == "present":
        return (
            places.camp_at(seats.index(place), places.camp_presents_at) if place in seats else places.present(*station)
        )
    rank = seats.index(player)
    if place in (SUPPLY, RESERVE, GONE):
        return _at_home(kind, rank, slot if place == SUPPLY else SLOTS_AT_HOME[kind] - 1 - slot, places)
    if kind == "trader":
        on_space = traders_on_spaces(rules, places).get(place)
        return places.trader(place, rank, slot) if on_space is None else on_space
    if kind == "teahouse":
        return places.in_corner(place, places.teahouse_at)
    if kind == "bridge":
        return places.bridge(place, rank)
    return places.guards(place, rank) if kind == "guards" else places.post(place, rank, slot)


def _at_home(kind: str, rank: int, slot: int, places: Layout) -> Point:
    return places.camp_trader(rank, slot) if kind == "trader" else places.camp_structure(rank, kind, slot)


class Pool(NamedTuple):
    """Pieces that are alike: where each of them stands, by its id, their colour, and which have travelled."""

    stations: tuple[tuple[str, Station], ...]
    colour: str
    travelled: frozenset[str]


class Marker(NamedTuple):
    """A player's marker in an order or on the track of points, or a horse."""

    player: str
    colour: str
    at: str | int = ""  # where it stands


class Pieces(NamedTuple):
    """All pieces of a position. It is the same in every layout."""

    pools: tuple[Pool, ...]
    horses: tuple[Marker, ...]
    track: str  # the order in force
    order: tuple[Marker, ...]
    points: tuple[Marker, ...]
    incomes: tuple[Marker, ...]
    inspected: str | None  # where the inspector stands
    blocked: str | None  # the gorge with the blocker
    has_blocker: bool


class Placed(NamedTuple):
    """All pieces at their places in one layout."""

    cast: list[Group[Piece]]
    horses: Group[Piece]
    order: Group[Piece]
    points: Group[Piece]
    inspector: Group[Piece]
    blocker: Group[Piece]

    def groups(self) -> list[Group[Piece]]:
        """All groups; later ones lie on top."""
        return [*self.cast, self.horses, self.order, self.points, self.inspector, self.blocker]


def all_pieces(history: GameHistory, words: Words, cast: Cast) -> Pieces:
    """Traders, structures, guards, presents, horses and markers."""
    g, rules, colours = words.g, words.rules, words.colours
    track = "blue" if part_of_round(names.PHASE[g.phase], names.NEEDS[g.needs]) in names.BLUE_PARTS else "gray"
    blue = [names.PLAYER[player] for player in g.blue[: rules.fields.seats].tolist()]
    points, incomes, horses = words.view.points, g.income.tolist(), g.horse.tolist()
    playing = list(enumerate(names.PLAYER[: rules.players]))
    return Pieces(
        pools=tuple(
            Pool(
                tuple(sorted(pool.stations.items())),
                colours.get(name.partition("-")[2], ""),
                cast.travelled.intersection(pool.stations),
            )
            for name, pool in sorted(cast.pools.items())
        ),
        horses=tuple(Marker(player, colours[player], names.PLACE[horses[rank]]) for rank, player in playing),
        track=track,
        order=tuple(Marker(player, colours[player]) for player in (blue if track == "blue" else reversed(blue))),
        points=tuple(Marker(player, colours[player], points[rank]) for rank, player in playing[: rules.people]),
        incomes=tuple(Marker(player, colours[player], incomes[rank]) for rank, player in playing if incomes[rank]),
        inspected=_inspected(history.steps) if g.phase in (CONVERT, OVER) else None,
        blocked=None if g.blocked == NOBODY else names.GORGE[g.blocked],
        has_blocker=bool(rules.switches["temple"]),
    )


def _inspected(steps: list[Step]) -> str | None:
    """6.1: the inspector is at home until everyone has travelled; then he stands where he went."""
    for step in reversed(steps):
        for event in reversed(step.events):
            if event.name == "inspected":
                return str(event.fields["place"])
    return None


def placed(pieces: Pieces, rules: Ruleset, places: Layout) -> Placed:
    """The pieces at their places."""
    return Placed(
        [_pool(pool, rules, places) for pool in pieces.pools],
        _horses(pieces.horses, places),
        _order_markers(pieces.track, pieces.order, places),
        _point_markers(pieces.points, pieces.incomes, places),
        _inspector(pieces.inspected, places),
        _blocker(pieces.blocked, pieces.has_blocker, places),
    )


@lru_cache(maxsize=MOST_GROUPS)
def _pool(pool: Pool, rules: Ruleset, places: Layout) -> Group[Piece]:
    return Group(
        _piece(piece, station, pool.colour, piece in pool.travelled, rules, places) for piece, station in pool.stations
    )


@lru_cache(maxsize=MOST_STATIONS)
def _piece(piece: str, station: Station, colour: str, has_travelled: bool, rules: Ruleset, places: Layout) -> Piece:
    kind, *whose = piece.split("-")
    states = [state for state in (RESERVE, GONE) if station.place == state]
    if station.place in (SUPPLY, RESERVE, GONE):
        states.append("home")
    if kind == "present" and station.place in names.PLAYER:
        states.append("held")
    if kind == "trader" and station.place in PROVINCES:
        states.append("abroad")
    if kind == "trader" and "-" in station.place:
        states.append("on-space")
    if has_travelled:
        states.append("travelled")
    at = place_of(kind, whose[0] if kind != "present" else "", station, rules, places)
    return Piece(piece, kind, at, colour, tuple(states))


@lru_cache(maxsize=MOST_GROUPS)
def _horses(horses: tuple[Marker, ...], places: Layout) -> Group[Piece]:
    return Group(
        Piece(f"horse-{player}", "horse", places.horse(str(place), rank), colour)
        for rank, (player, colour, place) in enumerate(horses)
    )


@lru_cache(maxsize=MOST_GROUPS)
def _order_markers(track: str, order: tuple[Marker, ...], places: Layout) -> Group[Piece]:
    """0.9: the markers on the track in force."""
    return Group(
        Piece(f"order-{marker.player}", "marker", places.order(track, position), marker.colour)
        for position, marker in enumerate(order)
    )


@lru_cache(maxsize=MOST_GROUPS)
def _point_markers(points: tuple[Marker, ...], incomes: tuple[Marker, ...], places: Layout) -> Group[Piece]:
    """The points of each person, and while they last the incomes of the round."""
    cells: dict[int, list[tuple[str, Marker]]] = {}
    for kind, markers in (("points", points), ("income", incomes)):
        for marker in markers:
            cells.setdefault(max(0, int(marker.at)) % CELLS, []).append((kind, marker))
    return Group(
        Piece(f"{kind}-{marker.player}", "marker" if kind == "points" else "income", place, marker.colour)
        for cell, there in cells.items()
        for (kind, marker), place in zip(there, places.in_cell(cell, len(there)), strict=True)
    )


@lru_cache(maxsize=MOST_GROUPS)
def _inspector(inspected: str | None, places: Layout) -> Group[Piece]:
    at = places.in_corner(inspected, places.inspector_at) if inspected else places.inspector_at_home
    return Group([Piece("the-inspector", "inspector", at)])


@lru_cache(maxsize=MOST_GROUPS)
def _blocker(blocked: str | None, has_blocker: bool, places: Layout) -> Group[Piece]:
    """4.9: the gorge blocker, at the temple or on a gorge."""
    at = places.blocker_at_home if blocked is None else places.blocker(blocked)
    return Group([Piece("the-blocker", "blocker", at)] if has_blocker else [])


def with_marks(group: Group[Piece], marked: frozenset[str]) -> Group[Piece]:
    """The same pieces; those that moved since the reader's last move have a mark."""
    here = marked & _ids(group) if marked else marked
    return _marked(group, here) if here else group


@lru_cache(maxsize=MOST_GROUPS)
def _ids(group: Group[Piece]) -> frozenset[str]:
    return frozenset(piece.id for piece in group)


@lru_cache(maxsize=MOST_GROUPS)
def _marked(group: Group[Piece], marked: frozenset[str]) -> Group[Piece]:
    return Group(piece._replace(states=(*piece.states, "since")) if piece.id in marked else piece for piece in group)
