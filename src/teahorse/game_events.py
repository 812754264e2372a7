"""Events of a game in the words of the notation, read from the numbers of the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .rules import names
from .rules.events import EVENTS, FIELD_TYPES, FieldType
from .rules.ruleset import Ruleset
from .snapshot import person_name

_WORDS: dict[FieldType, tuple[str, ...]] = {
    FieldType.PLAYER: names.PLAYER,
    FieldType.PLACE: names.PLACE,
    FieldType.SOURCE: ("supply", *names.PLACE[1:]),
    FieldType.BUILDING: names.BUILDING,
    FieldType.STRUCTURE: names.STRUCTURE,
    FieldType.GORGE: names.GORGE,
    FieldType.REASON: names.REASON,
    FieldType.SCORE: names.SCORE,
}
_READERS = [
    (kind.name, [(field, of_type, _WORDS.get(of_type)) for field, of_type in kind.fields.items()]) for kind in EVENTS
]
"""For each event its name, and its fields with their types and words."""


@dataclass(frozen=True)
class Event:
    """Something that happened: its name and its fields, in the words of the notation."""

    name: str
    fields: dict[str, Any]

    @property
    def types(self) -> Mapping[str, FieldType]:
        """What each field stands for."""
        return FIELD_TYPES[self.name]


def read_events(buffer: np.ndarray, rules: Ruleset) -> list[Event]:
    """The events in a buffer that the rules filled."""
    return [_read_event(row, rules) for row in buffer[1 : buffer[0, 0] + 1]]


def _read_event(row: np.ndarray, rules: Ruleset) -> Event:
    number, *values = row.tolist()
    name, readers = _READERS[number]
    fields: dict[str, Any] = {}
    for (field, of_type, words), value in zip(readers, values, strict=False):
        if words is not None:
            fields[field] = words[value]
        elif of_type is FieldType.PERSON:
            fields[field] = person_name(value, rules)
        elif of_type is FieldType.SITE:
            fields[field] = names.GORGE[value] if fields["structure"] == "bridge" else names.PLACE[value]
        else:
            fields[field] = value
    return Event(name, fields)
