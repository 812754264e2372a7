"""Training: self-play and learning in turns, from a checkpoint to a later one.

teahorse learn train FOLDER --device cuda --seconds 600
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from ..errors import TeahorseError
from . import checkpoint
from .exploit import Exploiter
from .network import Network
from .pool import Pool, Weights, load, weights_of
from .ray_actors import RayActors, RayPlay
from .recipe import Recipe
from .self_play import SelfPlay
from .targets import targets_of
from .update import Updater
from .victim import Victim, load_network

LOG = "log.jsonl"
UPDATES_PER_DRAW = 25  # between two draws of opponents
UPDATES_PER_LOG = 20
SECONDS_PER_SAVE = 120.0


@dataclass(frozen=True)
class Stretch:
    """How long to train, and how the learning rate and the entropy bonus change meanwhile, as factors."""

    seconds: float
    rate_at_start: float = 1.0
    rate_at_end: float = 1.0
    entropy_at_start: float = 1.0
    entropy_at_end: float = 1.0

    def factor(self, name: str, share: float) -> float:
        """A factor after some share of the stretch."""
        start, end = getattr(self, f"{name}_at_start"), getattr(self, f"{name}_at_end")
        return float(start * (end / start) ** share)


class Training:
    """A network in training.

    `start` is a file for play, whose weights it has where there is no checkpoint yet; its policy is made `flatter`, as
    by a temperature, since a sharp one hardly tries anything new. Rivals are such files, too: networks that are among
    its opponents and never change.
    """

    def __init__(
        self,
        recipe: Recipe,
        folder: Path,
        device: str,
        seed: int,
        ray: RayActors | None = None,
        rivals: Sequence[Path] = (),
        start: Path | None = None,
        flatter: float = 1.0,
    ) -> None:
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        if device == "cpu":
            torch.set_num_threads(1)  # more threads only wait for each other: the layers of small networks are short
        self.recipe, self.folder = recipe, folder
        self.network = Network(recipe.shape).to(device)
        if start is not None:
            load(self.network, flattened(weights_in(start, recipe, device), flatter))
        others = [weights_in(file, recipe, device) for file in rivals]
        shares = recipe.rival_share, recipe.exploiter_share
        self.pool = Pool(self.network, recipe.pool_groups, recipe.pool_size, seed, others, *shares)
        self.play: SelfPlay | RayPlay
        if ray is None:
            self.play = SelfPlay(recipe, self.network, self.pool.opponents, device, seed)
        else:
            self.play = RayPlay(ray, recipe, self.network, self.pool, device, seed)
        self.updater = Updater(recipe, self.network, self.play.games)
        self.progress = checkpoint.restore(folder, self.network, self.updater, self.pool)
        if not self.pool.snapshots:
            self.pool.add(0.0, self.network)
        self.exploiter = self._exploiter(device, seed) if recipe.updates_per_exploiter else None
        self._exploited: list[tuple[int, int]] = []  # games that the exploiter won, and that ended, by update
        self.pool.draw()

    def _exploiter(self, device: str, seed: int) -> Exploiter:
        """The exploiter of the checkpoint, or one that begins as a copy of the network."""
        exploiter = Exploiter(self.recipe, Victim(self.network, 1.0), device, seed)
        if self.pool.exploiters:
            load(exploiter.network, self.pool.exploiters[-1])
        else:
            self.pool.add_exploiter(exploiter.network, self.recipe.exploiters)
        return exploiter

    def run(self, stretch: Stretch, report: Callable[[dict[str, Any]], None]) -> None:
        """Train for a stretch, and save it."""
        begun = saved = time.monotonic()
        progress = self.progress
        before, snapshot = progress.seconds, progress.seconds
        while (passed := time.monotonic() - begun) < stretch.seconds:
            share = passed / stretch.seconds
            figures = self._update(stretch.factor("rate", share), stretch.factor("entropy", share))
            progress.seconds = before + time.monotonic() - begun
            if self.exploiter and progress.updates % self.recipe.updates_per_exploiter == 0:
                self._exploited.append(self.exploiter.update(stretch.factor("rate", share)))
            if progress.updates % UPDATES_PER_DRAW == 0:
                self._renew_exploiter()
                self.pool.draw()
            if progress.seconds - snapshot >= self.recipe.seconds_per_snapshot:
                snapshot = progress.seconds
                self.pool.add(progress.seconds, self.network)
                if self.exploiter:
                    self.pool.add_exploiter(self.exploiter.network, self.recipe.exploiters)
            if progress.updates % UPDATES_PER_LOG == 0 or progress.updates == 1:
                self._log(figures | self._share_exploited(), report)
            if time.monotonic() - saved >= SECONDS_PER_SAVE:
                saved = time.monotonic()
                self.save()
        progress.stretches += 1
        self.save()

    def _update(self, rate: float, entropy: float) -> dict[str, float]:
        """Play and learn once; returns figures for the log. `rate` and `entropy` are factors of those of the recipe."""
        self.updater.entropy = self.recipe.entropy * entropy
        for group in self.updater.optimizer.param_groups:
            group["lr"] = self.recipe.learning_rate * rate
        steps = self.play.play()
        losses = self.updater.update(steps, targets_of(steps, self.play.games.players, self.recipe), self.play.tried)
        decisions, ended = steps.actions.numel(), self.play.finished
        self.progress.updates += 1
        self.progress.decisions += decisions
        self.progress.games += ended
        return losses | {"moves_per_game": decisions / ended if ended else 0.0}

    def _renew_exploiter(self) -> None:
        if self.exploiter:
            self.pool.renew_exploiter(self.exploiter.network)

    def _share_exploited(self) -> dict[str, float]:
        """The share of its games that the exploiter has won since the last line of the log."""
        won, ended = (sum(counts) for counts in zip(*self._exploited, strict=True)) if self._exploited else (0, 0)
        self._exploited = []
        return {"exploited": won / ended} if ended else {}

    def save(self) -> None:
        """Write a checkpoint."""
        self._renew_exploiter()
        checkpoint.save(self.folder, self.network, self.updater, self.pool, self.progress)

    def _log(self, figures: dict[str, float], report: Callable[[dict[str, Any]], None]) -> None:
        line = asdict(self.progress) | {name: round(value, 5) for name, value in figures.items()}
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        report(line)


def flattened(weights: Weights, temperature: float) -> Weights:
    """Weights whose policy is that of others at a temperature."""
    return {name: value / temperature if name.startswith("moves.") else value for name, value in weights.items()}


def weights_in(file: Path, recipe: Recipe, device: str) -> Weights:
    """The weights in a file for play, which must have the size of the recipe's network."""
    found = load_network(file, device)
    if found.shape != recipe.shape:
        sizes = [f"{shape.width} wide with {shape.blocks} blocks" for shape in (found.shape, recipe.shape)]
        raise TeahorseError(f"{file} is {sizes[0]}; it must be as large as the network of the recipe, {sizes[1]}.")
    return weights_of(found)
