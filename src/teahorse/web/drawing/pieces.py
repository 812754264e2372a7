"""Every piece of a position, each at its place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...rules import names
from ...rules.ruleset import Ruleset
from ...rules.state import CONVERT, NOBODY, OVER
from ...server.history.history import Step
from ...snapshot import part_of_round
from .layout import CELLS, PROVINCES, Layout
from .parts import Piece
from .piece_ids import GONE, RESERVE, SUPPLY, Cast, Station, seats_of
from .shapes import Point

SLOTS_AT_HOME = {"trader": 7, "post": 2, "bridge": 2, "teahouse": 2, "guards": 1}


class Standing:
    """Finds the place of each piece of a cast."""

    def __init__(self, rules: Ruleset, places: Layout, spaces: dict[str, Point]) -> None:
        self._ranks = {player: rank for rank, player in enumerate(seats_of(rules))}
        self._places = places
        self._spaces = spaces  # of the buildings and the bank, by the names of their spots

    def at(self, kind: str, player: str, station: Station) -> Point:
        """Where a piece stands."""
        place, slot = station
        if kind == "present":
            return self._present(place, slot)
        rank = self._ranks[player]
        if place in (SUPPLY, RESERVE, GONE):
            return self._home(kind, rank, slot if place == SUPPLY else SLOTS_AT_HOME[kind] - 1 - slot)
        if kind == "trader":
            return self._spaces[place] if place in self._spaces else self._places.trader(place, rank, slot)
        if kind == "teahouse":
            return self._places.in_corner(place, self._places.teahouse_at)
        if kind == "bridge":
            return self._places.bridge(place, rank)
        return self._places.guards(place, rank) if kind == "guards" else self._places.post(place, rank, slot)

    def _home(self, kind: str, rank: int, slot: int) -> Point:
        if kind == "trader":
            return self._places.camp_trader(rank, slot)
        return self._places.camp_structure(rank, kind, slot)

    def _present(self, place: str, slot: int) -> Point:
        if place in self._ranks:
            return self._places.camp_at(self._ranks[place], self._places.camp_presents_at)
        return self._places.present(place, slot)


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
    return [_figure(piece, station, cast, colours) for piece, station in sorted(cast.stations.items())]


def _figure(piece: str, station: Station, cast: Cast, colours: Mapping[str, str]) -> Figure:
    kind, *whose = piece.split("-")
    player = whose[0] if kind != "present" else ""
    states = [state for state in (RESERVE, GONE) if station.place == state]
    if station.place in (SUPPLY, RESERVE, GONE):
        states.append("home")
    if kind == "present" and station.place in colours:
        states.append("held")
    if kind == "trader" and station.place in PROVINCES:
        states.append("abroad")
    if kind == "trader" and "-" in station.place:
        states.append("on-space")
    if piece in cast.travelled:
        states.append("travelled")
    return Figure(piece, kind, player, colours.get(player, ""), tuple(states), station)


def placed(figures: Iterable[Figure], standing: Standing) -> Iterator[Piece]:
    """The figures at their places."""
    for piece, kind, player, colour, states, station in figures:
        yield Piece(piece, kind, standing.at(kind, player, station), colour, states)


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
