"""Rollouts for PyTorch that stay on the device of the games, a GPU or the CPU."""

from collections.abc import Callable
from typing import Any

from ..errors import MissingPackageError
from .vector import VectorGame


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

    names = ("observations", "legal", "to_move", "rewards", "ended")
    shared = {name: torch.as_tensor(getattr(env, name), device=env.device) for name in names}
    taken: dict[str, list[Any]] = {name: [] for name in (*names, "actions", "log_probs")}
    for _ in range(steps):
        for name in ("observations", "legal", "to_move"):
            taken[name].append(shared[name].clone())
        with torch.no_grad():
            logits = policy(shared["observations"], shared["legal"])
            drawn = torch.distributions.Categorical(logits=logits.masked_fill(~shared["legal"], -torch.inf))
            actions = drawn.sample()
        taken["actions"].append(actions)
        taken["log_probs"].append(drawn.log_prob(actions))
        env.step(actions)
        for name in ("rewards", "ended"):
            taken[name].append(shared[name].clone())
    return {name: torch.stack(values) for name, values in taken.items()}
