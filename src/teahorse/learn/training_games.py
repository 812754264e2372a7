"""`TrainingGames`: lanes of games under many rules at once, on the CPU or a GPU, seen as PyTorch tensors."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from ..bulk.gpu import require_cuda
from ..envs.compiled import training_lanes as compiled
from ..envs.compiled.lanes import Lanes
from ..envs.compiled.training_lanes import SETTINGS, Labels, Trials
from ..envs.vector import new_lanes, new_trials
from ..observation import rules_row
from ..rules.events import NO_EVENTS
from ..rules.jit import as_records
from ..rules.ruleset import Ruleset
from ..rules.state import MAX_PLAYERS, RULES, SCORES
from .training_kernels import kernels

THREADS_PER_BLOCK = 64


class TrainingGames:
    """Lanes of games, each under one of several rules. Every seat is moved from outside, and moves must be legal.

    After each step these tensors hold one row per lane: `observations` (without the rules), `legal`, `to_move`,
    `ended`, and, where a game has ended, its `rank`, `scores` and `rounds`.
    """

    def __init__(self, rulesets: Sequence[Ruleset], lanes_each: Sequence[int], seed: int, device: str) -> None:
        n = sum(lanes_each)
        self.n = n
        self._rulesets = rulesets
        self.device = device
        which = np.repeat(np.arange(len(rulesets), dtype=np.int32), lanes_each)
        lanes = new_lanes(n, rulesets[0], observe_rules=False)
        lanes.seeds[:] = seed
        labels = Labels(which, np.zeros((n, MAX_PLAYERS, SCORES), np.int32), np.zeros(n, np.int32))
        records = np.zeros(len(rulesets), RULES)
        for number, rules in enumerate(rulesets):
            records[number] = rules.record
        self._worker = (_GpuWorker if device == "cuda" else _CpuWorker)(lanes, labels, records)
        shared, shared_labels = self._worker.lanes, self._worker.labels
        self.observations = self._tensor(shared.observations)
        self.legal = self._tensor(shared.legal)
        self.to_move = self._tensor(shared.to_move)
        self.ended = self._tensor(shared.ended)
        self.rank = self._tensor(shared.rank)
        self.scores = self._tensor(shared_labels.scores)
        self.rounds = self._tensor(shared_labels.rounds)
        self.rules_of = self._tensor(shared_labels.rules_of).long()
        self.players = self._tensor(records["players"].astype(np.int64))[self.rules_of]
        self.rules_rows = self._tensor(np.stack([rules_row(rules) for rules in rulesets]))
        self._worker.reset()

    def _tensor(self, array: Any) -> torch.Tensor:
        """A tensor on the device of the games; it shares the memory of an array that lies there."""
        return torch.as_tensor(array, device=self.device)

    def step(self, actions: torch.Tensor) -> None:
        """Make a legal move in every lane. Where it ends a game, the next one begins."""
        self._worker.step(actions)

    def room_for_trials(self, count: int) -> Trials:
        """Arrays on the device, for trying `count` moves at once."""
        return Trials(*map(self._worker.place, new_trials(count, self._rulesets[0])))

    def try_moves(self, trials: Trials, moves: torch.Tensor) -> None:
        """Make legal moves on copies of games; `trials.lanes` says whose."""
        self._worker.try_moves(trials, moves)


class _CpuWorker:
    """Steps lanes in main memory, on one core."""

    def __init__(self, lanes: Lanes, labels: Labels, records: Any) -> None:
        self.lanes, self.labels, self.records = lanes, labels, as_records(records)

    def place(self, array: Any) -> Any:
        return array

    def reset(self) -> None:
        n = len(self.lanes.to_move)
        compiled.reset_training_lanes(self.lanes, self.labels, 0, n, self.records, SETTINGS, NO_EVENTS)

    def step(self, actions: torch.Tensor) -> None:
        n = len(self.lanes.to_move)
        chosen = actions.numpy()
        compiled.step_training_lanes(self.lanes, self.labels, 0, n, self.records, SETTINGS, chosen, NO_EVENTS)

    def try_moves(self, trials: Trials, moves: torch.Tensor) -> None:
        compiled.try_moves(self.lanes, self.labels, trials, self.records, moves.numpy(), NO_EVENTS)


class _GpuWorker:
    """Steps lanes in the memory of a GPU, one thread each."""

    def __init__(self, lanes: Lanes, labels: Labels, records: Any) -> None:
        self.cuda = require_cuda()
        self.lanes = Lanes(*map(self.place, lanes))
        self.labels = Labels(*map(self.place, labels))
        self.records, self.events = self.place(records), self.place(NO_EVENTS)
        self.blocks = -(-len(lanes.to_move) // THREADS_PER_BLOCK)
        self.kernels = kernels(self.cuda)

    def place(self, array: Any) -> Any:
        return self.cuda.to_device(array)

    def reset(self) -> None:
        reset, _, _ = self.kernels
        reset[self.blocks, THREADS_PER_BLOCK](self.lanes, self.labels, self.records, SETTINGS, self.events)

    def step(self, actions: torch.Tensor) -> None:
        _, step, _ = self.kernels
        chosen = self.cuda.as_cuda_array(actions)
        step[self.blocks, THREADS_PER_BLOCK](self.lanes, self.labels, self.records, SETTINGS, chosen, self.events)

    def try_moves(self, trials: Trials, moves: torch.Tensor) -> None:
        _, _, try_moves = self.kernels
        blocks = -(-len(moves) // THREADS_PER_BLOCK)
        chosen = self.cuda.as_cuda_array(moves)
        try_moves[blocks, THREADS_PER_BLOCK](self.lanes, self.labels, trials, self.records, chosen, self.events)
