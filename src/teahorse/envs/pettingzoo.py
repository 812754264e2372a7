"""Yunnan as a PettingZoo environment: agents take turns (AEC), illegal moves are masked.

>>> from teahorse.envs import pettingzoo
>>> env = pettingzoo.env(edition="2023", players=3)
>>> env.reset(seed=7)
>>> env.agent_selection
'p1'
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bulk.simulate import LARGEST_SEED
from ..errors import MissingPackageError
from ..rules import moves, names
from .observation import SIZE
from .table import FARTHEST, Table

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    raise MissingPackageError("PettingZoo", "pettingzoo") from None

Observation = dict[str, npt.NDArray[Any]]


def env(**settings: Any) -> Any:
    """Make the environment, with a wrapper that notices calls in the wrong order."""
    return OrderEnforcingWrapper(YunnanEnv(**settings))


class YunnanEnv(AECEnv):
    """One game; the agents are `p1` to `p5`, in the two-colours game one per colour.

    - An observation is a dictionary: `observation`, a row of numbers in which the agent comes first
      (`envs.observation.layout()` says where what is), and `action_mask`, 1 for each move the agent may make now.
    - An action is an id of the move table (`teahorse.rules.moves`).
    - Rewards come at the end: 1 for the first, -1 for the last, evenly between; a person's two colours share theirs.
    - Dúli, who plays by cards, is no agent: she moves by herself, and her cards are dealt from the seed.
    - An illegal action raises `IllegalMove`, which names the rule, and changes nothing.
    """

    metadata = {  # noqa: RUF012 - PettingZoo declares it so
        "name": "yunnan_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        edition: str = "2023",
        players: int = 4,
        options: Mapping[str, object] | None = None,
        board: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._table = Table(edition, players, options, board)
        self.render_mode = render_mode
        self.possible_agents = list(names.PLAYER[: self._table.rules.players])
        self.agents: list[str] = []
        self._numbers = {agent: number for number, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(moves.MOVES) for agent in self.possible_agents}
        self.observation_spaces = {agent: _observation_space() for agent in self.possible_agents}
        self._luck = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The move table."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game. After a seed the games that follow are its own; there are no options."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self._table.begin(int(self._luck.integers(LARGEST_SEED)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._table.mover]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do now."""
        number = self._numbers[agent]
        decides = number == self._table.mover and not self._table.is_over
        mask = self._table.mask() if decides else np.zeros(moves.MOVES, np.int8)
        return {"observation": self._table.observe(number), "action_mask": mask}

    def state(self) -> npt.NDArray[np.float32]:
        """The whole table, as `p1` sees it: all but the order of Dúli's pile is open to everyone."""
        return self._table.observe(0)

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is; None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._table.make(action)
        self._cumulative_rewards[agent] = 0.0
        if not self._table.is_over:
            self.agent_selection = self.possible_agents[self._table.mover]
            return
        self.rewards = dict(zip(self.agents, self._table.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """The board as text, with `render_mode="ansi"`."""
        return self._table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open that would have to be closed."""


raw_env = YunnanEnv


def _observation_space() -> Any:
    return spaces.Dict(
        {
            "observation": spaces.Box(-FARTHEST, FARTHEST, (SIZE,), np.float32),
            "action_mask": spaces.Box(0, 1, (moves.MOVES,), np.int8),
        }
    )
