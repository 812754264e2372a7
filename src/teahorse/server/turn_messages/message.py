"""A message to a person, in their language."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """The parts of a message; each channel writes them in its own form."""

    title: str
    text: str
    link: str  # to the table, or to a page of ours
    table: str = ""  # the table's id; a later message about the same table replaces this one
    unsubscribe: str = ""  # the address that switches messages of this kind off
    footer: str = ""  # why the person gets this, and how to switch it off
