"""What the coach says in a review: which move was better, and what happened instead."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ....game import Game
from ....game_events import Event
from ....rules import names as notation
from ....rules.state import OVER, TRADERS
from ....server.history.history import GameHistory, Step
from ....server.thinking.review_points import Point
from ....text import coach
from ....text.translation import Say
from ....text.words import Names, gorge_called
from ..position_view import PositionView
from .advice import gain
from .bidding import bids_of_others, coins_of_bank
from .expected import would_have_brought
from .move_nouns import move_as_noun
from .thought import Thought

# What winning a building brings.
PRIZES = {
    "school": "trader-hired",
    "customs": "pass-gained",
    "horse": "horse-advanced",
    "guild": "influence-gained",
    "yard": "structure-taken",
    "temple": "gorge-blocked",
}
COINS_FOR_A_POINT = 3
FEW_COINS = 10  # hardly more than one bid
MUCH = 0.15  # of the chance to win


@dataclass(frozen=True, eq=False)
class Retrospect:
    """A move of a finished analysis, with what followed in the same round."""

    history: GameHistory
    points: Sequence[Point]
    number: int  # of the point
    names: Names
    say: Say

    @property
    def point(self) -> Point:
        """The move that was made, and the better one."""
        return self.points[self.number]

    def sentence(self) -> str:
        """The verdict, and why."""
        steps = self.history.steps
        first = next(number for number, step in enumerate(steps) if step.row == self.point.row)
        view = PositionView(Game(self.history.rules, steps[first].before), self.names, self.say)
        thought = Thought(view, self.point.best)
        round_steps = [step for step in steps[first:] if step.round == steps[first].round]
        verdict = self._verdict(view)
        what = self._what_happened(thought, round_steps)
        brought = would_have_brought(self.point.gains, self.say)
        if what:
            return f"{verdict}: {what}. {brought}".rstrip()
        why = "" if _source(self.point, view) else brought or _reason(thought)
        return f"{verdict}. {why}".rstrip()

    def _verdict(self, view: PositionView) -> str:
        player = self.point.player
        person = int(view.rules.fields.person[notation.PLAYER.index(player)])
        words = {
            "move": _source(self.point, view) or move_as_noun(self.point.best.split(" "), view),
            "player": view.player(player),
        }
        if not self._lost_the_lead(person):
            return self.say(coach.MUCH_BETTER if self.point.loss >= MUCH else coach.BETTER).format(**words)
        return self.say(coach.KEPT_YOU_AHEAD if view.is_you(player) else coach.KEPT_AHEAD).format(**words)

    def _lost_the_lead(self, person: int) -> bool:
        """Whether the player's chance was the best before the move, and no longer after it."""
        if self.number == 0:
            return False
        before, after = self.points[self.number - 1].values, self.point.values
        return before[person] == max(before) and after[person] < max(after) <= after[person] + self.point.loss

    # --- What happened instead ------------------------------------------------------------------------------

    def _what_happened(self, thought: Thought, steps: Sequence[Step]) -> str:
        kind = self.point.best.split(" ")[0]
        if _source(self.point, thought.view):
            return ""
        if kind == "convert":
            return self._coins(steps)
        if kind == "pass":
            return self._left_place(thought) or self._outbid(thought, steps)
        if kind in ("bid", "bank", "market"):
            told = self._outbid(thought, steps) or self._won_by_rival(thought, steps) or self._bank_paid(thought, steps)
            return told or self._cheaper()
        return self._lost_trader(thought, steps)

    def _left_place(self, thought: Thought) -> str:
        """A trader was taken from a province, where it should have stayed."""
        _, left, place = self.point.move.partition(" from ")
        return self.say(coach.WORTH_MORE_THERE).format(place=thought.view.place(place)) if left else ""

    def _outbid(self, thought: Thought, steps: Sequence[Step]) -> str:
        """The bid that was made is outbid later in the round."""
        made = self.point.move.split(" ")
        for event in _events(steps[1:]):
            fields = event.fields
            if made[0] != "bid" or event.name != "outbid" or fields["player"] != self.point.player:
                continue
            if (fields["building"], str(fields["price"])) == (made[1], made[2]) and thought.is_rival(fields["by"]):
                you = thought.view.is_you(self.point.player)
                by, player = thought.view.player(fields["by"]), thought.view.player(self.point.player)
                sentence = coach.YOU_WERE_OUTBID if you else coach.WAS_OUTBID
                return self.say(sentence).format(player=by if you else player, by=by, price=made[2])
        return ""

    def _cheaper(self) -> str:
        """The same building would have been had for less."""
        made, best = (move.split(" ") for move in (self.point.move, self.point.best))
        if made[:2] != best[:2] or best[0] != "bid" or int(best[2]) >= int(made[2]):
            return ""
        less = int(made[2]) - int(best[2])
        return self.say.ngettext(*coach.COST_LESS, less).format(coins=less)

    def _won_by_rival(self, thought: Thought, steps: Sequence[Step]) -> str:
        """A rival bid later for what the better move was about, not more than that, and won it."""
        best = self.point.best.split(" ")
        if best[0] != "bid":
            return ""
        prize, dearer = PRIZES[best[1]], int(best[2]) + 1
        bids = (e.fields for e in _events(steps[1:]) if e.name == "bid" and e.fields["building"] == best[1])
        late = {bid["player"]: bid["price"] for bid in bids}
        won = [(event, step.after) for step in steps for event in step.events if event.name == prize]
        if any(event.fields["player"] == self.point.player for event, _ in won):
            return ""
        for event, after in won:
            player = event.fields["player"]
            if late.get(player, dearer) >= dearer or thought.view.is_you(player):
                continue  # the better bid would not have kept the prize from them
            if thought.is_rival(player):
                return self._prize(event, after, thought.view)
        return ""

    def _prize(self, event: Event, after: Any, view: PositionView) -> str:
        """What a rival won, in words."""
        player, fields = event.fields["player"], event.fields
        name, number = view.player(player), notation.PLAYER.index(player)
        say = self.say
        if event.name == "trader-hired":
            return say(coach.GOT_TRADER[TRADERS - int(after["reserve"][number])]).format(player=name)
        if event.name == "pass-gained":
            passes = int(str(fields["passes"]))
            return say.ngettext(*coach.GOT_PASSES, passes).format(player=name, passes=passes)
        if event.name == "horse-advanced":
            return say(coach.GOT_HORSE).format(player=name, place=view.place(fields["place"]))
        if event.name == "influence-gained":
            return say(coach.GOT_INFLUENCE).format(player=name, influence=fields["influence"])
        if event.name == "structure-taken":
            return say(coach.GOT_STRUCTURE).format(player=name)
        return say(coach.GOT_TEMPLE).format(player=name, gorge=gorge_called(fields["gorge"], view.rules, say))

    def _bank_paid(self, thought: Thought, steps: Sequence[Step]) -> str:
        """What the bank would have paid in the end, for the bids of all others."""
        events = _events(steps)
        totals = [event.fields["total"] for event in events if event.name == "bank-paid"]
        if thought.words[0] != "bank" or not totals or thought.view.record.committed[thought.player]:
            return ""  # with bids of one's own it matters what they were given up for
        own = sum(
            e.fields["coins"] for e in events if e.name == "bids-paid" and e.fields["player"] == self.point.player
        )
        coins = coins_of_bank(thought, totals[0] - own)
        return self.say.ngettext(*coach.BANK_PAID, coins).format(coins=coins) if coins else ""

    def _lost_trader(self, thought: Thought, steps: Sequence[Step]) -> str:
        """The trader that was moved is banished or displaced in the same round, or traders are sent home."""
        made = self.point.move.split(" ")
        arrived = made[1].split("-")[1] if made[0] == "go" else ""
        for event in _events(steps):
            if event.fields.get("player") != self.point.player:
                continue
            letter = str(event.fields.get("place", event.fields.get("start", "")))
            place = thought.view.place(letter)
            if event.name == "sent-home":
                return self.say(coach.SENT_HOME).format(place=place)
            if event.name == "banished" and letter == arrived:
                return self.say(coach.BANISHED).format(place=place)
            if event.name == "displaced" and letter == arrived and thought.is_rival(event.fields["by"]):
                return self.say(coach.DISPLACED).format(player=thought.view.player(event.fields["by"]), place=place)
        return ""

    def _coins(self, steps: Sequence[Step]) -> str:
        """Too many coins at the end, or too few for the next round."""
        made, best = (int(move.split(" ")[1]) for move in (self.point.move, self.point.best))
        coins = int(steps[0].after["coins"][notation.PLAYER.index(self.point.player)])
        count = self.say.ngettext
        if best < made:
            if coins == 0:
                return self.say(coach.NO_COINS_NEXT_ROUND)
            if coins < FEW_COINS:
                return count(*coach.FEW_COINS_NEXT_ROUND, coins).format(coins=coins)
            return count(*coach.MORE_COINS, made - best).format(coins=made - best)
        if steps[-1].after["phase"] == OVER and coins >= COINS_FOR_A_POINT:
            return count(*coach.COINS_LEFT_OVER, coins).format(coins=coins)
        return count(*coach.MORE_POINTS, best - made).format(vp=best - made)


def _reason(thought: Thought) -> str:
    """What the better move brings. That the bank would pay nothing yet is no reason to go there."""
    return "" if thought.words[0] == "bank" and not coins_of_bank(thought, bids_of_others(thought)) else gain(thought)


def _source(point: Point, view: PositionView) -> str:
    """If the better move differs only in where its trader comes from: that, as the subject of a sentence."""
    (made, _, _), (best, _, source) = (move.partition(" from ") for move in (point.move, point.best))
    if made != best or point.move == point.best or not best.startswith(("bid", "bank", "market")):
        return ""
    return view.say(coach.ANOTHER_TRADER).format(place=view.place(source or "supply"))


def _events(steps: Sequence[Step]) -> list[Event]:
    return [event for step in steps for event in step.events]
