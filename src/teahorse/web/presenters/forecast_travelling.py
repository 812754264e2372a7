"""Seeing ahead on the road: the route check, the inspector, presents, income and order if all were done now."""

from collections import Counter
from dataclasses import dataclass

from ...game import Event, Game
from ...rules import names as notation
from ...text.events import Names, Say, called, place_called, tell
from .what_if import events_if_all_were_done


@dataclass(frozen=True)
class Line:
    """Something that would happen: to whom, where, how many traders or posts or coins, and the sentence for it."""

    player: str | None
    place: str | None
    count: int
    text: str


@dataclass(frozen=True)
class Earning:
    """One item of an income: what earns it (`traders`, `posts` or `market`), where, with how many gaps."""

    kind: str
    place: str
    where: str
    count: int
    gaps: int
    coins: int
    text: str


@dataclass(frozen=True)
class Income:
    """A player's income with its items."""

    player: str
    name: str
    coins: int
    items: tuple[Earning, ...]


@dataclass(frozen=True)
class Travelling:
    """What would come if everyone left to travel were done now."""

    passes_left: int
    passes: int
    sent_home: tuple[Line, ...]
    revenues: tuple[Line, ...]
    inspected: str
    banished: str | None
    inspection: tuple[str, ...]  # where he would go and whom he would banish, in sentences
    presents: dict[str, int]
    incomes: tuple[Income, ...]  # in gray order of this round
    order: tuple[str, ...]  # the new gray order


def travelling(game: Game, names: Names, say: Say) -> Travelling:
    """Play a copy on to the new order, and take what it tells."""
    events = list(events_if_all_were_done(game))
    mover = notation.PLAYER.index(str(game.to_move))
    position = game.position

    def named(*kinds: str) -> list[Event]:
        return [event for event in events if event.name in kinds]

    def lines(kind: str, counts: str) -> tuple[Line, ...]:
        return tuple(_line(event, counts, game, names, say) for event in named(kind))

    banished = named("banished")
    return Travelling(
        int(position.passes_left),
        int(position.passes[mover]),
        lines("sent-home", "traders"),
        lines("revenue", "coins"),
        named("inspected")[0].fields["place"],
        banished[0].fields["player"] if banished else None,
        tuple(tell(e, game.rules, names, say) for e in named("inspected", "banished", "nobody-banished")),
        dict(Counter(event.fields["player"] for event in named("present"))),
        tuple(_income(event, events, game, names, say) for event in named("income")),
        tuple(event.fields["player"] for event in named("new-order")),
    )


def _line(event: Event, counts: str, game: Game, names: Names, say: Say) -> Line:
    fields = event.fields
    return Line(fields.get("player"), fields.get("place"), fields[counts], tell(event, game.rules, names, say))


def _income(income: Event, events: list[Event], game: Game, names: Names, say: Say) -> Income:
    player = income.fields["player"]
    items = [
        _earning(event, game, names, say)
        for event in events
        if event.name.endswith("-earned") and event.fields["player"] == player
    ]
    return Income(player, called(player, names, say), income.fields["coins"], tuple(items))


def _earning(event: Event, game: Game, names: Names, say: Say) -> Earning:
    kind, fields = event.name.removesuffix("-earned"), event.fields
    place = fields.get("place", "P")
    return Earning(
        kind,
        place,
        say("the market") if place == "P" else place_called(place, game.rules, say),
        fields["posts" if kind == "posts" else "traders"],
        fields.get("gaps", 0),
        fields["coins"],
        tell(event, game.rules, names, say),
    )
