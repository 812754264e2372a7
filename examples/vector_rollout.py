"""VectorGame: hundreds of games stepped together, a masked random policy, and arrays that are shared, not copied.

python examples/vector_rollout.py
"""

import importlib.util
import time

import numpy as np

from teahorse.envs.sampling import sample_legal
from teahorse.envs.vector import VectorGame

LANES = 256
STEPS = 400


def main() -> None:
    """Step the games and show how many ended, and who won."""
    env = VectorGame(LANES, edition="2023", players=4, seed=7)
    rng = np.random.default_rng(7)
    observations = np.from_dlpack(env.observations)  # the same memory: every step shows in it
    assert np.shares_memory(observations, env.observations)
    if importlib.util.find_spec("torch"):
        import torch

        tensor = torch.from_numpy(env.observations)  # also the same memory, for a network
        print("PyTorch sees", tuple(tensor.shape), tensor.dtype)
    env.step(sample_legal(env.legal, rng))  # the very first step may have to compile
    ended, wins = 0, np.zeros(4, int)
    begun = time.perf_counter()
    for _ in range(STEPS):
        env.step(sample_legal(env.legal, rng))
        ended += int(env.ended.sum())
        wins += (env.rewards[:, :4] == 1).sum(axis=0)
    seconds = time.perf_counter() - begun
    print(f"{LANES * STEPS / seconds:,.0f} decisions per second; {ended} games ended, won by seat: {wins.tolist()}")


if __name__ == "__main__":
    main()
