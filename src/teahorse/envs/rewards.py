"""What a step is worth to a learner, and how everyone stands.

`reward=` of the environments is one of these:

- `"rank"`: at the end 1 for the first, -1 for the last, evenly between.
- `"win"`: at the end 1 for the first, and -1 shared by the others.
- `"margin"`: in every step by how much one's lead grew, in hundreds of points; at the end the rank as well.
- a function of two `Standing`s, before and after the step, that gives one number per player.

The first three are zero-sum in every step. A person's colours share everything in the two-colours game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import TeahorseError
from .standing import NO_REWARD, REWARDS


@dataclass(frozen=True)
class Standing:
    """How everyone stands if the game ended now; the last axis of each array is the players, from p1 on."""

    points: npt.NDArray[np.int32]  # final VP
    rank: npt.NDArray[np.int8]  # 1 for the first
    lead: npt.NDArray[np.float32]  # one's points less the mean of the others'
    over: npt.NDArray[np.bool_]  # whether the game has ended

    @property
    def info(self) -> dict[str, Any]:
        """What environments tell of it."""
        return {"points": self.points, "rank": self.rank, "lead": self.lead}


RewardFunction = Callable[[Standing, Standing], Any]
Reward = str | RewardFunction


def reward_kind(reward: Reward) -> int:
    """The number of a reward for compiled code; a wrong name is refused."""
    if callable(reward):
        return NO_REWARD
    if reward not in REWARDS:
        names = ", ".join(f"`{name}`" for name in REWARDS)
        raise TeahorseError(f"A reward is {names} or a function of two standings, not {reward!r}.")
    return REWARDS.index(reward)
