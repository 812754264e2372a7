"""Games in which bots play all seats but one, in compiled code."""

from ..bulk.game_loop import choose
from ..observation.position import observe
from ..rules.jit import compiled, entry
from ..rules.round import apply, judge_phase
from ..rules.state import MAX_PLAYERS, OVER
from .standing import measure
from .stepping import begin_game, deal, look, remember_start, reward, stand_at_start

# Actions besides the moves: give the game up, begin the next one, leave the lane as it is. A single function for all
# of them keeps the opponents' thinking, which takes long to compile, from being compiled twice.
FORFEIT, RESET, STAY = -1, -2, -3


@compiled
def play_others(g, r, tempers, person, policy, stream, verdicts, proposals, scratch, events):
    """Let a policy play everyone else, until the person is to decide or the game is over."""
    while g.phase != OVER and r.person[g.blue[g.turn]] != person:
        legal = judge_phase(g, r, verdicts)
        apply(g, r, choose(g, r, tempers, verdicts, legal, policy, stream, proposals, scratch, events), events)
        deal(g, r, stream, events)


@compiled
def play_others_in(lanes, lane, r, tempers, policy, proposals, scratch, events):
    """The same in a lane."""
    play_others(
        lanes.games[lane],
        r,
        tempers,
        lanes.seats[lane],
        policy,
        lanes.streams[lane],
        lanes.verdicts[lane],
        proposals,
        scratch,
        events,
    )


@compiled
def forfeit(lanes, lane, r):
    """The learner loses: -1, which the others share."""
    measure(lanes.games[lane], r, lanes.points[lane], lanes.rank[lane], lanes.lead[lane])
    lanes.ended[lane] = True
    for player in range(MAX_PLAYERS):
        lanes.rewards[lane, player] = 0
        if player < r.players:
            lanes.rewards[lane, player] = -1 if r.person[player] == lanes.seats[lane] else 1 / (r.people - 1)


@compiled
def step_lane_against(lanes, lane, r, wishes, action, tempers, policy, proposals, scratch, events):
    """Make the learner's move and play on to the next one; where the game ends, begin the next."""
    if action == RESET:
        lanes.ended[lane] = True
    elif action == FORFEIT:
        forfeit(lanes, lane, r)
    else:
        apply(lanes.games[lane], r, action, events)
        deal(lanes.games[lane], r, lanes.streams[lane], events)
        play_others_in(lanes, lane, r, tempers, policy, proposals, scratch, events)
        reward(lanes, lane, r, wishes)
    if lanes.ended[lane]:
        observe(lanes.games[lane], r, max(0, lanes.seats[lane]), lanes.final_observations[lane])
        begin_game(lanes, lane, r, wishes, events)
        play_others_in(lanes, lane, r, tempers, policy, proposals, scratch, events)
        remember_start(lanes, lane, r)
    if action == RESET:
        stand_at_start(lanes, lane, r)
    look(lanes, lane, r)


@entry
def step_some_against(lanes, begin, end, r, wishes, actions, tempers, policy, proposals, scratch, events):
    """Step some of the lanes, on one core."""
    for lane in range(begin, end):
        if actions[lane] != STAY:
            step_lane_against(lanes, lane, r, wishes, actions[lane], tempers, policy, proposals, scratch, events)
