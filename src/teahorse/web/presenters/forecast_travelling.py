"""The forecast while travelling: route check, inspector, presents, income and order if everyone were done now."""

from collections import Counter
from dataclasses import dataclass

from ...game_events import Event
from ...rules import names as notation
from ...text.events import tell
from .position_view import PositionView
from .what_if import events_if_all_were_done


@dataclass(frozen=True)
class Line:
    """An expected event: player, place, number of pieces or coins, and its sentence."""

    player: str | None
    place: str | None
    count: int
    text: str


@dataclass(frozen=True)
class Earning:
    """One item of an income: its source (`traders`, `posts` or `market`), place, and number of gaps."""

    kind: str
    place: str
    where: str
    count: int
    gaps: int
    coins: int


@dataclass(frozen=True)
class Income:
    """A player's income with its items."""

    player: str
    name: str
    coins: int
    items: tuple[Earning, ...]


@dataclass(frozen=True)
class Travelling:
    """The forecast if everyone left to travel were done now."""

    passes_left: int
    passes: int
    sent_home: tuple[Line, ...]
    revenues: dict[str, int]  # by province
    inspected: str
    banished: str | None
    presents: dict[str, int]
    incomes: tuple[Income, ...]  # in gray order of this round
    order: tuple[str, ...]  # the new gray order


def travelling(view: PositionView) -> Travelling:
    """Play a copy up to the new order, and collect its events."""
    events = events_if_all_were_done(view.game)
    mover = notation.PLAYER.index(str(view.to_move))
    position = view.record

    def named(*kinds: str) -> list[Event]:
        return [event for event in events if event.name in kinds]

    banished = named("banished")
    return Travelling(
        int(position.passes_left),
        int(position.passes[mover]),
        tuple(_line(event, view) for event in named("sent-home")),
        {event.fields["place"]: event.fields["coins"] for event in named("revenue")},
        named("inspected")[0].fields["place"],
        banished[0].fields["player"] if banished else None,
        dict(Counter(event.fields["player"] for event in named("present"))),
        tuple(_income(event, events, view) for event in named("income")),
        tuple(event.fields["player"] for event in named("new-order")),
    )


def _line(event: Event, view: PositionView) -> Line:
    fields = event.fields
    return Line(fields["player"], fields["place"], fields["traders"], tell(event, view.rules, view.names, view.say))


def _income(income: Event, events: list[Event], view: PositionView) -> Income:
    player = income.fields["player"]
    items = [
        _earning(event, view) for event in events if event.name.endswith("-earned") and event.fields["player"] == player
    ]
    items.sort(key=lambda item: item.kind == "posts")  # last, or what follows them reads as posts, too
    return Income(player, view.player(player), income.fields["coins"], tuple(items))


def _where(kind: str, place: str, view: PositionView) -> str:
    if place == "P":
        return view.say("the market")
    if kind == "posts":
        return view.say("posts in {place}").format(place=view.place(place))
    return view.place(place)


def _earning(event: Event, view: PositionView) -> Earning:
    kind, fields = event.name.removesuffix("-earned"), event.fields
    place = fields.get("place", "P")
    return Earning(
        kind,
        place,
        _where(kind, place, view),
        fields["posts" if kind == "posts" else "traders"],
        fields.get("gaps", 0),
        fields["coins"],
    )


def inspection_told(road: Travelling, view: PositionView) -> str:
    """Where the inspector would go and whom he would banish, in short."""
    place, revenue = view.place(road.inspected), road.revenues[road.inspected]
    if not revenue:
        return view.say("nobody to banish")
    if road.banished is None:
        return view.say("{place}, revenue {coins}; nobody to banish").format(place=place, coins=revenue)
    if view.is_you(road.banished):
        return view.say("{place}, revenue {coins}; banishes your trader").format(place=place, coins=revenue)
    player = view.player(road.banished)
    return view.say("{place}, revenue {coins}; banishes {player}").format(place=place, coins=revenue, player=player)
