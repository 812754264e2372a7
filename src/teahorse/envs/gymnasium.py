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
from .compiled.lanes import RANDOM_SEAT
from .opponents import Opponents, OpponentSpec
from .rendering import board_picture, board_text, print_board
from .rewards import Reward, reward_kind
from .sampling import sample_legal
from .single_game import SingleGame
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
    """All moves; `sample()` without a mask draws a move that is legal now."""

    def __init__(self) -> None:
        super().__init__(moves.MOVES)
        self.mask = np.zeros(moves.MOVES, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Draw a random move; before the first reset, when none is legal, move 0."""
        if mask is None and probability is None:
            mask = self.mask
        move: np.int64 = super().sample(mask, probability)
        return move


class BatchedLegalMoves(spaces.MultiDiscrete):
    """All moves for each of n games; `sample` takes the masks as one array, as `info` has them."""

    def __init__(self, n: int, seed: Any = None) -> None:
        super().__init__(np.full(n, moves.MOVES), seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Draw a random move per game; with masks of shape (n, 552), a legal one."""
        if mask is None or isinstance(mask, tuple):
            return super().sample(mask, probability)
        return sample_legal(mask, self.np_random)


@batch_space.register(LegalMoves)  # type: ignore[untyped-decorator]  # Gymnasium is not typed here
def _batch_legal_moves(space: LegalMoves, n: int = 1) -> BatchedLegalMoves:
    return BatchedLegalMoves(n, seed=int(space.np_random.integers(2**31)))


class Yunnan(gymnasium.Env):
    """One game against bots.

    - `seat` is the learner's seat, from 0; "random" draws one for every game (`info["seat"]`). In the two-colours
      game the learner plays both colours of that person.
    - `opponents` is a bot's name (`random`, `busy` and `greedy` play in compiled code, all others much slower), a
      `Bot`, or a function from an observation and a mask to a move.
    - An observation is a row of numbers that begins with the player to move (`teahorse.observation.layout()`).
    - An action is the id of a move; `info["action_mask"]` and `action_masks()` have the legal ones. A mask is never
      all 0: when the game is over, `pass` is set, which is refused.
    - `illegal` says what an illegal action does: "raise" an error that names the rule and changes nothing, "lose" the
      game with a reward of -1, or make a "random" legal move instead. `info["illegal"]` is true then.
    - `reward` is "rank", "win", "margin" or a function (`envs.rewards`); `info` has everyone's points, rank and lead.
    - `render_mode` is "ansi" (text), "human" (printed in the terminal after every step) or "rgb_array" (a picture).
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        edition: str = "2023",
        players: int = 4,
        seat: int | str = 0,
        opponents: OpponentSpec = "random",
        options: Mapping[str, object] | None = None,
        board: Mapping[str, Any] | None = None,
        reward: Reward = "rank",
        illegal: str = "raise",
        observe_rules: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self._game = SingleGame(edition, players, options, board, observe_rules)
        self._seat_setting = _seat(seat, self._game)
        self.seat = max(0, self._seat_setting)
        self._opponents = Opponents(opponents)
        reward_kind(reward)
        self._reward = reward
        self._illegal = check_choice(illegal, ILLEGAL, "An illegal action may")
        if render_mode is not None:
            check_choice(render_mode, RENDER_MODES, "A render mode is")
        self.render_mode = render_mode
        self.action_space = LegalMoves()
        self.observation_space = spaces.Box(-1, 1, (size_of(observe_rules),), np.float32)
        self._standings = self._game.standings()
        self._forfeited = False

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Begin a game and play on to the learner's first move; the only option is `seat`, for this game."""
        super().reset(seed=seed)
        options = options or {}
        if set(options) - {"seat"}:
            raise TeahorseError(f"The only option of `reset` is `seat`, not {', '.join(map(repr, options))}.")
        seat = _seat(options["seat"], self._game) if "seat" in options else self._seat_setting
        self._game.begin(int(self.np_random.integers(LARGEST_SEED)))
        self.seat = int(self.np_random.integers(self._game.rules.people)) if seat == RANDOM_SEAT else seat
        self._forfeited = False
        row, info = self._play_on()
        self._standings = self._game.standings()
        return row, info | self._standings.info

    def step(self, action: int) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Make the learner's move and play on to the learner's next one."""
        illegal = False
        if self._illegal != "raise" and not self._game.is_over:
            try:
                self._game.check(action)
            except TeahorseError:
                illegal = True
        if self._forfeited or (illegal and self._illegal == "lose"):
            return self._forfeit()
        self._game.make(sample_legal(self._game.mask(), self.np_random) if illegal else action)
        row, info = self._play_on()
        before, self._standings = self._standings, self._game.standings()
        reward = self._game.rewards(self._reward, before, self._standings)[self.seat]
        return row, reward, self._game.is_over, False, info | self._standings.info | {"illegal": illegal}

    def _forfeit(self) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        if self._forfeited:
            raise IllegalMove("", "11.1", "over", "An illegal action has lost this game; reset the environment.", {})
        self._forfeited = True
        info = {"action_mask": self._game.mask(), "seat": self.seat, "illegal": True} | self._standings.info
        return self._game.observe(self.seat), -1.0, True, False, info

    def _play_on(self) -> tuple[Row, dict[str, Any]]:
        self._opponents.play(self._game, self.seat)
        player = self.seat if self._game.is_over else self._game.mover
        mask = self._game.mask()
        self.action_space.mask = mask.copy()
        if self.render_mode == "human":
            print_board(self._game.as_game())
        return self._game.observe(player), {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask as truth values, for `MaskablePPO` of sb3-contrib."""
        return self._game.mask().astype(np.bool_)

    def render(self) -> Any:
        """The board as text ("ansi") or as a picture ("rgb_array"); "human" prints it after every step."""
        if self.render_mode == "ansi":
            return board_text(self._game.as_game())
        return board_picture(self._game.as_game()) if self.render_mode == "rgb_array" else None


def check_choice(value: str, choices: tuple[str, ...], what: str) -> str:
    """Return the value if it is one of the choices; else raise an error."""
    if value not in choices:
        raise TeahorseError(f"{what} {', '.join(f'`{choice}`' for choice in choices)}, not {value!r}.")
    return value


def _seat(seat: int | str, game: SingleGame) -> int:
    if seat is None:
        raise TeahorseError("The learner needs a seat.")
    return seat_number(seat, game.rules)


gymnasium.register(
    "teahorse/Yunnan-v0",
    entry_point="teahorse.envs.gymnasium:Yunnan",
    vector_entry_point="teahorse.envs.gymnasium_vector:YunnanVector",
)
