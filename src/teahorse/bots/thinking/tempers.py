"""TEMPER, the record of what a bot likes; its words and values are in `tempers.toml`."""

import numpy as np

WEIGHTS = (
    "presents_per_round",
    "vp_per_round",
    "most_rounds",
    "trader",
    "pass",
    "horse",
    "influence",
    "post",
    "bridge",
    "teahouse",
    "standing_post",
    "coins_to_spend",
    "coin",
    "coin_per_round",
    "spare_coin_per_round",
    "bank",
    "bank_growth",
    "in_supply",
    "in_market",
    "at_work",
    "out_now",
    "out_again",
    "rounds_out",
    "present",
    "present_influence",
    "small_stands",
    "lead",
    "outbid",
    "displace",
    "temple",
    "whim",
    "softness",
)
TEMPER = np.dtype([(weight if weight != "pass" else "passes", "i4") for weight in WEIGHTS])
