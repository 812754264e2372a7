"""The tree of a search in arrays: nodes are positions, edges are the moves considered there.

After a player's move Dúli may draw an unknown card, so a move can lead to several positions. They hang on their edge as
a chain of outcomes, which differ in the cards seen. Without Dúli every chain has one node.
"""

import numpy as np

from ...rules.jit import compiled, entry
from ...rules.state import CARDS, MAX_PLAYERS
from .proposals import MOST_PROPOSALS

NOTHING = -1
MOST_SEEN = (1 << 58) - 1  # room for one more card in 64 bits, so that the outcomes of one move still differ

NODE = np.dtype(
    [
        ("seen", "i8"),  # the cards seen so far, as a number
        ("first", "i4"),  # its first edge
        ("outcome", "i4"),  # the next node of the chain
        ("last_journey", "i2"),
        ("edges", "i2"),  # 0: not expanded yet
        ("person", "i1"),  # who decides
    ],
    align=True,
)
EDGE = np.dtype(
    [
        ("values", "f8", MAX_PLAYERS),  # the sum over all visits, by person
        ("visits", "i4"),
        ("child", "i4"),  # the first node of the chain
        ("prior", "f4"),
        ("move", "i2"),
    ],
    align=True,
)
# The numbers of used nodes and edges; an array, so that compiled code can change them.
NODES, EDGES = range(2)
COUNTERS = 2


@compiled
def add_node(nodes, used, person, last_journey, seen):
    """Add a node without edges; NOTHING if the tree is full."""
    node = used[NODES]
    if node == len(nodes):
        return NOTHING
    used[NODES] += 1
    nodes[node].first = NOTHING
    nodes[node].edges = 0
    nodes[node].outcome = NOTHING
    nodes[node].person = person
    nodes[node].last_journey = last_journey
    nodes[node].seen = seen
    return node


@compiled
def add_edge(edges, used, move, prior):
    """Add an edge without visits; the caller has checked that there is room."""
    edge = used[EDGES]
    used[EDGES] += 1
    edges[edge].move = move
    edges[edge].prior = prior
    edges[edge].visits = 0
    edges[edge].child = NOTHING
    for person in range(MAX_PLAYERS):
        edges[edge].values[person] = 0.0
    return edge


@compiled
def cards_seen(g, dealt):
    """The cards drawn so far and the number of shuffles, as one number."""
    seen = int(dealt)
    for number in range(int(g.drawn)):
        seen = (seen * (CARDS + 1) + int(g.deck[number])) & MOST_SEEN
    return seen


@compiled
def outcome_at(nodes, edges, edge, seen):
    """The node of an edge's chain with these cards seen; NOTHING if there is none yet."""
    node = edges[edge].child
    while node != NOTHING and nodes[node].seen != seen:
        node = nodes[node].outcome
    return node


@compiled
def edge_of(nodes, edges, node, move):
    """The edge of a move; NOTHING if the move was not considered."""
    for edge in range(nodes[node].first, nodes[node].first + nodes[node].edges):
        if edges[edge].move == move:
            return edge
    return NOTHING


@entry
def seen_at(table, rules):
    """The cards seen in a position, if the pile was not shuffled again."""
    return cards_seen(table[0], 0) if rules[0].duli else 0


@entry
def descend(nodes, edges, node, move, seen):
    """The node after a move of the game; NOTHING if it is not in the tree."""
    edge = edge_of(nodes, edges, node, move) if nodes[node].edges > 0 else NOTHING
    return NOTHING if edge == NOTHING else outcome_at(nodes, edges, edge, seen)


@entry
def keep_branch(nodes, edges, root, kept_nodes, kept_edges, used):
    """Copy a node and everything below it into another tree, as its root.

    The copy is made level by level. A copied node keeps its old edge numbers until its own edges are copied, so the
    copy is also the list of what is left to do.
    """
    used[NODES] = 1
    used[EDGES] = 0
    kept_nodes[0] = nodes[root]
    kept_nodes[0].outcome = NOTHING
    node = 0
    while node < used[NODES]:
        first = kept_nodes[node].first
        kept_nodes[node].first = used[EDGES]
        for edge in range(first, first + kept_nodes[node].edges):
            copy = used[EDGES]
            used[EDGES] += 1
            kept_edges[copy] = edges[edge]
            kept_edges[copy].child = copy_chain(nodes, edges[edge].child, kept_nodes, used)
        node += 1


@compiled
def copy_chain(nodes, child, kept_nodes, used):
    """Copy the outcomes of an edge and return the first; their edge numbers are still the old ones."""
    first = NOTHING
    last = NOTHING
    while child != NOTHING:
        copy = used[NODES]
        used[NODES] += 1
        kept_nodes[copy] = nodes[child]
        kept_nodes[copy].outcome = NOTHING
        if last == NOTHING:
            first = copy
        else:
            kept_nodes[last].outcome = copy
        last = copy
        child = nodes[child].outcome
    return first


assert np.iinfo(np.int16).max > MOST_PROPOSALS
