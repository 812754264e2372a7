"""Parts of sentences: gorges, colours, lists of names, counts of pieces."""

from collections.abc import Sequence

from ...errors import N_
from ...rules.ruleset import Ruleset
from ...text.translation import Say
from ...text.words import place_called

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
DASH = "\N{EN DASH}"


def gorge_called(gorge: str, rules: Ruleset, say: Say) -> str:
    """What a gorge is called: by its two provinces."""
    return DASH.join(place_called(letter, rules, say) for letter in gorge)


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
