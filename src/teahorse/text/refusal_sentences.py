"""The sentences of refusals, by their code: whole ones, also where a parameter would change the grammar."""

from ..rules import names
from .translation import N_, NN_, Plural

SENTENCES: dict[str, str] = {
    "game-over": N_("The game is over; no more moves are made."),
    "nothing-to-displace": N_(
        "You can displace only right after a journey that ends beside a trader of lower influence."
    ),
    "displace-first": N_(
        "First settle the journey that just ended in {arrived}: displace a trader there, or spare them."
    ),
    "deal-first": N_("Dúli's cards must be shuffled first: `deck` with all 16 cards."),
    "no-cards-needed": N_("No cards are shuffled now; that happens only when Dúli needs one and her pile is empty."),
    "no-temple": N_("There is no temple in this game."),
    "no-such-space": N_("The {building} has no such space; its prices are {prices}."),
    "only-market-after-bank": N_(
        "{player} is in the bank and may only use the market or pass for the rest of this bidding."
    ),
    "space-taken": N_("That space is taken by {occupant}."),
    "already-bidding-here": N_("{player} has a trader at the {building} already and may not bid there again."),
    "two-bids-already": N_("{player} already has two traders at the {building}, and two are the limit."),
    "not-highest": N_("A small space needs the highest bid of the building, and {higher} stands on {higher_price}."),
    "school-used-up": N_("{player} has no trader left in reserve, so the school has nothing to give."),
    "customs-used-up": N_("{player} has all 6 border passes, so the customs has nothing to give."),
    "horse-used-up": N_("{player}'s horse is in Qinghai and can go no farther."),
    "guild-used-up": N_("{player} has influence 4, so the guild has nothing to give."),
    "yard-used-up": N_("{player} has nothing left in reserve to take from the yard."),
    "not-twice": N_(
        "A second bid needs progress that can be taken twice, "
        "and {player} can take that of the {building} only once more."
    ),
    "no-trader-to-place": N_(
        "{player} has no trader to place, neither in the supply nor in a province, and can only pass."
    ),
    "none-in-supply": N_("{player} has no trader in the supply; one from a province may be placed: {sources}."),
    "no-trader-there": N_("{player} has no trader in {source}."),
    "supply-first": N_(
        "A trader may come from a province only if the supply is empty, and {player} has {supply} there."
    ),
    "bank-taken": N_("No space of the bank is free."),
    "bank-space-taken": N_("That space of the bank is taken by {occupant}."),
    "bank-space-closed": N_("That space of the bank is closed in a game with Dúli."),
    "bank-alike": N_("Both spaces of this bank pay the same: say just `bank`."),
    "bank-which": N_("The two spaces of this bank differ: say `bank high` or `bank low`."),
    "bank-twice": N_("{player} is in the bank already, and may take only one of its spaces in each bidding."),
    "no-guards": N_("There are no guards in this game."),
    "guards-used": N_("{player}'s guards have been used."),
    "not-a-gorge": N_("This board doesn't have {gorge}; it has {gorges}."),
    "post-beyond-horse": N_("A post needs the horse in {place} or beyond, and {player}'s is in {horse}."),
    "bridge-beyond-horse": N_(
        "A bridge needs the horse to have reached both its provinces, and {player}'s is in {horse}."
    ),
    "gorge-blocked": N_("This round {gorge} is blocked."),
    "bridge-there": N_("{player} has a bridge over {gorge} already."),
    "teahouse-beyond-horse": N_("A teahouse needs the horse in {place} or beyond, and {player}'s is in {horse}."),
    "teahouse-there": N_("{teahouse} has a teahouse in {place}, and there is room for one."),
    "same-place": N_("A journey must end in another province."),
    "not-to-puer": N_("A journey can't end in Pu'er."),
    "no-trader-to-move": N_("{player} has no trader in {start}."),
    "all-have-moved": N_("All of {player}'s traders in {start} have made their journey this turn."),
    "beyond-horse": N_("Traders go no farther than the horse, and {player}'s is in {horse}."),
    "not-playing": N_("{victim} is not in this game."),
    "not-yourself": N_("You can displace only the traders of others, not your own."),
    "nobody-there": N_("{victim} has no trader in {arrived}."),
    "influence-not-lower": N_(
        "{victim} has influence {victim_influence}, which is not lower than {player}'s {influence}."
    ),
    "guarded": N_("{victim}'s guards protect the traders in {arrived} this round."),
    "more-than-income": N_("{player}'s income this round is {income}; at most that becomes VP."),
}

# Sentences with a number: the parameter that is the number.
COUNTED: dict[str, tuple[str, Plural]] = {
    "not-affordable": (
        "coins",
        NN_(
            "{player} has {coins} coin; with this bid the standing bids would come to {committed}.",
            "{player} has {coins} coins; with this bid the standing bids would come to {committed}.",
        ),
    ),
    "post-there": (
        "posts",
        NN_(
            "{player} has a post in {place} already, which is the most.",
            "{player} has {posts} posts in {place} already, which is the most.",
        ),
    ),
    "not-enough-passes": (
        "steps",
        NN_(
            "That journey takes one border pass, and {player} has {passes_left} left.",
            "That journey takes {steps} border passes, and {player} has {passes_left} left.",
        ),
    ),
}

ASKED = (  # by the number of the phase
    N_("Now {player} is to bid; this move belongs to another part of the round."),
    N_("Now {player} is to take a structure; this move belongs to another part of the round."),
    N_("Now {player} is to block a gorge; this move belongs to another part of the round."),
    N_("Now {player} is to build and travel; this move belongs to another part of the round."),
    N_("Now {player} is to displace or spare; this move belongs to another part of the round."),
    N_("Now {player} is to convert; this move belongs to another part of the round."),
)

# Sentences that a parameter changes as a whole: the parameter, and the sentence for each of its values.
BY_VALUE: dict[str, tuple[str, dict[str, str]]] = {
    "wrong-phase": ("asked", dict(zip(names.PHASE, ASKED, strict=False))),
    "none-left": (
        "structure",
        {
            "post": N_("{player} has no post left in reserve."),
            "bridge": N_("{player} has no bridge left in reserve."),
            "teahouse": N_("{player} has no teahouse left in reserve."),
        },
    ),
    "yard-builds-teahouses": (
        "structure",
        {
            "post": N_("At the yard only a teahouse may be built at once; a post goes to the supply."),
            "bridge": N_("At the yard only a teahouse may be built at once; a bridge goes to the supply."),
        },
    ),
    "no-structure": (
        "structure",
        {
            "post": N_("{player} has no post in the supply to build."),
            "bridge": N_("{player} has no bridge in the supply to build."),
            "teahouse": N_("{player} has no teahouse in the supply to build."),
        },
    ),
}
