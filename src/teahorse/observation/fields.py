"""The layout of an observation: its fields, in the order in which they are written.

Numbers are divided by about their largest value and cut off at -1 and 1; only debts are below 0. Players follow in the
order of their numbers, the observing player first. Seats that nobody has are all 0. Dúli, who is never to move, comes
last. The order of her pile is hidden: only the cards in her discard are seen.
"""

from ..rules.state import (
    BANK_SPACES,
    BUILDINGS,
    CARDS,
    LONGEST_GAME,
    MAX_BANK_TOTAL,
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
)

VERSION = 2  # 1 had no rules, and numbers above 1

PHASES = 8
MANY_COINS = 100
MANY_VP = 200
ALL_PRESENTS = 14
MANY_POINTS = 20
BANK_TOTALS = tuple(range(0, MAX_BANK_TOTAL + 1, 5))
CARD_SIZE = BUILDINGS + PROVINCES + 1

Field = tuple[str, int, str]  # name, how many numbers, what they are

FIELDS_OF_A_PLAYER: tuple[Field, ...] = (
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
FIELDS_OF_THE_TABLE: tuple[Field, ...] = (
    ("round", 1, f"round / {LONGEST_GAME}"),
    ("phase", PHASES, "1 for the phase: bid take block travel displace convert chance over"),
    ("board_presents", PROVINCES, f"presents left in Y S K T Q / {ALL_PRESENTS}"),
    ("blocked", MAX_GORGES, "1 for the blocked gorge"),
    ("passes_left", 1, f"border passes left to the mover / {MOST_PASSES}"),
    ("moved", PLACES, f"the mover's traders that have made their journey, P Y S K T Q / {TRADERS}"),
    ("arrived", PROVINCES, "1 where the journey ended, while displacing"),
    ("discard", CARDS, "1 for each of Dúli's cards in the discard"),
)
# The rules in force. They never change during a game.
FIELDS_OF_THE_RULES: tuple[Field, ...] = (
    ("people", 1, f"people / {MAX_PLAYERS}"),
    ("colours", 1, f"colours that play / {MAX_PLAYERS}; more than people where each has two"),
    ("duli", 1, "1 if Dúli plays"),
    ("temple", 1, "1 if there is a temple"),
    ("bank_is_high_low", 1, "1 if the bank's two spaces pay differently"),
    ("recall_any", 1, "1 if traders may be taken from provinces at will"),
    ("yard_builds_any", 1, "1 if anything may be built at the yard"),
    ("posts_per_province", 1, "posts of one player in a province / 2"),
    ("puer_is_province", 1, "1 if traders may journey to Pu'er"),
    ("market_pays_each", 1, "1 if the market pays for each trader"),
    ("inspector_counts_all_posts", 1, "1 if all posts count for the inspector"),
    ("double_bidding", 1, "1 if two bids in one building are allowed"),
    ("guards", 1, "1 if there are guards"),
    ("debt", 1, "1 if bids above one's coins are paid with VP"),
    ("debt_costs", 2, f"VP for a coin short: base, least / {MANY_POINTS}"),
    ("vp_ends", 1, "1 if VP end the game"),
    ("vp_end", 1, f"the VP that end it / {MANY_VP}"),
    ("presents_end", 1, f"presents that may be left at the end / {ALL_PRESENTS}"),
    ("prices", BUILDINGS * SPACES, f"price of each space / {MANY_POINTS}; 0 if there is none"),
    ("small", BUILDINGS * SPACES, "1 for each small space"),
    ("bank_pays", BANK_SPACES * len(BANK_TOTALS), f"high, low: payment for totals of 0, 5, 10 … 95 / {MANY_COINS}"),
    ("trader_values", PLACES, f"income of a trader in P Y S K T Q / {MANY_POINTS}"),
    ("post_values", PROVINCES, f"income of a post in Y S K T Q / {MANY_POINTS}"),
    ("gap_cost", 1, f"coins lost per gap / {MANY_POINTS}"),
    ("coins_per_vp", 1, f"coins for 1 VP at the end / {MANY_POINTS}"),
    ("vp_per_present", 1, f"VP per present / {MANY_POINTS}"),
    ("passes_vp", MOST_PASSES + 1, f"final VP by border passes, from 0 / {MANY_POINTS}"),
    ("influence_vp", MOST_INFLUENCE + 1, f"final VP by influence, from 0 / {MANY_POINTS}"),
    ("teahouse_vp", PROVINCES, f"final VP per teahouse in Y S K T Q / {MANY_POINTS}"),
    ("horse_vp", PROVINCES, f"final VP by the province of the horse / {MANY_POINTS}"),
    ("gorges", MAX_GORGES, "1 for each gorge of the board: YK YT YQ ST SQ KQ"),
    (
        "cards",
        CARDS * CARD_SIZE,
        "each of Dúli's cards: when she bids in each building (1 first, 0.2 fifth, 0 not), her traders / "
        f"{TRADERS} in Y S K T Q, 1 for a teahouse; all 0 without Dúli",
    ),
)
PLAYER_SIZE = sum(size for _, size, _ in FIELDS_OF_A_PLAYER)
TABLE_SIZE = sum(size for _, size, _ in FIELDS_OF_THE_TABLE)
RULES_SIZE = sum(size for _, size, _ in FIELDS_OF_THE_RULES)
POSITION_SIZE = SEATS * PLAYER_SIZE + TABLE_SIZE
SIZE = POSITION_SIZE + RULES_SIZE

assert OVER == PHASES - 1


def size_of(rules: bool = True) -> int:
    """How many numbers an observation has, with or without the rules."""
    return SIZE if rules else POSITION_SIZE


def layout(rules: bool = True) -> dict[str, slice]:
    """Where each field lies: `me.coins`, `next1.coins` … `next4.coins`, `duli.coins`, `table.round`, `rules.debt`."""
    slices: dict[str, slice] = {}
    begin = 0
    seats = ("me", *(f"next{number}" for number in range(1, MAX_PLAYERS)), "duli")
    blocks = [(seat, FIELDS_OF_A_PLAYER) for seat in seats] + [("table", FIELDS_OF_THE_TABLE)]
    if rules:
        blocks.append(("rules", FIELDS_OF_THE_RULES))
    for owner, fields in blocks:
        for name, size, _ in fields:
            slices[f"{owner}.{name}"] = slice(begin, begin + size)
            begin += size
    return slices
