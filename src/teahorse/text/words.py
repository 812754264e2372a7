"""Words that fill sentences: people, places, buildings and colours by their names, lists, how many of what."""

from collections.abc import Mapping, Sequence

from ..rules import names
from ..rules.ruleset import Ruleset
from .translation import N_, Say, as_written

Names = Mapping[str, str]
"""What people are called, by player: `{"p1": "Ann"}`. A player without a name goes by number."""

PROVINCE_NAMES = {
    "P": N_("Pu'er"),
    "Y": N_("Yunnan"),
    "S": N_("Sichuan"),
    "K": N_("Kang"),
    "T": N_("Tibet"),
    "Q": N_("Qinghai"),
}
SUPPLY = N_("the supply")
NOBODYS_NAME = N_("nobody")
DULI = N_("Dúli")

BUILDING_NAMES = {  # an edition may have names of its own, in `Ruleset.words`
    "school": N_("school"),
    "customs": N_("customs"),
    "horse": N_("horse trader"),
    "guild": N_("guild"),
    "yard": N_("yard"),
    "temple": N_("temple"),
}
COLOURS = {
    "red": N_("red"),
    "blue": N_("blue"),
    "black": N_("black"),
    "yellow": N_("yellow"),
    "purple": N_("purple"),
    "jade": N_("jade"),
}
COLOUR_NAMES = {  # as titles, and as names of players who gave none
    "red": N_("Red"),
    "blue": N_("Blue"),
    "black": N_("Black"),
    "yellow": N_("Yellow"),
    "purple": N_("Purple"),
}


def called(player: str, people: Names, say: Say = as_written) -> str:
    """What a player is called: a name, or the number; of two colours in one hand the first has the name."""
    if player == "duli":
        return say(DULI)
    return people.get(player) or people.get(player.split("+")[0]) or player


def place_called(place: str, rules: Ruleset, say: Say = as_written) -> str:
    """What a place is called; gorges go by their letters, and traders may come from the supply."""
    if place == "supply":
        return say(SUPPLY)
    name = rules.words.get(place, PROVINCE_NAMES.get(place))
    return place if name is None else say(name)


def building_called(building: str, rules: Ruleset, say: Say = as_written) -> str:
    """What a building is called in the words of the edition."""
    return say(rules.words.get(building, BUILDING_NAMES[building]))


def place_name(place: int, rules: Ruleset) -> str:
    """The name of a place in the words of the edition."""
    letter = names.PLACE[place]
    return rules.words.get(letter, PROVINCE_NAMES[letter])


def building_name(building: int, rules: Ruleset) -> str:
    """The name of a building in the words of the edition."""
    name = names.BUILDING[building]
    return rules.words.get(name, BUILDING_NAMES[name])


def gorge_called(gorge: str, rules: Ruleset, say: Say) -> str:
    """What a gorge is called: by its two provinces."""
    low, high = (place_called(letter, rules, say) for letter in gorge)
    return say("the gorge between {low} and {high}").format(low=low, high=high)


def colour_called(colour: str, say: Say) -> str:
    """The word for the colour of pieces."""
    return say(COLOURS[colour])


def listed(words: Sequence[str], say: Say) -> str:
    """A list as people say it: `Ann, Bob and Cid`."""
    if len(words) < 2:
        return "".join(words)
    return say("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


def begun(words: str) -> str:
    """The words with a capital first letter."""
    return words[:1].upper() + words[1:]


def traders_counted(count: int, say: Say) -> str:
    """A number of traders, in words."""
    return say.ngettext("{count} trader", "{count} traders", count).format(count=count)


def structures_counted(structure: str, count: int, say: Say) -> str:
    """A number of structures of a kind, in words."""
    if structure == "post":
        return say.ngettext("{count} post", "{count} posts", count).format(count=count)
    if structure == "bridge":
        return say.ngettext("{count} bridge", "{count} bridges", count).format(count=count)
    return say.ngettext("{count} teahouse", "{count} teahouses", count).format(count=count)
