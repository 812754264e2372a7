"""The compiled functions of `SingleGame`.

A game and its rules come as arrays of one record each: Numba takes an array of records much quicker than a record.
"""

from ...rules import moves
from ...rules.jit import entry
from ...rules.rng import begin_stream
from ...rules.round import apply, judge
from ...rules.setup import setup
from ...rules.state import OVER
from ...rules.verdicts import LEGAL
from . import opponents, rewards
from .lanes import deal_cards


@entry
def begin(games, rules, seed, stream, verdicts, events):
    """Begin a game; the seed decides its chance."""
    begin_stream(stream, seed, 0)
    setup(games[0], rules[0])
    deal_cards(games[0], rules[0], stream, events)
    judge(games[0], rules[0], verdicts)


@entry
def make(games, rules, move, stream, verdicts, events):
    """Make a legal move, and deal if Dúli then needs cards."""
    apply(games[0], rules[0], move, events)
    deal_cards(games[0], rules[0], stream, events)
    judge(games[0], rules[0], verdicts)


@entry
def play_opponents(games, rules, tempers, person, policy, stream, verdicts, proposals, scratch, events):
    """Let a policy play everyone but one person, until that person is to move or the game is over."""
    opponents.play_opponents(games[0], rules[0], tempers, person, policy, stream, verdicts, proposals, scratch, events)
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
def write_mask(verdicts, mask):
    """Write the verdicts as a mask: 1 is legal. If no move is legal, `pass` is set: a mask is never all 0."""
    legal = 0
    for move in range(len(verdicts)):
        mask[move] = verdicts[move] == LEGAL
        legal += mask[move]
    if legal == 0:
        mask[moves.PASS] = 1


@entry
def write_standings(games, rules, points, rank, lead):
    """Write everyone's points, rank and lead if the game ended now."""
    rewards.write_standings(games[0], rules[0], points, rank, lead)


@entry
def write_rewards(games, rules, kind, rank, lead_change, players_rewards):
    """Write each player's reward for one step."""
    over = games[0].phase == OVER
    for player in range(len(players_rewards)):
        players_rewards[player] = rewards.step_reward(rules[0], kind, over, rank[player], lead_change[player])
