"""Search: thinks ahead by Monte-Carlo tree search, with one tree on each core it is given."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..game import Game
from ..notation import move_text
from ..rules import engine, moves
from ..rules.events import NO_EVENTS
from ..rules.jit import as_records
from ..rules.ruleset import Ruleset
from ..rules.verdicts import LEGAL
from . import search_tree
from .bot import UNWATCHED, Bot, Budget, Cancelled, Considered, Progress, Watch, require_decision
from .compiled.tree import seen_at
from .search_tree import SearchTree
from .tempers import BALANCED, temper_named, tempers_of

CLOSE = 0.7  # a move visited so often as the best is about as good
SLICE = 0.004  # seconds between two looks at the clock
RESERVE = 0.004  # seconds of a budget, for what else the machine does meanwhile
FIRST_SLICE = 4  # simulations, before it is known how long one takes
LARGEST_SLICE = 1 << 12
MOST_NODES = 8 * search_tree.MOST_NODES  # of all trees of a bot together: 350 MB, however many cores it has


@dataclass
class SearchRun:
    """One search: what it may use, and how far it is."""

    budget: Budget
    watch: Watch
    begun: float
    trees: int
    failed: threading.Event = field(default_factory=threading.Event)

    def simulations_of(self, number: int) -> int | None:
        """The share of one tree; None if only time counts."""
        if self.budget.simulations is None:
            return None
        return (self.budget.simulations + self.trees - 1 - number) // self.trees

    def seconds_left(self) -> float:
        """How long there is to think."""
        if self.budget.seconds is None:
            return float("inf")
        reserve = min(RESERVE, self.budget.seconds / 4)
        return self.budget.seconds - reserve - (time.perf_counter() - self.begun)

    def check(self, number: int, done: int) -> None:
        """Between two slices: stop if the search was cancelled, and say how far it is."""
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
    """Looks as far ahead as its budget allows, and remembers what it thought of the moves that were then made.

    The same seed, budget of simulations and number of cores give the same moves on every machine.
    """

    DEFAULT = Budget(simulations=1000)

    def __init__(
        self,
        seed: int = 0,
        budget: Budget = DEFAULT,
        temper: str = BALANCED,
        cores: int = 1,
        name: str = "search",
    ) -> None:
        self.name = name
        self.budget = budget
        most_nodes = min(search_tree.MOST_NODES, MOST_NODES // cores)
        self._trees = [SearchTree(seed, number, most_nodes) for number in range(cores)]
        self._tempers = tempers_of([temper_named(temper)], 2)  # one's own, and what one believes of the others
        self._whims = random.Random(seed)
        self._rules: Ruleset | None = None
        self._root: Any = None  # the position the trees stand for
        self._made = 0  # how many moves were made before it

    @property
    def tree_bytes(self) -> int:
        """How much memory its trees take."""
        return sum(tree.size for tree in self._trees)

    def choose(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> str:
        """The move to make: the best, or one about as good, so that no two games are alike."""
        require_decision(game, watch)
        legal = np.flatnonzero(game.verdicts() == LEGAL)
        if len(legal) == 1:
            return move_text(int(legal[0]), game.rules)
        ranked = self.consider(game, budget, watch)
        close = [considered for considered in ranked if considered.visits >= CLOSE * ranked[0].visits]
        return self._whims.choices(close, [considered.visits for considered in close])[0].move

    def consider(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
        """The moves it thought about, the most visited first, with each person's chance to win."""
        require_decision(game, watch)
        run = SearchRun(budget or self.budget, watch, time.perf_counter(), len(self._trees))
        self._go_to(game)
        me = int(game.rules.record.person[game.position.blue[game.position.turn]])
        if len(self._trees) == 1:
            self._think(0, game, me, run)
        else:
            self._think_together(game, me, run)
        return self._ranked(game, me)

    def _think_together(self, game: Game, me: int, run: SearchRun) -> None:
        """One thread for each tree; if one fails, or Ctrl-C is pressed, the others stop too."""
        with ThreadPoolExecutor(len(self._trees)) as pool:
            threads = [pool.submit(self._think, number, game, me, run) for number in range(len(self._trees))]
            try:
                for thread in threads:
                    thread.result()
            except BaseException:
                run.failed.set()
                raise

    def _go_to(self, game: Game) -> None:
        """Keep what was thought about the position that has come about; begin anew if it is another game."""
        table = as_records(game.table)
        if not self._follow(game, table):
            for tree in self._trees:
                tree.begin(table, game.rules)
        self._rules, self._root, self._made = game.rules, table, len(game.history)

    def _follow(self, game: Game, table: Any) -> bool:
        """Go where the moves made since have led; False if they can't have been made in the game thought about."""
        new = [move for move in game.history[self._made :] if isinstance(move, int)]
        if self._root is None or game.rules is not self._rules or len(new) != len(game.history) - self._made:
            return False
        if game.rules.has_duli and len(new) > 1:
            return False  # what she drew on the way is not known here
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
        """Simulate in slices, and look at the clock between them."""
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
        # The most visited move is the safest; the one a tree thought of first wins a tie.
        return sorted(ranked, key=lambda considered: (-considered.visits, -considered.values[me]))
