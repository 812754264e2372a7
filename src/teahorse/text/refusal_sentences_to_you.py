"""The sentences of refusals for the reader whose move is refused, by their code; all others name nobody."""

from ..rules import names
from .translation import N_, NN_, Plural

SENTENCES_TO_YOU: dict[str, str] = {
    "only-market-after-bank": N_(
        "You are in the bank: for the rest of this bidding you may only use the market or pass."
    ),
    "already-bidding-here": N_("You have a trader at the {building} already and may not bid there again."),
    "two-bids-already": N_("You already have two traders at the {building}, and two are the limit."),
    "school-used-up": N_("You have no trader left in reserve, so the school has nothing to give."),
    "customs-used-up": N_("You have all 6 border passes, so the customs has nothing to give."),
    "horse-used-up": N_("Your horse is in Qinghai and can go no farther."),
    "guild-used-up": N_("You have influence 4, so the guild has nothing to give."),
    "yard-used-up": N_("You have nothing left in reserve to take from the yard."),
    "not-twice": N_(
        "A second bid needs progress that can be taken twice, and you can take that of the {building} only once more."
    ),
    "no-trader-to-place": N_(
        "You have no trader to place, neither in your supply nor in a province: you can only pass."
    ),
    "none-in-supply": N_("Your supply is empty. First pick up a trader from a province: {sources}."),
    "no-trader-there": N_("You have no trader in {source}."),
    "supply-first": N_("A trader may come from a province only if your supply is empty, and you have {supply} there."),
    "bank-twice": N_("You are in the bank already, and may take only one of its spaces in each bidding."),
    "guards-used": N_("Your guards have been used."),
    "post-beyond-horse": N_("A post needs the horse in {place} or beyond, and yours is in {horse}."),
    "bridge-beyond-horse": N_("A bridge needs the horse to have reached both its provinces, and yours is in {horse}."),
    "bridge-there": N_("You have a bridge over {gorge} already."),
    "teahouse-beyond-horse": N_("A teahouse needs the horse in {place} or beyond, and yours is in {horse}."),
    "no-trader-to-move": N_("You have no trader in {start}."),
    "all-have-moved": N_("All your traders in {start} have made their journey this turn."),
    "beyond-horse": N_("Traders go no farther than the horse, and yours is in {horse}."),
    "influence-not-lower": N_("{victim} has influence {victim_influence}, which is not lower than your {influence}."),
    "more-than-income": N_("Your income this round is {income}; at most that becomes VP."),
}

COUNTED_TO_YOU: dict[str, Plural] = {
    "not-affordable": NN_(
        "You have {coins} coin; with this bid your standing bids would come to {committed}.",
        "You have {coins} coins; with this bid your standing bids would come to {committed}.",
    ),
    "post-there": NN_(
        "You have a post in {place} already, which is the most.",
        "You have {posts} posts in {place} already, which is the most.",
    ),
    "not-enough-passes": NN_(
        "That journey takes one border pass, and you have {passes_left} left.",
        "That journey takes {steps} border passes, and you have {passes_left} left.",
    ),
}

_ASKED = (  # by the number of the phase
    N_("Now you are to bid; this move belongs to another part of the round."),
    N_("Now you are to take a structure; this move belongs to another part of the round."),
    N_("Now you are to block a gorge; this move belongs to another part of the round."),
    N_("Now you are to build and travel; this move belongs to another part of the round."),
    N_("Now you are to displace or spare; this move belongs to another part of the round."),
    N_("Now you are to convert; this move belongs to another part of the round."),
)
BY_VALUE_TO_YOU: dict[str, dict[str, str]] = {
    "wrong-phase": dict(zip(names.PHASE, _ASKED, strict=False)),
    "none-left": {
        "post": N_("You have no post left in reserve."),
        "bridge": N_("You have no bridge left in reserve."),
        "teahouse": N_("You have no teahouse left in reserve."),
    },
    "no-structure": {
        "post": N_("You have no post in your supply to build."),
        "bridge": N_("You have no bridge in your supply to build."),
        "teahouse": N_("You have no teahouse in your supply to build."),
    },
}

# Where a piece of the reader is in the way: the parameter that is the reader, and the sentence.
YOURS_IN_THE_WAY: dict[str, tuple[str, str]] = {
    "space-taken": ("occupant", N_("Your own trader is on that space.")),
    "bank-space-taken": ("occupant", N_("Your own trader is on that space of the bank.")),
    "not-highest": (
        "higher",
        N_("A small space needs the highest bid of the building, and you stand on {higher_price} yourself."),
    ),
    "teahouse-there": ("teahouse", N_("You have a teahouse in {place} already, and there is room for one.")),
}
