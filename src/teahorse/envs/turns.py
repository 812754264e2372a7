"""One game, turn by turn, in compiled code: what an environment with a single game calls.

A game and its rules come as arrays of one record each: Numba takes an array of records much quicker than a record.
"""

from ..rules import moves
from ..rules.jit import entry
from ..rules.rng import begin_stream
from ..rules.round import apply, judge
from ..rules.setup import setup
from ..rules.state import OVER
from ..rules.verdicts import LEGAL
from .against import play_others as play_everyone_else
from .standing import measure, worth
from .stepping import deal


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
    play_everyone_else(games[0], rules[0], tempers, person, policy, stream, verdicts, proposals, scratch, events)
    judge(games[0], rules[0], verdicts)


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
def allow(verdicts, mask):
    """Write the verdicts as a mask: 1 is legal. Where nothing is, `pass` stands in: a mask is never all 0."""
    legal = 0
    for move in range(len(verdicts)):
        mask[move] = verdicts[move] == LEGAL
        legal += mask[move]
    if legal == 0:
        mask[moves.PASS] = 1


@entry
def stand(games, rules, points, rank, lead):
    """Write how everyone stands if the game ended now."""
    measure(games[0], rules[0], points, rank, lead)


@entry
def pay(games, rules, kind, rank, gain, rewards):
    """Write what a step brought each player; `gain` is how it changed the leads."""
    for player in range(len(rewards)):
        rewards[player] = worth(rules[0], kind, games[0].phase == OVER, rank[player], gain[player])
