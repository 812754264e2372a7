"""Means over games with 95% intervals; the games are independent of each other."""

import math
from collections.abc import Sequence

from ..arena.ratings import DEVIATIONS_95

Interval = tuple[float | None, float | None, float | None]  # the mean, and the ends of its interval


def mean_of(values: Sequence[float]) -> Interval:
    """The mean and its interval; None for a mean of no values, and for the interval of a single one."""
    count = len(values)
    if count == 0:
        return None, None, None
    mean = math.fsum(values) / count
    if count == 1:
        return mean, None, None
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1))
    margin = DEVIATIONS_95 * spread / math.sqrt(count)
    return mean, mean - margin, mean + margin
