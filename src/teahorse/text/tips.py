"""Tips for a first game: short sentences that appear once, when what they are about happens."""

from .translation import N_

# By name, the most urgent first. Browsers remember the names of the tips they have shown.
TIPS = {
    # What happened to the reader since the last move.
    "outbid": N_("Outbid! Your trader is back, and you may bid again."),
    "displaced": N_("Your trader was pushed down the road. More influence protects you: the guild sells it."),
    "banished": N_("The inspector comes where most is earned, and sent your trader home. A teahouse protects you."),
    "sent-home": N_("A trader without a route goes home. Hold each province on its way with a trader or a post."),
    "present": N_("A present! It is worth 3 VP in the end. When all are gone, the game is over."),
    # What comes next.
    "displace": N_("Your influence is higher, so you may push one trader there down the road."),
    "block": N_("The temple is yours: close one gorge. No bridge there counts this round."),
    "take": N_("A post earns every round, a bridge crosses a gorge, a teahouse scores and protects you."),
    "end": N_("The end is near. Three coins are worth only one VP then, so turn income into VP in time."),
    "convert": N_(
        "Only now does income become VP, one for one. Keep coins for the next bids: the bank pays only after them."
    ),
    "travel": N_(
        "Send your traders up the road. Leave no gap: each province on the way needs a trader or a post of yours."
    ),
    "bank": N_("No coins for another bid? The bank pays a part of all bids, but your own bids are given up."),
    "pass": N_("When you have bid enough, pass: traders that are left go to the market, and can travel."),
    "order": N_("The player who earned least bids first in the new round, and travels last."),
    "bid": N_(
        "Each bid sends a trader into a building. Small, round spaces can be outbid; large, square ones are safe."
    ),
}
