"""Judging: a network learns what its own games come to, and plays as before.

In training it meets exploiters, odd habits and many exploring moves, so it is careful: where it says 55 %, a game among
its equals is often won already. Here it plays itself, and only the layer that says the facts learns. So the bare
network makes the same moves as before.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch

from ..rules.moves import MOVES
from .fact_losses import SHARES, RightFacts, fact_losses
from .network import Network, read_facts
from .recipe import Recipe
from .self_play import SelfPlay, Steps
from .targets import targets_of

AT_END = 0.03  # how much of the learning rate is left
LEARNED = ("win", "points", "rounds", "outbid")  # utility is the reward of training


@dataclass(frozen=True)
class Judged:
    """A round of games and learning: its number, how many games ended in it, and the means of the losses."""

    number: int
    games: int
    losses: dict[str, float]


class Judge:
    """A network whose facts learn from its games, by all rules of a recipe."""

    def __init__(self, recipe: Recipe, network: Network, device: str, seed: int) -> None:
        torch.manual_seed(seed)
        self.recipe = replace(
            recipe, facts_trace=1.0, pool_share=0.0, habit_share=0.0, temper_share=0.0, lookahead_share=0.0
        )
        self.network = network.requires_grad_(False)
        self.play = SelfPlay(self.recipe, network, _no_opponents, device, seed)
        self._seen: list[torch.Tensor] = []  # what goes into the layer of the facts, by step
        network.facts.register_forward_hook(lambda layer, inputs, facts: self._seen.append(inputs[0].half()))
        learned = list(network.facts.requires_grad_(True).parameters())
        self._optimizer = torch.optim.Adam(learned, lr=recipe.learning_rate, eps=1e-5)

    def learn(self, rounds: int, report: Callable[[Judged], None]) -> None:
        """Play some moves in all lanes and learn from them, again and again."""
        for number in range(1, rounds + 1):
            for group in self._optimizer.param_groups:
                group["lr"] = self.recipe.learning_rate * AT_END ** ((number - 1) / max(1, rounds - 1))
            losses = self._learn(self._played())
            report(Judged(number, self.play.finished, losses))

    def _played(self) -> Steps:
        self._seen.clear()
        return self.play.play()

    def _learn(self, steps: Steps) -> dict[str, float]:
        """One pass over all decisions of a round, in a random order."""
        players = self.play.games.players
        targets = targets_of(steps, players, self.recipe)
        seen = torch.stack(self._seen[: len(steps.actions)])
        n = len(players)
        parts = torch.randperm(steps.actions.numel(), device=seen.device).split(self.recipe.batch)
        sums = dict.fromkeys(LEARNED, 0.0)
        for part in parts:
            step, lane = part // n, part % n
            said = torch.nn.functional.linear(seen[step, lane].float(), *self.network.facts.parameters())
            losses = fact_losses(read_facts(said), RightFacts.at(step, lane, steps, targets, players))
            self._optimizer.zero_grad(set_to_none=True)
            torch.stack([SHARES[name] * losses[name] for name in LEARNED]).sum().backward()
            self._optimizer.step()
            for name in LEARNED:
                sums[name] += losses[name].item() / len(parts)
        return sums


def _no_opponents(
    positions: torch.Tensor, rules_rows: torch.Tensor, rules_of: torch.Tensor, tempers: torch.Tensor
) -> torch.Tensor:
    """Nobody else plays: the groups of lanes with opponents are empty."""
    return positions.new_zeros(*positions.shape[:2], MOVES)
