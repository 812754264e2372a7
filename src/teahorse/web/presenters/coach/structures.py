"""What the coach says about structures and gorges."""

from ....rules import names as notation
from ....text import coach
from ....text.words import gorge_called
from .thought import Thought


def gain(thought: Thought) -> str:
    """What taking, building or blocking brings, in a sentence without a person."""
    words = thought.words
    if words[0] == "block":
        return _block_gains(thought)
    if len(words) == 2:
        return thought.view.say(coach.STRUCTURE_KEPT)
    return _built(thought, words[1], words[-1])


def outlook(thought: Thought) -> str:
    """There is nothing to fear."""
    return ""


def _built(thought: Thought, structure: str, site: str) -> str:
    view, rules = thought.view, thought.view.rules
    say = view.say
    if structure == "bridge":
        return say(coach.BRIDGE_GAINED).format(gorge=gorge_called(site, rules, say))
    place = notation.PLACE.index(site)
    if structure == "post":
        coins = int(rules.fields.post_values[place])
        return say.ngettext(*coach.POST_GAINED, coins).format(place=view.place(site), coins=coins)
    if structure == "teahouse":
        vp = int(rules.fields.teahouse_vp[place])
        return say.ngettext(*coach.TEAHOUSE_GAINED, vp).format(place=view.place(site), vp=vp)
    return say(coach.GUARDS_GAINED).format(place=view.place(site))


def _block_gains(thought: Thought) -> str:
    view, gorge = thought.view, notation.GORGE.index(thought.words[1])
    bridges = view.record.bridges
    owners = [rival for rival in thought.rivals if bridges[rival] >> gorge & 1]
    if owners:
        return view.say(coach.BLOCK_HURTS).format(players=thought.named(owners))
    return view.say(coach.BLOCK_HARMLESS if bridges[: view.rules.players].any() else coach.BLOCK_IDLE)
