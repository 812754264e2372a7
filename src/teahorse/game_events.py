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
    kind = EVENTS[row[0]]
    fields: dict[str, Any] = {}
    for (field, of_type), value in zip(kind.fields.items(), row[1:].tolist(), strict=False):
        if of_type == FieldType.PERSON:
            fields[field] = person_name(value, rules)
        elif of_type == FieldType.SITE:
            fields[field] = names.GORGE[value] if fields["structure"] == "bridge" else names.PLACE[value]
        else:
            fields[field] = _WORDS[of_type][value] if of_type in _WORDS else value
    return Event(kind.name, fields)
