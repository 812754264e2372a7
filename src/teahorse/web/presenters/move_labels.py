"""A move in short words, as a button has them."""

from ...rules.ruleset import Ruleset
from ...text.events import Names, Say, building_called, called, place_called
from .words import gorge_called

PLACING = {
    "bid": "Bid {price} in the {building}",
    "bank": "Go to the bank",
    "bank high": "Go to the high space of the bank",
    "bank low": "Go to the low space of the bank",
    "market": "Put a trader in the market",
}
PLACING_FROM = {
    "bid": "Bid {price} in the {building} with a trader from {place}",
    "bank": "Go to the bank with a trader from {place}",
    "bank high": "Go to the high space of the bank with a trader from {place}",
    "bank low": "Go to the low space of the bank with a trader from {place}",
    "market": "Put a trader from {place} in the market",
}
TAKING = {"post": "Take a post", "bridge": "Take a bridge", "teahouse": "Take a teahouse"}
TAKING_AT = {
    "post": "Take a post and build it in {place}",
    "bridge": "Take a bridge and build it over {gorge}",
    "teahouse": "Take a teahouse and build it in {place}",
    "guards": "Put your guards in {place}",
}
BUILDING = {
    "post": "Build a post in {place}",
    "bridge": "Build a bridge over {gorge}",
    "teahouse": "Build a teahouse in {place}",
}
OTHERS = {
    "pass": "Pass",
    "block": "Block the gorge {gorge}",
    "go": "Go from {start} to {place}",
    "done": "Done",
    "displace": "Displace {player}",
    "spare": "Displace nobody",
    "convert": "Turn {vp} into VP",
}


def label(words: list[str], rules: Ruleset, names: Names, say: Say) -> str:
    """The label of a move, given as the words of its notation."""
    kind = words[0]
    blanks = _blanks(words, rules, names, say)
    if kind in ("bid", "bank", "market"):
        key = " ".join(words[:2]) if " ".join(words[:2]) in PLACING else kind
        return say(PLACING_FROM[key] if "from" in words else PLACING[key]).format(**blanks)
    if kind == "take":
        return say(TAKING_AT[words[1]] if "at" in words else TAKING[words[1]]).format(**blanks)
    return say(BUILDING[words[1]] if kind == "build" else OTHERS[kind]).format(**blanks)


def _blanks(words: list[str], rules: Ruleset, names: Names, say: Say) -> dict[str, str]:
    kind, last = words[0], words[-1]
    if kind == "go":
        start, end = words[1].split("-")
        return {"start": place_called(start, rules, say), "place": place_called(end, rules, say)}
    if kind == "displace":
        return {"player": called(last, names, say)}
    if kind == "convert":
        return {"vp": last}
    if kind == "block" or words[1:2] == ["bridge"]:
        return {"gorge": gorge_called(last, rules, say)}
    blanks = {"place": place_called(last, rules, say)}
    if kind == "bid":
        blanks |= {"price": words[2], "building": building_called(words[1], rules, say)}
    return blanks
