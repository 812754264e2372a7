"""The time control in the form of a new game."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...bots.levels import GRANDMASTER, levels
from ...errors import N_
from ...server.tables.timing.control import (
    BUDGET,
    DAYS,
    MOST_DAYS,
    MOST_INCREMENT,
    MOST_MINUTES,
    TimeControl,
)
from ...text.translation import Say

NO_LIMIT = ""
TIME_KINDS = {NO_LIMIT: N_("No limit"), BUDGET: N_("A budget for the game"), DAYS: N_("Days for each move")}


@dataclass(frozen=True)
class TimeForm:
    """The fields as filled in."""

    kind: str = NO_LIMIT
    minutes: str = "30"
    increment: str = "30"  # seconds
    days: str = "3"
    bot: str = "merchant"

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> "TimeForm":
        """Read the fields of a browser; missing ones get their defaults."""
        names = {"kind": "time", "minutes": "minutes", "increment": "increment", "days": "days", "bot": "time_bot"}
        default = vars(cls())
        return cls(**{name: fields.get(field, default[name]).strip() for name, field in names.items()})

    @property
    def control(self) -> TimeControl | None:
        """The time control; None for no limit. The fields must be valid."""
        if self.kind == NO_LIMIT:
            return None
        if self.kind == DAYS:
            return TimeControl.days(int(self.days), self.bot)
        return TimeControl.budget(int(self.minutes), int(self.increment), self.bot)

    def problems(self, say: Say) -> dict[str, str]:
        """An error message for each invalid field."""
        if self.kind not in TIME_KINDS:
            return {"time": say("Please choose one of these.")}
        found: dict[str, str] = {}
        if self.kind == BUDGET and not _is_within(self.minutes, 1, MOST_MINUTES):
            found["minutes"] = say("The budget is a whole number of minutes from 1 to {most}.").format(
                most=MOST_MINUTES
            )
        if self.kind == BUDGET and not _is_within(self.increment, 0, MOST_INCREMENT):
            found["increment"] = say("A turn adds a whole number of seconds from 0 to {most}.").format(
                most=MOST_INCREMENT
            )
        if self.kind == DAYS and not _is_within(self.days, 1, MOST_DAYS):
            found["days"] = say("A move takes a whole number of days from 1 to {most}.").format(most=MOST_DAYS)
        if self.kind != NO_LIMIT and self.bot not in (*levels(), GRANDMASTER):
            found["time_bot"] = say("Please choose one of these.")
        return found


def _is_within(text: str, least: int, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most
