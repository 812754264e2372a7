"""One step of one game of a vector, in compiled code: the same on every device."""

from typing import Any, NamedTuple

from ...observation.position import observe
from ...rules import moves
from ...rules.jit import compiled, entry
from ...rules.rng import begin_stream, below, shuffle_deck
from ...rules.round import apply, judge
from ...rules.setup import setup
from ...rules.state import CHANCE, MAX_PLAYERS, OVER
from ...rules.verdicts import LEGAL
from .rewards import lead_of, step_reward, write_standings

EVERY_SEAT, RANDOM_SEAT = -1, -2


class Lanes(NamedTuple):
    """The arrays of n lanes, one row per lane. A lane plays game after game."""

    games: Any  # GAME
    seeds: Any  # the series whose games a lane plays
    numbers: Any  # the number of the lane's next game in that series
    strides: Any  # the step from one number to the next
    streams: Any  # the random stream of the current game
    seats: Any  # the person who learns, where bots play the others
    verdicts: Any  # one byte per move
    legal: Any  # the same as a mask
    observations: Any
    final_observations: Any  # the observation at the end of the last finished game
    to_move: Any
    rewards: Any  # per player
    ended: Any  # whether the last step ended a game
    points: Any  # per player, after the last step and before the next game began
    rank: Any  # likewise
    lead: Any  # likewise
    lead_before: Any  # the lead before the step


class LaneSettings(NamedTuple):
    """The settings of a vector that compiled code needs, as numbers."""

    reward: int  # an index into `rewards.REWARDS`, or CUSTOM
    seat: int  # the person who learns, EVERY_SEAT or RANDOM_SEAT


@compiled
def begin_game(lanes, lane, r, settings, events):
    """Begin the next game of a lane."""
    stream = lanes.streams[lane]
    begin_stream(stream, lanes.seeds[lane], lanes.numbers[lane])
    lanes.numbers[lane] += lanes.strides[lane]
    lanes.seats[lane] = below(stream, r.people) if settings.seat == RANDOM_SEAT else settings.seat
    setup(lanes.games[lane], r)
    deal_cards(lanes.games[lane], r, stream, events)


@compiled
def deal_cards(g, r, stream, events):
    """14.3: shuffle Dúli's cards, if chance is to move."""
    if g.phase == CHANCE:
        shuffle_deck(g, stream)
        apply(g, r, moves.DECK, events)


@compiled
def write_observation(lanes, lane, r):
    """Write the player to move, the legal moves and the observation."""
    g = lanes.games[lane]
    judge(g, r, lanes.verdicts[lane])
    for move in range(moves.MOVES):
        lanes.legal[lane, move] = lanes.verdicts[lane, move] == LEGAL
    lanes.to_move[lane] = g.blue[g.turn]
    observe(g, r, g.blue[g.turn], lanes.observations[lane])


@compiled
def write_rewards(lanes, lane, r, settings):
    """Write the standings, the rewards of the last step, and whether it ended the game."""
    g = lanes.games[lane]
    lanes.ended[lane] = g.phase == OVER
    write_standings(g, r, lanes.points[lane], lanes.rank[lane], lanes.lead[lane])
    for player in range(MAX_PLAYERS):
        lead = lanes.lead[lane, player]
        lanes.rewards[lane, player] = 0
        if player < r.players:
            change = lead - lanes.lead_before[lane, player]
            lanes.rewards[lane, player] = step_reward(
                r, settings.reward, g.phase == OVER, lanes.rank[lane, player], change
            )
        lanes.lead_before[lane, player] = lead


@compiled
def write_start(lanes, lane, r):
    """Write the standings at the start of a game; there are no rewards yet."""
    write_standings(lanes.games[lane], r, lanes.points[lane], lanes.rank[lane], lanes.lead[lane])
    for player in range(MAX_PLAYERS):
        lanes.lead_before[lane, player] = lanes.lead[lane, player]
        lanes.rewards[lane, player] = 0
    lanes.ended[lane] = False


@compiled
def write_leads_at_start(lanes, lane, r):
    """Write the leads at the start of a game; the standings stay those of the end of the last one."""
    g = lanes.games[lane]
    for player in range(MAX_PLAYERS):
        lanes.lead_before[lane, player] = lead_of(g, r, r.person[player]) if player < r.players else 0


@compiled
def step_lane(lanes, lane, r, settings, action, events):
    """Make a move. If it ends the game, the next game of the lane begins."""
    apply(lanes.games[lane], r, action, events)
    deal_cards(lanes.games[lane], r, lanes.streams[lane], events)
    write_rewards(lanes, lane, r, settings)
    if lanes.ended[lane]:
        observe(lanes.games[lane], r, lanes.to_move[lane], lanes.final_observations[lane])
        begin_game(lanes, lane, r, settings, events)
        write_leads_at_start(lanes, lane, r)
    write_observation(lanes, lane, r)


@compiled
def reset_lane(lanes, lane, r, settings, events):
    """Drop the current game of a lane and begin the next."""
    begin_game(lanes, lane, r, settings, events)
    write_start(lanes, lane, r)
    write_observation(lanes, lane, r)


@entry
def step_lanes(lanes, begin, end, r, settings, actions, events):
    """Step the lanes from `begin` to `end`, on one core."""
    for lane in range(begin, end):
        step_lane(lanes, lane, r, settings, actions[lane], events)


@entry
def reset_lanes(lanes, begin, end, chosen, r, settings, events):
    """Reset the chosen lanes among those from `begin` to `end`, on one core."""
    for lane in range(begin, end):
        if chosen[lane]:
            reset_lane(lanes, lane, r, settings, events)


@entry
def write_standings_of_all(games, r, points, rank, lead):
    """Write the standings of each of many games."""
    for number in range(len(games)):
        write_standings(games[number], r, points[number], rank[number], lead[number])
