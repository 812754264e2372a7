"""The kernels that step training games on a GPU, one thread per lane."""

from functools import cache
from typing import Any

from ..envs.compiled import training_lanes as compiled


@cache  # compiling takes a while, and a program may have several lots of games
def kernels(cuda: Any) -> tuple[Any, Any, Any]:
    """Kernels: `reset` begins the first games, `step` makes a move in every lane, `try_moves` on copies of games."""
    step_lane, reset_lane, try_move = compiled.step_training_lane, compiled.reset_training_lane, compiled.try_move

    @cuda.jit
    def reset(lanes, labels, rules, settings, events):
        lane = cuda.grid(1)
        if lane < len(lanes.games):
            reset_lane(lanes, labels, lane, rules, settings, events)

    @cuda.jit
    def step(lanes, labels, rules, settings, actions, events):
        lane = cuda.grid(1)
        if lane < len(lanes.games):
            step_lane(lanes, labels, lane, rules, settings, actions[lane], events)

    @cuda.jit
    def try_moves(lanes, labels, trials, rules, actions, events):
        trial = cuda.grid(1)
        if trial < len(actions):
            try_move(lanes, labels, trials, trial, rules, actions[trial], events)

    return reset, step, try_moves
