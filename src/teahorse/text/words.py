"""What people, places and buildings are called."""

from collections.abc import Mapping

from ..rules import names
from ..rules.ruleset import Ruleset
from .translation import N_, Say, as_written

Names = Mapping[str, str]
"""What people are called, by player: `{"p1": "Ann"}`. Whoever is missing goes by their number."""

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
    "horse": N_("horse"),
    "guild": N_("guild"),
    "yard": N_("yard"),
    "temple": N_("temple"),
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
