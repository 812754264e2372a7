"""One step of one training game: each lane has its own rules, and the end of a game is labelled."""

from typing import Any, NamedTuple

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
