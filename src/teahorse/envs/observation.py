"""What a learner sees: one row of numbers, turned so that the player to move comes first.

`FIELDS_OF_A_PLAYER` and `FIELDS_OF_THE_TABLE` describe the row; the compiled `observe` writes it in just this order.
Numbers are divided by about their largest value, so that most lie between 0 and 1. Players follow in the order of
their numbers from the one to move on; seats that nobody has are all 0; Dúli, who is never to move, comes last. Her
pile is hidden: only the cards that lie in her discard are seen.
"""

from ..rules.compiling import compiled, entry
from ..rules.ending import total_of
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

PHASES = 8
MANY_COINS = 50
MANY_VP = 100
ALL_PRESENTS = 14

# Name, how many numbers, what they are.
FIELDS_OF_A_PLAYER = (
    ("plays", 1, "1 if this seat is taken"),
    ("decides", 1, "1 if this player is to move"),
    ("coins", 1, f"coins / {MANY_COINS}"),
    ("committed", 1, f"the sum of standing bids / {MANY_COINS}"),
    ("income", 1, f"income still to convert / {MANY_COINS}"),
    ("vp", 1, f"VP on the track / {MANY_VP}"),
    ("total", 1, f"final VP if the game ended now / {MANY_VP}"),
    ("presents", 1, f"presents / {ALL_PRESENTS}"),
    ("supply", 1, f"traders in the supply / {TRADERS}"),
    ("reserve", 1, f"traders in reserve / {TRADERS}"),
    ("traders", PLACES, f"traders in the market and in Y S K T Q / {TRADERS}"),
    ("passes", 1, f"border passes / {MOST_PASSES}"),
    ("influence", 1, f"influence / {MOST_INFLUENCE}"),
    ("horse", PROVINCES, "1 for each province the horse has reached"),
    ("structures", STRUCTURES, "posts, bridges, teahouses in the supply / 2"),
    ("structures_reserve", STRUCTURES, "posts, bridges, teahouses in reserve / 2"),
    ("posts", PROVINCES, "posts built in Y S K T Q / 2"),
    ("bridges", MAX_GORGES, "1 for each bridge: YK YT YQ ST SQ KQ"),
    ("teahouses", PROVINCES, "1 for each teahouse in Y S K T Q"),
    ("guards_reserve", 1, "1 if the guards are still to be used"),
    ("guards", PROVINCES, "1 where the guards stand"),
    ("passed", 1, "1 if passed in this bidding"),
    ("bank", BANK_SPACES, "1 for each space held in the bank: high low"),
    ("blue", 1, f"place in blue order / {SEATS}, from 0"),
    ("bids", BUILDINGS * SPACES, "1 for each bid: school customs horse guild yard temple, cheapest first"),
)
FIELDS_OF_THE_TABLE = (
    ("round", 1, f"round / {LONGEST_GAME}"),
    ("phase", PHASES, "1 for the phase: bid take block travel displace convert chance over"),
    ("board_presents", PROVINCES, f"presents left in Y S K T Q / {ALL_PRESENTS}"),
    ("blocked", MAX_GORGES, "1 for the blocked gorge"),
    ("passes_left", 1, f"border passes left to the mover / {MOST_PASSES}"),
    ("moved", PLACES, f"the mover's traders that have made their journey, P Y S K T Q / {TRADERS}"),
    ("arrived", PROVINCES, "1 where the journey ended, while displacing"),
    ("discard", CARDS, "1 for each of Dúli's cards in the discard"),
)
PLAYER_SIZE = sum(size for _, size, _ in FIELDS_OF_A_PLAYER)
TABLE_SIZE = sum(size for _, size, _ in FIELDS_OF_THE_TABLE)
SIZE = SEATS * PLAYER_SIZE + TABLE_SIZE


def layout() -> dict[str, slice]:
    """Where each field lies in the row: `me.coins`, `next1.coins` … `next4.coins`, `duli.coins`, `table.round`."""
    slices: dict[str, slice] = {}
    begin = 0
    seats = ("me", *(f"next{number}" for number in range(1, MAX_PLAYERS)), "duli")
    blocks = [(seat, FIELDS_OF_A_PLAYER) for seat in seats] + [("table", FIELDS_OF_THE_TABLE)]
    for owner, fields in blocks:
        for name, size, _ in fields:
            slices[f"{owner}.{name}"] = slice(begin, begin + size)
            begin += size
    return slices


@entry
def observe(g, r, mover, row):
    """Write what `mover` sees into a row of `SIZE` numbers."""
    at = 0
    for seat in range(MAX_PLAYERS):
        player = (mover + seat) % r.players
        at = observe_player(g, r, player, row, at) if seat < r.players else observe_nobody(row, at)
    at = observe_player(g, r, DULI, row, at) if r.duli else observe_nobody(row, at)
    observe_table(g, r, row, at)


@compiled
def observe_nobody(row, at):
    """A seat that nobody has."""
    for number in range(PLAYER_SIZE):
        row[at + number] = 0
    return at + PLAYER_SIZE


@compiled
def observe_player(g, r, player, row, at):
    """One player's numbers, in the order of `FIELDS_OF_A_PLAYER`; returns where the next begin."""
    plays = player != DULI  # Dúli has no coins, VP, passes or horse
    row[at] = 1
    row[at + 1] = g.blue[g.turn] == player and g.phase != CHANCE and g.phase != OVER
    row[at + 2] = g.coins[player] / MANY_COINS
    row[at + 3] = g.committed[player] / MANY_COINS if plays else 0
    row[at + 4] = g.income[player] / MANY_COINS
    row[at + 5] = g.vp[r.person[player]] / MANY_VP if plays else 0
    row[at + 6] = total_of(g, r, r.person[player]) / MANY_VP if plays else 0
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
    return observe_place_at_table(g, r, player, row, at)


@compiled
def observe_place_at_table(g, r, player, row, at):
    """Guards, passing, the bank, the order and the bids of one player."""
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
def observe_table(g, r, row, at):
    """The numbers of the table, in the order of `FIELDS_OF_THE_TABLE`."""
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


assert OVER == PHASES - 1
