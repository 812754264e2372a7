"""Words that several sentences need: gorges, lists of names, how many of what."""

from collections.abc import Sequence

from ...rules.ruleset import Ruleset
from ...text.events import Say, place_called

COLOURS = {"red": "red", "blue": "blue", "black": "black", "yellow": "yellow", "purple": "purple", "jade": "jade"}
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
    """The words with a capital in front, as a title has it."""
    return words[:1].upper() + words[1:]


def traders_counted(count: int, say: Say) -> str:
    """So many traders."""
    return say("1 trader" if count == 1 else "{count} traders").format(count=count)


def structures_counted(structure: str, count: int, say: Say) -> str:
    """So many structures of a kind."""
    if structure == "post":
        return say("1 post" if count == 1 else "{count} posts").format(count=count)
    if structure == "bridge":
        return say("1 bridge" if count == 1 else "{count} bridges").format(count=count)
    return say("1 teahouse" if count == 1 else "{count} teahouses").format(count=count)
