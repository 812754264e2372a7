"""Search: a Monte-Carlo tree search, with one tree on each core."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..errors import TeahorseError
from ..game import Game
from ..notation import move_text, read_move
from ..rules import engine, moves
from ..rules.events import NO_EVENTS
from ..rules.jit import as_records
from ..rules.ruleset import Ruleset
from ..rules.verdicts import LEGAL
from . import search_tree
from .bot import UNWATCHED, Bot, Budget, Cancelled, Considered, Progress, Watch, require_decision
from .compiled.search import MOST_BREADTH
from .compiled.tree import seen_at
from .evaluator import BATCH_SIZE, Evaluator
from .search_tree import EDGES_PER_NODE, SearchTree
from .tempers import BALANCED, temper_named, tempers_of

SLICE = 0.004  # seconds between two checks of the clock
RESERVE = 0.004  # seconds of a budget, left for other work of the machine
FIRST_SLICE = 4  # simulations, before their speed is known
LARGEST_SLICE = 1 << 12
MOST_NODES = 8 * search_tree.MOST_NODES  # of all trees of a bot together: 350 MB, on any number of cores


@dataclass
class SearchRun:
    """One search: its budget and its progress."""

    budget: Budget
    watch: Watch
    begun: float
    trees: int
    failed: threading.Event = field(default_factory=threading.Event)

    def simulations_of(self, number: int) -> int | None:
        """The simulations of one tree; None if the budget has only seconds."""
        if self.budget.simulations is None:
            return None
        return (self.budget.simulations + self.trees - 1 - number) // self.trees

    def seconds_left(self) -> float:
        """The time that is left."""
        if self.budget.seconds is None:
            return float("inf")
        reserve = min(RESERVE, self.budget.seconds / 4)
        return self.budget.seconds - reserve - (time.perf_counter() - self.begun)

    def check(self, number: int, done: int) -> None:
        """Between two slices: stop if the search was cancelled, and report the progress."""
        self.watch.check()
        if self.failed.is_set():
            raise Cancelled("Another part of the search has failed.")
        if self.watch.report is not None and number == 0:
            share = self.simulations_of(0)
            parts = [0.0 if share is None else done / share]
            if self.budget.seconds is not None:
                parts.append(1 - self.seconds_left() / self.budget.seconds)
            self.watch.report(Progress(min(1.0, max(parts)), done * self.trees))


class SearchBot(Bot):
    """Searches as long as its budget allows, and keeps the part of the tree that the moves made lead to.

    The same seed, budget of simulations and number of cores give the same moves on every machine.

    With an `evaluator`, leaves are evaluated by it instead of by rollouts, up to `batch_size` of them at a time
    (`evaluator.py`). With several cores, several threads call it. Larger batches are quicker, but make the search a
    little weaker, because each walk knows less of the others.
    """

    DEFAULT = Budget(simulations=1000)
    close = 0.7  # a move with this share of the best move's visits is about as good

    def __init__(
        self,
        seed: int = 0,
        budget: Budget = DEFAULT,
        temper: str = BALANCED,
        cores: int = 1,
        name: str = "search",
        evaluator: Evaluator | None = None,
        batch_size: int = BATCH_SIZE,
    ) -> None:
        if batch_size < 1:
            raise TeahorseError(f"A batch has at least 1 leaf, not {batch_size}.")
        self.name = name
        self.budget = budget
        self._evaluator = evaluator
        self._batch_size = batch_size
        most_nodes = min(search_tree.MOST_NODES, MOST_NODES // cores)
        edges_per_node = EDGES_PER_NODE if evaluator is None else MOST_BREADTH
        self._trees = [SearchTree(seed, number, most_nodes, edges_per_node) for number in range(cores)]
        self._tempers = tempers_of([temper_named(temper)], 2)  # its own, and the one it assumes for the others
        self._rng = random.Random(seed)
        self._rules: Ruleset | None = None
        self._root: Any = None  # the position at the root of the trees
        self._made = 0  # how many moves were made before it

    @property
    def tree_bytes(self) -> int:
        """The memory of its trees."""
        return sum(tree.size for tree in self._trees)

    def choose(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> str:
        """The best move, or one about as good, so that games differ."""
        require_decision(game, watch)
        legal = np.flatnonzero(game.verdicts() == LEGAL)
        if len(legal) == 1:
            return move_text(int(legal[0]), game.rules)
        ranked = self.consider(game, budget, watch)
        close = [considered for considered in ranked if considered.visits >= self.close * ranked[0].visits]
        return self._rng.choices(close, [considered.visits for considered in close])[0].move

    def consider(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
        """The moves it considered, the most visited first, with each person's chance to win."""
        require_decision(game, watch)
        run = SearchRun(budget or self.budget, watch, time.perf_counter(), len(self._trees))
        self._go_to(game)
        me = int(game.rules.record.person[game.position.blue[game.position.turn]])
        try:
            if len(self._trees) == 1:
                self._think(0, game, me, run)
            else:
                self._think_together(game, me, run)
        except BaseException:
            if self._evaluator is not None:
                self._root = None  # walks may wait for an evaluation that never came
            raise
        return self._ranked(game, me)

    def lines(self, game: Game, ranked: list[Considered]) -> list[Considered]:
        """Moves of the last `consider` with the expected lines after them; none with Dúli, whose cards nobody knows."""
        if game.rules.has_duli:
            return ranked
        tree = self._trees[0]

        def line(considered: Considered) -> tuple[str, ...]:
            after = tree.line_after(engine.move_id(read_move(considered.move, game.rules)))
            return tuple(move_text(move, game.rules) for move in after)

        return [replace(considered, line=line(considered)) for considered in ranked]

    def _think_together(self, game: Game, me: int, run: SearchRun) -> None:
        """Search with a thread for each tree; if one fails or Ctrl-C is pressed, all stop."""
        with ThreadPoolExecutor(len(self._trees)) as pool:
            threads = [pool.submit(self._think, number, game, me, run) for number in range(len(self._trees))]
            try:
                for thread in threads:
                    thread.result()
            except BaseException:
                run.failed.set()
                raise

    def _go_to(self, game: Game) -> None:
        """Make the position the root: of the part of the trees it is in, or of new trees."""
        table = as_records(game.table)
        if not self._follow(game, table):
            for tree in self._trees:
                tree.begin(table, game.rules)
        self._rules, self._root, self._made = game.rules, table, len(game.history)

    def _follow(self, game: Game, table: Any) -> bool:
        """Follow the moves made since in the trees; False if they don't lead from the old root to this position."""
        new = [move for move in game.history[self._made :] if isinstance(move, int)]
        if self._root is None or game.rules is not self._rules or len(new) != len(game.history) - self._made:
            return False
        if game.rules.has_duli and len(new) > 1:
            return False  # her draws in between are not known here
        after, verdicts = self._root.copy(), np.zeros(moves.MOVES, np.uint8)
        for move in new:
            engine.judge(after, game.rules.table, verdicts)
            if verdicts[move] != LEGAL:
                return False
            engine.apply(after, game.rules.table, move, NO_EVENTS)
        if after.tobytes() != table.tobytes():
            return False
        seen = int(seen_at(table, as_records(game.rules.table)))
        return all(tree.follow(new, seen) for tree in self._trees)

    def _think(self, number: int, game: Game, me: int, run: SearchRun) -> None:
        """Simulate in slices, and check the clock between them."""
        if self._evaluator is not None:
            self._think_in_batches(number, game, me, run, self._evaluator)
            return
        tree, share = self._trees[number], run.simulations_of(number)
        done, slice_of = 0, FIRST_SLICE
        while share is None or done < share:
            begun = time.perf_counter()
            count = slice_of if share is None else min(slice_of, share - done)
            tree.simulate(count, self._root, game.rules, self._tempers, me)
            done += count
            run.check(number, done)
            taken = time.perf_counter() - begun
            left = run.seconds_left()
            if left < taken:
                break
            slice_of = max(1, min(LARGEST_SLICE, 2 * slice_of, int(count * min(SLICE, left / 4) / taken)))

    def _think_in_batches(self, number: int, game: Game, me: int, run: SearchRun, evaluator: Evaluator) -> None:
        """Simulate in batches. Their size must not depend on the clock, or the same seed would give other moves."""
        tree, share = self._trees[number], run.simulations_of(number)
        done = 0
        while share is None or done < share:
            begun = time.perf_counter()
            count = self._batch_size if share is None else min(self._batch_size, share - done)
            done += tree.simulate_batch(count, self._root, game.rules, self._tempers, me, evaluator)
            run.check(number, done)
            if run.seconds_left() < time.perf_counter() - begun:
                break

    def _ranked(self, game: Game, me: int) -> list[Considered]:
        visits: dict[int, int] = {}
        values: dict[int, Any] = {}
        for tree in self._trees:
            for edge in tree.root_edges():
                move = int(edge["move"])
                visits[move] = visits.get(move, 0) + int(edge["visits"])
                values[move] = values.get(move, 0.0) + edge["values"][: game.rules.people]
        ranked = [
            Considered(
                move_text(move, game.rules),
                visits[move],
                tuple(float(value) / max(1, visits[move]) for value in values[move]),
            )
            for move in visits
        ]
        # The most visited move is the safest; ties are broken by value, then by the order in the tree.
        return sorted(ranked, key=lambda considered: (-considered.visits, -considered.values[me]))
