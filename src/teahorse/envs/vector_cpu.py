"""Lanes of games in main memory, divided among threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots.compiled.proposals import MOST_PROPOSALS, PROPOSAL
from ..bots.tempers import tempers_of
from ..bulk.cpu import cores
from ..errors import TeahorseError
from ..rules import moves
from ..rules.events import NO_EVENTS
from ..rules.jit import as_records
from ..rules.ruleset import Ruleset
from ..rules.state import GAME
from .compiled.lanes import Lanes, LaneSettings, reset_lanes, step_lanes
from .compiled.opponents import FORFEIT, RESET, STAY, step_learners
from .illegal_action import illegal_action_error

LANES_PER_THREAD = 4096  # with fewer, threads make a busy machine slower (bench/vector_threads.py)


class CpuLanes:
    """Lanes in main memory; with a policy, it plays all seats but the learner's."""

    def __init__(
        self, lanes: Lanes, rules: Ruleset, settings: LaneSettings, policy: int | None, threads: int | None
    ) -> None:
        self.lanes = lanes
        self.rules = rules
        self.settings = settings
        self.policy = policy
        n = len(lanes.to_move)
        pieces = thread_count(n, threads)
        self.pieces = list(pairwise(np.linspace(0, n, pieces + 1).astype(int).tolist()))
        self.pool = ThreadPoolExecutor(pieces) if pieces > 1 else None
        # Scratch space for the bots' thinking, one per thread.
        self.scratch = [
            (as_records(np.zeros(MOST_PROPOSALS, PROPOSAL)), as_records(np.zeros(1, GAME))) for _ in range(pieces)
        ]

    def _each(self, work: Callable[[int, int, tuple[Any, ...]], None]) -> None:
        """Do some work in every piece; `work` also gets the arguments for the bots, if there are any."""

        def one(piece: int) -> None:
            begin, end = self.pieces[piece]
            thinking = () if self.policy is None else (tempers_of(), self.policy, *self.scratch[piece])
            work(begin, end, thinking)

        for _ in (self.pool.map if self.pool else map)(one, range(len(self.pieces))):
            pass

    def seed(self, chosen: npt.NDArray[np.bool_], seeds: Any, numbers: Any, strides: Any) -> None:
        """Set which games of which series the chosen lanes play from their next reset on."""
        for array, values in zip(
            (self.lanes.seeds, self.lanes.numbers, self.lanes.strides), (seeds, numbers, strides), strict=True
        ):
            array[chosen] = values[chosen]

    def reset(self, chosen: npt.NDArray[np.bool_]) -> None:
        """Begin the next game in the chosen lanes."""
        record = self.rules.record
        if self.policy is not None:
            self._step(np.where(chosen, RESET, STAY))
            return
        self._each(lambda begin, end, _: reset_lanes(self.lanes, begin, end, chosen, record, self.settings, NO_EVENTS))

    def step(self, actions: Any) -> None:
        """Make one move in every lane, or none if one of them is illegal."""
        self._step(self._checked(actions))

    def _step(self, actions: npt.NDArray[np.int64]) -> None:
        step_in = step_lanes if self.policy is None else step_learners
        record = self.rules.record
        self._each(
            lambda begin, end, thinking: step_in(
                self.lanes, begin, end, record, self.settings, actions, *thinking, NO_EVENTS
            )
        )

    def _checked(self, actions: Any) -> npt.NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TeahorseError(f"Actions are whole numbers, the ids of moves, not {chosen.dtype}.")
        chosen = chosen.astype(np.int64)
        if chosen.shape != self.lanes.to_move.shape:
            raise TeahorseError(f"One action per lane, {len(self.lanes.to_move)}, not an array of {chosen.shape}.")
        legal = are_legal(self.lanes.legal, chosen)
        if self.policy is not None:
            legal |= chosen == FORFEIT
        if not legal.all():
            lane = int(np.argmin(legal))
            game = self.lanes.games.view(np.recarray)[lane]
            raise illegal_action_error(lane, int(chosen[lane]), game, self.rules)
        return chosen

    def in_main_memory(self) -> Lanes:
        """The lanes themselves."""
        return self.lanes


def thread_count(lanes: int, threads: int | None) -> int:
    """The number of threads that step some lanes: as many as asked for, else as many as help."""
    return min(lanes, threads or min(cores(), 1 + lanes // LANES_PER_THREAD))


def are_legal(masks: npt.NDArray[np.bool_], actions: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Whether each action is legal in its lane."""
    inside = np.clip(actions, 0, moves.MOVES - 1)
    legal: npt.NDArray[np.bool_] = (inside == actions) & np.take_along_axis(masks, inside[:, None], 1)[:, 0]
    return legal
