"""Lanes of games in the memory of a GPU, one thread each."""

from typing import Any

import numpy as np

from ..bulk.gpu import require_cuda
from ..errors import TeahorseError
from ..rules import moves
from ..rules.events import NO_EVENTS
from ..rules.ruleset import Ruleset
from ..rules.state import RULES
from .compiled import lanes as compiled
from .compiled.lanes import Lanes, LaneSettings
from .illegal_action import illegal_action_error

THREADS_PER_BLOCK = 64


class GpuLanes:
    """Lanes in the memory of a GPU, one thread each."""

    def __init__(self, lanes: Lanes, rules: Ruleset, settings: LaneSettings) -> None:
        self.cuda = require_cuda()
        self.rules = rules
        self.settings = settings
        self.lanes = Lanes(*(self.cuda.to_device(array) for array in lanes))
        record = np.zeros(1, RULES)
        record[0] = rules.record
        self.record = self.cuda.to_device(record)
        self.events = self.cuda.to_device(NO_EVENTS)
        self.n = len(lanes.to_move)
        self.first_illegal = self.cuda.to_device(np.full(1, self.n, np.int64))
        self.blocks = (self.n + THREADS_PER_BLOCK - 1) // THREADS_PER_BLOCK
        self.kernels = _kernels(self.cuda)

    def seed(self, chosen: Any, seeds: Any, numbers: Any, strides: Any) -> None:
        """Set which games of which series the chosen lanes play from their next reset on."""
        for array, values in zip(
            (self.lanes.seeds, self.lanes.numbers, self.lanes.strides), (seeds, numbers, strides), strict=True
        ):
            array.copy_to_device(np.where(chosen, values, array.copy_to_host()))

    def reset(self, chosen: Any) -> None:
        """Begin the next game in the chosen lanes."""
        reset, _, _ = self.kernels
        on_device = self.cuda.to_device(chosen)
        reset[self.blocks, THREADS_PER_BLOCK](self.lanes, on_device, self.record, self.settings, self.events)

    def in_main_memory(self) -> Lanes:
        """A copy of the lanes."""
        return Lanes(*(array.copy_to_host() for array in self.lanes))

    def step(self, actions: Any) -> None:
        """Make one move in every lane, or none if one of them is illegal."""
        _, check, step = self.kernels
        chosen = actions if self.cuda.is_cuda_array(actions) else self.cuda.to_device(np.asarray(actions, np.int64))
        chosen = self.cuda.as_cuda_array(chosen)
        if chosen.shape != (self.n,):
            raise TeahorseError(f"One action per lane, {self.n}, not an array of {chosen.shape}.")
        check[self.blocks, THREADS_PER_BLOCK](self.lanes.legal, chosen, self.first_illegal)
        lane = int(self.first_illegal.copy_to_host()[0])
        if lane < self.n:
            self.first_illegal.copy_to_device(np.full(1, self.n, np.int64))
            game = self.lanes.games[lane : lane + 1].copy_to_host().view(np.recarray)[0]
            raise illegal_action_error(lane, int(chosen[lane]), game, self.rules)
        step[self.blocks, THREADS_PER_BLOCK](self.lanes, self.record, self.settings, chosen, self.events)


def _kernels(cuda: Any) -> tuple[Any, Any, Any]:
    step_lane, reset_lane, move_count = compiled.step_lane, compiled.reset_lane, moves.MOVES

    @cuda.jit
    def reset(lanes, chosen, rules, settings, events):
        lane = cuda.grid(1)
        if lane < len(lanes.games) and chosen[lane]:
            reset_lane(lanes, lane, rules[0], settings, events)

    @cuda.jit
    def check(legal, actions, first_illegal):
        lane = cuda.grid(1)
        if lane < len(legal):
            action = actions[lane]
            if action < 0 or action >= move_count or not legal[lane, action]:
                cuda.atomic.min(first_illegal, 0, lane)

    @cuda.jit
    def step(lanes, rules, settings, actions, events):
        lane = cuda.grid(1)
        if lane < len(lanes.games):
            step_lane(lanes, lane, rules[0], settings, actions[lane], events)

    return reset, check, step
