"""Yunnan for one learner, as a Gymnasium environment: bots play the other seats, in compiled code.

>>> import gymnasium
>>> import teahorse.envs.gymnasium
>>> env = gymnasium.make("teahorse/YunnanVsBots-v0", players=3, opponents="greedy")
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bulk.playing import POLICIES
from ..bulk.simulate import LARGEST_SEED
from ..errors import MissingPackageError, TeahorseError
from ..rules import moves
from .observation import SIZE
from .table import FARTHEST, Table

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise MissingPackageError("Gymnasium", "gymnasium") from None

Row = npt.NDArray[np.float32]


class LegalMoves(spaces.Discrete):
    """The move table, of which `sample()` gives a move that is legal now unless it is told another mask."""

    def __init__(self) -> None:
        super().__init__(moves.MOVES)
        self.mask = np.zeros(moves.MOVES, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Give a random move; before the first reset and after the end, when none is legal, the first of the table."""
        if mask is None and probability is None:
            mask = self.mask
        move: np.int64 = super().sample(mask, probability)
        return move


class YunnanVsBots(gymnasium.Env):
    """One game against bots.

    - The learner has a seat, from 0; in the two-colours game a person's two colours are both the learner's.
    - Opponents play one of `bulk.playing.POLICIES`: random, busy or greedy.
    - An observation is a row of numbers, the player to move first (`envs.observation.layout()` says where what is).
    - An action is an id of the move table; `info["action_mask"]` and `action_masks()` say which are legal.
      An illegal one raises `IllegalMove`, which names the rule, and changes nothing.
    - The reward comes at the end: 1 for the first, -1 for the last, evenly between.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        edition: str = "2023",
        players: int = 4,
        seat: int = 0,
        opponents: str = "random",
        options: Mapping[str, object] | None = None,
        board: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._table = Table(edition, players, options, board)
        people = self._table.rules.people
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < people:
            raise TeahorseError(f"The seats of {people} people are 0 to {people - 1}, not {seat!r}.")
        if opponents not in POLICIES:
            raise TeahorseError(f"Opponents play {', '.join(POLICIES[:-1])} or {POLICIES[-1]}, not {opponents!r}.")
        self.seat = seat
        self._policy = POLICIES.index(opponents)
        self.render_mode = render_mode
        self.action_space = LegalMoves()
        self.observation_space = spaces.Box(-FARTHEST, FARTHEST, (SIZE,), np.float32)

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Begin a game and play on to the learner's first decision; there are no options."""
        super().reset(seed=seed)
        self._table.begin(int(self.np_random.integers(LARGEST_SEED)))
        return self._play_on()

    def step(self, action: int) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Make the learner's move and play on to the next one."""
        self._table.make(action)
        row, info = self._play_on()
        return row, self._table.rewards()[self.seat], self._table.is_over, False, info

    def _play_on(self) -> tuple[Row, dict[str, Any]]:
        self._table.play_others(self.seat, self._policy)
        player = self.seat if self._table.is_over else self._table.mover
        mask = self._table.mask()
        self.action_space.mask = mask.copy()
        return self._table.observe(player), {"action_mask": mask}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Whether each move is legal, for `MaskablePPO` of sb3-contrib."""
        return self._table.mask().astype(np.bool_)

    def render(self) -> str | None:
        """The board as text, with `render_mode="ansi"`."""
        return self._table.text() if self.render_mode == "ansi" else None


gymnasium.register("teahorse/YunnanVsBots-v0", entry_point="teahorse.envs.gymnasium:YunnanVsBots")
