"""The layout of an observation: its fields, in the order in which they are written.

Numbers are divided by about their largest value and clipped to -1 … 1; only debts and leads are below 0. Numbers of
which a single point or coin decides something come at several scales: a network can hardly tell 79 from 80 VP when both
are divided by 200. The observing player comes first, then the others in the order of their numbers, and Dúli last.
Empty seats are all 0. The order of Dúli's pile is hidden: only the cards in her discard are seen.
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

VERSION = 3  # 1 had no rules, and numbers above 1; 2 had nothing that follows from a position

PHASES = 8
COINS_SCALE = 100
VP_SCALE = 200
ALL_PRESENTS = 14
POINTS_SCALE = 20
FREE_SCALE = 20
EARNINGS_SCALE = 50
BANK_SCALE = 30
REVENUE_SCALE = 100
ROUND_SCALE = 10
LEAD_SCALES = (10, 50, 500)  # where only presents end the game, leads go to hundreds
TO_END_SCALES = (10, 30, 100)
PRESENTS_LEFT_SCALES = (ALL_PRESENTS, 4)
BANK_TOTALS = tuple(range(0, MAX_BANK_TOTAL + 1, 5))
CARD_SIZE = BUILDINGS + PROVINCES + 1

Field = tuple[str, int, str]  # name, count of numbers, description


def _scales(scales: tuple[int, ...]) -> str:
    return ", ".join(map(str, scales))


FIELDS_OF_A_PLAYER: tuple[Field, ...] = (
    ("plays", 1, "1 if this seat is taken"),
    ("decides", 1, "1 if this player is to move"),
    ("coins", 1, f"coins / {COINS_SCALE}"),
    ("committed", 1, f"the sum of the bids / {COINS_SCALE}"),
    ("income", 1, f"income still to convert / {COINS_SCALE}"),
    ("vp", 1, f"VP on the track / {VP_SCALE}"),
    ("total", 1, f"final VP if the game ended now / {VP_SCALE}"),
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
    ("free", 1, f"coins that are not committed / {FREE_SCALE}"),
    ("affords", SPACES, "1 for each space of the school that these coins would pay, cheapest first"),
    ("to_end", len(TO_END_SCALES), f"VP missing for the end / {_scales(TO_END_SCALES)}; 0 if VP don't end the game"),
    ("income_ends", 1, "1 if the income still to convert would reach the end"),
    ("lead", len(LEAD_SCALES), f"final VP before the best of the others / {_scales(LEAD_SCALES)}"),
    ("earns", 1, f"income if it came now / {EARNINGS_SCALE}"),
    ("banished", 1, "1 if the inspector, coming now, would banish a trader of this player"),
)
FIELDS_OF_THE_GAME: tuple[Field, ...] = (
    ("round", 1, f"round / {LONGEST_GAME}"),
    ("phase", PHASES, "1 for the phase: bid take block travel displace convert chance over"),
    ("board_presents", PROVINCES, f"presents left in Y S K T Q / {ALL_PRESENTS}"),
    ("blocked", MAX_GORGES, "1 for the blocked gorge"),
    ("passes_left", 1, f"border passes left to the mover / {MOST_PASSES}"),
    ("moved", PLACES, f"the mover's traders that have made their journey, P Y S K T Q / {TRADERS}"),
    ("arrived", PROVINCES, "1 where the journey ended, while displacing"),
    ("discard", CARDS, "1 for each of Dúli's cards in the discard"),
    ("early_round", 1, f"round / {ROUND_SCALE}"),
    (
        "presents_left",
        len(PRESENTS_LEFT_SCALES),
        f"presents still to be taken until the game ends / {_scales(PRESENTS_LEFT_SCALES)}",
    ),
    ("bank_pays", BANK_SPACES, f"what the bank would pay now / {BANK_SCALE}: high low"),
    ("revenue", PROVINCES, f"what Y S K T Q earn for the inspector now / {REVENUE_SCALE}"),
    ("inspected", PROVINCES, "1 for the province that he would visit now"),
)
# The rules in force. They never change during a game.
FIELDS_OF_THE_RULES: tuple[Field, ...] = (
    ("people", 1, f"people / {MAX_PLAYERS}"),
    ("colours", 1, f"colours that play / {MAX_PLAYERS}; two per person in the two-colours game"),
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
    ("debt", 1, "1 if bids above the coins are paid with VP"),
    ("debt_costs", 2, f"VP for a coin short: base, least / {POINTS_SCALE}"),
    ("vp_ends", 1, "1 if VP end the game"),
    ("vp_end", 1, f"the VP that end it / {VP_SCALE}"),
    ("presents_end", 1, f"presents that may be left at the end / {ALL_PRESENTS}"),
    ("prices", BUILDINGS * SPACES, f"price of each space / {POINTS_SCALE}; 0 if there is none"),
    ("small", BUILDINGS * SPACES, "1 for each small space"),
    ("bank_pays", BANK_SPACES * len(BANK_TOTALS), f"high, low: payment for totals of 0, 5, 10 … 95 / {COINS_SCALE}"),
    ("trader_values", PLACES, f"income of a trader in P Y S K T Q / {POINTS_SCALE}"),
    ("post_values", PROVINCES, f"income of a post in Y S K T Q / {POINTS_SCALE}"),
    ("gap_cost", 1, f"coins lost per gap / {POINTS_SCALE}"),
    ("coins_per_vp", 1, f"coins for 1 VP at the end / {POINTS_SCALE}"),
    ("vp_per_present", 1, f"VP per present / {POINTS_SCALE}"),
    ("passes_vp", MOST_PASSES + 1, f"final VP by border passes, from 0 / {POINTS_SCALE}"),
    ("influence_vp", MOST_INFLUENCE + 1, f"final VP by influence, from 0 / {POINTS_SCALE}"),
    ("teahouse_vp", PROVINCES, f"final VP per teahouse in Y S K T Q / {POINTS_SCALE}"),
    ("horse_vp", PROVINCES, f"final VP by the province of the horse / {POINTS_SCALE}"),
    ("gorges", MAX_GORGES, "1 for each gorge of the board: YK YT YQ ST SQ KQ"),
    (
        "cards",
        CARDS * CARD_SIZE,
        "each of Dúli's cards: when she bids in each building (1 first, 0.2 fifth, 0 not), her traders / "
        f"{TRADERS} in Y S K T Q, 1 for a teahouse; all 0 without Dúli",
    ),
)
PLAYER_SIZE = sum(size for _, size, _ in FIELDS_OF_A_PLAYER)
GAME_SIZE = sum(size for _, size, _ in FIELDS_OF_THE_GAME)
RULES_SIZE = sum(size for _, size, _ in FIELDS_OF_THE_RULES)
POSITION_SIZE = SEATS * PLAYER_SIZE + GAME_SIZE
SIZE = POSITION_SIZE + RULES_SIZE

assert OVER == PHASES - 1


def size_of(rules: bool = True) -> int:
    """The size of an observation, with or without the rules."""
    return SIZE if rules else POSITION_SIZE


def layout(rules: bool = True) -> dict[str, slice]:
    """The slice of each field: `me.coins`, `next1.coins` … `next4.coins`, `duli.coins`, `game.round`, `rules.debt`."""
    slices: dict[str, slice] = {}
    begin = 0
    seats = ("me", *(f"next{number}" for number in range(1, MAX_PLAYERS)), "duli")
    blocks = [(seat, FIELDS_OF_A_PLAYER) for seat in seats] + [("game", FIELDS_OF_THE_GAME)]
    if rules:
        blocks.append(("rules", FIELDS_OF_THE_RULES))
    for owner, fields in blocks:
        for name, size, _ in fields:
            slices[f"{owner}.{name}"] = slice(begin, begin + size)
            begin += size
    return slices
