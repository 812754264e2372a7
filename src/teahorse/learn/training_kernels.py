"""The kernels that step training games on a GPU, one thread per lane."""

from typing import Any

from ..envs.compiled import training_lanes as compiled


def kernels(cuda: Any) -> tuple[Any, Any]:
    """Two kernels: `reset` begins the first games, `step` makes a move in every lane."""
    step_lane, reset_lane = compiled.step_training_lane, compiled.reset_training_lane

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

    return reset, step
