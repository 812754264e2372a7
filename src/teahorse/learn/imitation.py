"""Imitation: a network that plays like other bots, learned from their games.

In training it is a rival (`pool.py`). In plain self-play a network meets only games like its own; a bot that searches
plays others, but is far too slow for millions of games. Its imitation is as fast as any network.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn.functional import nll_loss

from ..arena import Result, Settings, play_series
from ..arena.game_result import BETWEEN_MOVES
from ..observation import blank_rows, rules_row
from ..observation.position import observe_game
from ..replay import Replay
from ..rules import engine
from ..rules.jit import as_records
from ..rules.moves import MOVES
from ..rules.ruleset import Ruleset
from ..rules.state import CHANCE
from ..rules.verdicts import LEGAL
from .network import Network, log_policy
from .recipe import Recipe, Table

EVERY_TESTED = 10  # every tenth game is held out, to test what was learned
AT_END = 0.05  # how much of the learning rate is left


@dataclass(frozen=True)
class Decisions:
    """Decisions of bots: what each saw, what it might do, and what it did."""

    observations: npt.NDArray[np.float16]
    legal: npt.NDArray[np.bool_]
    moves: npt.NDArray[np.int64]
    rules_of: npt.NDArray[np.int64]  # the number of the table
    tests: npt.NDArray[np.bool_]  # whether it belongs to a game that is not learned from

    @classmethod
    def together(cls, parts: Sequence["Decisions"]) -> "Decisions":
        """The decisions at several tables."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))


@dataclass(frozen=True)
class WatchedGames:
    """Games of some bots, in files of a folder. Each table gets games by its share of the recipe."""

    bots: tuple[str, ...]
    folder: Path
    seed: int = 1
    cores: int | None = None

    def play(self, tables: Sequence[Table], games: int, played: Callable[[int], None]) -> Iterator[Decisions]:
        """Play the missing games, about `games` in all, and return the decisions at each table."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for number, (table, count) in enumerate(zip(tables, games_each(tables, games), strict=True)):
            settings = Settings.of(self.bots, table.edition, table.players, table.options, seed=self.seed)
            file = self.folder / settings.file_name()
            series = play_series(settings, count, file, cores=self.cores, ended=lambda _: played(1))
            yield decisions_of(series.results, settings.rules, number)


def games_each(tables: Sequence[Table], games: int) -> list[int]:
    """How many games each table gets: at least one."""
    whole = sum(table.lanes for table in tables)
    return [max(1, round(games * table.lanes / whole)) for table in tables]


def decisions_of(results: Sequence[Result], rules: Ruleset, number: int) -> Decisions:
    """All decisions of some games at a table, which has this number."""
    rows, masks, moves, tests = [], [], [], []
    for result in results:
        for row, mask, move in _decisions(result, rules):
            rows.append(row)
            masks.append(mask)
            moves.append(move)
            tests.append(result.number % EVERY_TESTED == 0)
    return Decisions(
        np.array(rows, np.float16),
        np.array(masks, np.bool_),
        np.array(moves, np.int64),
        np.full(len(moves), number, np.int64),
        np.array(tests, np.bool_),
    )


def _decisions(result: Result, rules: Ruleset) -> Iterator[tuple[Any, Any, int]]:
    texts = result.moves.split(BETWEEN_MOVES)
    replay = Replay(rules, len(texts))
    for text in texts:
        replay.make(text)
    verdicts, table = np.zeros(MOVES, np.uint8), as_records(rules.table)
    for position, move in zip(replay.positions, replay.made, strict=False):
        game = np.array([position], position.dtype)
        if position.phase == CHANCE or engine.judge(game, rules.table, verdicts) == 1:
            continue  # nobody had a choice
        row = blank_rows(1, rules, False)[0]
        observe_game(as_records(game), table, int(position.blue[position.turn]), row)
        yield row, verdicts == LEGAL, int(engine.move_id(move))


@dataclass(frozen=True)
class Likeness:
    """How like the bots the network plays, in games it didn't learn from."""

    decisions: int
    agreement: float  # the share of decisions whose move is the network's first choice
    loss: float  # the mean of -log of the chance that the network gave to the move


class Imitator:
    """A network that learns to play like the bots of some decisions."""

    def __init__(self, recipe: Recipe, decisions: Decisions, device: str, seed: int) -> None:
        torch.manual_seed(seed)
        if device == "cpu":
            torch.set_num_threads(1)
        self.recipe, self.device = recipe, device
        self.network = Network(recipe.shape).to(device)
        rows = np.stack([rules_row(table.rules) for table in recipe.tables])
        self._rules_rows = torch.from_numpy(rows).to(device)
        self._decisions = {
            name: torch.from_numpy(getattr(decisions, name)).to(device)
            for name in ("observations", "legal", "moves", "rules_of")
        }
        tests = torch.from_numpy(decisions.tests).to(device)
        self._learned, self._tested = torch.nonzero(~tests)[:, 0], torch.nonzero(tests)[:, 0]

    def learn(self, passes: int, report: Callable[[int, float], None]) -> None:
        """Go through all decisions several times. `report` gets the number of each pass and its mean loss."""
        rate, batch = self.recipe.learning_rate, self.recipe.batch
        optimizer = torch.optim.AdamW(self.network.parameters(), lr=rate, weight_decay=0.01)
        steps = passes * -(-len(self._learned) // batch)
        schedule = torch.optim.lr_scheduler.ExponentialLR(optimizer, AT_END ** (1 / steps))
        for number in range(1, passes + 1):
            losses = []
            for part in self._learned[torch.randperm(len(self._learned), device=self.device)].split(batch):
                loss = nll_loss(self._log_policy(part), self._decisions["moves"][part])
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
                schedule.step()
                losses.append(loss.detach())
            report(number, float(torch.stack(losses).mean()))

    def likeness(self) -> Likeness:
        """Compare the network with the bots, in the games that it didn't learn from."""
        loss, agreed = 0.0, 0
        with torch.no_grad():
            for part in self._tested.split(self.recipe.batch):
                logs, moves = self._log_policy(part), self._decisions["moves"][part]
                loss += float(nll_loss(logs, moves, reduction="sum"))
                agreed += int((logs.argmax(-1) == moves).sum())
        count = len(self._tested)
        return Likeness(count, agreed / count, loss / count)

    def _log_policy(self, part: torch.Tensor) -> torch.Tensor:
        kept = self._decisions
        tempers = torch.zeros(len(part), dtype=torch.int64, device=self.device)
        logits, _ = self.network(kept["observations"][part].float(), self._rules_rows, kept["rules_of"][part], tempers)
        return log_policy(logits, kept["legal"][part])
