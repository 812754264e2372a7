"""What the coach says about turning income into points."""

from ....rules import ending
from ....rules.state import NOBODY
from ....snapshot import person_name
from ....text import coach
from .bidding import cheapest_bid
from .expected import income_to_come
from .thought import Thought

ONE_BID = 9  # coins for a bid that can't be outbid
NEAR = 25  # points to the end that one round can bring


def gain(thought: Thought) -> str:
    """Why to convert this much, in a sentence."""
    view, g, rules = thought.view, thought.view.record, thought.view.rules
    say, after = view.say, thought.position_after
    person = int(rules.fields.person[thought.player])
    if ending.reason_to_end(view.game.position, rules.record) != NOBODY:
        return say(coach.ENDS_ANYWAY)
    vp = int(g.vp[person]) + int(thought.words[1])
    if rules.fields.vp_end and vp >= rules.fields.vp_end > g.vp[person]:
        total = int(ending.total_of(after, rules.record, person))
        leads = total > max(_most_of(thought, other) for other in range(rules.people) if other != person)
        if leads:
            return say.ngettext(*coach.ENDS_AND_LEADS, total).format(vp=vp, total=total)
        return say(coach.ENDS_BEHIND).format(vp=vp)
    return _before_the_end(thought, vp)


def _most_of(thought: Thought, person: int) -> int:
    """What another person has if the game ends now and all their income becomes points."""
    after, rules = thought.position_after, thought.view.rules
    income = sum(int(after.income[player]) for player in thought.rivals if rules.fields.person[player] == person)
    return int(ending.total_of(after, rules.record, person)) + income


def _before_the_end(thought: Thought, vp: int) -> str:
    view, rules = thought.view, thought.view.rules
    say, income = view.say, int(view.record.income[thought.player])
    person = int(rules.fields.person[thought.player])
    coins = int(view.record.coins[thought.player]) + income - int(thought.words[1])
    leader = max(range(rules.people), key=lambda each: int(view.record.vp[each]) if each != person else vp)
    missing = int(rules.fields.vp_end) - (vp if leader == person else int(view.record.vp[leader]))
    if rules.fields.vp_end and missing <= NEAR and 2 * int(thought.words[1]) >= income:
        sentence = coach.END_IS_NEAR_FOR_YOU if leader == person else coach.END_IS_NEAR
        return say.ngettext(*sentence, missing).format(player=view.player(person_name(leader, rules)), vp=missing)
    if coins == 0:
        return say(coach.ALL_POINTS)
    if coins < cheapest_bid(view):
        kept = coach.NO_BID if int(thought.words[1]) else coach.COINS_WITH_THE_BANK
    elif int(thought.words[1]):
        kept = coach.FEW_COINS if coins < ONE_BID else coach.COINS_ENOUGH
    else:
        kept = coach.COINS_KEPT
    return say.ngettext(*kept, coins).format(coins=coins)


def outlook(thought: Thought) -> str:
    """Nobody can take points away; the network says what is to come."""
    return income_to_come(thought)
