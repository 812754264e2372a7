"""Measuring for `peers.py`: core and wall time of a number of decisions."""

import time
from collections.abc import Callable
from dataclasses import dataclass

SEED = 7
GAMES_PER_CALL = 100

# Plays for at least this many seconds of core time; gives the decisions and the time they took. The function itself
# leaves out of the time what is not measured, such as choosing a move where only the step counts.
Measure = Callable[[float], "Run"]


@dataclass(frozen=True)
class Run:
    """What one process did in one round."""

    decisions: float
    core_seconds: float
    wall_seconds: float


class Clock:
    """Adds up core and wall time inside its `with` blocks."""

    def __init__(self) -> None:
        self.core = self.wall = 0.0

    def __enter__(self) -> None:
        self._wall, self._core = time.perf_counter(), time.process_time()

    def __exit__(self, *_: object) -> None:
        self.core += time.process_time() - self._core
        self.wall += time.perf_counter() - self._wall


def repeat(play: Callable[[], float]) -> Measure:
    """Measure a function that plays for a while and gives the number of its decisions."""

    def measure(seconds: float) -> Run:
        clock, decisions = Clock(), 0.0
        with clock:
            end = time.process_time() + seconds
            while time.process_time() < end:
                decisions += play()
        return Run(decisions, clock.core, clock.wall)

    return measure
