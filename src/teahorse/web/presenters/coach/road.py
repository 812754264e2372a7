"""What the coach says about journeys, displacing and being done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....bots.worth_naming import position_after
from ....game_events import Event
from ....rules import names as notation
from ....rules.displacement import can_displace
from ....rules.state import NOBODY, PUER
from ....text import coach
from ....text.words import listed
from ..what_if import events_from, income_if_all_were_done, tried
from .thought import Thought


@dataclass(frozen=True)
class Prospect:
    """What a player would get in this round if all were done now."""

    income: int
    presents: int
    sent_home: tuple[str, ...]  # places
    banished_in: str | None


def prospect(thought: Thought, table: Any, player: str | None = None) -> Prospect:
    """Play on until the income of the round is known, by default for the player who asks."""
    whose = player or thought.mover
    events = [event for event in events_from(table, thought.view.rules) if event.fields.get("player") == whose]

    def named(name: str) -> list[Event]:
        return [event for event in events if event.name == name]

    return Prospect(
        sum(event.fields["coins"] for event in named("income")),
        len(named("present")),
        tuple(event.fields["place"] for event in named("sent-home")),
        next((event.fields["place"] for event in named("banished")), None),
    )


def gain(thought: Thought) -> str:
    """What a step of travelling brings, in a sentence without a person."""
    kind = thought.words[0]
    if kind == "go":
        return _journey_gains(thought)
    if kind == "displace":
        return _displacing_gains(thought)
    if kind == "spare":
        return thought.view.say(coach.SPARE_REASON)
    return _done_gains(thought)


def outlook(thought: Thought) -> str:
    """What it risks, and who could undo it."""
    kind = thought.words[0]
    before = prospect(thought, thought.view.game.table)
    after = prospect(thought, thought.after.table)
    view, say = thought.view, thought.view.say
    if kind == "done":
        return say(coach.DONE_SENT_HOME).format(places=_places(thought, before.sent_home)) if before.sent_home else ""
    is_told = kind == "go" and _journey_gains(thought) == _earns_if_spared(thought, before, after)
    if after.banished_in and not before.banished_in and not is_told:
        return say(coach.WOULD_BE_BANISHED).format(place=view.place(after.banished_in))
    if before.banished_in and not after.banished_in:
        return say(coach.INSPECTOR_SPARES)
    return _would_be_displaced(thought) or _could_be_displaced(thought) if kind == "go" else ""


# --- Journeys -----------------------------------------------------------------------------------------


def _journey_gains(thought: Thought) -> str:
    before, after = prospect(thought, thought.view.game.table), prospect(thought, thought.after.table)
    say, presents = thought.view.say, after.presents - before.presents
    saved = [place for place in before.sent_home if place not in after.sent_home]
    numbers = {"before": before.income, "income": after.income, "presents": presents}
    if saved:
        return say(coach.SAVES_ROUTE).format(places=_places(thought, saved))
    if presents > 0 and after.income > before.income:
        return say.ngettext(*coach.PRESENT_TOO, presents).format(**numbers)
    if presents > 0:
        return say.ngettext(*coach.PRESENT_ONLY, presents).format(**numbers)
    if after.income > before.income:
        return say(coach.INCOME_RISES).format(**numbers)
    if thought.position_after.arrived != NOBODY:
        return say(coach.MAY_DISPLACE)
    letters = thought.words[1].split("-")
    start, end = (notation.PLACE.index(letter) for letter in letters)
    if after.banished_in == letters[1]:
        return _earns_if_spared(thought, before, after)
    if end == PUER:  # 15.11
        return say(coach.INCOME_AT_HOME).format(**numbers)
    place = thought.view.place(letters[1])
    if after.income == before.income:
        return say(coach.INCOME_STAYS_UPWARD if end > start else coach.INCOME_STAYS_DOWNWARD).format(
            **numbers, place=place
        )
    return say(coach.INCOME_FALLS_UPWARD if end > start else coach.INCOME_FALLS_DOWNWARD).format(**numbers, place=place)


def _earns_if_spared(thought: Thought, before: Prospect, after: Prospect) -> str:
    """What the trader earns if the inspector goes elsewhere, and what happens if he comes."""
    end = thought.words[1].split("-")[1]
    coins = int(thought.view.rules.fields.trader_values[notation.PLACE.index(end)])
    if not _travel_later(thought):
        another = _income_with_another(thought, end) > after.income
        sentence = coach.EARNS_WITH_ANOTHER if another else coach.IS_BANISHED
        return thought.view.say(sentence).format(place=thought.view.place(end), coins=coins, income=after.income)
    sentence = coach.EARNS_IF_SPARED_ELSE_LESS if after.income < before.income else coach.EARNS_IF_SPARED
    return thought.view.say(sentence).format(
        place=thought.view.place(end), coins=coins, before=before.income, income=after.income
    )


def _income_with_another(thought: Thought, end: str) -> int:
    """The income of the round if another trader makes a journey to the same province."""
    after = position_after(thought.view.game, thought.move)
    journeys = [move for move in after.legal_moves() if move.startswith("go ") and move.endswith(f"-{end}")]
    tables = [position_after(after, move).table for move in journeys if after.to_move == thought.mover]
    return max((income_if_all_were_done(table, thought.view.rules, thought.mover) for table in tables), default=0)


def _travel_later(thought: Thought) -> list[int]:
    """The players of other people who travel later this round."""
    order = thought.position_after.blue[: thought.view.rules.players][::-1].tolist()
    return [rival for rival in order[order.index(thought.player) + 1 :] if rival in thought.rivals]


def _would_be_displaced(thought: Thought) -> str:
    """What the search expects of the rivals who travel later this round, where traders stand after this journey."""
    places = [notation.PLACE[place] for place in np.flatnonzero(thought.position_after.traders[thought.player])]
    for event in thought.expected:
        if event.name == "round":
            break
        is_own = event.name == "displaced" and event.fields["player"] == thought.mover
        if is_own and event.fields["start"] in places:
            by, place = (event.fields[field] for field in ("by", "start"))
            return thought.view.say(coach.WOULD_BE_DISPLACED).format(
                player=thought.view.player(by), place=thought.view.place(place)
            )
    return ""


def _could_be_displaced(thought: Thought) -> str:
    """Rivals who travel later this round, may go there, and have more influence."""
    end = thought.words[1].split("-")[1]
    place, after, rules = notation.PLACE.index(end), thought.position_after, thought.view.rules
    able = [
        rival
        for rival in _travel_later(thought)
        if after.horse[rival] >= place and can_displace(after, rules.record, rival, thought.player, place)
    ]
    if end == "P" or not able:
        return ""
    sentence = coach.COULD_BE_DISPLACED if len(able) == 1 else coach.COULD_BE_DISPLACED_BY_SEVERAL
    return thought.view.say(sentence).format(players=thought.named(able))


def _places(thought: Thought, places: Sequence[str]) -> str:
    return listed([thought.view.place(place) for place in places], thought.view.say)


# --- The end of a turn, and displacing ----------------------------------------------------------------


def _done_gains(thought: Thought) -> str:
    view = thought.view
    now = income_if_all_were_done(view.game.table, view.rules, thought.mover)
    journeys = [move for move in view.legal_moves if move.startswith("go ")]
    incomes = {
        move: income_if_all_were_done(tried(view.game, thought.id_of(move)).table, view.rules, thought.mover)
        for move in journeys
    }
    best = max(journeys, key=lambda move: incomes[move], default="")
    if not best or incomes[best] <= now:
        return view.say(coach.DONE_BEST).format(income=now)
    stay = coach.DONE_STAY_IN_MARKET if best.startswith("go P-") else coach.DONE_STAY
    return view.say(stay).format(more=incomes[best] - now)


def _displacing_gains(thought: Thought) -> str:
    view, victim = thought.view, thought.words[1]
    name = view.player(victim)
    spared = tried(view.game, thought.id_of("spare")).table
    if victim in notation.PLAYER:
        before, after = (prospect(thought, table, victim) for table in (spared, thought.after.table))
        lost, has_lost_present = before.income - after.income, before.presents > after.presents
        if lost > 0:
            return view.say(coach.LOSES_BOTH if has_lost_present else coach.LOSES_INCOME).format(
                coins=lost, player=name
            )
        if has_lost_present:
            return view.say(coach.LOSES_PRESENT).format(player=name)
    (displaced,) = (event for event in thought.after.events if event.name == "displaced")
    return view.say(coach.LOSES_PLACE).format(player=name, place=view.place(displaced.fields["end"]))
