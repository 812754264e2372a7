"""Whole games, one after the other, in compiled code: the loop that every device runs."""

from ..bots.compiled import greedy
from ..rules import random_play
from ..rules.jit import compiled, entry
from ..rules.rng import begin_stream
from ..rules.round import apply
from ..rules.setup import setup
from ..rules.state import CHANCE, OVER

POLICIES = ("random", "busy", "greedy")
GREEDY = POLICIES.index("greedy")  # the others are those of `random_play`


@compiled
def mover(g, r):
    """The person who decides; where Dúli's cards are shuffled, anyone."""
    return 0 if g.phase == CHANCE else r.person[g.blue[g.turn]]


@entry
def choose(g, r, tempers, verdicts, legal, policy, stream, proposals, scratch, events):
    """The move that a policy makes; a greedy person has a temper."""
    if policy == GREEDY:
        return greedy.choose(g, r, tempers[mover(g, r)], stream, proposals, verdicts, scratch, events)
    return random_play.choose(g, verdicts, legal, policy, stream)


@compiled
def play_out(g, r, tempers, policy, verdicts, stream, proposals, scratch, events):
    """Play a position to the end of its game; returns how many decisions it took, chance included."""
    decisions = 0
    while g.phase != OVER:
        if policy == GREEDY:
            move = greedy.choose(g, r, tempers[mover(g, r)], stream, proposals, verdicts, scratch, events)
        else:  # quicker than `choose`, which needs a table of all verdicts
            move = random_play.judge_and_choose(g, r, policy, verdicts, stream)
        apply(g, r, move, events)
        decisions += 1
    return decisions


@compiled
def play_one(games, number, r, tempers, policy, seed, first, decisions, verdicts, stream, proposals, scratch, events):
    """Play game `first + number` of a series into its place; it depends on nothing but the seed and its number."""
    begin_stream(stream, seed, first + number)
    setup(games[number], r)
    decisions[number] = play_out(games[number], r, tempers, policy, verdicts, stream, proposals, scratch, events)


@entry
def play_series(games, r, tempers, policy, seed, first, decisions, verdicts, stream, proposals, scratch, events):
    """Play games number `first` and on of a series, on one core."""
    for number in range(len(games)):
        play_one(
            games, number, r, tempers, policy, seed, first, decisions, verdicts, stream, proposals, scratch, events
        )
