"""`VectorGame`: many games at once, stepped together, on CPU cores or on a CUDA GPU."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bulk.game_loop import POLICIES
from ..bulk.simulate import LARGEST_SEED, check_series
from ..errors import TeahorseError
from ..observation import blank_rows
from ..rules import moves
from ..rules.jit import as_records
from ..rules.rng import STREAM_WORDS
from ..rules.ruleset import Ruleset
from ..rules.state import GAME, MAX_PLAYERS
from .compiled import lanes as compiled
from .compiled.lanes import EVERY_SEAT, RANDOM_SEAT, Lanes, LaneSettings
from .compiled.training_lanes import Trials
from .rewards import Reward, Standings, reward_kind
from .vector_cpu import CpuLanes
from .vector_gpu import GpuLanes


class VectorGame:
    """Many lanes of games, stepped together.

    After `reset()` and each `step(actions)` these arrays hold one row for each of the n lanes:

    - `observations` (n, 1016) float32: what the player to move sees (`teahorse.observation.layout()`);
    - `legal` (n, 552) bool: the legal moves, at least one in every row;
    - `to_move` (n,) int8: the player to move, 0 to 4;
    - `rewards` (n, 5) float32: each player's reward for the step (`envs.rewards` has the choices);
    - `ended` (n,) bool: whether the last step ended a game; the next one has begun;
    - `points`, `rank`, `lead` (n, 5): everyone's standing after the step; where it ended a game, at that end;
    - `final_observations` (n, 1016): the observation at the end of the lane's last finished game, of the player who
      made the last move, or of the learner.

    With `seat` (a person from 0, or "random") there is one learner: `opponents` (random, busy or greedy) play the
    others in compiled code, and a step leads to the learner's next move. `observe_rules=False` leaves
    the rules out of the observations (663 numbers).

    The arrays are written in place. On the CPU they are NumPy arrays (`torch.from_numpy(env.observations)` and
    DLPack share their memory); on a GPU they have `__cuda_array_interface__`
    (`torch.as_tensor(env.observations, device="cuda")` shares it).
    """

    def __init__(
        self,
        n: int,
        edition: str = "2023",
        players: int = 4,
        options: Mapping[str, object] | None = None,
        board: Mapping[str, Any] | None = None,
        *,
        seed: int = 0,
        device: str = "cpu",
        threads: int | None = None,
        reward: Reward = "rank",
        seat: int | str | None = None,
        opponents: str = "random",
        observe_rules: bool = True,
    ) -> None:
        check_series(n, opponents, seed, device, threads)
        self.n = n
        self.rules = Ruleset.of(edition, players, options, board)
        self.seed = seed
        self.device = device
        self.reward = reward
        self._threads = threads
        self._opponents = opponents
        self._settings = LaneSettings(reward_kind(reward), seat_number(seat, self.rules))
        if device == "cuda" and (seat is not None or callable(reward)):
            raise TeahorseError("On a GPU every seat is the learner's, and rewards are `rank`, `win` or `margin`.")
        self._use_lanes(new_lanes(n, self.rules, observe_rules))
        self.reset()

    def _use_lanes(self, lanes: Lanes) -> None:
        self._lanes = lanes
        if self.device == "cuda":
            self._worker: CpuLanes | GpuLanes = GpuLanes(lanes, self.rules, self._settings)
            self._lanes = self._worker.lanes
        else:
            policy = None if self._settings.seat == EVERY_SEAT else POLICIES.index(self._opponents)
            self._worker = CpuLanes(lanes, self.rules, self._settings, policy, self._threads)

    @property
    def observations(self) -> Any:
        """What the player to move sees, a row per lane."""
        return self._lanes.observations

    @property
    def final_observations(self) -> Any:
        """The observation at the end of each lane's last finished game."""
        return self._lanes.final_observations

    @property
    def legal(self) -> Any:
        """The legal moves, a row per lane."""
        return self._lanes.legal

    @property
    def to_move(self) -> Any:
        """The player to move, per lane."""
        return self._lanes.to_move

    @property
    def rewards(self) -> Any:
        """Each player's reward for the last step, a row per lane."""
        return self._lanes.rewards

    @property
    def ended(self) -> Any:
        """Whether the last step ended a game, per lane."""
        return self._lanes.ended

    @property
    def points(self) -> Any:
        """Everyone's final VP if the game had ended after the last step, a row per lane."""
        return self._lanes.points

    @property
    def rank(self) -> Any:
        """Everyone's rank likewise, 1 for the first."""
        return self._lanes.rank

    @property
    def lead(self) -> Any:
        """Everyone's lead likewise: points less the mean of the others'."""
        return self._lanes.lead

    @property
    def seats(self) -> Any:
        """The person who learns, per lane; -1 where every seat is the learner's."""
        return self._lanes.seats

    @property
    def games(self) -> Any:
        """The positions, an array of GAME."""
        return self._lanes.games

    def reset(self, seed: int | Sequence[int] | None = None, lanes: npt.NDArray[np.bool_] | None = None) -> None:
        """Begin new games in all lanes, or in those chosen.

        With one seed, lane i of n plays games i, i + n, i + 2n … of its series. With a seed per lane, each plays
        games 0, 1, 2 … of its own. Without a seed, all lanes begin their series again; chosen lanes go on
        to their next game.
        """
        chosen = np.ones(self.n, np.bool_) if lanes is None else np.asarray(lanes, np.bool_)
        if chosen.shape != (self.n,):
            raise TeahorseError(f"One truth value per lane, {self.n}, not an array of {chosen.shape}.")
        if seed is None and lanes is None:
            seed = self.seed
        if isinstance(seed, int):
            check_series(self.n, "random", seed, self.device)
            self.seed = seed
            self._worker.seed(chosen, np.full(self.n, seed), np.arange(self.n), np.full(self.n, self.n))
        elif seed is not None:
            seeds = np.asarray(seed)
            if seeds.shape != (self.n,) or seeds.dtype.kind not in "iu" or (seeds < 0).any():
                raise TeahorseError(f"Seeds are {self.n} whole numbers from 0 to {LARGEST_SEED}, one per lane.")
            self._worker.seed(chosen, seeds.astype(np.int64), np.zeros(self.n, np.int64), np.ones(self.n, np.int64))
        self._worker.reset(chosen)

    def step(self, actions: Any) -> None:
        """Make one move in every lane. If one is illegal, none is made, and an error says which."""
        if not callable(self.reward):
            self._worker.step(actions)
            return
        before = self.standings()
        self._worker.step(actions)
        players = self.rules.players
        after = Standings(self.points[:, :players], self.rank[:, :players], self.lead[:, :players], self.ended)
        self._lanes.rewards[:, :players] = self.reward(before, after)

    def standings(self) -> Standings:
        """Everyone's standing now; where a game has just ended, at the start of the next one."""
        shape = (self.n, MAX_PLAYERS)
        points, rank, lead = np.zeros(shape, np.int32), np.zeros(shape, np.int8), np.zeros(shape, np.float32)
        compiled.write_standings_of_all(self._lanes.games, self.rules.record, points, rank, lead)
        players = self.rules.players
        return Standings(points[:, :players], rank[:, :players], lead[:, :players], np.zeros(self.n, np.bool_))

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name != "_worker"}
        return kept | {"_lanes": self._worker.in_main_memory()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._use_lanes(kept["_lanes"])


def seat_number(seat: int | str | None, rules: Ruleset) -> int:
    """The learner's seat as a number for compiled code; a seat that doesn't exist raises an error."""
    if seat is None:
        return EVERY_SEAT
    if seat == "random":
        return RANDOM_SEAT
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < rules.people:
        raise TeahorseError(
            f"The seats of {rules.people} people are 0 to {rules.people - 1}, or `random`, not {seat!r}."
        )
    return seat


def new_lanes(n: int, rules: Ruleset, observe_rules: bool = True) -> Lanes:
    """The arrays of n lanes, in main memory."""
    return Lanes(
        games=as_records(np.zeros(n, GAME)),
        seeds=np.zeros(n, np.int64),
        numbers=np.arange(n),
        strides=np.full(n, n),
        streams=np.zeros((n, STREAM_WORDS), np.int64),
        seats=np.zeros(n, np.int8),
        verdicts=np.zeros((n, moves.MOVES), np.uint8),
        legal=np.zeros((n, moves.MOVES), np.bool_),
        observations=blank_rows(n, rules, observe_rules),
        final_observations=blank_rows(n, rules, observe_rules),
        to_move=np.zeros(n, np.int8),
        rewards=np.zeros((n, MAX_PLAYERS), np.float32),
        ended=np.zeros(n, np.bool_),
        points=np.zeros((n, MAX_PLAYERS), np.int32),
        rank=np.zeros((n, MAX_PLAYERS), np.int8),
        lead=np.zeros((n, MAX_PLAYERS), np.float32),
        lead_before=np.zeros((n, MAX_PLAYERS), np.float32),
    )


def new_trials(n: int, rules: Ruleset) -> Trials:
    """The arrays for trying n moves on copies of games, in main memory."""
    room = new_lanes(n, rules, observe_rules=False)
    return Trials(np.zeros(n, np.int64), *(getattr(room, name) for name in Trials._fields[1:]))
