"""Standings and rewards, in compiled code: the same on every device."""

from ...rules.ending import ranks_before, total_of
from ...rules.jit import compiled
from ...rules.state import MAX_PLAYERS

REWARDS = ("rank", "win", "margin")
RANK, WIN, MARGIN = range(3)
CUSTOM = 3  # a Python function computes the reward
POINTS_PER_REWARD = 100  # with `margin`, a lead that grows by 100 points is a reward of 1


@compiled
def write_standings(g, r, points, rank, lead):
    """Write everyone's points, rank and lead if the game ended now; a person's colours share theirs.

    A lead is a person's points less the mean of the others', so all leads sum up to 0.
    """
    for player in range(MAX_PLAYERS):
        points[player] = total_of(g, r, r.person[player]) if player < r.players else 0
    for player in range(MAX_PLAYERS):
        rank[player] = 0
        lead[player] = 0
        if player < r.players:
            rank[player] = rank_of(g, r, r.person[player], points)
            lead[player] = lead_from_points(r, r.person[player], points)


@compiled
def rank_of(g, r, person, points):
    """12.4: 1 for the first. Ties are broken only where points are equal; the first players are the people."""
    rank = 1
    for other in range(r.people):
        if other != person and points[other] >= points[person]:
            rank += points[other] > points[person] or ranks_before(g, r, other, person)
    return rank


@compiled
def lead_from_points(r, person, points):
    """A person's points less the mean of the others'."""
    others = 0
    for other in range(r.people):
        if other != person:
            others += points[other]
    return points[person] - others / (r.people - 1)


@compiled
def lead_of(g, r, person):
    """The same for a position, with the points counted here."""
    others = 0
    for other in range(r.people):
        if other != person:
            others += total_of(g, r, other)
    return total_of(g, r, person) - others / (r.people - 1)


@compiled
def step_reward(r, kind, over, rank, lead_change):
    """A player's reward for one step; the rewards of all people sum up to 0."""
    reward = lead_change / POINTS_PER_REWARD if kind == MARGIN else 0.0
    if over and kind == WIN:
        reward += 1.0 if rank == 1 else -1 / (r.people - 1)
    elif over and kind != CUSTOM:
        reward += 1 - 2 * (rank - 1) / (r.people - 1)
    return reward
