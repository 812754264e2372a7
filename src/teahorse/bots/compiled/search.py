"""Monte-Carlo tree search for several players who each play to win.

One simulation walks down the tree, where each person chooses the move that looks best to them. It adds a position, lets
greedy play some rounds, and estimates each person's chance to win. It uses only sums, products, quotients and
square roots, which every machine rounds in the same way, so the same seed gives the same tree everywhere.
"""

import math

from ...rules import moves
from ...rules.ending import rank_of
from ...rules.jit import compiled, entry
from ...rules.rng import shuffle_deck, shuffle_unknown
from ...rules.round import apply
from ...rules.state import CHANCE, DISPLACE, OVER, TRAVEL
from . import greedy
from .evaluation import PERCENT, worth_of_person
from .proposals import NO_JOURNEY, propose
from .tree import EDGES, NOTHING, add_edge, add_node, cards_seen, outcome_at

MOST_BREADTH = 24
LONGEST_PATH = 64
MOST_DECISIONS = 1000  # in a rollout
WINNER = 0.8  # share of the winner in the value of a finished game; the rest goes by points
SQUARINGS = 10
SURE_MARGIN = 40.0

# Which of the two tempers: the bot's own, and the one it assumes for the others.
OWN, OTHERS = range(2)


@entry
def simulate(count, table, rules, tempers, me, nodes, edges, used, path, stream, proposals, verdicts, scratch, events):
    """Run `count` simulations from the position at the root, which is node 0.

    `scratch` has room for two positions: the one that is played, and one for trying moves.
    """
    r = rules[0]
    exploring = tempers[OWN].exploring / PERCENT
    untried = tempers[OWN].untried / PERCENT
    for _ in range(count):
        dealt = 0
        scratch[0] = table[0]
        g = scratch[0]
        if r.duli:
            shuffle_unknown(g, stream)
        node = 0
        length = 0
        grown = False
        while g.phase != OVER and length < LONGEST_PATH:
            if nodes[node].edges == 0:
                expand(g, r, tempers, me, node, nodes, edges, used, stream, proposals, verdicts, scratch[1:], events)
                if nodes[node].edges == 0:
                    break  # the tree is full
            edge = select(exploring, untried, nodes, edges, node)
            path[length] = edge
            length += 1
            last_journey = journey_after(g.phase, nodes[node].last_journey, edges[edge].move)
            apply(g, r, edges[edge].move, events)
            dealt += deal(g, r, stream, events)
            if g.phase == OVER or grown or edges[edge].visits == 0:
                break
            seen = cards_seen(g, dealt) if r.duli else 0
            node = outcome_at(nodes, edges, edge, seen)
            if node == NOTHING:
                node = add_node(nodes, used, r.person[g.blue[g.turn]], last_journey, seen)
                if node == NOTHING:
                    break
                nodes[node].outcome = edges[edge].child
                edges[edge].child = node
                grown = True
        roll_out(g, r, tempers, me, stream, proposals, verdicts, scratch[1:], events)
        values = win_chances(g, r, tempers, me)
        for step in range(length):
            edges[path[step]].visits += 1
            for person in range(r.people):
                edges[path[step]].values[person] += values[person]


@entry
def begin_tree(table, rules, nodes, used):
    """Begin a tree with a position as its root."""
    used[0] = 0
    used[1] = 0
    g = table[0]
    add_node(nodes, used, rules[0].person[g.blue[g.turn]], NO_JOURNEY, 0)


@compiled
def temper_of(tempers, me, person):
    """The temper of a person: the bot's own for `me`, the assumed one for the others."""
    return tempers[OWN] if person == me else tempers[OTHERS]


@compiled
def journey_after(phase, before, move):
    """The last journey of the turn after a move; it stays until someone else travels."""
    if moves.GO <= move < moves.DONE:
        return move
    if phase == DISPLACE or (phase == TRAVEL and move != moves.DONE):
        return before
    return NO_JOURNEY


@compiled
def deal(g, r, stream, events):
    """Shuffle if Dúli needs a new pile; returns how often."""
    dealt = 0
    while g.phase == CHANCE:
        shuffle_deck(g, stream)
        apply(g, r, moves.DECK, events)
        dealt += 1
    return dealt


