"""One game, turn by turn, in compiled code: what an environment with a single game calls.

A game and its rules come as arrays of one record each: Numba takes an array of records much quicker than a record.
"""

from ..bulk.playing import choose
from ..rules.compiling import entry
from ..rules.luck import begin_stream
from ..rules.round import apply, judge, judge_phase
from ..rules.setup import setup
from ..rules.state import OVER
from ..rules.verdicts import LEGAL
from .observation import observe
from .stepping import deal, reward_of


@entry
def begin(games, rules, seed, stream, verdicts, events):
    """Begin a game; its luck comes from the seed."""
    begin_stream(stream, seed, 0)
    setup(games[0], rules[0])
    deal(games[0], rules[0], stream, events)
    judge(games[0], rules[0], verdicts)


@entry
def make(games, rules, move, stream, verdicts, events):
    """Make a legal move, and deal where Dúli then needs cards."""
    apply(games[0], rules[0], move, events)
    deal(games[0], rules[0], stream, events)
    judge(games[0], rules[0], verdicts)


@entry
def play_others(games, rules, tempers, person, policy, stream, verdicts, proposals, scratch, events):
    """Let a policy play everyone else, until the person is to decide or the game is over."""
    g = games[0]
    r = rules[0]
    while g.phase != OVER and r.person[g.blue[g.turn]] != person:
        legal = judge_phase(g, r, verdicts)
        apply(g, r, choose(g, r, tempers, verdicts, legal, policy, stream, proposals, scratch, events), events)
        deal(g, r, stream, events)
    judge(g, r, verdicts)


@entry
def make_on_copy(games, after, rules, move, events):
    """Make a legal move on a copy of the game."""
    after[0] = games[0]
    apply(after[0], rules[0], move, events)


@entry
def judge_game(games, rules, verdicts):
    """Judge all moves."""
    judge(games[0], rules[0], verdicts)


@entry
def look(games, rules, player, row):
    """Write what a player sees."""
    observe(games[0], rules[0], player, row)


@entry
def allow(verdicts, mask):
    """Write the verdicts as a mask: 1 is legal."""
    for move in range(len(verdicts)):
        mask[move] = verdicts[move] == LEGAL


@entry
def pay(games, rules, rewards):
    """Write what the end of a game brings each player; 0 before it."""
    for player in range(len(rewards)):
        rewards[player] = reward_of(games[0], rules[0], player)
