"""Several networks of one size that don't learn, asked together: one product per layer for all of them.

On a GPU, opponents asked one after the other cost more time than everything else in self-play: each asks about few
lanes, and starting its many small kernels takes longer than running them.
"""

from collections.abc import Mapping

import torch
from torch.nn.functional import relu

from ..bots.network.shape import NetworkShape


class StackedNetworks:
    """The policies of several networks. Each is asked about lanes of its own."""

    def __init__(self, count: int, shape: NetworkShape, device: str) -> None:
        kept = torch.bfloat16 if device == "cuda" else torch.float32
        self._blocks = shape.blocks
        self._weights: dict[str, torch.Tensor] = {}
        for name, (inputs, outputs) in shape.layers().items():
            self._weights[f"{name}.weight"] = torch.zeros(count, outputs, inputs, dtype=kept, device=device)
            self._weights[f"{name}.bias"] = torch.zeros(count, 1, outputs, dtype=kept, device=device)
        self._numbers = torch.arange(count, device=device)[:, None]

    def __len__(self) -> int:
        return len(self._numbers)

    def load(self, number: int, weights: Mapping[str, torch.Tensor]) -> None:
        """Give one of the networks some weights."""
        for name, value in weights.items():
            self._weights[name][number] = value

    def __call__(
        self, positions: torch.Tensor, rules_rows: torch.Tensor, rules_of: torch.Tensor, tempers: torch.Tensor
    ) -> torch.Tensor:
        """Logits of moves. All is by network and lane; `rules_rows` are the rules of all tables."""
        kept = self._weights["position.weight"].dtype
        rules = self._products("rules", rules_rows.to(kept).expand(len(self), -1, -1))[self._numbers, rules_of]
        temper = self._weights["temper.weight"].mT[self._numbers, tempers]
        hidden = relu(self._products("position", positions.to(kept)) + rules + temper)
        for block in range(self._blocks):
            first = relu(self._products(f"blocks.{block}.0", hidden))
            hidden = relu(hidden + self._products(f"blocks.{block}.1", first))
        return self._products("moves", hidden)

    def _products(self, layer: str, inputs: torch.Tensor) -> torch.Tensor:
        return torch.baddbmm(self._weights[f"{layer}.bias"], inputs, self._weights[f"{layer}.weight"].mT)
