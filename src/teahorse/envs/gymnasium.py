"""Yunnan for one learner, as a Gymnasium environment: bots play the other seats.

>>> import gymnasium
>>> import teahorse.envs.gymnasium
>>> env = gymnasium.make("teahorse/Yunnan-v0", players=3, opponents="greedy", reward="margin")
>>> envs = gymnasium.make_vec("teahorse/Yunnan-v0", num_envs=64, players=3, opponents="greedy")
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bulk.simulate import LARGEST_SEED
from ..errors import IllegalMove, MissingPackageError, TeahorseError
from ..observation import size_of
from ..rules import moves
from .drawing import board_picture, board_text, print_board
from .opponents import Opponents, Others
from .rewards import Reward, reward_kind
from .sampling import sample_legal
from .stepping import RANDOM_SEAT
from .table import Table
from .vector import seat_number

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingPackageError("Gymnasium", "gymnasium") from None

Row = npt.NDArray[np.float32]
RENDER_MODES = ("ansi", "human", "rgb_array")
ILLEGAL = ("raise", "lose", "random")


class LegalMoves(spaces.Discrete):
    """The move table, of which `sample()` gives a move that is legal now unless it is told another mask."""

    def __init__(self) -> None:
        super().__init__(moves.MOVES)
        self.mask = np.zeros(moves.MOVES, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Give a random move; before the first reset, when none is legal, the first of the table."""
        if mask is None and probability is None:
            mask = self.mask
        move: np.int64 = super().sample(mask, probability)
        return move


class LegalMovesOfMany(spaces.MultiDiscrete):
    """The move table for each of n games; `sample` takes the masks of all as one array, as `info` has them."""

    def __init__(self, n: int, seed: Any = None) -> None:
        super().__init__(np.full(n, moves.MOVES), seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Give a random move per game; with masks of shape (n, 552) a legal one."""
        if mask is None or isinstance(mask, tuple):
            return super().sample(mask, probability)
        return sample_legal(mask, self.np_random)


@batch_space.register(LegalMoves)  # type: ignore[untyped-decorator]
def _batch_of_moves(space: LegalMoves, n: int = 1) -> LegalMovesOfMany:
    return LegalMovesOfMany(n, seed=int(space.np_random.integers(2**31)))


class Yunnan(gymnasium.Env):
    """One game against bots.

    - The learner has a seat, from 0, or with "random" another one in every game (`info["seat"]`); in the two-colours
      game a person's two colours are both the learner's.
    - Opponents are a bot's name (`random`, `busy` and `greedy` play in compiled code, all others much slower), a `Bot`,
      or a function from an observation and a mask to a move.
    - An observation is a row of numbers, the player to move first (`teahorse.observation.layout()` says where what is).
    - An action is an id of the move table; `info["action_mask"]` and `action_masks()` say which are legal. A mask is
      never all 0: when the game is over it has `pass`, which is refused. `illegal` says what an illegal action does:
      "raise" an error that names the rule and changes nothing, "lose" the game with a reward of -1, or make a "random"
      legal move instead; `info["illegal"]` tells.
    - `reward` is "rank", "win", "margin" or a function (`envs.rewards`); `info` has everyone's points, rank and lead.
    - `render_mode` is "ansi" (text), "human" (drawn in the terminal after every step) or "rgb_array" (a picture).
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        edition: str = "2023",
        players: int = 4,
        seat: int | str = 0,
        opponents: Opponents = "random",
        options: Mapping[str, object] | None = None,
        board: Mapping[str, Any] | None = None,
        reward: Reward = "rank",
        illegal: str = "raise",
        observe_rules: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self._table = Table(edition, players, options, board, observe_rules)
        self._wished_seat = _seat(seat, self._table)
        self.seat = max(0, self._wished_seat)
        self._others = Others(opponents)
        reward_kind(reward)
        self._reward = reward
        self._illegal = one_of(illegal, ILLEGAL, "An illegal action may")
        if render_mode is not None:
            one_of(render_mode, RENDER_MODES, "A render mode is")
        self.render_mode = render_mode
        self.action_space = LegalMoves()
        self.observation_space = spaces.Box(-1, 1, (size_of(observe_rules),), np.float32)
        self._standing = self._table.standing()
        self._gave_up = False

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Begin a game and play on to the learner's first decision; the only option is `seat`, for this game."""
        super().reset(seed=seed)
        options = options or {}
        if set(options) - {"seat"}:
            raise TeahorseError(f"The only option of `reset` is `seat`, not {', '.join(map(repr, options))}.")
        seat = _seat(options["seat"], self._table) if "seat" in options else self._wished_seat
        self._table.begin(int(self.np_random.integers(LARGEST_SEED)))
        self.seat = int(self.np_random.integers(self._table.rules.people)) if seat == RANDOM_SEAT else seat
        self._gave_up = False
        row, info = self._play_on()
        self._standing = self._table.standing()
        return row, info | self._standing.info

    def step(self, action: int) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Make the learner's move and play on to the next one."""
        illegal = False
        if self._illegal != "raise" and not self._table.is_over:
            try:
                self._table.check(action)
            except TeahorseError:
                illegal = True
        if self._gave_up or (illegal and self._illegal == "lose"):
            return self._give_up()
        self._table.make(sample_legal(self._table.mask(), self.np_random) if illegal else action)
        row, info = self._play_on()
        before, self._standing = self._standing, self._table.standing()
        reward = self._table.rewards(self._reward, before, self._standing)[self.seat]
        return row, reward, self._table.is_over, False, info | self._standing.info | {"illegal": illegal}

    def _give_up(self) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        if self._gave_up:
            raise IllegalMove("", "11.1", "over", "The game was given up; reset the environment.", {})
        self._gave_up = True
        info = {"action_mask": self._table.mask(), "seat": self.seat, "illegal": True} | self._standing.info
        return self._table.observe(self.seat), -1.0, True, False, info

    def _play_on(self) -> tuple[Row, dict[str, Any]]:
        self._others.play(self._table, self.seat)
        player = self.seat if self._table.is_over else self._table.mover
        mask = self._table.mask()
        self.action_space.mask = mask.copy()
        if self.render_mode == "human":
            print_board(self._table.as_game())
        return self._table.observe(player), {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Whether each move is legal, for `MaskablePPO` of sb3-contrib."""
        return self._table.mask().astype(np.bool_)

    def render(self) -> Any:
        """The board as text ("ansi") or as a picture ("rgb_array"); in the mode "human" it is drawn by itself."""
        if self.render_mode == "ansi":
            return board_text(self._table.as_game())
        return board_picture(self._table.as_game()) if self.render_mode == "rgb_array" else None


def one_of(wish: str, choices: tuple[str, ...], what: str) -> str:
    """Check a choice."""
    if wish not in choices:
        raise TeahorseError(f"{what} {', '.join(f'`{choice}`' for choice in choices)}, not {wish!r}.")
    return wish


def _seat(seat: int | str, table: Table) -> int:
    if seat is None:
        raise TeahorseError("The learner needs a seat.")
    return seat_number(seat, table.rules)


gymnasium.register(
    "teahorse/Yunnan-v0",
    entry_point="teahorse.envs.gymnasium:Yunnan",
    vector_entry_point="teahorse.envs.gymnasium_vector:YunnanVector",
)
