"""One step of one game of a vector, in compiled code: the same on every device."""

from typing import Any, NamedTuple

from ..observation.position import observe
from ..rules import moves
from ..rules.jit import compiled, entry
from ..rules.rng import begin_stream, below, shuffle_deck
from ..rules.round import apply, judge
from ..rules.setup import setup
from ..rules.state import CHANCE, MAX_PLAYERS, OVER
from ..rules.verdicts import LEGAL
from .standing import lead_of, measure, worth

EVERY_SEAT, RANDOM_SEAT = -1, -2


class Lanes(NamedTuple):
    """The arrays of n lanes of games, one row each; in every lane a new game begins when one has ended."""

    games: Any  # GAME
    seeds: Any  # the series whose games a lane plays
    numbers: Any  # the number of the lane's next game in that series
    strides: Any  # how far on the number of the game after it is
    streams: Any  # the luck of the game
    seats: Any  # the person who learns, where bots play the others
    verdicts: Any  # one byte per move of the table
    legal: Any  # the same as a mask
    observations: Any
    final_observations: Any  # what was seen at the end of the last game that ended
    to_move: Any
    rewards: Any  # per player
    ended: Any  # whether the last step ended a game
    points: Any  # per player after the last step, and before the next game began
    rank: Any  # likewise
    lead: Any  # likewise
    lead_before: Any  # the lead before the step


class Wishes(NamedTuple):
    """What was wished for a vector, as numbers."""

    reward: int  # one of `standing.REWARDS`
    seat: int  # the person who learns, EVERY_SEAT or RANDOM_SEAT


@compiled
def begin_game(lanes, lane, r, wishes, events):
    """Begin the next game of a lane."""
    stream = lanes.streams[lane]
    begin_stream(stream, lanes.seeds[lane], lanes.numbers[lane])
    lanes.numbers[lane] += lanes.strides[lane]
    lanes.seats[lane] = below(stream, r.people) if wishes.seat == RANDOM_SEAT else wishes.seat
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
def reward(lanes, lane, r, wishes):
    """Write how everyone stands, what the last step brought each player, and whether it ended the game."""
    g = lanes.games[lane]
    lanes.ended[lane] = g.phase == OVER
    measure(g, r, lanes.points[lane], lanes.rank[lane], lanes.lead[lane])
    for player in range(MAX_PLAYERS):
        lead = lanes.lead[lane, player]
        lanes.rewards[lane, player] = 0
        if player < r.players:
            gain = lead - lanes.lead_before[lane, player]
            lanes.rewards[lane, player] = worth(r, wishes.reward, g.phase == OVER, lanes.rank[lane, player], gain)
        lanes.lead_before[lane, player] = lead


@compiled
def stand_at_start(lanes, lane, r):
    """Write how everyone stands at the start of a game, and that nothing has happened yet."""
    measure(lanes.games[lane], r, lanes.points[lane], lanes.rank[lane], lanes.lead[lane])
    for player in range(MAX_PLAYERS):
        lanes.lead_before[lane, player] = lanes.lead[lane, player]
        lanes.rewards[lane, player] = 0
    lanes.ended[lane] = False


@compiled
def remember_start(lanes, lane, r):
    """Write the leads at the start of a game; everyone's standing stays that of the end of the last one."""
    g = lanes.games[lane]
    for player in range(MAX_PLAYERS):
        lanes.lead_before[lane, player] = lead_of(g, r, r.person[player]) if player < r.players else 0


@compiled
def step_lane(lanes, lane, r, wishes, action, events):
    """Make a move; a game that ends gives its rewards, and the next of the lane begins."""
    apply(lanes.games[lane], r, action, events)
    deal(lanes.games[lane], r, lanes.streams[lane], events)
    reward(lanes, lane, r, wishes)
    if lanes.ended[lane]:
        observe(lanes.games[lane], r, lanes.to_move[lane], lanes.final_observations[lane])
        begin_game(lanes, lane, r, wishes, events)
        remember_start(lanes, lane, r)
    look(lanes, lane, r)


@compiled
def reset_lane(lanes, lane, r, wishes, events):
    """Begin the next game of a lane, wherever the last one was."""
    begin_game(lanes, lane, r, wishes, events)
    stand_at_start(lanes, lane, r)
    look(lanes, lane, r)


@entry
def step_some(lanes, begin, end, r, wishes, actions, events):
    """Step some of the lanes, on one core."""
    for lane in range(begin, end):
        step_lane(lanes, lane, r, wishes, actions[lane], events)


@entry
def reset_some(lanes, begin, end, chosen, r, wishes, events):
    """Reset some of the lanes, those that are chosen, on one core."""
    for lane in range(begin, end):
        if chosen[lane]:
            reset_lane(lanes, lane, r, wishes, events)


@entry
def stand_some(games, r, points, rank, lead):
    """Write how everyone stands now in each of many games."""
    for number in range(len(games)):
        measure(games[number], r, points[number], rank[number], lead[number])
