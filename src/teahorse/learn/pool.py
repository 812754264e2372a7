"""The pool: opponents for the network, so that learning doesn't go in circles: earlier versions, rivals, exploiters."""

import random
from collections.abc import Mapping, Sequence

import torch

from .network import Network
from .stacked import StackedNetworks

Weights = dict[str, torch.Tensor]


def weights_of(network: Network) -> Weights:
    """A copy of the weights, in half precision."""
    return {name: value.detach().half().clone() for name, value in network.state_dict().items()}


def load(network: Network, weights: Mapping[str, torch.Tensor]) -> None:
    """Give a network some weights."""
    network.load_state_dict({name: value.float() for name, value in weights.items()})


class Pool:
    """Snapshots of the network, spread over the whole training, and the networks that play as some of them.

    Rivals are other networks that never change; `rival_share` says how many of the opponents are rivals. Exploiters
    learn to beat the network meanwhile; `exploiter_share` says how many of the opponents they are, once there are any.
    """

    def __init__(
        self,
        network: Network,
        groups: int,
        size: int,
        seed: int,
        rivals: Sequence[Weights] = (),
        rival_share: float = 0.0,
        exploiter_share: float = 0.0,
    ) -> None:
        self.snapshots: list[tuple[float, Weights]] = []  # with the time of training at which each was taken
        self.exploiters: list[Weights] = []  # the last one is the present one
        device = next(network.parameters()).device.type
        self.opponents = StackedNetworks(groups, network.shape, device)
        self.drawn: list[Weights] = []  # the weights of the opponents
        self.draws = 0  # how often opponents were drawn
        self._size = size
        self._rivals, self._rival_share = rivals, rival_share if rivals else 0.0
        self._exploiter_share = exploiter_share
        self._rng = random.Random(seed)

    def add(self, trained: float, network: Network) -> None:
        """Keep a snapshot. If there are too many, the one closest to its neighbours goes."""
        self.snapshots.append((trained, weights_of(network)))
        if len(self.snapshots) > self._size:
            times = [time for time, _ in self.snapshots]
            gaps = [times[at + 1] - times[at - 1] for at in range(1, len(times) - 1)]
            del self.snapshots[1 + gaps.index(min(gaps)) if gaps else 0]

    def add_exploiter(self, network: Network, most: int) -> None:
        """Keep an exploiter as it is now, and forget the oldest ones."""
        self.exploiters = [*self.exploiters, weights_of(network)][-most:]

    def renew_exploiter(self, network: Network) -> None:
        """Let the present exploiter play as it does now."""
        self.exploiters[-1:] = [weights_of(network)]

    def draw(self) -> None:
        """Let each group of lanes play against an exploiter, a rival or a snapshot."""
        self.draws += 1
        self.drawn = [self._draw_one() for _ in range(len(self.opponents))]
        for number, weights in enumerate(self.drawn):
            self.opponents.load(number, weights)

    def _draw_one(self) -> Weights:
        if self.exploiters and self._rng.random() < self._exploiter_share:
            return self._newest_or_any(self.exploiters)
        if self._rng.random() < self._rival_share:
            return self._rng.choice(self._rivals)
        return self._newest_or_any([weights for _, weights in self.snapshots])

    def _newest_or_any(self, weights: Sequence[Weights]) -> Weights:
        """The newest one comes as often as all others."""
        return weights[-1] if self._rng.random() < 0.5 else self._rng.choice(weights)
