"""The rules in force as numbers, the last part of an observation. They never change, so they are written once."""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..rules.ruleset import Ruleset
from ..rules.state import CARDS, MAX_PLAYERS, PROGRESS_BUILDINGS, TRADERS, YUNNAN
from .fields import (
    ALL_PRESENTS,
    BANK_TOTALS,
    CARD_SIZE,
    COINS_SCALE,
    FIELDS_OF_THE_RULES,
    POINTS_SCALE,
    POSITION_SIZE,
    RULES_SIZE,
    VP_SCALE,
    size_of,
)

# The scale of each field; 1 for all others.
POINTS = (
    "debt_costs",
    "prices",
    "trader_values",
    "post_values",
    "gap_cost",
    "coins_per_vp",
    "vp_per_present",
    "passes_vp",
    "influence_vp",
    "teahouse_vp",
    "horse_vp",
)
SCALES = dict.fromkeys(POINTS, POINTS_SCALE) | {
    "people": MAX_PLAYERS,
    "colours": MAX_PLAYERS,
    "posts_per_province": 2,
    "vp_end": VP_SCALE,
    "presents_end": ALL_PRESENTS,
    "bank_pays": COINS_SCALE,
}


@lru_cache(maxsize=256)
def rules_row(rules: Ruleset) -> npt.NDArray[np.float32]:
    """The numbers of `FIELDS_OF_THE_RULES`, as a read-only array."""
    r = rules.record
    special: dict[str, Any] = {
        "colours": r.players,
        "debt_costs": (r.debt_base, r.debt_least),
        "vp_ends": r.vp_end > 0,
        "bank_pays": r.bank_pays[:, list(BANK_TOTALS)],
        "post_values": r.post_values[YUNNAN:],
        "teahouse_vp": r.teahouse_vp[YUNNAN:],
        "horse_vp": r.horse_vp[YUNNAN:],
        "gorges": r.gorge_in_play,
        "cards": _cards(r),
    }
    row = np.zeros(RULES_SIZE, np.float32)
    begin = 0
    for name, size, _ in FIELDS_OF_THE_RULES:
        numbers = np.asarray(special[name] if name in special else r[name], np.float64).ravel()
        row[begin : begin + size] = np.clip(numbers / SCALES.get(name, 1), -1, 1)
        begin += size
    row.flags.writeable = False
    return row


def _cards(r: Any) -> npt.NDArray[np.float64]:
    """Dúli's cards by their numbers. The order of her pile is not in the rules."""
    cards = np.zeros((CARDS, CARD_SIZE))
    if not r.duli:
        return cards
    for card in range(CARDS):
        for turn, building in enumerate(r.card_bids[card]):
            if building >= 0:
                cards[card, building] = 1 - turn / PROGRESS_BUILDINGS
    cards[:, -6:-1] = r.card_traders[:, YUNNAN:] / TRADERS
    cards[:, -1] = r.card_teahouse
    return cards


def blank_rows(n: int, rules: Ruleset, observe_rules: bool) -> npt.NDArray[np.float32]:
    """Rows of observations with the rules written, if they are observed, and no position yet."""
    rows = np.zeros((n, size_of(observe_rules)), np.float32)
    if observe_rules:
        rows[:, POSITION_SIZE:] = rules_row(rules)
    return rows
