"""A hint as a coach gives it: the best move with its reason, and the alternatives with their chances."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType

from ....bots import Considered
from ....bots.analysis import first_choice, is_trusted
from ....bots.chances import shown_chances
from ....rules import names as notation
from ....text.translation import Say
from ..position_view import PositionView
from . import bidding, converting, road, structures
from .expected import more_than
from .move_nouns import move_as_noun
from .thought import Thought

MOST_MOVES = 4
LEAST, MOST = 1, 99  # percent
AS_GOOD = 0.03  # of the chance to win: less is no difference to a person
KNOWN = 0.002  # the share of all visits from which a chance is worth showing
TELLERS: dict[str, ModuleType] = {
    **dict.fromkeys(("bid", "bank", "market", "pass"), bidding),
    **dict.fromkeys(("take", "block", "build"), structures),
    **dict.fromkeys(("go", "displace", "spare", "done"), road),
    "convert": converting,
}


@dataclass(frozen=True)
class Advice:
    """A move that a master would think of: its label, the reason for it, and the chance to win."""

    move: str
    label: str
    reason: str
    chance: str  # in percent
    is_as_good: bool = False  # as the best one, as far as the search can tell


def advice(view: PositionView, ranked: Sequence[Considered], labels: Mapping[str, str]) -> list[Advice]:
    """The best move first, then others that are worth a look."""
    person, position, rules = _person(view), view.game.position, view.game.rules
    best, *others = ((shown_chances(each.values, position, rules)[person], each) for each in best_first(view, ranked))
    others.sort(key=lambda pair: -pair[0])  # what others get matters, too, so the order may differ a little
    chosen = [each for _, each in (best, *others)]
    return [
        Advice(
            move=each.move,
            label=labels.get(each.move, each.move),
            reason=reason(_thought(view, each, chosen)),
            chance=chance_of(chance, view.say),
            is_as_good=each is not chosen[0] and best[0] - chance < AS_GOOD,
        )
        for chance, each in (best, *others)
    ]


def chance_of(value: float, say: Say) -> str:
    """A chance to win in percent; a search is never sure."""
    percent = round(100 * value)
    if percent < LEAST:
        return say("less than {percent} %").format(percent=LEAST)
    if percent > MOST:
        return say("more than {percent} %").format(percent=MOST)
    return f"{percent} %"


def reason(thought: Thought) -> str:
    """One or two sentences about a move."""
    teller = TELLERS[thought.words[0]]
    outlook = teller.outlook(thought) or _compared(thought)
    return " ".join(sentence for sentence in (teller.gain(thought), outlook) if sentence)


def _compared(thought: Thought) -> str:
    """What the network expects more of this move than of the next best one."""
    return more_than(thought, move_as_noun(thought.others[0][0].split(" "), thought.view)) if thought.others else ""


def gain(thought: Thought) -> str:
    """What a move brings, in a sentence without a person."""
    sentence: str = TELLERS[thought.words[0]].gain(thought)
    return sentence


def best_first(view: PositionView, ranked: Sequence[Considered]) -> list[Considered]:
    """The moves to show, the one that a hint recommends first."""
    person, visits = _person(view), sum(each.visits for each in ranked)
    best = first_choice(view.game, ranked, person)
    others = [
        each
        for each in ranked
        if each is not best
        and each.visits > KNOWN * visits
        and (each.values[person] <= best.values[person] or is_trusted(each, ranked))
    ]
    others.sort(key=lambda each: -each.values[person])
    shown = {_placement(best.move): best}
    for each in others:
        shown.setdefault(_placement(each.move), each)
    return list(shown.values())[:MOST_MOVES]


def _placement(move: str) -> str:
    """A move without the place that its trader comes from: such variants are shown once."""
    return move.partition(" from ")[0]


def _thought(view: PositionView, each: Considered, chosen: Sequence[Considered]) -> Thought:
    others = [other for other in chosen if other is not each]
    otherwise = others[0].expects if others and each is chosen[0] else None
    return Thought(view, each.move, each.line, [(other.move, *other.line) for other in others], each.expects, otherwise)


def _person(view: PositionView) -> int:
    return int(view.rules.fields.person[notation.PLAYER.index(str(view.to_move))])
