"""The search that asks the network, as a bot: one tree, and all cores evaluate its leaves."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from itertools import pairwise
from typing import Any

import numpy as np

from ...game import Game
from ...rules.events import NO_EVENTS
from ...rules.jit import as_records
from ...rules.ruleset import Ruleset
from ..bot import Budget
from ..compiled.search import MOST_BREADTH
from ..search_bot import SearchBot, SearchRun
from ..search_tree import SearchTree
from . import search
from .inference import new_batch
from .search import DONE, LEAVES, WALKS, Settings
from .shape import TEMPERS
from .weights import Weights, shipped_weights

SLICE = 16  # batches between two checks of the clock: about 10 ms
FIRST_SLICE = 2


class NetworkTree(SearchTree):
    """A search tree whose leaves the network evaluates."""

    def __init__(self, seed: int, weights: Weights, settings: Settings) -> None:
        super().__init__(seed, 0, edges_per_node=MOST_BREADTH)
        self._weights = weights
        self._settings = settings
        self._walks = search.new_walks(weights.width)
        self._leaves = new_batch(search.LARGEST_BATCH, weights.width)

    def search(self, batches: int, count: int, table: Any, rules: Ruleset, me: int, bases: Any) -> int:
        """Search in some batches, up to `count` simulations; returns how many there were."""
        self._make_room(batches * search.LARGEST_BATCH)
        search.search_batches(self._weights.layers, batches, count, *self._arguments(table, rules, me, bases))
        return int(self._walks.counts[DONE])

    def search_together(
        self, count: int, table: Any, rules: Ruleset, me: int, bases: Any, share: Callable[[int], None]
    ) -> int:
        """Search one batch whose leaves are shared among cores; returns how many simulations there were."""
        self._make_room(search.LARGEST_BATCH)
        search.collect(count, *self._arguments(table, rules, me, bases))
        share(int(self._walks.counts[LEAVES]))
        record = as_records(rules.table)
        search.back_up(record, self._nodes, self._edges, self._used, self._settings, self._walks, self._leaves)
        return int(self._walks.counts[WALKS])

    def _arguments(self, table: Any, rules: Ruleset, me: int, bases: Any) -> tuple[Any, ...]:
        """What both kinds of search need: the position, the tree, and room to work in."""
        tree = (self._nodes, self._edges, self._used)
        room = (self._walks, self._leaves, self._stream, self._verdicts, NO_EVENTS)
        return (table, as_records(rules.table), me, *tree, self._settings, bases, *room)

    def evaluate(self, begin: int, end: int) -> None:
        """Evaluate some of the leaves."""
        search.evaluate_leaves(self._weights.layers, self._walks, self._leaves, begin, end)


class NetworkSearchBot(SearchBot):
    """Searches with the network's policy as priors and its chances to win as values.

    The same seed and budget of simulations give the same moves on every machine, with any number of cores.
    """

    close = 0.9  # its visits say more than those of a search with rollouts

    def __init__(
        self,
        seed: int = 0,
        budget: Budget = SearchBot.DEFAULT,
        temper: str = TEMPERS[0],
        cores: int = 1,
        name: str = "network",
        weights: Weights | None = None,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(seed, budget, name=name)
        self._weights = weights or shipped_weights()
        self._temper = temper
        self._cores = cores
        self._tree = NetworkTree(seed, self._weights, settings or Settings())
        self._trees = [self._tree]

    def _think(self, number: int, game: Game, me: int, run: SearchRun) -> None:
        """Search in slices of batches, and check the clock between them."""
        rules = game.rules
        bases = np.stack([self._weights.base(rules, temper) for temper in (self._temper, TEMPERS[0])])
        count, done, batches = run.simulations_of(0), 0, FIRST_SLICE
        with ThreadPoolExecutor(self._cores) if self._cores > 1 else nullcontext() as pool:
            while count is None or done < count:
                begun = time.perf_counter()
                left = search.LARGEST_BATCH * batches if count is None else count - done
                if pool is None:
                    done += self._tree.search(batches, left, self._root, rules, me, bases)
                else:
                    done += self._tree.search_together(left, self._root, rules, me, bases, self._share(pool))
                run.check(0, done)
                taken, remaining = time.perf_counter() - begun, run.seconds_left()
                if remaining < taken:
                    break
                batches = int(max(1, min(SLICE, 2 * batches, batches * remaining / taken)))

    def _share(self, pool: ThreadPoolExecutor) -> Callable[[int], None]:
        """Let every core evaluate its part of the leaves."""

        def evaluate(leaves: int) -> None:
            ends = [leaves * core // self._cores for core in range(self._cores + 1)]
            parts = [(begin, end) for begin, end in pairwise(ends) if begin < end]
            others = [pool.submit(self._tree.evaluate, *part) for part in parts[1:]]
            if parts:
                self._tree.evaluate(*parts[0])
            for part in others:
                part.result()

        return evaluate
