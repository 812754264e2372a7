"""The search with an evaluator: leaves are collected in batches, and evaluated outside.

`collect_leaves` walks down the tree several times. Each walk counts as a visit without any value until its leaf is
evaluated (a *virtual loss*), so that the next walk looks elsewhere. `back_up` then adds the values of the evaluator
along each walk, and hangs moves with its priors on the leaves.
"""

from ...rules import moves
from ...rules.jit import compiled, entry
from ...rules.rng import shuffle_unknown
from ...rules.round import apply, judge
from ...rules.state import OVER
from ...rules.verdicts import LEGAL
from .evaluation import PERCENT
from .search import LONGEST_PATH, MOST_BREADTH, OWN, deal, journey_after, select, win_chances
from .tree import EDGES, NOTHING, add_edge, add_node, cards_seen, outcome_at

PENDING = -1  # instead of a node's number of edges: a leaf that waits for its evaluation
# What `collect_leaves` counts.
WALKS, LEAVES = range(2)


@entry
def collect_leaves(
    count,
    table,
    rules,
    tempers,
    me,
    nodes,
    edges,
    used,
    paths,
    lengths,
    leaf_nodes,
    leaves,
    legal,
    counts,
    stream,
    verdicts,
    events,
):
    """Walk down the tree up to `count` times, and collect the leaves to evaluate.

    A walk that ends the game needs no evaluation; its result is added at once. When a walk meets a leaf that waits
    already, the walk is taken back and the batch ends. `counts` gets the number of walks and of leaves.
    """
    r = rules[0]
    exploring = tempers[OWN].exploring / PERCENT
    untried = tempers[OWN].untried / PERCENT
    counts[WALKS] = 0
    counts[LEAVES] = 0
    while counts[WALKS] < count:
        leaf = counts[LEAVES]
        leaves[leaf] = table[0]
        g = leaves[leaf]
        if r.duli:
            shuffle_unknown(g, stream)
        path = paths[leaf]
        dealt = 0
        node = 0
        length = 0
        while g.phase != OVER and length < LONGEST_PATH and nodes[node].edges > 0:
            edge = select(exploring, untried, nodes, edges, node)
            path[length] = edge
            length += 1
            edges[edge].visits += 1
            last_journey = journey_after(g.phase, nodes[node].last_journey, edges[edge].move)
            apply(g, r, edges[edge].move, events)
            dealt += deal(g, r, stream, events)
            if g.phase == OVER:
                break
            seen = cards_seen(g, dealt) if r.duli else 0
            node = outcome_at(nodes, edges, edge, seen)
            if node == NOTHING:
                node = add_node(nodes, used, r.person[g.blue[g.turn]], last_journey, seen)
                if node == NOTHING:
                    break  # the tree is full
                nodes[node].outcome = edges[edge].child
                edges[edge].child = node
        if g.phase == OVER:
            values = win_chances(g, r, tempers, me)
            for step in range(length):
                for person in range(r.people):
                    edges[path[step]].values[person] += values[person]
            counts[WALKS] += 1
            continue
        if node != NOTHING and nodes[node].edges == PENDING:
            for step in range(length):
                edges[path[step]].visits -= 1
            return
        leaf_nodes[leaf] = NOTHING
        if node != NOTHING and nodes[node].edges == 0:
            nodes[node].edges = PENDING
            leaf_nodes[leaf] = node
        lengths[leaf] = length
        judge(g, r, verdicts)
        for move in range(moves.MOVES):
            legal[leaf, move] = verdicts[move] == LEGAL
        counts[LEAVES] += 1
        counts[WALKS] += 1


@entry
def back_up(rules, nodes, edges, used, paths, lengths, leaf_nodes, legal, counts, priors, values):
    """Hang the legal moves with the highest priors on each leaf, and add its values along its walk."""
    people = rules[0].people
    for leaf in range(counts[LEAVES]):
        node = leaf_nodes[leaf]
        if node != NOTHING:
            nodes[node].edges = 0
            if used[EDGES] + MOST_BREADTH <= len(edges):
                expand_by_priors(node, nodes, edges, used, legal[leaf], priors[leaf])
        for step in range(lengths[leaf]):
            for person in range(people):
                edges[paths[leaf, step]].values[person] += values[leaf, person]


@compiled
def expand_by_priors(node, nodes, edges, used, legal, priors):
    """Hang the best legal moves on a node. Their priors are scaled to sum up to 1; `legal` is used up."""
    first = used[EDGES]
    total = 0.0
    for _ in range(MOST_BREADTH):
        best = NOTHING
        for move in range(moves.MOVES):
            if legal[move] and (best == NOTHING or priors[move] > priors[best]):
                best = move
        if best == NOTHING:
            break
        legal[best] = False
        total += priors[best]
        add_edge(edges, used, best, priors[best])
    count = used[EDGES] - first
    for edge in range(first, used[EDGES]):
        edges[edge].prior = edges[edge].prior / total if total > 0.0 else 1.0 / count
    nodes[node].first = first
    nodes[node].edges = count