@compiled
def expand(g, r, tempers, me, node, nodes, edges, used, stream, proposals, verdicts, scratch, events):
    """Add the best proposals to a node as edges; a prior falls with the distance to the best rating."""
    if used[EDGES] + MOST_BREADTH > len(edges):
        return
    t = temper_of(tempers, me, nodes[node].person)
    count = propose(g, r, t, nodes[node].last_journey, stream, proposals, verdicts, scratch, events)
    first = used[EDGES]
    doubt = float(tempers[OWN].doubt)
    best = 0
    total = 0.0
    for rank in range(min(count, tempers[OWN].breadth, MOST_BREADTH)):
        number = best_left(proposals, count)
        rating = int(proposals[number].rating)
        if rank == 0:
            best = rating
        behind = 1.0 + (best - rating) / doubt
        prior = 1.0 / (behind * behind)
        total += prior
        add_edge(edges, used, proposals[number].move, prior)
    for edge in range(first, used[EDGES]):
        edges[edge].prior /= total
    nodes[node].first = first
    nodes[node].edges = used[EDGES] - first


@compiled
def best_left(proposals, count):
    """The best unused proposal; it is marked as used."""
    best = NOTHING
    for number in range(count):
        if not proposals[number].used and (best == NOTHING or proposals[number].rating > proposals[best].rating):
            best = number
    proposals[best].used = 1
    return best


@compiled
def select(exploring, untried, nodes, edges, node):
    """PUCT: the edge with the best mix of value for the person who decides, prior and few visits.

    `exploring` is how much few visits count, and `untried` how much worse than the position an edge without any seems.
    """
    person = nodes[node].person
    first = nodes[node].first
    last = first + nodes[node].edges
    visits = 0
    value = 0.0
    for edge in range(first, last):
        visits += edges[edge].visits
        value += edges[edge].values[person]
    without_visits = value / visits - untried if visits > 0 else 0.0
    curiosity = exploring * math.sqrt(visits + 1.0)
    best = first
    best_score = 0.0
    for edge in range(first, last):
        tried = edges[edge].visits
        score = edges[edge].values[person] / tried if tried > 0 else without_visits
        score += curiosity * edges[edge].prior / (1 + tried)
        if edge == first or score > best_score:
            best = edge
            best_score = score
    return best


@compiled
def roll_out(g, r, tempers, me, stream, proposals, verdicts, scratch, events):
    """A rollout: greedy plays for everyone to the end of this round, or of a few more."""
    last_round = int(g.round_number) + int(tempers[OWN].rounds_ahead)
    decisions = 0
    while g.phase != OVER and g.round_number <= last_round and decisions < MOST_DECISIONS:
        t = temper_of(tempers, me, r.person[g.blue[g.turn]]) if g.phase != CHANCE else tempers[OTHERS]
        apply(g, r, greedy.choose(g, r, t, stream, proposals, verdicts, scratch, events), events)
        decisions += 1


@compiled
def win_chances(g, r, tempers, me):
    """Each person's chance to win, estimated; the chances sum up to 1."""
    worths = (
        worth_to(g, r, tempers, me, 0),
        worth_to(g, r, tempers, me, 1),
        worth_to(g, r, tempers, me, 2),
        worth_to(g, r, tempers, me, 3),
        worth_to(g, r, tempers, me, 4),
    )
    best = worths[0]
    for person in range(1, r.people):
        best = max(best, worths[person])
    softness = tempers[OWN].softness
    weights = (
        weight_of(g, r, worths[0] - best, softness, 0),
        weight_of(g, r, worths[1] - best, softness, 1),
        weight_of(g, r, worths[2] - best, softness, 2),
        weight_of(g, r, worths[3] - best, softness, 3),
        weight_of(g, r, worths[4] - best, softness, 4),
    )
    total = weights[0] + weights[1] + weights[2] + weights[3] + weights[4]
    return (
        share_of(g, r, weights[0] / total, 0),
        share_of(g, r, weights[1] / total, 1),
        share_of(g, r, weights[2] / total, 2),
        share_of(g, r, weights[3] / total, 3),
        share_of(g, r, weights[4] / total, 4),
    )


@compiled
def worth_to(g, r, tempers, me, person):
    """The worth of the position to a person; 0 for an empty seat."""
    return worth_of_person(g, r, temper_of(tempers, me, person), person) if person < r.people else 0


@compiled
def weight_of(g, r, behind, softness, person):
    """The exponential of the distance to the best, by repeated squaring."""
    if person >= r.people:
        return 0.0
    part = behind / softness
    if part < -SURE_MARGIN:
        return 0.0
    weight = 1.0 + part / (1 << SQUARINGS)
    for _ in range(SQUARINGS):
        weight *= weight
    return weight


@compiled
def share_of(g, r, share, person):
    """A person's chance to win. After the end of the game it is known, and points count a little."""
    if g.phase != OVER or person >= r.people:
        return share
    won = 1.0 if rank_of(g, r, person) == 1 else 0.0
    return WINNER * won + (1.0 - WINNER) * share
