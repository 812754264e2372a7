"""`VectorGame`: many games at once, stepped together, on CPU cores or on a CUDA GPU."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from ..bulk.cpu import cores
from ..bulk.simulate import check_series
from ..errors import TeahorseError
from ..rules import moves
from ..rules.compiling import named
from ..rules.events import NO_EVENTS
from ..rules.luck import STREAM_WORDS
from ..rules.ruleset import Ruleset
from ..rules.state import GAME, MAX_PLAYERS
from . import stepping
from .observation import SIZE
from .refusing import refuse
from .stepping import Lanes
from .vector_gpu import GpuLanes

LANES_WORTH_A_THREAD = 256


class VectorGame:
    """Many lanes of games, stepped together.

    After `reset()` and each `step(actions)` these arrays hold one row for each of the n lanes:

    - `observations` (n, 558) float32: what the player to move sees (`envs.observation.layout()` says where);
    - `legal` (n, 552) bool: the legal moves of the move table;
    - `to_move` (n,) int8: the player who decides, 0 to 4;
    - `rewards` (n, 5) float32: per player, in the step that ended a game 1 for the first to -1 for the last, else 0;
    - `ended` (n,) bool: whether the last step ended a game; the next one has begun.

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
    ) -> None:
        check_series(n, "random", seed, device)
        self.n = n
        self.rules = Ruleset.of(edition, players, options, board)
        self.seed = seed
        self.device = device
        self._lanes = new_lanes(n)
        if device == "cuda":
            self._worker: _Cpu | GpuLanes = GpuLanes(self._lanes, self.rules)
            self._lanes = self._worker.lanes
        else:
            self._worker = _Cpu(self._lanes, self.rules, threads)
        self.reset()

    @property
    def observations(self) -> Any:
        """What the player to move sees, a row per lane."""
        return self._lanes.observations

    @property
    def legal(self) -> Any:
        """The legal moves of the move table, a row per lane."""
        return self._lanes.legal

    @property
    def to_move(self) -> Any:
        """The player who decides, per lane."""
        return self._lanes.to_move

    @property
    def rewards(self) -> Any:
        """What the last step brought each player, a row per lane."""
        return self._lanes.rewards

    @property
    def ended(self) -> Any:
        """Whether the last step ended a game, per lane."""
        return self._lanes.ended

    @property
    def games(self) -> Any:
        """The positions, an array of GAME."""
        return self._lanes.games

    def reset(self, seed: int | None = None) -> None:
        """Begin anew in every lane."""
        if seed is not None:
            check_series(self.n, "random", seed, self.device)
            self.seed = seed
        self._worker.reset(self.seed)

    def step(self, actions: Any) -> None:
        """Make one move of the move table in every lane; if any is illegal, none is made and an error says which."""
        self._worker.step(self.seed, actions)


def new_lanes(n: int) -> Lanes:
    """The arrays of n lanes, in main memory."""
    return Lanes(
        games=named(np.zeros(n, GAME)),
        played=np.zeros(n, np.int64),
        streams=np.zeros((n, STREAM_WORDS), np.int64),
        verdicts=np.zeros((n, moves.MOVES), np.uint8),
        legal=np.zeros((n, moves.MOVES), np.bool_),
        observations=np.zeros((n, SIZE), np.float32),
        to_move=np.zeros(n, np.int8),
        rewards=np.zeros((n, MAX_PLAYERS), np.float32),
        ended=np.zeros(n, np.bool_),
    )


class _Cpu:
    """Lanes in main memory, shared out among threads."""

    def __init__(self, lanes: Lanes, rules: Ruleset, threads: int | None) -> None:
        self.lanes = lanes
        self.rules = rules
        n = len(lanes.to_move)
        pieces = min(threads or cores(), 1 + n // LANES_WORTH_A_THREAD)
        bounds = np.linspace(0, n, pieces + 1).astype(int).tolist()
        self.pieces = list(pairwise(bounds))
        self.pool = ThreadPoolExecutor(pieces) if pieces > 1 else None

    def _each(self, work: Any) -> None:
        for _ in (self.pool.map if self.pool else map)(work, self.pieces):
            pass

    def reset(self, seed: int) -> None:
        record = self.rules.record
        self._each(lambda p: stepping.reset_some(self.lanes, p[0], p[1], record, seed, NO_EVENTS))

    def step(self, seed: int, actions: Any) -> None:
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TeahorseError(f"Actions are whole numbers, the ids of the move table, not {chosen.dtype}.")
        chosen = chosen.astype(np.int64)
        if chosen.shape != self.lanes.to_move.shape:
            raise TeahorseError(f"One action per lane, {len(self.lanes.to_move)}, not an array of {chosen.shape}.")
        inside = np.clip(chosen, 0, moves.MOVES - 1)
        fine = (inside == chosen) & np.take_along_axis(self.lanes.legal, inside[:, None], 1)[:, 0]
        if not fine.all():
            lane = int(np.argmin(fine))
            game = self.lanes.games.view(np.recarray)[lane]
            raise refuse(lane, int(chosen[lane]), game, self.rules)
        record = self.rules.record
        self._each(lambda p: stepping.step_some(self.lanes, p[0], p[1], record, seed, chosen, NO_EVENTS))
