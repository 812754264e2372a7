"""A search tree that is kept from move to move, for Python to call."""

from typing import Any

import numpy as np

from ..rules import moves
from ..rules.events import NO_EVENTS
from ..rules.jit import as_records
from ..rules.rng import STREAM_WORDS, begin_stream
from ..rules.ruleset import Ruleset
from ..rules.state import GAME
from .compiled import search
from .compiled.proposals import MOST_PROPOSALS, PROPOSAL
from .compiled.tree import COUNTERS, EDGE, NODE, NODES, NOTHING, descend, keep_branch

EDGES_PER_NODE = 12
MOST_NODES = 1 << 16  # a tree that is full is still searched, it only does not grow


class SearchTree:
    """One tree, kept from move to move."""

    def __init__(self, seed: int, number: int, most_nodes: int = MOST_NODES) -> None:
        self._most_nodes = most_nodes
        self._stream = np.zeros(STREAM_WORDS, np.int64)
        begin_stream(self._stream, seed, number)
        self._proposals = as_records(np.zeros(MOST_PROPOSALS, PROPOSAL))
        self._verdicts = np.zeros(moves.MOVES, np.uint8)
        self._scratch = as_records(np.zeros(2, GAME))
        self._path = np.zeros(search.LONGEST_PATH, np.int32)
        self._used = np.zeros(COUNTERS, np.int64)
        self._make_room(0)

    def _make_room(self, count: int) -> None:
        """Room for so many more simulations, as each adds a position at most."""
        nodes = min(self._most_nodes, int(self._used[NODES]) + count + 1)
        self._nodes, self._edges = self._room(nodes, getattr(self, "_nodes", None), getattr(self, "_edges", None))

    @property
    def size(self) -> int:
        """How many bytes its nodes and edges take."""
        return int(self._nodes.nbytes + self._edges.nbytes)

    def begin(self, table: Any, rules: Ruleset) -> None:
        """Begin anew at a position."""
        self._make_room(0)
        search.begin_tree(table, as_records(rules.table), self._nodes, self._used)

    def follow(self, made: list[int], seen: int) -> bool:
        """Go where moves at the table lead, with the cards seen after them; False if nobody has thought so far."""
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
        """Run so many simulations."""
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

    def root_edges(self) -> Any:
        """The edges of the root."""
        first, edges = int(self._nodes["first"][0]), int(self._nodes["edges"][0])
        return self._edges[first : first + edges]

    def _room(self, size: int, nodes: Any, edges: Any) -> tuple[Any, Any]:
        """Arrays for a tree of so many nodes, with what there is already."""
        if nodes is not None and len(nodes) >= size:
            return nodes, edges
        size = min(self._most_nodes, 1 << max(8, (size - 1).bit_length()))
        larger = (
            as_records(np.zeros(size, NODE)),
            as_records(np.zeros(size * EDGES_PER_NODE + search.MOST_BREADTH, EDGE)),
        )
        if nodes is not None:
            larger[0][: len(nodes)] = nodes
            larger[1][: len(edges)] = edges
        return larger
