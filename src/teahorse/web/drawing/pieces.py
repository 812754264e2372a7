"""Every piece of a position, each at its place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ...rules import names
from ...rules.ruleset import Ruleset
from ...rules.state import CONVERT, NOBODY, OVER
from ...server.history.history import Step
from ...snapshot import part_of_round
from .building_spaces import traders_on_spaces
from .layout import CELLS, PROVINCES, Layout
from .parts import Piece
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


class Figure(NamedTuple):
    """A piece of a cast as it looks, and its station."""

    id: str
    kind: str
    player: str
    colour: str
    states: tuple[str, ...]
    station: Station


def figures(cast: Cast, colours: Mapping[str, str]) -> list[Figure]:
    """Traders, structures, guards and presents."""
    return [
        _figure(piece, station, colours.get(piece.split("-")[1], ""), piece in cast.travelled)
        for piece, station in sorted(cast.stations.items())
    ]


@lru_cache(maxsize=MOST_STATIONS)
def _figure(piece: str, station: Station, colour: str, has_travelled: bool) -> Figure:
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
    return Figure(piece, kind, whose[0] if kind != "present" else "", colour, tuple(states), station)


def placed(figures: Iterable[Figure], rules: Ruleset, places: Layout) -> Iterator[Piece]:
    """The figures at their places."""
    for piece, kind, player, colour, states, station in figures:
        yield Piece(piece, kind, place_of(kind, player, station, rules, places), colour, states)


def horses(g: Any, rules: Ruleset, places: Layout, colours: Mapping[str, str]) -> Iterator[Piece]:
    """The horses in their stables."""
    for rank in range(rules.players):
        player = names.PLAYER[rank]
        yield Piece(f"horse-{player}", "horse", places.horse(names.PLACE[g.horse[rank]], rank), colours[player])


def order_markers(g: Any, rules: Ruleset, places: Layout, colours: Mapping[str, str]) -> Iterator[Piece]:
    """0.9: the markers on the track in force."""
    part = part_of_round(names.PHASE[g.phase], names.NEEDS[g.needs])
    track = "blue" if part in names.BLUE_PARTS else "gray"
    order = [names.PLAYER[player] for player in g.blue[: rules.fields.seats]]
    for position, player in enumerate(order if track == "blue" else order[::-1]):
        yield Piece(f"order-{player}", "marker", places.order(track, position), colours[player])


def point_markers(
    g: Any, rules: Ruleset, points: Sequence[int], places: Layout, colours: Mapping[str, str]
) -> Iterator[Piece]:
    """The points of each person, and while they last the incomes of the round."""
    cells: dict[int, list[tuple[str, str, str]]] = {}
    for person in range(rules.people):
        player = names.PLAYER[person]
        cells.setdefault(max(0, points[person]) % CELLS, []).append(("points", player, "marker"))
    for rank in range(rules.players):
        if g.income[rank]:
            at = int(g.income[rank]) % CELLS
            cells.setdefault(at, []).append(("income", names.PLAYER[rank], "income"))
    for at, markers in cells.items():
        for (word, player, symbol), place in zip(markers, places.in_cell(at, len(markers)), strict=True):
            yield Piece(f"{word}-{player}", symbol, place, colours[player])


def inspector(g: Any, steps: list[Step], places: Layout) -> Piece:
    """6.1: he is at home until everyone has travelled; then he stands where he went."""
    visited = _visited(steps) if g.phase in (CONVERT, OVER) else None
    at = places.in_corner(visited, places.inspector_at) if visited else places.inspector_at_home
    return Piece("the-inspector", "inspector", at)


def _visited(steps: list[Step]) -> str | None:
    for step in reversed(steps):
        for event in reversed(step.events):
            if event.name == "inspected":
                return str(event.fields["place"])
    return None


def blocker(g: Any, places: Layout) -> Piece:
    """4.9: the gorge blocker, at the temple or on a gorge."""
    at = places.blocker_at_home if g.blocked == NOBODY else places.blocker(names.GORGE[g.blocked])
    return Piece("the-blocker", "blocker", at)
