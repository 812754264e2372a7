"""Short labels of moves, for buttons."""

from ...rules.ruleset import Ruleset
from ...text.move_labels import BUILDING, OTHERS, PLACING, PLACING_FROM, TAKING, TAKING_AT
from ...text.translation import Say
from ...text.words import Names, building_called, called, gorge_called, place_called


def label(words: list[str], rules: Ruleset, names: Names, say: Say) -> str:
    """The label of a move, given as the words of its notation."""
    kind = words[0]
    blanks = _blanks(words, rules, names, say)
    if kind in ("bid", "bank", "market"):
        key = " ".join(words[:2]) if " ".join(words[:2]) in PLACING else kind
        template = PLACING_FROM[key] if "from" in words else PLACING[key]
    elif kind == "take":
        template = TAKING_AT[words[1]] if "at" in words else TAKING[words[1]]
    else:
        template = BUILDING[words[1]] if kind == "build" else OTHERS.get(" ".join(words), OTHERS[kind])
    return say(template).format(**blanks)


def _blanks(words: list[str], rules: Ruleset, names: Names, say: Say) -> dict[str, str]:
    kind, last = words[0], words[-1]
    if kind == "go":
        start, end = words[1].split("-")
        return {"start": place_called(start, rules, say), "place": place_called(end, rules, say)}
    if kind == "displace":
        return {"player": called(last, names, say)}
    if kind == "convert":
        return {"vp": last}
    if kind == "block" or (words[1:2] == ["bridge"] and last != "bridge"):
        return {"gorge": gorge_called(last, rules, say)}
    blanks = {"place": place_called(last, rules, say)}
    if kind == "bid":
        blanks |= {"price": words[2], "building": building_called(words[1], rules, say)}
    return blanks
