"""Lanes with one learner: bots play the other seats, in compiled code."""

from ...bulk.game_loop import choose
from ...observation.position import observe
from ...rules.jit import compiled, entry
from ...rules.round import apply, judge_phase
from ...rules.state import MAX_PLAYERS, OVER
from .lanes import begin_game, deal_cards, write_leads_at_start, write_observation, write_rewards, write_start
from .rewards import write_standings

# Actions beside the moves: give the game up, begin the next one, leave the lane as it is. One function handles them
# all, because the opponents' thinking takes long to compile, and two functions would compile it twice.
FORFEIT, RESET, STAY = -1, -2, -3


@compiled
def play_opponents(g, r, tempers, person, policy, stream, verdicts, proposals, scratch, events):
    """Let a policy play everyone but one person, until that person is to move or the game is over."""
    while g.phase != OVER and r.person[g.blue[g.turn]] != person:
        legal = judge_phase(g, r, verdicts)
        apply(g, r, choose(g, r, tempers, verdicts, legal, policy, stream, proposals, scratch, events), events)
        deal_cards(g, r, stream, events)


@compiled
def play_opponents_in_lane(lanes, lane, r, tempers, policy, proposals, scratch, events):
    """Let a policy play everyone but the learner of a lane."""
    play_opponents(
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
    """The learner loses: a reward of -1, and the others share 1."""
    write_standings(lanes.games[lane], r, lanes.points[lane], lanes.rank[lane], lanes.lead[lane])
    lanes.ended[lane] = True
    for player in range(MAX_PLAYERS):
        lanes.rewards[lane, player] = 0
        if player < r.players:
            lanes.rewards[lane, player] = -1 if r.person[player] == lanes.seats[lane] else 1 / (r.people - 1)


@compiled
def step_learner(lanes, lane, r, settings, action, tempers, policy, proposals, scratch, events):
    """Make the learner's move and play on to the learner's next one. If the game ends, the next one begins."""
    if action == RESET:
        lanes.ended[lane] = True
    elif action == FORFEIT:
        forfeit(lanes, lane, r)
    else:
        apply(lanes.games[lane], r, action, events)
        deal_cards(lanes.games[lane], r, lanes.streams[lane], events)
        play_opponents_in_lane(lanes, lane, r, tempers, policy, proposals, scratch, events)
        write_rewards(lanes, lane, r, settings)
    if lanes.ended[lane]:
        observe(lanes.games[lane], r, max(0, lanes.seats[lane]), lanes.final_observations[lane])
        begin_game(lanes, lane, r, settings, events)
        play_opponents_in_lane(lanes, lane, r, tempers, policy, proposals, scratch, events)
        write_leads_at_start(lanes, lane, r)
    if action == RESET:
        write_start(lanes, lane, r)
    write_observation(lanes, lane, r)


@entry
def step_learners(lanes, begin, end, r, settings, actions, tempers, policy, proposals, scratch, events):
    """Step the lanes from `begin` to `end`, on one core."""
    for lane in range(begin, end):
        if actions[lane] != STAY:
            step_learner(lanes, lane, r, settings, actions[lane], tempers, policy, proposals, scratch, events)
