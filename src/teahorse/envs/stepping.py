"""One step of one game of a vector, in compiled code: the same on every device."""

from typing import Any, NamedTuple

from ..rules import moves
from ..rules.compiling import compiled, entry
from ..rules.ending import rank_of
from ..rules.luck import begin_stream, shuffle_deck
from ..rules.round import apply, judge
from ..rules.setup import setup
from ..rules.state import CHANCE, MAX_PLAYERS, OVER
from ..rules.verdicts import LEGAL
from .observation import observe


class Lanes(NamedTuple):
    """The arrays of n lanes of games, one row each; in every lane a new game begins when one has ended."""

    games: Any  # GAME
    played: Any  # how many games have ended in the lane
    streams: Any  # its luck
    verdicts: Any  # one byte per move of the table
    legal: Any  # the same as a mask
    observations: Any
    to_move: Any
    rewards: Any  # per player, in the step that ended a game; else 0
    ended: Any  # whether the last step ended a game


@compiled
def begin_game(lanes, lane, r, seed, events):
    """Begin the next game of a lane; lane i of n plays games i, i + n, i + 2n … of the series of the seed."""
    stream = lanes.streams[lane]
    begin_stream(stream, seed, lane + lanes.played[lane] * len(lanes.games))
    setup(lanes.games[lane], r)
    deal(lanes.games[lane], r, stream, events)


@compiled
def deal(g, r, stream, events):
    """14.3: make chance's move, if it is chance's turn."""
    if g.phase == CHANCE:
        shuffle_deck(g, stream)
        apply(g, r, moves.DECK, events)


@compiled
def look(lanes, lane, r):
    """Write who is to move, the legal moves and what the mover sees."""
    g = lanes.games[lane]
    judge(g, r, lanes.verdicts[lane])
    for move in range(moves.MOVES):
        lanes.legal[lane, move] = lanes.verdicts[lane, move] == LEGAL
    lanes.to_move[lane] = g.blue[g.turn]
    observe(g, r, g.blue[g.turn], lanes.observations[lane])


@compiled
def reward(lanes, lane, r):
    """Write what the last step brought each player, and whether it ended the game."""
    g = lanes.games[lane]
    lanes.ended[lane] = g.phase == OVER
    for player in range(MAX_PLAYERS):
        lanes.rewards[lane, player] = reward_of(g, r, player)


@compiled
def reward_of(g, r, player):
    """At the end of a game: 1 for the first, -1 for the last, evenly between; a person's colours share it."""
    if g.phase != OVER or player >= r.players:
        return 0.0
    rank = rank_of(g, r, r.person[player])
    return 1 - 2 * (rank - 1) / (r.people - 1)


@compiled
def step_lane(lanes, lane, r, seed, action, events):
    """Make a move; a game that ends gives its rewards, and the next of the lane begins."""
    apply(lanes.games[lane], r, action, events)
    deal(lanes.games[lane], r, lanes.streams[lane], events)
    reward(lanes, lane, r)
    if lanes.ended[lane]:
        lanes.played[lane] += 1
        begin_game(lanes, lane, r, seed, events)
    look(lanes, lane, r)


@compiled
def reset_lane(lanes, lane, r, seed, events):
    """Begin the first game of a lane."""
    lanes.played[lane] = 0
    begin_game(lanes, lane, r, seed, events)
    reward(lanes, lane, r)
    look(lanes, lane, r)


@entry
def step_some(lanes, begin, end, r, seed, actions, events):
    """Step some of the lanes, on one core."""
    for lane in range(begin, end):
        step_lane(lanes, lane, r, seed, actions[lane], events)


@entry
def reset_some(lanes, begin, end, r, seed, events):
    """Reset some of the lanes, on one core."""
    for lane in range(begin, end):
        reset_lane(lanes, lane, r, seed, events)
