"""Short and full runs of the fault tests."""

from collections.abc import Callable
from dataclasses import dataclass

Report = Callable[..., None]
"""Called with the figures of a run, by their names."""


@dataclass(frozen=True)
class Scale:
    """How much of a test is run."""

    is_full: bool

    def of(self, short: int, full: int) -> int:
        """A number for the short or for the full run."""
        return full if self.is_full else short
