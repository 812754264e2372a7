"""Who reads a sentence: everyone has a name, and the reader is addressed as "you".

`NamesForReader` are names of which some are the reader's. Sentences about a player have a form of their own for the
reader, with its own translation, and `is_you` tells which of the two is meant.
"""

from collections.abc import Collection, Mapping

from .translation import Say, as_written
from .words import Names, called


class NamesForReader(dict[str, str]):
    """What people are called, and which of them is the reader."""

    def __init__(self, names: Mapping[str, str], you: Collection[str] = ()) -> None:
        super().__init__(names)
        self.you = frozenset(you)


def is_you(player: str, names: Names) -> bool:
    """Whether a player, or the person behind two colours, is the reader. Plain names have no reader."""
    return isinstance(names, NamesForReader) and player in names.you


def is_yours(player: str, names: Names) -> bool:
    """Whether a player's pieces are the reader's: with two colours in one hand, each goes by its name."""
    return isinstance(names, NamesForReader) and any(player in person.split("+") for person in names.you)


def in_a_list(player: str, names: Names, say: Say = as_written) -> str:
    """A player in a list such as `Traders: Ann 2, you 1`, or alone after a colon."""
    return say.pgettext("in a list of players", "you") if is_you(player, names) else called(player, names, say)


def reader_key(names: Names) -> tuple[frozenset[tuple[str, str]], frozenset[str]]:
    """A key for caches of texts: equal where the names and the reader are."""
    return frozenset(names.items()), names.you if isinstance(names, NamesForReader) else frozenset()
