"""What the coach says from the network's expectations, where a number says something."""

from collections.abc import Mapping, Sequence

from ....rules import names as notation
from ....rules.state import COINS, TRACK
from ....text import coach
from ....text.translation import Plural, Say
from .thought import Thought

LEAST_POINTS = 2  # a smaller difference says nothing
LEAST_INCOME = 3
UNLIKELY, LIKELY = 15, 95  # percent: within these a chance to be outbid is worth telling
STEP = 0.35  # of a round: how near to a whole number the network must be


def outbid_chance(thought: Thought, building: str, able: Sequence[int]) -> str:
    """The chance that a bid will be outbid by one of those who are able to."""
    if thought.expects is None or not thought.expects.outbid or not able:
        return ""
    percent = round(100 * thought.expects.outbid[notation.BUILDING.index(building)])
    if percent > LIKELY:
        return ""
    sentence = coach.OUTBID_BY if len(able) == 1 else coach.OUTBID_BY_SOMEONE
    if percent < UNLIKELY:
        sentence, percent = coach.HARDLY_OUTBID, max(1, percent)
    named = thought.named(able)
    return thought.view.say(sentence).format(player=named, players=named, percent=percent)


def income_to_come(thought: Thought) -> str:
    """The points from income in the rounds that are left after converting."""
    if thought.expects is None:
        return ""
    person = int(thought.view.rules.fields.person[thought.player])
    last_round = thought.expects.last_round
    rounds = round(last_round) - int(thought.view.record.round_number)
    points = round(thought.expects.points[TRACK]) - int(thought.position_after.vp[person])
    if rounds < 1 or points < LEAST_INCOME or abs(last_round - round(last_round)) > STEP:
        return ""
    return thought.view.say.ngettext(*coach.INCOME_TO_COME, rounds).format(vp=points, rounds=rounds)


def more_than(thought: Thought, move: str) -> str:
    """Where the points come from that a move brings more than the next best one; `move` is that one as a noun."""
    if thought.expects is None or thought.expects_otherwise is None:
        return ""
    pairs = zip(thought.expects.points, thought.expects_otherwise.points, strict=True)
    return _most(coach.MORE_THAN, [one - other for one, other in pairs], thought.view.say, move)


def would_have_brought(gains: Sequence[float], say: Say) -> str:
    """Where the points come from that a better move would have brought."""
    return _most(coach.WOULD_HAVE_BROUGHT, gains, say)


def _most(sentences: Mapping[str, Plural], gains: Sequence[float], say: Say, move: str = "") -> str:
    """A sentence about the largest gain, if it and the sum of all are worth a word. Coins are no aim in themselves."""
    worth = [gain for line, gain in enumerate(gains) if line != COINS]
    if not worth or sum(gains) < LEAST_POINTS or max(worth) < LEAST_POINTS:
        return ""
    line = list(gains).index(max(worth))
    points = round(gains[line])
    return say.ngettext(*sentences[notation.SCORE[line]], points).format(vp=points, move=move)
