"""The sentences of the player aid: the round in short, the end, and what scores then."""

from .translation import N_, NN_, Plural

ROUND = {
    "bid": N_(
        "In blue order, one trader at a time, until everyone has passed. A bid sends traders on cheaper small spaces "
        "of its building back to their supply; they may bid again."
    ),
    "resolve": N_("The bank pays. Then, in blue order, you pay all your bids and take what the buildings give."),
    "travel": N_(
        "In gray order you build and send out traders from the market and the provinces. Each step costs a border "
        "pass, which you have again next round, and leads no farther than your horse. Where a trader arrives, it may "
        "displace one of a player with less influence to the next province down the road. On the way to Pu'er you need "
        "a trader or a post in every province. Traders without such a route when you are done go back to the market."
    ),
    "inspector": N_(
        "He visits the province with the highest revenue. The player with the highest influence there loses a trader "
        "to the market; of equals, the first in gray order. Influence {most}, or a teahouse of your own there, "
        "protects you."
    ),
    "presents": N_(
        "Each trader in a province takes one of its presents, as long as there are any: highest influence first."
    ),
    "income": N_(
        "Traders and posts earn the values of their provinces. Each gap on its way costs a trader {gap}; a post with a "
        "gap earns nothing."
    ),
    "order": N_("The highest income is first in gray order, the lowest first in blue order."),
    "convert": N_("In gray order you choose how much of your income becomes VP. The rest is coins."),
}
RULES_OF_THE_ROUND = {
    "bid": "2",
    "resolve": "4",
    "travel": "5",
    "inspector": "6",
    "presents": "7",
    "income": "8",
    "order": "9",
    "convert": "10",
}
RECALL = {
    "any": N_("The trader comes from your supply or from any province."),
    "when-empty": N_("The trader comes from your supply; only when it is empty, from a province."),
}
LIMITS: dict[str, str | Plural] = {
    "school": NN_("up to {most} trader", "up to {most} traders"),
    "customs": NN_("up to {most} pass", "up to {most} passes"),
    "horse": N_("as far as {place}"),
    "guild": N_("up to influence {most}"),
}
ENDS_BY_VP = N_("Someone has {vp} VP or more.")
ENDS_BY_PRESENTS = NN_(
    "At most one present is left in the provinces.", "At most {presents} presents are left in the provinces."
)
ENDS_WITHOUT_PRESENTS = N_("No presents are left in the provinces.")
ENDS_AT_LAST = N_("Round {round} is over.")
COINS = N_("1 VP for every {coins}")
PRESENTS = N_("{vp} VP each")
TEAHOUSES = N_("{vp} VP each, in any province")
BY_PROVINCE = N_("by province, as above")
TIES = N_("In a tie the higher influence wins, then the earlier place in gray order.")
VARIANTS = {
    "double_bidding": N_("You may have two traders in one progress building if you can use its progress twice."),
    "guards": N_(
        "At the yard you may take your guards instead of a structure. Nobody displaces your traders in their province "
        "this round."
    ),
    "debt": N_(
        "You may bid more than you have. Each coin short costs {base} VP less the number of the round, but at least "
        "{least}."
    ),
    "duli": N_("Dúli bids and travels by cards. She pays nothing, earns nothing and isn't ranked."),
    "two-colours": N_("Each person plays two colours. Only their VP and, in the end, their coins are pooled."),
}
RULES_OF_VARIANTS = {"double_bidding": "13.1", "guards": "13.5", "debt": "15.16", "duli": "14", "two-colours": "15.18"}
