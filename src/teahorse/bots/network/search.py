"""The tree search that asks the network, in compiled code.

Several walks down the tree end at leaves that are evaluated together. Until then each edge of a walk has a visit whose
value is *lent*: what the edge is worth so far. So the next walk looks elsewhere because of the visit alone, and no move
seems worse than it is. Everybody plays for their own chance to win.

Only sums, products, quotients and square roots are used, so the same seed gives the same tree on every machine. The
tree does not depend on the number of cores either: they share the leaves of a batch.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ...observation.position import observe
from ...rules import moves
from ...rules.ending import rank_of
from ...rules.jit import as_records, compiled, entry
from ...rules.rng import shuffle_unknown
from ...rules.round import apply, judge
from ...rules.state import GAME, MAX_PLAYERS, OVER
from ...rules.verdicts import LEGAL
from ..compiled.batched_search import PENDING, expand_by_priors
from ..compiled.proposals import NO_JOURNEY
from ..compiled.search import LONGEST_PATH, MOST_BREADTH, deal, select
from ..compiled.tree import EDGES, NOTHING, add_edge, add_node, cards_seen, outcome_at
from .inference import evaluate_rows
from .shape import facts_slices

LARGEST_BATCH = 16
FULL_BATCH_AT = 12  # times as many visits of the root: a young tree needs every value
# What a search counts: walks and leaves of the batch, and walks of the whole call.
WALKS, LEAVES, DONE = range(3)
WIN = facts_slices()["win"].start
LN2 = 0.6931471805599453
TERMS = 12  # of the series of the exponential function


class Settings(NamedTuple):
    """How the search chooses among the moves of a position."""

    exploring: float = 0.7  # how much it prefers moves with few visits
    untried: float = 0.03  # how much worse a move without visits seems than the position
    flatness: float = 1.4  # the temperature of the priors
    doubt: float = 0.0  # at the root, the share of the priors that all legal moves have equally


class Walks(NamedTuple):
    """Room for the walks of a batch."""

    leaves: Any
    legal: Any
    nodes: Any
    paths: Any
    lengths: Any
    lent: Any  # by walk, step and person
    bases: Any  # what rules and temper add to the first layer
    priors: Any
    values: Any
    counts: Any


def new_walks(width: int) -> Walks:
    """Room for the largest batch."""
    size = LARGEST_BATCH
    return Walks(
        as_records(np.zeros(size, GAME)),
        np.zeros((size, moves.MOVES), np.bool_),
        np.zeros(size, np.int32),
        np.zeros((size, LONGEST_PATH), np.int32),
        np.zeros(size, np.int32),
        np.zeros((size, LONGEST_PATH, MAX_PLAYERS)),
        np.zeros((size, width), np.float32),
        np.zeros((size, moves.MOVES)),
        np.zeros((size, MAX_PLAYERS)),
        np.zeros(3, np.int64),
    )


@entry
def search_batches(
    layers,
    batches,
    count,
    table,
    rules,
    me,
    nodes,
    edges,
    used,
    settings,
    bases,
    walks,
    batch,
    stream,
    verdicts,
    events,
):
    """Search in up to `batches` batches, up to `count` walks; `walks.counts[DONE]` gets how many walks there were."""
    done = 0
    for _ in range(batches):
        if done >= count:
            break
        collect(
            count - done, table, rules, me, nodes, edges, used, settings, bases, walks, batch, stream, verdicts, events
        )
        evaluate_rows(layers, walks.bases, batch, 0, walks.counts[LEAVES])
        back_up(rules, nodes, edges, used, settings, walks, batch)
        done += walks.counts[WALKS]
    walks.counts[DONE] = done


@entry
def evaluate_leaves(layers, walks, batch, begin, end):
    """Evaluate some leaves of a batch: a core's part of it."""
    evaluate_rows(layers, walks.bases, batch, begin, end)


