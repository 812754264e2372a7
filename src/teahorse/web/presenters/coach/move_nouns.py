"""Moves as subjects of the coach's sentences."""

from ....text import coach
from ....text.words import building_called, called, gorge_called, place_called
from ..position_view import PositionView


def move_as_noun(words: list[str], view: PositionView) -> str:
    """A move as the subject of a sentence: `9 at the school`."""
    kind, last, rules, say = words[0], words[-1], view.rules, view.say
    blanks: dict[str, object] = {"place": place_called(last, rules, say)}
    key = " ".join(words[:2]) if " ".join(words[:2]) in coach.MOVE_NOUNS else kind
    if kind == "bid":
        noun = coach.MOVE_NOUNS["bid"] if words[1] in rules.words else coach.BID_NOUNS[words[1]]
        return say(noun).format(price=words[2], building=building_called(words[1], rules, say))
    if kind in ("take", "build"):
        key = words[1] if len(words) > 2 else "take"
        if words[1] == "bridge" and len(words) > 2:
            blanks = {"gorge": gorge_called(last, rules, say)}
    elif kind == "block":
        blanks = {"gorge": gorge_called(last, rules, say)}
    elif kind == "go":
        start, end = words[1].split("-")
        blanks = {"start": place_called(start, rules, say), "place": place_called(end, rules, say)}
    elif kind == "displace":
        blanks = {"player": called(last, view.names, say)}
    elif kind == "convert":
        blanks = {"vp": last}
    return say(coach.MOVE_NOUNS[key]).format(**blanks)
