"""What the spaces of the board and the pieces are and do, as the card beside a spot tells it."""

from ..rules.ruleset import Ruleset
from ..rules.state import MOST_INFLUENCE
from .translation import N_, Say

GIVES = {
    "school": N_("One more trader, who starts in the market."),
    "customs": N_("One more border pass."),
    "horse": N_("Your horse moves one province up the road."),
    "guild": N_(
        "One more influence: you can displace traders of players with less, and get presents before them. But the "
        "inspector picks the highest; only influence {most} or a teahouse there is safe."
    ),
    "yard": N_("One structure from your reserve; you may build it at once."),
    "temple": N_("The blocker closes a gorge to bridges for this round."),
}
YARD_OF_TEAHOUSES = N_("One structure from your reserve; only a teahouse may be built at once.")
SIZES = {
    True: N_("Small space: your bid must be the highest, and a higher one sends it back."),
    False: N_("Large space: nobody can outbid you here."),
}
BANKS = {
    "equal": N_("Going there gives up your bids and ends your bidding."),
    "high-low": N_("Going there gives up your bids; after that you may only use the market or pass."),
}
MARKETS = {
    "once": N_("Traders here are safe and may travel; a player with traders here earns {coins}."),
    "each": N_("Traders here are safe and may travel; each of them earns {coins}."),
}
PIECES = {"post": N_("Post"), "bridge": N_("Bridge"), "teahouse": N_("Teahouse"), "guards": N_("Guards")}
WHAT_PIECES_DO = {
    "post": N_("Holds your route in its province and earns there while the route has no gap."),
    "bridge": N_("Lets your traders cross a gorge; your horse must have reached both its ends."),
    "teahouse": N_("Keeps your traders there safe from the inspector and scores in the end."),
    "guards": N_("Nobody can displace your traders in their province this round."),
}
BANK_TITLES = {"equal": (N_("Bank"), N_("Bank")), "high-low": (N_("Bank, high"), N_("Bank, low"))}


def what_it_gives(building: str, rules: Ruleset, say: Say) -> str:
    """What a successful bid in a building brings."""
    if building == "yard" and rules.switches["build_at_yard"] == "teahouse":
        return say(YARD_OF_TEAHOUSES)
    return say(GIVES[building]).format(most=MOST_INFLUENCE)
