"""The names of a table's players, made distinct."""

from collections import Counter
from collections.abc import Collection, Sequence

from ...rules.ruleset import Ruleset
from ...server.tables.seats import Seat, colours_of, players_of, seat_of
from ...text.people import NamesForReader
from ...text.translation import Say
from ...text.words import colour_called


def distinct_names(rules: Ruleset, seats: Sequence[Seat], say: Say) -> dict[str, str]:
    """Everyone's name by player; who shares it with another, or plays two colours, has the colour added.

    Two colours in one hand are also there together, as the ranking has them: `{"p1+p3": "Ann"}`.
    """
    players, colours = players_of(rules), colours_of(rules, seats)
    called = {player: _without_period(seat_of(player, rules, seats).name) or say("Free seat") for player in players}
    shared = Counter(called.values())
    names: dict[str, str] = {}
    for player, name in called.items():
        if shared[name] > 1:
            name = say("{name} ({colour})").format(name=name, colour=colour_called(colours[player], say))
        names[player] = name
    return names | _of_people(rules, seats, say)


def names_for_reader(rules: Ruleset, seats: Sequence[Seat], mine: Collection[str], say: Say) -> NamesForReader:
    """Everyone's name, for a reader who may move for the players `mine`.

    A reader with one seat is that player. Around one screen, and for spectators, everyone goes by name.
    """
    people = {rules.record.person[int(player[1:]) - 1] for player in mine}
    return NamesForReader(distinct_names(rules, seats, say), {"+".join(sorted(mine))} if len(people) == 1 else ())


def _without_period(name: str) -> str:
    """A name as sentences need it: they end in a period of their own."""
    return name.rstrip(". ") or name


def _of_people(rules: Ruleset, seats: Sequence[Seat], say: Say) -> dict[str, str]:
    if rules.players == rules.people:
        return {}
    colours: dict[int, list[str]] = {}
    for player in players_of(rules):
        colours.setdefault(int(rules.fields.person[int(player[1:]) - 1]), []).append(player)
    return {"+".join(hand): _without_period(seats[person].name) or say("Free seat") for person, hand in colours.items()}
