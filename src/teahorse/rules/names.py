"""The words of the notation for the numbers of `state`: the only place where the two meet."""

from .state import BUILDINGS, DULI, GORGES, MAX_PLAYERS, PLACES

PLACE = ("P", "Y", "S", "K", "T", "Q")
BUILDING = ("school", "customs", "horse", "guild", "yard", "temple")
STRUCTURE = ("post", "bridge", "teahouse", "guards")
GORGE = tuple(PLACE[low] + PLACE[high] for low, high in GORGES)
BANK_SPACE = ("high", "low")
PLAYER = (*(f"p{number + 1}" for number in range(MAX_PLAYERS)), "duli")
PHASE = ("bid", "take", "block", "travel", "displace", "convert", "chance", "over")
PART_OF_ROUND = {"take": "resolve", "block": "resolve", "displace": "travel"} | {
    phase: phase for phase in ("bid", "travel", "convert", "chance", "over")
}
BLUE_PARTS = ("bid", "resolve")  # of a round; the others go in gray order (1.6)
NEEDS = (None, "start", "bid", "travel")
REASON = ("vp", "presents", "both", "cap")
SCORE = ("track", "coins", "presents", "passes", "influence", "teahouses", "horse")

assert len(PLACE) == PLACES and len(BUILDING) == BUILDINGS and PLAYER[DULI] == "duli"
