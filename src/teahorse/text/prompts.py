"""What is asked of the player to move, and what the parts of a round are called."""

from .translation import N_, NN_, NP_

PHASE_TITLES = {
    "bid": N_("Bidding"),
    "take": N_("Resolving"),
    "block": N_("Resolving"),
    "travel": N_("Build and travel"),
    "displace": N_("Build and travel"),
    "convert": N_("Converting"),
    "chance": N_("Shuffling"),
    "over": N_("The end"),
}
# Whose turn it is. What follows the colon is one of the texts below.
YOUR_TURN = N_("Your turn")
TURN_OF = N_("{player}'s turn")
YOUR_TURN_AS = N_("Your turn as {player}")  # for a person with two colours
PROMPT = N_("{turn}: {what}")

# What the player to move can do now: only what is possible.
BIDDING = {  # by what is possible besides passing
    frozenset({"bid", "bank", "market"}): N_("bid, go to the bank or the market, or pass."),
    frozenset({"bid", "market"}): N_("bid, go to the market, or pass."),
    frozenset({"bank", "market"}): N_("go to the bank or the market, or pass."),
    frozenset({"market"}): N_("go to the market, or pass."),
    frozenset[str](): N_("pass."),
}
TRAVELLING = NN_(
    "build and travel. You have one border pass left.", "build and travel. You have {passes} border passes left."
)
ONLY_TRAVELLING = NN_("travel. You have one border pass left.", "travel. You have {passes} border passes left.")
ONLY_BUILDING = N_("build, or press Done.")
ONLY_DONE = N_("press Done.")
TAKING = N_("take a structure from the yard.")
TAKING_OR_GUARDS = N_("take a structure from the yard, or place your guards.")
ONLY_GUARDS = N_("place your guards.")
OTHERS = {
    "block": N_("put the blocker on a gorge."),
    "displace": N_("displace a weaker trader in {place}, or nobody."),
    "convert": N_("choose how much of your income of {income} becomes VP. The rest is coins."),
}

# Why something usual is not possible now.
WHY_NOT = {
    "no-trader": N_("You have no trader to place."),
    "after-bank": N_("You are in the bank."),
    "too-dear": N_("You can't afford any bid."),
    "no-space": N_("No space is open to you."),
    "bank-full": N_("The bank is full."),
    "empty-supply": N_("Your supply is empty: only traders in provinces are left to place."),
    "no-pass": N_("You have no border pass left."),
    "no-journey": N_("Your traders can't travel now."),
    "one-journey": N_("No trader of yours can travel any more: each makes one journey a round."),
    "nothing-left": N_("You have nothing left to build, and no trader can travel."),
}

SHUFFLE = N_("Dúli's cards are to be shuffled.")
WAITING = {  # what everyone but the player to move reads
    "bid": N_("{player} is bidding."),
    "take": N_("{player} takes a structure from the yard."),
    "block": N_("{player} puts the blocker on a gorge."),
    "travel": N_("{player} builds and travels."),
    "displace": N_("{player} may displace a trader."),
    "convert": N_("{player} chooses between VP and coins."),
}
WAITING_FOR_YOU = {  # the same in a replay, where the reader is to move
    "bid": N_("You are bidding."),
    "take": N_("You take a structure from the yard."),
    "block": N_("You put the blocker on a gorge."),
    "travel": N_("You build and travel."),
    "displace": N_("You may displace a trader."),
    "convert": N_("You choose between VP and coins."),
}
STEP = "step of the round"  # the context of the names below
STEP_TITLES = {
    "bid": NP_("step of the round", "Bid"),
    "resolve": NP_("step of the round", "Resolve"),
    "travel": NP_("step of the round", "Build and travel"),
    "inspector": NP_("step of the round", "Inspector"),
    "presents": NP_("step of the round", "Presents"),
    "income": NP_("step of the round", "Income"),
    "order": NP_("step of the round", "Turn order"),
    "convert": NP_("step of the round", "Convert"),
}
