"""Writes a position as numbers, in compiled code. The order is that of `fields.py`."""

from ..rules.jit import compiled, entry
from ..rules.state import (
    BANK_SPACES,
    BUILDINGS,
    CARDS,
    CHANCE,
    DULI,
    GUARDS_GONE,
    GUARDS_IN_RESERVE,
    LONGEST_GAME,
    MAX_GORGES,
    MAX_PLAYERS,
    MOST_INFLUENCE,
    MOST_PASSES,
    OVER,
    PLACES,
    PROVINCES,
    SEATS,
    SPACES,
    STRUCTURES,
    TRADERS,
    YUNNAN,
)
from .fields import ALL_PRESENTS, COINS_SCALE, PHASES, PLAYER_SIZE, VP_SCALE
from .outlook import PLAYER_OUTLOOK, outlook_of, scaled, write_player_outlook, write_shared_outlook


@entry
def observe(g, r, observer, row):
    """Write a player's observation into the first `POSITION_SIZE` numbers of a row; the rules follow (`rules_row`)."""
    at = 0
    outlook = outlook_of(g, r)
    for seat in range(MAX_PLAYERS):
        player = (observer + seat) % r.players
        at = observe_player(g, r, outlook, player, row, at) if seat < r.players else observe_empty_seat(row, at)
    at = observe_player(g, r, outlook, DULI, row, at) if r.duli else observe_empty_seat(row, at)
    observe_shared(g, r, outlook, row, at)


@entry
def observe_game(games, rules, observer, row):
    """The same for Python, which passes a game and its rules as arrays of one."""
    observe(games[0], rules[0], observer, row)


@compiled
def observe_empty_seat(row, at):
    """Write the zeros of an empty seat."""
    for number in range(PLAYER_SIZE):
        row[at + number] = 0
    return at + PLAYER_SIZE


@compiled
def observe_player(g, r, outlook, player, row, at):
    """Write one player's numbers (`FIELDS_OF_A_PLAYER`), and return where the next ones begin."""
    plays = player != DULI  # Dúli has no coins, VP, passes or horse
    row[at] = 1
    row[at + 1] = g.blue[g.turn] == player and g.phase != CHANCE and g.phase != OVER
    row[at + 2] = scaled(g.coins[player], COINS_SCALE)
    row[at + 3] = scaled(g.committed[player], COINS_SCALE) if plays else 0
    row[at + 4] = scaled(g.income[player], COINS_SCALE)
    row[at + 5] = scaled(g.vp[r.person[player]], VP_SCALE) if plays else 0
    row[at + 6] = scaled(outlook.totals[r.person[player]], VP_SCALE) if plays else 0
    row[at + 7] = g.held_presents[player] / ALL_PRESENTS
    row[at + 8] = g.supply[player] / TRADERS
    row[at + 9] = g.reserve[player] / TRADERS
    at += 10
    for place in range(PLACES):
        row[at + place] = g.traders[player, place] / TRADERS
    at += PLACES
    row[at] = g.passes[player] / MOST_PASSES
    row[at + 1] = g.influence[player] / MOST_INFLUENCE
    at += 2
    for number in range(PROVINCES):
        row[at + number] = g.horse[player] >= YUNNAN + number
    at += PROVINCES
    for kind in range(STRUCTURES):
        row[at + kind] = g.structures[player, kind] / 2
        row[at + STRUCTURES + kind] = g.structures_reserve[player, kind] / 2
    at += 2 * STRUCTURES
    for number in range(PROVINCES):
        row[at + number] = g.posts[player, YUNNAN + number] / 2
    at += PROVINCES
    for gorge in range(MAX_GORGES):
        row[at + gorge] = g.bridges[player] >> gorge & 1
    at += MAX_GORGES
    for number in range(PROVINCES):
        row[at + number] = g.teahouse[YUNNAN + number] == player
    at += PROVINCES
    at = observe_bidding(g, r, player, row, at)
    write_player_outlook(g, r, outlook, player, row, at)
    return at + PLAYER_OUTLOOK


@compiled
def observe_bidding(g, r, player, row, at):
    """Write a player's guards, pass, bank spaces, place in blue order and bids."""
    where = g.guards[player] if r.guards and player != DULI else GUARDS_GONE
    row[at] = where == GUARDS_IN_RESERVE
    for number in range(PROVINCES):
        row[at + 1 + number] = where == YUNNAN + number
    at += 1 + PROVINCES
    row[at] = g.passed[player]
    for space in range(BANK_SPACES):
        row[at + 1 + space] = g.bank[space] == player
    at += 1 + BANK_SPACES
    row[at] = 0
    for seat in range(r.seats):
        if g.blue[seat] == player:
            row[at] = seat / SEATS
    at += 1
    for building in range(BUILDINGS):
        for space in range(SPACES):
            row[at + building * SPACES + space] = g.bids[building, space] == player
    return at + BUILDINGS * SPACES


@compiled
def observe_shared(g, r, outlook, row, at):
    """Write what all players share (`FIELDS_OF_THE_GAME`)."""
    row[at] = g.round_number / LONGEST_GAME
    for phase in range(PHASES):
        row[at + 1 + phase] = g.phase == phase
    at += 1 + PHASES
    for number in range(PROVINCES):
        row[at + number] = g.presents[YUNNAN + number] / ALL_PRESENTS
    at += PROVINCES
    for gorge in range(MAX_GORGES):
        row[at + gorge] = g.blocked == gorge
    at += MAX_GORGES
    row[at] = g.passes_left / MOST_PASSES
    for place in range(PLACES):
        row[at + 1 + place] = g.moved[place] / TRADERS
    at += 1 + PLACES
    for number in range(PROVINCES):
        row[at + number] = g.arrived == YUNNAN + number
    at += PROVINCES
    for card in range(CARDS):
        row[at + card] = 0
    if r.duli and g.deck[0] > 0:
        for drawn in range(g.drawn):
            row[at + int(g.deck[drawn]) - 1] = 1
    write_shared_outlook(g, r, outlook, row, at + CARDS)