@compiled
def batch_size(nodes, edges):
    """How many walks the next batch may have; it grows with the visits of the root."""
    visits = 0
    for edge in range(nodes[0].first, nodes[0].first + nodes[0].edges):
        visits += edges[edge].visits
    return min(LARGEST_BATCH, 1 + visits // FULL_BATCH_AT)


@entry
def collect(count, table, rules, me, nodes, edges, used, settings, bases, walks, batch, stream, verdicts, events):
    """Walk down the tree, and collect the leaves to evaluate.

    A walk that ends the game needs no evaluation; its result is added at once. When a walk meets a leaf that waits
    already, the walk is taken back and the batch ends.
    """
    r = rules[0]
    counts = walks.counts
    counts[WALKS] = 0
    counts[LEAVES] = 0
    most = min(count, batch_size(nodes, edges))
    while counts[WALKS] < most:
        leaf = counts[LEAVES]
        walks.leaves[leaf] = table[0]
        g = walks.leaves[leaf]
        if r.duli:
            shuffle_unknown(g, stream)
        node = walk(g, r, nodes, edges, used, settings, walks, leaf, stream, verdicts, events)
        if g.phase == OVER:
            for person in range(r.people):
                walks.values[leaf, person] = 1.0 if rank_of(g, r, person) == 1 else 0.0
            give_back(edges, walks, leaf, r.people)
            counts[WALKS] += 1
            continue
        if node != NOTHING and nodes[node].edges == PENDING:
            take_back(edges, walks, leaf, r.people)
            return
        walks.nodes[leaf] = NOTHING
        # At the end of the longest path nobody has judged which moves are legal: nothing is hung on such a leaf.
        if node != NOTHING and nodes[node].edges == 0 and walks.lengths[leaf] < LONGEST_PATH:
            nodes[node].edges = PENDING
            walks.nodes[leaf] = node
        player = g.blue[g.turn]
        observe(g, r, player, batch.rows[leaf])
        base = bases[0] if r.person[player] == me else bases[1]
        for number in range(len(base)):
            walks.bases[leaf, number] = base[number]
        counts[LEAVES] += 1
        counts[WALKS] += 1


@compiled
def walk(g, r, nodes, edges, used, settings, walks, leaf, stream, verdicts, events):
    """Walk from the root to a leaf, which is returned; where there is one move only, the walk goes on."""
    legal = walks.legal[leaf]
    dealt = 0
    node = 0
    length = 0
    while g.phase != OVER and length < LONGEST_PATH:
        if nodes[node].edges == PENDING:
            break
        if nodes[node].edges == 0:
            judge(g, r, verdicts)
            if not expand_forced(node, nodes, edges, used, verdicts, legal):
                break
        edge = select(settings.exploring, settings.untried, nodes, edges, node)
        walks.paths[leaf, length] = edge
        lend(nodes, edges, node, edge, walks.lent[leaf, length], r.people)
        length += 1
        apply(g, r, edges[edge].move, events)
        dealt += deal(g, r, stream, events)
        if g.phase == OVER:
            break
        seen = cards_seen(g, dealt) if r.duli else 0
        child = outcome_at(nodes, edges, edge, seen)
        if child == NOTHING:
            child = add_node(nodes, used, r.person[g.blue[g.turn]], NO_JOURNEY, seen)
            if child == NOTHING:
                node = NOTHING  # the tree is full
                break
            nodes[child].outcome = edges[edge].child
            edges[edge].child = child
        node = child
    walks.lengths[leaf] = length
    return node


@compiled
def expand_forced(node, nodes, edges, used, verdicts, legal):
    """Hang the only legal move on a node; otherwise mark the legal moves and return False."""
    count = 0
    only = 0
    for move in range(moves.MOVES):
        legal[move] = verdicts[move] == LEGAL
        if legal[move]:
            count += 1
            only = move
    if count != 1 or used[EDGES] + MOST_BREADTH > len(edges):
        return False
    nodes[node].first = add_edge(edges, used, only, 1.0)
    nodes[node].edges = 1
    return True


@compiled
def lend(nodes, edges, node, chosen, lent, people):
    """Count a visit of an edge with its mean value so far, or that of the position if it has none."""
    visits = edges[chosen].visits
    for person in range(people):
        value = edges[chosen].values[person]
        among = visits
        if visits == 0:
            for edge in range(nodes[node].first, nodes[node].first + nodes[node].edges):
                value += edges[edge].values[person]
                among += edges[edge].visits
        lent[person] = value / among if among > 0 else 0.0
        edges[chosen].values[person] += lent[person]
    edges[chosen].visits += 1


@compiled
def give_back(edges, walks, leaf, people):
    """Replace what was lent to a walk with the values of its end."""
    for step in range(walks.lengths[leaf]):
        edge = walks.paths[leaf, step]
        for person in range(people):
            edges[edge].values[person] += walks.values[leaf, person] - walks.lent[leaf, step, person]


@compiled
def take_back(edges, walks, leaf, people):
    """Undo a walk."""
    for step in range(walks.lengths[leaf]):
        edge = walks.paths[leaf, step]
        edges[edge].visits -= 1
        for person in range(people):
            edges[edge].values[person] -= walks.lent[leaf, step, person]


@entry
def back_up(rules, nodes, edges, used, settings, walks, batch):
    """Hang the legal moves with the highest priors on each leaf, and add its values along its walk."""
    r = rules[0]
    for leaf in range(walks.counts[LEAVES]):
        node = walks.nodes[leaf]
        if node != NOTHING:
            nodes[node].edges = 0
            if used[EDGES] + MOST_BREADTH <= len(edges):
                doubt = settings.doubt if walks.lengths[leaf] == 0 else 0.0
                fill_priors(batch.logits[leaf], walks.legal[leaf], settings.flatness, doubt, walks.priors[leaf])
                expand_by_priors(node, nodes, edges, used, walks.legal[leaf], walks.priors[leaf])
        g = walks.leaves[leaf]
        fill_values(batch.facts[leaf], r, g.blue[g.turn], walks.values[leaf])
        give_back(edges, walks, leaf, r.people)


@compiled
def fill_priors(logits, legal, flatness, doubt, priors):
    """The priors of the legal moves, not scaled."""
    highest, total, count = -math.inf, 0.0, 0
    for move in range(moves.MOVES):
        if legal[move]:
            highest = max(highest, float(logits[move]))
    for move in range(moves.MOVES):
        if legal[move]:
            priors[move] = exponential((float(logits[move]) - highest) / flatness)
            total += priors[move]
            count += 1
    for move in range(moves.MOVES):
        if legal[move]:
            priors[move] = (1.0 - doubt) * priors[move] + doubt * total / count


@compiled
def fill_values(facts, r, mover, values):
    """Each person's chance to win; the network counts players from the mover."""
    highest = -math.inf
    for seat in range(r.players):
        highest = max(highest, float(facts[WIN + seat]))
    total = 0.0
    for person in range(MAX_PLAYERS):
        values[person] = 0.0
    for seat in range(r.players):
        chance = exponential(float(facts[WIN + seat]) - highest)
        total += chance
        values[r.person[(mover + seat) % r.players]] += chance
    for person in range(r.people):
        values[person] /= total


@compiled
def exponential(number):
    """The exponential of a number up to 0: halved until its series is short, then squared as often."""
    halvings = 0
    part = float(number)
    while part < -LN2:
        part /= 2
        halvings += 1
    term = 1.0
    total = 1.0
    for power in range(1, TERMS):
        term *= part / power
        total += term
    for _ in range(halvings):
        total *= total
    return total
