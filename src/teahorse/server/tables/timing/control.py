"""The time control of a table: a budget per player with an increment, or days per move."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

BUDGET, DAYS = KINDS = ("budget", "days")
A_MINUTE, A_DAY = 60, 24 * 3600  # seconds
MOST_MINUTES = 24 * 60
MOST_INCREMENT = 600  # seconds
MOST_DAYS = 30


@dataclass(frozen=True)
class TimeControl:
    """How much time everyone has, and which bot moves for someone whose time is used up."""

    kind: str
    seconds: int  # of the budget, or for each move
    increment: int  # seconds that a player gets for each turn; 0 with days per move
    bot: str

    @classmethod
    def budget(cls, minutes: int, increment: int, bot: str) -> "TimeControl":
        """A budget of minutes for the whole game, and seconds more for each turn."""
        return cls(BUDGET, minutes * A_MINUTE, increment, bot)

    @classmethod
    def days(cls, days: int, bot: str) -> "TimeControl":
        """Days for each move."""
        return cls(DAYS, days * A_DAY, 0, bot)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "TimeControl":
        """A time control as its event stores it."""
        return cls(str(data["kind"]), int(data["seconds"]), int(data["increment"]), str(data["bot"]))

    @property
    def data(self) -> dict[str, Any]:
        """The data of its event."""
        return asdict(self)

    @property
    def is_budget(self) -> bool:
        """Whether it is a budget for the whole game."""
        return self.kind == BUDGET

    @property
    def is_possible(self) -> bool:
        """Whether its numbers are within the limits."""
        if self.is_budget:
            return A_MINUTE <= self.seconds <= MOST_MINUTES * A_MINUTE and 0 <= self.increment <= MOST_INCREMENT
        return self.kind == DAYS and A_DAY <= self.seconds <= MOST_DAYS * A_DAY and self.increment == 0
