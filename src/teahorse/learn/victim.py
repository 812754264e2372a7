"""The victim of an exploiter: a network from a checkpoint or a file for play, which plays at a temperature."""

from pathlib import Path

import numpy as np
import torch

from ..bots.network.about import ABOUT
from ..bots.network.shape import NetworkShape
from ..errors import TeahorseError
from .checkpoint import REFERENCE
from .network import Network

COLDEST = 1e-6  # a temperature at which the best move is played


def load_network(source: Path, device: str) -> Network:
    """The network of a checkpoint (its slow average, which plays better), or of a file for play."""
    if source.is_dir() and (source / REFERENCE).is_file():
        weights = torch.load(source / REFERENCE, map_location="cpu", weights_only=True)
    elif source.is_file():
        with np.load(source) as stored:
            weights = {name: torch.from_numpy(stored[name].T.copy()) for name in stored.files if name != ABOUT}
    else:
        raise TeahorseError(f"{source} is neither a checkpoint nor a file for play.")
    blocks = sum(name.endswith(".0.weight") for name in weights)
    network = Network(NetworkShape(len(weights["position.bias"]), blocks))
    network.load_state_dict({name: value.float() for name, value in weights.items()})
    network.to(device)
    return network


class Victim:
    """A network that plays for all opponents. Its moves are drawn at a temperature; at 0 it plays its best move."""

    def __init__(self, network: Network, temperature: float) -> None:
        self.network = network
        self._temperature = max(temperature, COLDEST)

    def __call__(
        self, positions: torch.Tensor, rules_rows: torch.Tensor, rules_of: torch.Tensor, tempers: torch.Tensor
    ) -> torch.Tensor:
        """Logits of moves, so that drawing from them is drawing at the temperature. There is one group of lanes."""
        with torch.autocast(positions.device.type, enabled=False):  # it must play as it does at a table
            logits, _ = self.network(positions[0], rules_rows, rules_of[0], tempers[0])
        return logits[None] / self._temperature
