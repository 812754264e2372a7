"""The tree of a search, as Python calls it."""

from typing import Any

import numpy as np

from ..rules import moves
from ..rules.events import NO_EVENTS
from ..rules.jit import as_records
from ..rules.rng import STREAM_WORDS, begin_stream
from ..rules.ruleset import Ruleset
from ..rules.state import GAME
from .compiled import batched_search, search
from .compiled.proposals import MOST_PROPOSALS, PROPOSAL
from .compiled.tree import COUNTERS, EDGE, NODE, NODES, NOTHING, descend, keep_branch
from .evaluator import Evaluator, LeafBatch, evaluate

EDGES_PER_NODE = 12
LONGEST_LINE = 8  # moves that are expected after a move
LEAST_VISITS = 40  # of an expected move
SURE = 0.4  # share of the visits of an expected move
MOST_NODES = 1 << 16  # a full tree is still searched, it only stops growing


class SearchTree:
    """A search tree that is kept from move to move."""

    def __init__(
        self, seed: int, number: int, most_nodes: int = MOST_NODES, edges_per_node: int = EDGES_PER_NODE
    ) -> None:
        self._most_nodes = most_nodes
        self._edges_per_node = edges_per_node
        self._stream = np.zeros(STREAM_WORDS, np.int64)
        begin_stream(self._stream, seed, number)
        self._proposals = as_records(np.zeros(MOST_PROPOSALS, PROPOSAL))
        self._verdicts = np.zeros(moves.MOVES, np.uint8)
        self._scratch = as_records(np.zeros(2, GAME))
        self._path = np.zeros(search.LONGEST_PATH, np.int32)
        self._used = np.zeros(COUNTERS, np.int64)
        self._batch: _Batch | None = None
        self._make_room(0)

    def _make_room(self, count: int) -> None:
        """Make room for `count` more simulations; each adds at most one node."""
        nodes = min(self._most_nodes, int(self._used[NODES]) + count + 1)
        self._nodes, self._edges = self._room(nodes, getattr(self, "_nodes", None), getattr(self, "_edges", None))

    @property
    def size(self) -> int:
        """The memory of its nodes and edges, in bytes."""
        return int(self._nodes.nbytes + self._edges.nbytes)

    def begin(self, table: Any, rules: Ruleset) -> None:
        """Begin a new tree at a position."""
        self._make_room(0)
        search.begin_tree(table, as_records(rules.table), self._nodes, self._used)

    def follow(self, made: list[int], seen: int) -> bool:
        """Make the node after these moves the root; False if the search did not get that far.

        `seen` are the cards seen after the moves.
        """
        node = 0
        for move in made:
            node = int(descend(self._nodes, self._edges, node, move, seen))
            if node == NOTHING or self._nodes["edges"][node] == 0:
                return False
        if node == 0:
            return True
        nodes, edges = self._room(len(self._nodes), None, None)
        keep_branch(self._nodes, self._edges, node, nodes, edges, self._used)
        self._nodes, self._edges = nodes, edges
        return True

    def simulate(self, count: int, table: Any, rules: Ruleset, tempers: Any, me: int) -> None:
        """Run `count` simulations."""
        self._make_room(count)
        search.simulate(
            count,
            table,
            as_records(rules.table),
            tempers,
            me,
            self._nodes,
            self._edges,
            self._used,
            self._path,
            self._stream,
            self._proposals,
            self._verdicts,
            self._scratch,
            NO_EVENTS,
        )

    def simulate_batch(
        self, count: int, table: Any, rules: Ruleset, tempers: Any, me: int, evaluator: Evaluator
    ) -> int:
        """Run up to `count` simulations whose leaves are evaluated together; returns how many there were.

        If the evaluator raises an error, the tree is no longer sound: begin it anew.
        """
        self._make_room(count)
        batch = self._batch if self._batch is not None and len(self._batch.leaves) >= count else _Batch(count)
        self._batch = batch
        arrays = (self._nodes, self._edges, self._used, batch.paths, batch.lengths, batch.leaf_nodes)
        batched_search.collect_leaves(
            count,
            table,
            as_records(rules.table),
            tempers,
            me,
            *arrays,
            batch.leaves,
            batch.legal,
            batch.counts,
            self._stream,
            self._verdicts,
            NO_EVENTS,
        )
        leaves = int(batch.counts[batched_search.LEAVES])
        if leaves:
            # Copies, for what an evaluator keeps or changes must not reach the tree.
            collected = LeafBatch(rules, np.array(batch.leaves[:leaves]), batch.legal[:leaves].copy())
            priors, values = evaluate(evaluator, collected)
            batched_search.back_up(as_records(rules.table), *arrays, batch.legal, batch.counts, priors, values)
        return int(batch.counts[batched_search.WALKS])

    def root_edges(self) -> Any:
        """The moves considered at the root."""
        first, edges = int(self._nodes["first"][0]), int(self._nodes["edges"][0])
        return self._edges[first : first + edges]

    def line_after(self, move: int) -> list[int]:
        """The moves that the search expects after a move at the root, as long as one clearly has most of the visits."""
        line: list[int] = []
        edges = self.root_edges()
        while len(line) <= LONGEST_LINE:
            chosen = edges[edges["move"] == move]
            child = int(chosen["child"][0]) if len(chosen) else NOTHING
            if child == NOTHING or self._nodes["edges"][child] == 0:
                break
            first = int(self._nodes["first"][child])
            edges = self._edges[first : first + int(self._nodes["edges"][child])]
            best = int(edges["visits"].argmax())
            visits = int(edges["visits"][best])
            if visits < LEAST_VISITS or visits < SURE * int(edges["visits"].sum()):
                break
            move = int(edges["move"][best])
            line.append(move)
        return line

    def _room(self, size: int, nodes: Any, edges: Any) -> tuple[Any, Any]:
        """Arrays for a tree of `size` nodes, which begin with the given ones."""
        if nodes is not None and len(nodes) >= size:
            return nodes, edges
        size = min(self._most_nodes, 1 << max(8, (size - 1).bit_length()))
        larger = (
            as_records(np.zeros(size, NODE)),
            as_records(np.zeros(size * self._edges_per_node + search.MOST_BREADTH, EDGE)),
        )
        if nodes is not None:
            larger[0][: len(nodes)] = nodes
            larger[1][: len(edges)] = edges
        return larger


class _Batch:
    """Room for a batch of leaves, and for the walks that led to them."""

    def __init__(self, size: int) -> None:
        self.leaves = as_records(np.zeros(size, GAME))
        self.legal = np.zeros((size, moves.MOVES), np.bool_)
        self.leaf_nodes = np.zeros(size, np.int32)
        self.paths = np.zeros((size, search.LONGEST_PATH), np.int32)
        self.lengths = np.zeros(size, np.int32)
        self.counts = np.zeros(2, np.int64)
