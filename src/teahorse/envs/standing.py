"""How everyone stands, and what a step is worth, in compiled code: the same on every device."""

from ..rules.ending import ranks_before, total_of
from ..rules.jit import compiled
from ..rules.state import MAX_PLAYERS

REWARDS = ("rank", "win", "margin")
RANK, WIN, MARGIN = range(3)
NO_REWARD = 3  # a function in Python gives it
POINTS_WORTH_ONE = 100  # a lead that grows by so many points is worth a reward of 1


@compiled
def measure(g, r, points, rank, lead):
    """Write everyone's points, rank and lead if the game ended now; a person's colours share theirs.

    A lead is one's points less the mean of the others', so all leads sum up to 0.
    """
    for player in range(MAX_PLAYERS):
        points[player] = total_of(g, r, r.person[player]) if player < r.players else 0
    for player in range(MAX_PLAYERS):
        rank[player] = 0
        lead[player] = 0
        if player < r.players:
            rank[player] = rank_among(g, r, r.person[player], points)
            lead[player] = lead_over(r, r.person[player], points)


@compiled
def rank_among(g, r, person, points):
    """12.4: 1 for the first; points that are known save most of the counting. The first players are the people."""
    rank = 1
    for other in range(r.people):
        if other != person and points[other] >= points[person]:
            rank += points[other] > points[person] or ranks_before(g, r, other, person)
    return rank


@compiled
def lead_over(r, person, points):
    """A person's points less the mean of the others'."""
    others = 0
    for other in range(r.people):
        if other != person:
            others += points[other]
    return points[person] - others / (r.people - 1)


@compiled
def lead_of(g, r, person):
    """The same, counted anew."""
    others = 0
    for other in range(r.people):
        if other != person:
            others += total_of(g, r, other)
    return total_of(g, r, person) - others / (r.people - 1)


@compiled
def worth(r, kind, over, rank, gain):
    """A player's reward for a step that changed the lead by `gain`; all players' rewards sum up to 0."""
    reward = gain / POINTS_WORTH_ONE if kind == MARGIN else 0.0
    if over and kind == WIN:
        reward += 1.0 if rank == 1 else -1 / (r.people - 1)
    elif over and kind != NO_REWARD:
        reward += 1 - 2 * (rank - 1) / (r.people - 1)
    return reward
