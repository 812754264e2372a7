"""Distillation: one network learns to say what others say, each of them at the tables where it is the best.

The teachers play each other. At every decision the learner is shown what the teacher of that table would do and what it
expects, which says far more than the result of a game. So networks that were trained for some tables become one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits, huber_loss, kl_div, mse_loss

from ..errors import TeahorseError
from .network import Network, log_policy, read_facts, win_chances
from .recipe import Recipe, Table
from .self_play import SelfPlay, Steps

MOST_GRADIENT = 1.0
AT_END = 0.1  # how much of the learning rate is left
WIN, VALUES, OUTBID = 0.25, 0.5, 0.1  # how much each loss counts beside the policy's


@dataclass(frozen=True)
class Lesson:
    """A network that teaches, and at which tables: those that have all of these settings."""

    network: Network
    settings: dict[str, str]

    def is_for(self, table: Table) -> bool:
        """Whether it teaches at a table."""
        known = {"edition": table.edition, "players": table.players, **table.options}
        return all(str(known.get(name, "")).lower() == value.lower() for name, value in self.settings.items())


def read_settings(text: str) -> dict[str, str]:
    """Read which tables are meant: `players=5`, or `edition=2013,profi=true`."""
    settings = dict(part.partition("=")[::2] for part in text.split(","))
    if not all(settings) or not all(settings.values()):
        raise TeahorseError(
            f"Tables are named by settings, such as players=5 or edition=2013,profi=true, not {text!r}."
        )
    return settings


class Teachers(nn.Module):
    """Several networks as one: at each table the first whose lesson is for it answers."""

    def __init__(self, tables: Sequence[Table], lessons: Sequence[Lesson]) -> None:
        super().__init__()
        self.networks = nn.ModuleList(lesson.network for lesson in lessons)
        self.of_table = [next(at for at, lesson in enumerate(lessons) if lesson.is_for(table)) for table in tables]

    def forward(
        self, positions: torch.Tensor, rules_rows: torch.Tensor, rules_of: torch.Tensor, tempers: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of moves, and facts."""
        which = torch.tensor(self.of_table, device=positions.device)[rules_of]
        logits, facts = None, None
        for number, network in enumerate(self.networks):
            here = which == number
            if not here.any():
                continue
            said, known = network(positions[here], rules_rows, rules_of[here], tempers[here])
            if logits is None or facts is None:
                logits = said.new_zeros(len(positions), said.shape[1])
                facts = known.new_zeros(len(positions), known.shape[1])
            logits[here], facts[here] = said, known
        assert logits is not None and facts is not None
        return logits, facts

    def as_opponents(
        self, positions: torch.Tensor, rules_rows: torch.Tensor, rules_of: torch.Tensor, tempers: torch.Tensor
    ) -> torch.Tensor:
        """Logits of moves for lanes in groups, which odd habits then change."""
        logits, _ = self(positions.flatten(0, 1), rules_rows, rules_of.flatten(), tempers.flatten())
        return logits.unflatten(0, positions.shape[:2])


class Distiller:
    """A network that learns from others. It begins as the last teacher, which teaches wherever no other does."""

    def __init__(self, recipe: Recipe, lessons: Sequence[Lesson], device: str, seed: int) -> None:
        torch.manual_seed(seed)
        self.recipe, self.device = replace(recipe, lookahead_share=0.0), device
        self.teachers = Teachers(recipe.tables, lessons).requires_grad_(False)
        self.network = Network(recipe.shape).to(device)
        self.network.load_state_dict(lessons[-1].network.state_dict())
        self.play = SelfPlay(self.recipe, self.teachers, self.teachers.as_opponents, device, seed)
        self._optimizer = torch.optim.Adam(self.network.parameters(), lr=recipe.learning_rate, eps=1e-5)

    def learn(self, rounds: int, report: Callable[[int, dict[str, float]], None]) -> None:
        """Let the teachers play some moves in all lanes and learn from them, again and again."""
        for number in range(1, rounds + 1):
            for group in self._optimizer.param_groups:
                group["lr"] = self.recipe.learning_rate * AT_END ** ((number - 1) / max(1, rounds - 1))
            report(number, self._learn(self.play.play()))

    def _learn(self, steps: Steps) -> dict[str, float]:
        count, n = steps.actions.shape
        sums: dict[str, float] = {}
        parts = torch.randperm(count * n, device=self.device).split(self.recipe.batch)
        for part in parts:
            losses = self._losses(steps, part // n, part % n)
            self._optimizer.zero_grad(set_to_none=True)
            torch.stack(list(losses.values())).sum().backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), MOST_GRADIENT)
            self._optimizer.step()
            for name, loss in losses.items():
                sums[name] = sums.get(name, 0.0) + loss.item() / len(parts)
        return sums

    def _losses(self, steps: Steps, step: torch.Tensor, lane: torch.Tensor) -> dict[str, torch.Tensor]:
        games = self.play.games
        asked = (
            steps.observations[step, lane].float(),
            games.rules_rows,
            games.rules_of[lane],
            steps.tempers[step, lane],
        )
        legal, players = steps.legal[step, lane], games.players[lane]
        logits, raw = self.network(*asked)
        with torch.no_grad():
            right_logits, right_raw = self.teachers(*asked)
        said, right = read_facts(raw), read_facts(right_raw)
        chances = win_chances(right.win, players)
        return {
            "policy": kl_div(
                log_policy(logits, legal), log_policy(right_logits, legal), reduction="batchmean", log_target=True
            ),
            "win": WIN * -(chances * win_chances(said.win, players).clamp(min=1e-6).log()).sum(1).mean(),
            "values": VALUES
            * (
                mse_loss(said.utility, right.utility)
                # Where only presents end the game, points go to hundreds; squared, they would drown everything else.
                + huber_loss(said.points, right.points, delta=0.5)
                + mse_loss(said.rounds, right.rounds)
            ),
            "outbid": OUTBID * binary_cross_entropy_with_logits(said.outbid, right.outbid.sigmoid()),
        }
