"""Learning from self-play: PPO, with a pull towards a slowly moving reference policy."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Protocol

import torch
from torch import nn

from .fact_losses import SHARES, RightFacts, fact_losses
from .lookahead import Tried
from .network import Facts, Network, log_policy, read_facts
from .recipe import Recipe
from .self_play import Steps
from .targets import Targets

MOST_GRADIENT = 1.0
LEAST_LOG = -30.0  # of a chance, in the entropy and the pull


@dataclass(frozen=True)
class Positions:
    """What the network is asked about."""

    observations: torch.Tensor
    legal: torch.Tensor
    rules_of: torch.Tensor
    tempers: torch.Tensor


@dataclass(frozen=True)
class TriedBatch:
    """Some decisions where several moves were tried, with what each gains."""

    positions: Positions
    moves: torch.Tensor
    gain: torch.Tensor
    weight: torch.Tensor


@dataclass(frozen=True)
class Batch:
    """Some decisions, with everything the losses need."""

    positions: Positions
    actions: torch.Tensor
    log_probs: torch.Tensor
    learns: torch.Tensor
    advantage: torch.Tensor
    facts: RightFacts


class RulesOfLanes(Protocol):
    """Which rules each lane has, and how many players."""

    @property
    def rules_of(self) -> torch.Tensor:
        """The number of each lane's rules."""

    @property
    def players(self) -> torch.Tensor:
        """Each lane's number of players."""

    @property
    def rules_rows(self) -> torch.Tensor:
        """The observations of all rules."""


class Updater:
    """Improves the network, and moves its reference after it."""

    def __init__(self, recipe: Recipe, network: Network, games: RulesOfLanes) -> None:
        self.recipe, self.network, self.games = recipe, network, games
        self.reference = copy.deepcopy(network).requires_grad_(False)
        self.entropy = recipe.entropy  # falls during a stretch
        self.optimizer = torch.optim.Adam(network.parameters(), lr=recipe.learning_rate, eps=1e-5, fused=True)

    def update(self, steps: Steps, targets: Targets, tried: Tried | None = None) -> dict[str, float]:
        """One pass over all decisions; returns the means of the losses."""
        sums: torch.Tensor | None = None
        count = 0
        advantage = scaled_by_table(targets.advantage, steps.learns, self.games.rules_of, len(self.games.rules_rows))
        lookahead = self._tried_batches(steps, tried) if tried else repeat(None)
        for batch, trials in zip(self._batches(steps, targets, advantage), lookahead, strict=False):
            losses = self._losses(batch)
            if trials:
                losses["lookahead"] = self._lookahead(trials) / targets.advantage[steps.learns].std()
                losses["total"] = losses["total"] - self.recipe.lookahead_weight * losses["lookahead"]
            self.optimizer.zero_grad(set_to_none=True)
            losses["total"].backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), MOST_GRADIENT)
            self.optimizer.step()
            row = torch.stack([loss.detach() for loss in losses.values()])
            sums = row if sums is None else sums + row
            names, count = list(losses), count + 1
        self._move_reference()
        assert sums is not None
        return dict(zip(names, (sums / count).tolist(), strict=True))

    def _move_reference(self) -> None:
        with torch.no_grad():
            for slow, fast in zip(self.reference.parameters(), self.network.parameters(), strict=True):
                slow.lerp_(fast, 1 - self.recipe.reference_decay)

    def _positions(self, steps: Steps, step: torch.Tensor, lane: torch.Tensor) -> Positions:
        observations, legal = steps.observations[step, lane].float(), steps.legal[step, lane]
        return Positions(observations, legal, self.games.rules_of[lane], steps.tempers[step, lane])

    def _tried_batches(self, steps: Steps, tried: Tried) -> Iterator[TriedBatch]:
        """The decisions where moves were tried in a random order, in as many batches as all decisions have."""
        count, n = tried.lanes.shape
        batches = -(-steps.actions.numel() // self.recipe.batch)
        for part in torch.randperm(count * n, device=tried.lanes.device).tensor_split(batches):
            step, at = part // n, part % n
            positions = self._positions(steps, step, tried.lanes[step, at])
            yield TriedBatch(positions, tried.moves[step, at], tried.gain[step, at], tried.weight[step, at])

    def _batches(self, steps: Steps, targets: Targets, advantage: torch.Tensor) -> Iterator[Batch]:
        """All decisions in a random order, in batches."""
        count, n = steps.actions.shape
        for part in torch.randperm(count * n, device=steps.actions.device).split(self.recipe.batch):
            step, lane = part // n, part % n
            yield Batch(
                self._positions(steps, step, lane),
                steps.actions[step, lane],
                steps.log_probs[step, lane],
                steps.learns[step, lane].float(),
                advantage[step, lane],
                RightFacts.at(step, lane, steps, targets, self.games.players),
            )

    def _losses(self, batch: Batch) -> dict[str, torch.Tensor]:
        logs, facts = self._ask(self.network, batch.positions)
        with torch.no_grad():
            reference, _ = self._ask(self.reference, batch.positions)
        policy = logs.exp()
        weight = batch.learns / batch.learns.sum().clamp(min=1)
        log_prob = logs.gather(1, batch.actions[:, None])[:, 0]
        ratio = (log_prob - batch.log_probs).exp()
        clipped = ratio.clamp(1 - self.recipe.clip, 1 + self.recipe.clip)
        gain = (torch.minimum(ratio * batch.advantage, clipped * batch.advantage) * weight).sum()
        bounded = logs.clamp(min=LEAST_LOG)
        entropy = -((policy * bounded).sum(-1) * weight).sum()
        pull = ((policy * (bounded - reference.clamp(min=LEAST_LOG))).sum(-1) * weight).sum()
        losses = {"gain": gain, "entropy": entropy, "pull": pull, **fact_losses(facts, batch.facts)}
        losses["total"] = (
            -gain
            - self.entropy * entropy
            + self.recipe.pull * pull
            + sum(share * losses[name] for name, share in SHARES.items())
        )
        losses["change"] = ((batch.log_probs - log_prob) * weight).sum()
        return losses

    def _lookahead(self, batch: TriedBatch) -> torch.Tensor:
        """The gain in win chances that the policy expects, over the moves that were tried."""
        logs, _ = self._ask(self.network, batch.positions)
        gains = logs.gather(1, batch.moves).exp() * batch.gain * batch.weight
        return gains.sum() / batch.weight.amax(1).sum().clamp(min=1)

    def _ask(self, network: Network, positions: Positions) -> tuple[torch.Tensor, Facts]:
        device = positions.observations.device.type
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            logits, raw = network(positions.observations, self.games.rules_rows, positions.rules_of, positions.tempers)
        return log_policy(logits, positions.legal), read_facts(raw.float())


def scaled_by_table(advantage: torch.Tensor, learns: torch.Tensor, rules_of: torch.Tensor, count: int) -> torch.Tensor:
    """The advantages with mean 0 and spread 1 at each table; `rules_of` says which of `count` tables a lane is.

    In a long game each move matters less. Scaled together with those of short games, its advantages would be small
    beside the bonus for an undecided policy.
    """
    tables, found = rules_of.expand_as(advantage)[learns], advantage[learns]
    moves = torch.bincount(tables, minlength=count).clamp(min=1)
    mean = torch.bincount(tables, found, count) / moves
    spread = (torch.bincount(tables, (found - mean[tables]) ** 2, count) / moves).sqrt() + 1e-8
    return (advantage - mean[rules_of]) / spread[rules_of]
