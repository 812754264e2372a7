"""Section 1: setting up the game."""

from .jit import compiled
from .state import (
    BANK_SPACES,
    BID,
    BUILDINGS,
    CARDS,
    CHANCE,
    CLOSED,
    DULI,
    GUARDS_IN_RESERVE,
    LOW,
    NEEDS_NOTHING,
    NEEDS_START,
    NOBODY,
    PASSES_AT_START,
    PLACES,
    SCHOOL,
    SEATS,
    SICHUAN,
    SPACES,
    STRUCTURES,
    STRUCTURES_OF_A_KIND,
    TRADERS,
    TRADERS_AT_START,
    YUNNAN,
)

DULI_STARTS_ON = 2  # the school's third space, the 9 (14.4)


@compiled
def clear_board(g, r):
    """1.4, 1.5: nothing stands anywhere, and the presents lie in their provinces."""
    for building in range(BUILDINGS):
        for space in range(SPACES):
            g.bids[building, space] = NOBODY
    for space in range(BANK_SPACES):
        g.bank[space] = NOBODY
    for place in range(PLACES):
        g.teahouse[place] = NOBODY
        g.presents[place] = r.presents_at_start[place]
        g.moved[place] = 0
    for card in range(CARDS):
        g.deck[card] = 0
    g.drawn = 0
    g.blocked = NOBODY
    g.arrived = NOBODY
    g.reason = NOBODY
    g.passes_left = 0


@compiled
def clear_seat(g, seat):
    """Empty a seat: the record may have held another game before."""
    g.blue[seat] = 0
    g.coins[seat] = 0
    g.vp[seat] = 0
    g.income[seat] = 0
    g.committed[seat] = 0
    g.passed[seat] = 0
    g.supply[seat] = 0
    g.reserve[seat] = 0
    g.influence[seat] = 0
    g.passes[seat] = 0
    g.horse[seat] = 0
    g.held_presents[seat] = 0
    g.bridges[seat] = 0
    g.guards[seat] = GUARDS_IN_RESERVE
    for structure in range(STRUCTURES):
        g.structures[seat, structure] = 0
        g.structures_reserve[seat, structure] = 0
    for place in range(PLACES):
        g.traders[seat, place] = 0
        g.posts[seat, place] = 0


@compiled
def seat_player(g, r, player):
    """1.2, 1.3: what a player begins with."""
    g.blue[player] = player
    g.coins[player] = r.coins_at_start[player]
    g.supply[player] = TRADERS_AT_START
    g.reserve[player] = TRADERS - TRADERS_AT_START
    g.passes[player] = PASSES_AT_START
    g.horse[player] = YUNNAN
    for structure in range(STRUCTURES):
        g.structures_reserve[player, structure] = STRUCTURES_OF_A_KIND


@compiled
def seat_duli(g, r):
    """14.1 to 14.4: Dúli sits last in blue order; one space of the bank is closed to make up for her."""
    g.blue[r.players] = DULI
    g.supply[DULI] = TRADERS - 1
    g.bids[SCHOOL, DULI_STARTS_ON] = DULI
    g.posts[DULI, YUNNAN] = 1
    g.posts[DULI, SICHUAN] = 1
    g.bank[LOW] = CLOSED


@compiled
def setup(g, r):
    """1: make a record the first position of a game, whatever it held before."""
    clear_board(g, r)
    for seat in range(SEATS):
        clear_seat(g, seat)
    for player in range(r.players):
        seat_player(g, r, player)
    g.round_number = 1
    g.phase = BID
    g.turn = 0
    g.needs = NEEDS_NOTHING
    if r.duli:
        seat_duli(g, r)
        g.phase = CHANCE
        g.needs = NEEDS_START
