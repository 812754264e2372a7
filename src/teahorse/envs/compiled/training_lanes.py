"""One step of one training game: each lane has its own rules, and the end of a game is labelled."""

from typing import Any, NamedTuple

from ...observation.position import observe
from ...rules.ending import score_of
from ...rules.jit import compiled, entry
from ...rules.round import apply
from ...rules.state import MAX_PLAYERS, OVER, SCORES
from .lanes import (
    EVERY_SEAT,
    LaneSettings,
    begin_game,
    deal_cards,
    reset_lane,
    write_observation,
)
from .rewards import RANK, write_standings

SETTINGS = LaneSettings(reward=RANK, seat=EVERY_SEAT)


class Labels(NamedTuple):
    """What a learner is told beside the lanes, a row per lane."""

    rules_of: Any  # the number of the lane's rules
    scores: Any  # (5, SCORES): the score sheet of each player at the end of the lane's last game
    rounds: Any  # the last round of that game


class Trials(NamedTuple):
    """Moves tried on copies of games, a row per trial."""

    lanes: Any  # whose game is copied
    games: Any
    streams: Any
    observations: Any  # for the next player to move
    to_move: Any
    ended: Any  # whether the move ends the game; then `rank` says how
    points: Any
    rank: Any
    lead: Any


@compiled
def write_labels(lanes, labels, lane, r):
    """Write the result of a game that has just ended."""
    g = lanes.games[lane]
    write_standings(g, r, lanes.points[lane], lanes.rank[lane], lanes.lead[lane])
    labels.rounds[lane] = g.round_number
    for player in range(MAX_PLAYERS):
        for score in range(SCORES):
            labels.scores[lane, player, score] = score_of(g, r, r.person[player], score) if player < r.players else 0


@compiled
def step_training_lane(lanes, labels, lane, rules, settings, action, events):
    """Make a move. If it ends the game, label it and begin the next one."""
    r = rules[labels.rules_of[lane]]
    apply(lanes.games[lane], r, action, events)
    deal_cards(lanes.games[lane], r, lanes.streams[lane], events)
    lanes.ended[lane] = lanes.games[lane].phase == OVER
    if lanes.ended[lane]:
        write_labels(lanes, labels, lane, r)
        begin_game(lanes, lane, r, settings, events)
    write_observation(lanes, lane, r)


@compiled
def try_move(lanes, labels, trials, trial, rules, action, events):
    """Make a move on a copy of a lane's game."""
    lane = trials.lanes[trial]
    r = rules[labels.rules_of[lane]]
    trials.games[trial] = lanes.games[lane]
    g = trials.games[trial]
    for word in range(lanes.streams.shape[1]):
        trials.streams[trial, word] = lanes.streams[lane, word]
    apply(g, r, action, events)
    deal_cards(g, r, trials.streams[trial], events)
    trials.ended[trial] = g.phase == OVER
    if trials.ended[trial]:
        write_standings(g, r, trials.points[trial], trials.rank[trial], trials.lead[trial])
    else:
        trials.to_move[trial] = g.blue[g.turn]
        observe(g, r, g.blue[g.turn], trials.observations[trial])


@compiled
def reset_training_lane(lanes, labels, lane, rules, settings, events):
    """Begin the first game of a lane."""
    reset_lane(lanes, lane, rules[labels.rules_of[lane]], settings, events)


@entry
def step_training_lanes(lanes, labels, begin, end, rules, settings, actions, events):
    """Step the lanes from `begin` to `end`, on one core."""
    for lane in range(begin, end):
        step_training_lane(lanes, labels, lane, rules, settings, actions[lane], events)


@entry
def reset_training_lanes(lanes, labels, begin, end, rules, settings, events):
    """Begin the first games of the lanes from `begin` to `end`, on one core."""
    for lane in range(begin, end):
        reset_training_lane(lanes, labels, lane, rules, settings, events)


@entry
def try_moves(lanes, labels, trials, rules, actions, events):
    """Try moves, on one core."""
    for trial in range(len(actions)):
        try_move(lanes, labels, trials, trial, rules, actions[trial], events)
