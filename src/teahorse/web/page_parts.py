"""The parts of a table's page, by the id of their element, and which of them an event changes."""

from collections.abc import Iterable

TABLE = "table"
TEMPLATES = {TABLE: "parts/table.html"}  # each gets the `view`
PARTS_OF_KIND: dict[str, tuple[str, ...]] = {}  # for kinds that change something else than the table


def parts_changed(kinds: Iterable[str]) -> list[str]:
    """The parts that events of these kinds change."""
    return list(dict.fromkeys(part for kind in kinds for part in PARTS_OF_KIND.get(kind, (TABLE,))))
