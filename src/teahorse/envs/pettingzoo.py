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
from ..errors import MissingPackageError, TeahorseError
from ..observation import size_of
from ..rules import moves, names
from .rendering import board_picture, board_text, print_board
from .rewards import Reward, reward_kind
from .single_game import SingleGame

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    raise MissingPackageError("PettingZoo", "pettingzoo") from None

RENDER_MODES = ("ansi", "human", "rgb_array")
Observation = dict[str, npt.NDArray[Any]]
NOTHING_TO_DECIDE = np.zeros(moves.MOVES, np.int8)
NOTHING_TO_DECIDE[moves.PASS] = 1


def env(**settings: Any) -> Any:
    """Make the environment, with PettingZoo's wrapper that reports calls in the wrong order."""
    return OrderEnforcingWrapper(YunnanEnv(**settings))


class YunnanEnv(AECEnv):
    """One game; the agents are `p1` to `p5`, in the two-colours game one per colour.

    - An observation is a dictionary: `observation`, a row of numbers that begins with the agent
      (`teahorse.observation.layout()`), and `action_mask`, 1 for each move that the agent may make now. A mask is
      never all 0: if it is not the agent's turn, `pass` is set, which is refused.
    - An action is the id of a move (`teahorse.rules.moves`).
    - `reward` is "rank", "win", "margin" or a function (`envs.rewards`); a person's two colours get the same.
      `infos` have everyone's points, rank and lead.
    - Dúli, who plays by cards, is no agent: she moves by herself, and the seed decides her cards.
    - An illegal action raises `IllegalMove`, which names the rule, and changes nothing.
    """

    metadata = {  # noqa: RUF012 - PettingZoo declares it so
        "name": "yunnan_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        edition: str = "2023",
        players: int = 4,
        options: Mapping[str, object] | None = None,
        board: Mapping[str, Any] | None = None,
        reward: Reward = "rank",
        observe_rules: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise TeahorseError(f"A render mode is {', '.join(RENDER_MODES)}, not {render_mode!r}.")
        reward_kind(reward)
        self._game = SingleGame(edition, players, options, board, observe_rules)
        self._reward = reward
        self.render_mode = render_mode
        self.possible_agents = list(names.PLAYER[: self._game.rules.players])
        self.agents: list[str] = []
        self._numbers = {agent: number for number, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(moves.MOVES) for agent in self.possible_agents}
        self.observation_spaces = {agent: _observation_space(observe_rules) for agent in self.possible_agents}
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of all moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; games without a seed follow from the last seed.

        Options are ignored and not refused, since PettingZoo's own test passes one that means nothing.
        """
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._game.begin(int(self._rng.integers(LARGEST_SEED)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._standings = self._game.standings()
        self._update_infos()
        self.agent_selection = self.possible_agents[self._game.mover]

    def observe(self, agent: str) -> Observation:
        """An agent's observation and mask."""
        number = self._numbers[agent]
        decides = number == self._game.mover and not self._game.is_over
        mask = self._game.mask() if decides else NOTHING_TO_DECIDE.copy()
        return {"observation": self._game.observe(number), "action_mask": mask}

    def state(self) -> npt.NDArray[np.float32]:
        """The game as `p1` sees it: everything but the order of Dúli's pile is open to all."""
        return self._game.observe(0)

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is; None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._game.make(action)
        self._cumulative_rewards[agent] = 0.0
        before, self._standings = self._standings, self._game.standings()
        rewards = self._game.rewards(self._reward, before, self._standings)
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()
        self._update_infos()
        if not self._game.is_over:
            self.agent_selection = self.possible_agents[self._game.mover]
            return
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def _update_infos(self) -> None:
        """Update everyone's standings in `infos`; with "human", print the board."""
        self.infos: dict[str, dict[str, Any]] = {agent: dict(self._standings.info) for agent in self.agents}
        if self.render_mode == "human":
            print_board(self._game.as_game())

    def render(self) -> Any:
        """The board as text ("ansi") or as a picture ("rgb_array"); "human" prints it after every step."""
        if self.render_mode == "ansi":
            return board_text(self._game.as_game())
        return board_picture(self._game.as_game()) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Nothing needs to be closed."""


raw_env = YunnanEnv


def _observation_space(observe_rules: bool) -> Any:
    return spaces.Dict(
        {
            "observation": spaces.Box(-1, 1, (size_of(observe_rules),), np.float32),
            "action_mask": spaces.Box(0, 1, (moves.MOVES,), np.int8),
        }
    )
