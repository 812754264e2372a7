"""Moves in short words, as buttons have them."""

from .translation import N_

PLACING = {
    "bid": N_("Bid {price} at the {building}"),
    "bank": N_("Go to the bank"),
    "bank high": N_("Go to the high space of the bank"),
    "bank low": N_("Go to the low space of the bank"),
    "market": N_("Put a trader in the market"),
}
PLACING_FROM = {
    "bid": N_("Bid {price} at the {building} with a trader from {place}"),
    "bank": N_("Go to the bank with a trader from {place}"),
    "bank high": N_("Go to the high space of the bank with a trader from {place}"),
    "bank low": N_("Go to the low space of the bank with a trader from {place}"),
    "market": N_("Put a trader from {place} in the market"),
}
TAKING = {"post": N_("Take a post"), "bridge": N_("Take a bridge"), "teahouse": N_("Take a teahouse")}
TAKING_AT = {
    "post": N_("Take a post and build it in {place}"),
    "bridge": N_("Take a bridge and build it over {gorge}"),
    "teahouse": N_("Take a teahouse and build it in {place}"),
    "guards": N_("Put your guards in {place}"),
}
KEEP_IT = N_("Keep it for later")
BUILDING = {
    "post": N_("Build a post in {place}"),
    "bridge": N_("Build a bridge over {gorge}"),
    "teahouse": N_("Build a teahouse in {place}"),
}
OTHERS = {
    "pass": N_("Pass"),
    "block": N_("Block {gorge}"),
    "go": N_("Go from {start} to {place}"),
    "done": N_("Done"),
    "displace": N_("Displace {player}"),
    "spare": N_("Displace nobody"),
    "convert": N_("Turn {vp} into VP"),
    "convert 0": N_("Keep it all as coins"),
}
