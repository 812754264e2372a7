"""Self-play on many machines: actors on a Ray cluster play, and one learner gets the steps of all of them together.

While the learner learns from some steps, the actors make the next ones, with weights that are one update older.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ..errors import TeahorseError
from ..observation import rules_row
from .lookahead import Tried
from .network import Network
from .pool import Pool, Weights, load, weights_of
from .recipe import Recipe
from .self_play import SelfPlay, Steps
from .stacked import StackedNetworks

Arrays = dict[str, npt.NDArray[Any]]
TRIED = "tried."  # begins the names of the arrays of moves that were tried
SEEDS_APART = 1_000_003  # between the actors


@dataclass(frozen=True)
class RayActors:
    """How many actors play on a cluster that is connected."""

    ray: Any  # the module
    actors: int


@dataclass(frozen=True)
class LaneRules:
    """The rules of all lanes, as `TrainingGames` has them."""

    rules_of: torch.Tensor
    players: torch.Tensor
    rules_rows: torch.Tensor


class Actor:
    """Plays some lanes on one core. It gets the weights before, and returns the steps."""

    def __init__(self, recipe: Recipe, seed: int) -> None:
        torch.set_num_threads(1)
        self._network = Network(recipe.shape)
        self._opponents = StackedNetworks(recipe.pool_groups, recipe.shape, "cpu")
        self._play = SelfPlay(recipe, self._network, self._opponents, "cpu", seed)

    def play(self, weights: Arrays, opponents: list[Arrays]) -> Arrays:
        """Make the next steps with these weights."""
        load(self._network, _tensors(weights))
        for number, arrays in enumerate(opponents):
            self._opponents.load(number, _tensors(arrays))
        steps, tried = self._play.play(), self._play.tried
        made = {field.name: _half(getattr(steps, field.name)) for field in fields(Steps)}
        return made | (
            {} if tried is None else {f"{TRIED}{name}": array.numpy() for name, array in vars(tried).items()}
        )


class RayPlay:
    """Self-play by actors, for one learner. It has what `Training` needs of a `SelfPlay`."""

    def __init__(self, on: RayActors, recipe: Recipe, network: Network, pool: Pool, device: str, seed: int) -> None:
        ray, actors = on.ray, on.actors
        self._ray, self._network, self._pool, self._device = ray, network, pool, device
        part = replace(recipe, lanes=recipe.lanes // actors)
        if part.lanes < len(recipe.tables):
            raise TeahorseError(
                f"{recipe.lanes} lanes are too few for {actors} actors: each needs one for every table of the recipe."
            )
        # An actor that is lost is started again, on another machine if need be, and makes its steps again.
        remote = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(Actor)
        self._actors = [remote.remote(part, seed + SEEDS_APART * number) for number in range(actors)]
        self.games = _lane_rules(part, actors, device)
        self.finished = 0
        self.tried: Tried | None = None
        self._drawn = -1  # draws of opponents that the actors have
        self._opponents: Any = None
        self._pending: list[Any] = []

    def play(self) -> Steps:
        """The steps that the actors have made; they begin with the next ones at once."""
        made = self._ray.get(self._pending or self._begin())
        self._pending = self._begin()
        steps = Steps(**{field.name: self._together(made, field.name) for field in fields(Steps)})
        self.finished = int(steps.ended.sum())
        self.tried = self._tried(made) if f"{TRIED}lanes" in made[0] else None
        return steps

    def _tried(self, made: list[Arrays]) -> Tried:
        tried = Tried(**{field.name: self._together(made, TRIED + field.name) for field in fields(Tried)})
        # The lanes of an actor come after those of the actors before it.
        lanes = len(self.games.rules_of) // len(made)
        decisions = tried.lanes.shape[1] // len(made)
        tried.lanes += (torch.arange(len(made), device=self._device) * lanes).repeat_interleave(decisions)
        return tried

    def _begin(self) -> list[Any]:
        """Let all actors play with the weights of now."""
        if self._drawn != self._pool.draws:
            self._drawn = self._pool.draws
            self._opponents = self._ray.put([_arrays(weights) for weights in self._pool.drawn])
        weights = self._ray.put(_arrays(weights_of(self._network)))
        return [actor.play.remote(weights, self._opponents) for actor in self._actors]

    def _together(self, made: list[Arrays], name: str) -> torch.Tensor:
        return torch.from_numpy(np.concatenate([part[name] for part in made], axis=1)).to(self._device)


def _arrays(weights: Weights) -> Arrays:
    return {name: value.cpu().numpy() for name, value in weights.items()}


def _tensors(arrays: Arrays) -> Weights:
    return {name: torch.from_numpy(array.copy()) for name, array in arrays.items()}


def _half(values: torch.Tensor) -> npt.NDArray[Any]:
    """An array for sending; the large ones, of observations and points, in half precision."""
    large = values.dim() > 2 and values.dtype == torch.float32 and values.shape[2:].numel() > 5
    sent: npt.NDArray[Any] = (values.half() if large else values).numpy()
    return sent


def _lane_rules(part: Recipe, actors: int, device: str) -> LaneRules:
    rulesets = [table.rules for table in part.tables]
    rules_of = torch.tensor(np.tile(np.repeat(np.arange(len(rulesets)), part.lanes_each(1)), actors), device=device)
    players = torch.tensor([int(rules.record.players) for rules in rulesets], device=device)[rules_of]
    rows = torch.from_numpy(np.stack([rules_row(rules) for rules in rulesets])).to(device)
    return LaneRules(rules_of, players, rows)
