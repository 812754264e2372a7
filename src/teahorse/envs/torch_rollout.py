"""Rollouts for PyTorch that stay on the device of the games, a GPU or the CPU."""

from collections.abc import Callable
from typing import Any

from ..errors import MissingPackageError
from .vector import VectorGame

BEFORE_STEP, AFTER_STEP = ("observations", "legal", "to_move"), ("rewards", "ended")


def rollout(env: VectorGame, policy: Callable[[Any, Any], Any], steps: int) -> dict[str, Any]:
    """Step all lanes with moves drawn from a policy, and return what happened as tensors of steps x lanes.

    `policy(observations, legal)` gets tensors that share the memory of the games, and returns one logit per move; a
    move is drawn from their softmax over the legal ones. The result has `observations`, `legal`, `to_move` and
    `actions` before each step, `log_probs` of the actions, and `rewards` (per player) and `ended` after it, all on
    `env.device`.
    """
    try:
        import torch
    except ImportError:
        raise MissingPackageError("PyTorch", "examples") from None

    shared = {name: torch.as_tensor(getattr(env, name), device=env.device) for name in (*BEFORE_STEP, *AFTER_STEP)}
    kept = {name: tensor.new_empty((steps, *tensor.shape)) for name, tensor in shared.items()}
    kept["actions"] = torch.empty((steps, env.n), dtype=torch.int64, device=env.device)
    kept["log_probs"] = torch.empty((steps, env.n), device=env.device)
    for step in range(steps):
        for name in BEFORE_STEP:
            kept[name][step] = shared[name]
        with torch.no_grad():
            logits = policy(shared["observations"], shared["legal"])
            distribution = torch.distributions.Categorical(logits=logits.masked_fill(~shared["legal"], -torch.inf))
            actions = distribution.sample()
            kept["actions"][step], kept["log_probs"][step] = actions, distribution.log_prob(actions)
        env.step(actions)
        for name in AFTER_STEP:
            kept[name][step] = shared[name]
    return kept
