"""A trained network as a bot: the network that learn_maskable_ppo.py wrote plays in the arena and in the terminal.

    teahorse arena --bots examples/learned_bot.py:Learned,greedy,greedy --players 3 --games 300
    teahorse play --seat you --seat examples/learned_bot.py:Learned

The environment variable `YUNNAN_PPO` is the file of the network; without it, `yunnan_ppo.zip` in the current folder.
"""

import os
from typing import Any

import torch
from sb3_contrib import MaskablePPO

from teahorse.bots import PolicyBot

torch.set_num_threads(1)  # the network is small, and the arena plays one game per core


class Learned(PolicyBot):
    """Plays the move with the highest probability."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed=seed, observe_rules=False)  # as it was trained
        self.policy = MaskablePPO.load(os.environ.get("YUNNAN_PPO", "yunnan_ppo.zip"), device="cpu").policy

    def logits(self, observation: Any, mask: Any) -> Any:
        """The logits of the network's distribution over moves."""
        with torch.no_grad():
            distribution = self.policy.get_distribution(torch.from_numpy(observation)[None])
            return distribution.distribution.logits[0].numpy()
