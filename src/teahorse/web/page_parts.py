"""The parts of a table's page, by the id of their element, and which of them an event changes."""

from collections.abc import Iterable

from ..server.tables.events import chat

TABLE = "table"
TALK = "talk-lines"
TEMPLATES = {TABLE: "parts/table.html", TALK: "parts/talk_lines.html"}  # each gets the `view`
PARTS_OF_KIND: dict[str, tuple[str, ...]] = dict.fromkeys(
    (
        chat.MESSAGE,
        chat.REACTION,
        chat.MUTED,
        chat.UNMUTED,
        chat.REPORTED,
        chat.REMOVED,
        chat.SILENCED,
        chat.UNSILENCED,
    ),
    (TALK,),
)  # kinds that change something else than the table


def parts_changed(kinds: Iterable[str]) -> list[str]:
    """The parts that events of these kinds change."""
    return list(dict.fromkeys(part for kind in kinds for part in PARTS_OF_KIND.get(kind, (TABLE,))))
