"""What a card beside a spot says."""

from typing import NamedTuple


class About(NamedTuple):
    """A spot's title, description and rule, and the table of its number if that is reconstructed."""

    title: str
    text: str
    rule: str
    reconstructed: str = ""
