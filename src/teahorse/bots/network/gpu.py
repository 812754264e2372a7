"""The network in PyTorch, for many positions at once on a GPU; the numbers are those of the compiled code, but rounded.

PyTorch is optional here: `bulk_network` returns the compiled network where there is no PyTorch or no GPU.
"""

from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ...observation.fields import POSITION_SIZE
from ...rules.jit import as_records
from ...rules.ruleset import Ruleset
from .inference import observe_positions
from .weights import Weights, shipped_weights

AT_A_TIME = 1 << 16  # positions: 0.6 GB on the GPU


class BulkNetwork(Protocol):
    """A network that evaluates positions."""

    def evaluate(
        self, positions: Any, rules: Ruleset, temper: str
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Logits of all moves, and the facts, for the player who decides in each position."""


def bulk_network(weights: Weights | None = None) -> BulkNetwork:
    """The network on the GPU if there is one, otherwise in compiled code."""
    used = weights or shipped_weights()
    if find_spec("torch") is None:
        return used
    import torch

    return TorchNetwork(used, "cuda") if torch.cuda.is_available() else used


class TorchNetwork:
    """The network on a device of PyTorch."""

    def __init__(self, weights: Weights, device: str) -> None:
        import torch

        self._torch: Any = torch
        self._device = device
        self._weights = weights
        self._layers = type(weights.layers)(*(self._tensor(array) for array in weights.layers))

    def evaluate(
        self, positions: Any, rules: Ruleset, temper: str
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Logits of all moves, and the facts, for the player who decides in each position."""
        base = self._tensor(self._weights.base(rules, temper))
        rows = np.zeros((len(positions), POSITION_SIZE), np.float32)
        observe_positions(positions, as_records(rules.table), rows)
        parts = [self._evaluate(rows[first : first + AT_A_TIME], base) for first in range(0, len(rows), AT_A_TIME)]
        logits, facts = zip(*parts, strict=True)
        return np.concatenate(logits), np.concatenate(facts)

    def _evaluate(self, rows: Any, base: Any) -> tuple[Any, Any]:
        torch, layers = self._torch, self._layers
        with torch.no_grad():
            hidden = torch.relu(base + self._tensor(rows) @ layers.position)
            for weights, biases in zip(layers.blocks, layers.block_biases, strict=True):
                inner = torch.relu(hidden @ weights[0] + biases[0])
                hidden = torch.relu(hidden + inner @ weights[1] + biases[1])
            logits = hidden @ layers.moves + layers.moves_bias
            facts = hidden @ layers.facts + layers.facts_bias
        return logits.cpu().numpy(), facts.cpu().numpy()

    def _tensor(self, array: Any) -> Any:
        return self._torch.as_tensor(np.ascontiguousarray(array), device=self._device)
