"""Sections 11 and 12: the end of a round, the end of the game, and final scoring."""

from .events import GAME_ENDED, GUARDS_LEFT, RANKED, ROUND_BEGAN, SCORED, TRADERS_CAME_BACK, emit
from .jit import compiled, entry
from .state import (
    BID,
    BY_BOTH,
    BY_CAP,
    BY_PRESENTS,
    BY_VP,
    COINS,
    DULI,
    GUARDS_GONE,
    GUARDS_IN_RESERVE,
    HORSES,
    INFLUENCE,
    LONGEST_GAME,
    MAX_PLAYERS,
    NOBODY,
    OVER,
    PASSES,
    PLACES,
    PRESENTS,
    PUER,
    SCORES,
    TEAHOUSES,
    TRACK,
    YUNNAN,
)

# --- The end of a round (11) --------------------------------------------------------------------------


@compiled
def end_round(g, r, events):
    """11.1 to 11.3: the game ends, or the next round begins."""
    g.turn = 0
    g.reason = reason_to_end(g, r)
    if g.reason == NOBODY:
        begin_round(g, r, events)
    else:
        g.phase = OVER
        emit(events, GAME_ENDED, g.reason)
        emit_scores(g, r, events)


@entry
def reason_to_end(g, r):
    """11.1, 11.2, 13.7: VP, presents, both, the longest game, or NOBODY to go on."""
    by_vp = False
    for person in range(r.people):
        if r.vp_end > 0 and g.vp[person] >= r.vp_end:
            by_vp = True
    presents = 0
    for province in range(YUNNAN, PLACES):
        presents += g.presents[province]
    by_presents = presents <= r.presents_end
    if by_vp and by_presents:
        return BY_BOTH
    if by_vp:
        return BY_VP
    if by_presents:
        return BY_PRESENTS
    return BY_CAP if g.round_number >= LONGEST_GAME else NOBODY


@compiled
def begin_round(g, r, events):
    """11.3: traders leave the market, the blocker goes home, guards leave the game, Dúli's traders come back."""
    for player in range(r.players):
        back = g.traders[player, PUER]
        if back > 0:
            g.supply[player] += back
            g.traders[player, PUER] = 0
            emit(events, TRADERS_CAME_BACK, player, back)
        if g.guards[player] != GUARDS_IN_RESERVE and g.guards[player] != GUARDS_GONE:
            emit(events, GUARDS_LEFT, player, g.guards[player])
            g.guards[player] = GUARDS_GONE
    if r.duli:
        recall_duli(g, events)
    g.blocked = NOBODY
    g.round_number += 1
    g.phase = BID
    emit(events, ROUND_BEGAN, g.round_number)


@compiled
def recall_duli(g, events):
    """14.13: all her traders return to her supply."""
    back = 0
    for place in range(PLACES):
        back += g.traders[DULI, place]
        g.traders[DULI, place] = 0
    g.supply[DULI] += back
    if back > 0:
        emit(events, TRADERS_CAME_BACK, DULI, back)


# --- Final scoring (12) -------------------------------------------------------------------------------


@compiled
def score_of(g, r, person, score):
    """12.1 to 12.3, 15.14, 15.18: what one line of the score sheet gives a person."""
    if score == TRACK:
        return g.vp[person]
    points = 0
    coins = 0  # pooled over a person's colours before dividing
    for player in range(r.players):
        if r.person[player] != person:
            continue
        coins += g.coins[player]
        if score == PRESENTS:
            points += g.held_presents[player] * r.vp_per_present
        elif score == PASSES:
            points += r.passes_vp[g.passes[player]]
        elif score == INFLUENCE:
            points += r.influence_vp[g.influence[player]]
        elif score == HORSES:
            points += r.horse_vp[g.horse[player]]
        elif score == TEAHOUSES:
            for province in range(YUNNAN, PLACES):
                if g.teahouse[province] == player:
                    points += r.teahouse_vp[province]
    return coins // r.coins_per_vp if score == COINS else points


@entry
def total_of(g, r, person):
    """12: a person's final VP if the game ended now."""
    total = 0
    for score in range(SCORES):
        total += score_of(g, r, person, score)
    return total


@compiled
def influence_of(g, r, person):
    """12.4, 15.18: the sum of influence over a person's colours."""
    influence = 0
    for player in range(r.players):
        if r.person[player] == person:
            influence += g.influence[player]
    return influence


@compiled
def place_in_gray(g, r, person):
    """12.4, 15.18: how early a person is in the current gray order; lower is earlier."""
    for position in range(r.players):
        if r.person[g.blue[r.players - 1 - position]] == person:
            return position
    return MAX_PLAYERS


@compiled
def ranks_before(g, r, person, other):
    """12.4: more VP, then higher influence, then earlier in gray order."""
    difference = total_of(g, r, person) - total_of(g, r, other)
    if difference == 0:
        difference = influence_of(g, r, person) - influence_of(g, r, other)
    if difference == 0:
        difference = place_in_gray(g, r, other) - place_in_gray(g, r, person)
    return difference > 0


@compiled
def rank_of(g, r, person):
    """12.4: 1 for the winner; there are no ties."""
    rank = 1
    for other in range(r.people):
        if other != person and ranks_before(g, r, other, person):
            rank += 1
    return rank


@entry
def write_ranking(games, rules, ranking):
    """12: a row for each person if the first game ended now: rank, final VP, and each line of the score sheet."""
    g = games[0]
    r = rules[0]
    for person in range(r.people):
        ranking[person, 0] = rank_of(g, r, person)
        ranking[person, 1] = total_of(g, r, person)
        for score in range(SCORES):
            ranking[person, 2 + score] = score_of(g, r, person, score)


@compiled
def emit_scores(g, r, events):
    """12: the score sheet, and the ranking."""
    if len(events) == 0:
        return
    for person in range(r.people):
        for score in range(SCORES):
            emit(events, SCORED, person, score, score_of(g, r, person, score))
    for rank in range(1, r.people + 1):
        for person in range(r.people):
            if rank_of(g, r, person) == rank:
                emit(events, RANKED, rank, person, total_of(g, r, person))


@entry
def score_all(games, r, totals, ranks):
    """12: the final VP and the rank of every person in many games."""
    for number in range(len(games)):
        for person in range(r.people):
            totals[number, person] = total_of(games[number], r, person)
            ranks[number, person] = rank_of(games[number], r, person)
