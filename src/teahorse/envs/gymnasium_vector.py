"""Many games against bots as one Gymnasium vector environment, all in compiled code.

>>> import gymnasium
>>> import teahorse.envs.gymnasium
>>> envs = gymnasium.make_vec("teahorse/Yunnan-v0", num_envs=64, players=3, opponents="greedy")
>>> rows, infos = envs.reset(seed=7)
>>> step = envs.step(envs.action_space.sample(infos["action_mask"]))
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bulk.game_loop import POLICIES
from ..bulk.simulate import LARGEST_SEED
from ..errors import MissingPackageError, TeahorseError
from ..game import Game
from .compiled.opponents import FORFEIT
from .gymnasium import ILLEGAL, BatchedLegalMoves, LegalMoves, check_choice
from .rendering import board_text
from .rewards import Standings
from .sampling import sample_legal
from .vector import VectorGame
from .vector_cpu import are_legal

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
except ImportError:
    raise MissingPackageError("Gymnasium", "gymnasium") from None


Infos = dict[str, Any]


class YunnanVector(VectorEnv):
    """Many games of `Yunnan` with the same settings, on `VectorGame`.

    - The other settings are those of `VectorGame`: `edition`, `players`, `options`, `board`, `reward`, `observe_rules`
      and `threads`.
    - Opponents are random, busy or greedy; for other bots use `vectorization_mode="sync"`.
    - When a game ends, the next begins in the same step: `infos["final_obs"]` and `infos["final_info"]` are of the end.
    - `reset(seed=7)` seeds all lanes: lane i of n plays games i, i + n, i + 2n … of the series. A list has one
      seed per lane. Without a seed every lane goes on to its next game. `options={"reset_mask": …}` resets some lanes.
    """

    metadata = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": ["ansi"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        seat: int | str = 0,
        opponents: str = "random",
        illegal: str = "raise",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        if not isinstance(opponents, str) or opponents not in POLICIES:
            raise TeahorseError(
                f"In a vector, opponents are {', '.join(POLICIES[:-1])} or {POLICIES[-1]}; other bots need "
                f'`vectorization_mode="sync"`.'
            )
        if seat is None:
            raise TeahorseError("The learner needs a seat.")
        if render_mode is not None:
            check_choice(render_mode, ("ansi",), "The render mode of a vector is")
        self._illegal = check_choice(illegal, ILLEGAL, "An illegal action may")
        self.game = VectorGame(num_envs, seat=seat, opponents=opponents, **settings)
        self.num_envs = num_envs
        self.render_mode = render_mode
        size = self.game.observations.shape[1]
        self.single_action_space = LegalMoves()
        self.single_observation_space = spaces.Box(-1, 1, (size,), np.float32)
        self.action_space = BatchedLegalMoves(num_envs)
        self.observation_space = spaces.Box(-1, 1, (num_envs, size), np.float32)
        self._is_seeded = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], Infos]:
        """Begin games in all lanes, or in those of the reset mask."""
        options = dict(options or {})
        lanes = np.asarray(options.pop("reset_mask", np.ones(self.num_envs, np.bool_)))
        if options:
            raise TeahorseError(f"The only option of `reset` is `reset_mask`, not {', '.join(map(repr, options))}.")
        if isinstance(seed, int):
            super().reset(seed=seed)
        elif seed is None and not self._is_seeded:
            seed = self._draw_seed()
        self._is_seeded = True
        if seed is None or isinstance(seed, int):
            self.game.reset(seed, lanes)
        else:
            self.game.reset([self._draw_seed() if one is None else one for one in seed], lanes)
        return self.game.observations.copy(), self._infos(self.game.standings())

    def _draw_seed(self) -> int:
        return int(self.np_random.integers(LARGEST_SEED))

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Infos]:
        """Make the learner's move in every lane and play on to the learner's next one."""
        actions = np.asarray(actions)
        seats, illegal = self.game.seats.copy(), np.zeros(self.num_envs, np.bool_)
        if self._illegal != "raise" and actions.shape == seats.shape and actions.dtype.kind in "iu":
            illegal = ~are_legal(self.game.legal, actions)
            instead = FORFEIT if self._illegal == "lose" else sample_legal(self.game.legal, self.np_random)
            actions = np.where(illegal, instead, actions)
        self.game.step(actions)
        ended = self.game.ended.copy()
        rewards = np.take_along_axis(self.game.rewards, seats[:, None].astype(np.int64), 1)[:, 0].astype(np.float64)
        infos = self._infos(self.game.standings()) | {"illegal": illegal, "_illegal": np.ones_like(illegal)}
        if ended.any():
            infos |= self._final_infos(ended, seats)
        return self.game.observations.copy(), rewards, ended, np.zeros_like(ended), infos

    def _infos(self, standings: Standings) -> Infos:
        infos = {"action_mask": self.game.legal.astype(np.int8), "seat": self.game.seats.copy()} | standings.info
        return infos | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in infos}

    def _final_infos(self, ended: npt.NDArray[np.bool_], seats: Any) -> Infos:
        final = np.full(self.num_envs, None, object)
        for lane in np.flatnonzero(ended):
            final[lane] = self.game.final_observations[lane].copy()
        players = self.game.rules.players
        info: Infos = {name: getattr(self.game, name)[:, :players].copy() for name in ("points", "rank", "lead")}
        info |= {"seat": seats} | {f"_{name}": ended for name in ("points", "rank", "lead", "seat")}
        return {"final_obs": final, "_final_obs": ended, "final_info": info, "_final_info": ended}

    def render(self) -> tuple[str, ...] | None:
        """Every board as text, with `render_mode="ansi"`."""
        if self.render_mode != "ansi":
            return None
        positions = self.game.games.view(np.recarray)
        return tuple(board_text(Game(self.game.rules, position)) for position in positions)
