"""Rewards for a learner, and the standings they are computed from.

`reward=` of the environments is one of these:

- `"rank"`: at the end 1 for the first, -1 for the last, evenly between.
- `"win"`: at the end 1 for the first, and -1 shared by the others.
- `"margin"`: in every step the growth of the lead, in hundreds of points; at the end the rank reward, too.
- a function of two `Standings`, before and after the step, that returns one number per player.

The first three are zero-sum in every step. In the two-colours game both colours of a person get the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import TeahorseError
from .compiled.rewards import CUSTOM, REWARDS


@dataclass(frozen=True)
class Standings:
    """Everyone's points, rank and lead if the game ended now; the last axis of each array is the players."""

    points: npt.NDArray[np.int32]  # final VP
    rank: npt.NDArray[np.int8]  # 1 for the first
    lead: npt.NDArray[np.float32]  # points less the mean of the others'
    over: npt.NDArray[np.bool_]  # whether the game has ended

    @property
    def info(self) -> dict[str, Any]:
        """The entries of `info`."""
        return {"points": self.points, "rank": self.rank, "lead": self.lead}


RewardFunction = Callable[[Standings, Standings], Any]
Reward = str | RewardFunction


def reward_kind(reward: Reward) -> int:
    """The number of a reward for compiled code; an unknown name raises an error."""
    if callable(reward):
        return CUSTOM
    if reward not in REWARDS:
        names = ", ".join(f"`{name}`" for name in REWARDS)
        raise TeahorseError(f"A reward is {names} or a function of two standings, not {reward!r}.")
    return REWARDS.index(reward)
