"""A trivial evaluator for tests: the same prior for all moves, values by the points so far."""

import numpy as np

from teahorse.bots import Evaluation, LeafBatch


class ScoreEvaluator:
    """Evaluates by VP and coins, and remembers the size of every batch."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def __call__(self, leaves: LeafBatch) -> Evaluation:
        self.sizes.append(len(leaves))
        people, players = leaves.rules.people, leaves.rules.players
        scores = np.zeros((len(leaves), people))
        for player in range(players):
            scores[:, leaves.rules.record.person[player]] += leaves.positions["coins"][:, player] / 3
        scores += leaves.positions["vp"][:, :people]
        shares = 1 + np.maximum(0, scores - scores.min(axis=1, keepdims=True))
        return Evaluation(leaves.legal.astype(np.float32), shares / shares.sum(axis=1, keepdims=True))
