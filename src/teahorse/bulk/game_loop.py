"""The loop that plays whole games, in compiled code for every device."""

from ..bots.compiled import greedy
from ..rules import random_play
from ..rules.jit import compiled, entry
from ..rules.rng import begin_stream
from ..rules.round import apply
from ..rules.setup import setup
from ..rules.state import CHANCE, OVER

POLICIES = ("random", "busy", "greedy")
GREEDY = POLICIES.index("greedy")  # the others are in `random_play`


@compiled
def mover(g, r):
    """The person who decides; person 0 when Dúli's cards are shuffled."""
    return 0 if g.phase == CHANCE else r.person[g.blue[g.turn]]


@entry
def choose(g, r, tempers, verdicts, legal, policy, stream, proposals, scratch, events):
    """The move of a policy; a greedy person has a temper."""
    if policy == GREEDY:
        return greedy.choose(g, r, tempers[mover(g, r)], stream, proposals, verdicts, scratch, events)
    return random_play.choose(g, verdicts, legal, policy, stream)


@compiled
def play_out(g, r, tempers, policy, verdicts, stream, proposals, scratch, events):
    """Play a game to its end; returns the number of decisions, chance included."""
    decisions = 0
    while g.phase != OVER:
        if policy == GREEDY:
            move = greedy.choose(g, r, tempers[mover(g, r)], stream, proposals, verdicts, scratch, events)
        else:  # quicker than `choose`, which needs all verdicts
            move = random_play.judge_and_choose(g, r, policy, verdicts, stream)
        apply(g, r, move, events)
        decisions += 1
    return decisions


@compiled
def play_one(games, number, r, tempers, policy, seed, first, decisions, verdicts, stream, proposals, scratch, events):
    """Play game `first + number` of a series into its place. It depends only on the seed and its number."""
    begin_stream(stream, seed, first + number)
    setup(games[number], r)
    decisions[number] = play_out(games[number], r, tempers, policy, verdicts, stream, proposals, scratch, events)


@entry
def play_series(games, r, tempers, policy, seed, first, decisions, verdicts, stream, proposals, scratch, events):
    """Play games of a series on one core, from number `first` on."""
    for number in range(len(games)):
        play_one(
            games, number, r, tempers, policy, seed, first, decisions, verdicts, stream, proposals, scratch, events
        )
