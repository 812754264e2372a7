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
QUESTIONS = {
    "bid": N_("{player}, bid in a building, go to the bank or the market, or pass."),
    "only-pass": N_("{player}, you have no trader to place: pass."),
    "only-market": N_("{player}, put a trader in the market, or pass."),
    "take": N_("{player}, take a structure from the yard."),
    "take-guards": N_("{player}, take a structure or your guards from the yard."),
    "block": N_("{player}, put the blocker on a gorge."),
    "travel-no-pass": N_("{player}, you have no border pass left: build, or be done."),
    "only-done": N_("{player}, nothing is left to do: say that you are done."),
    "displace": N_("{player}, displace a weaker trader in {place}, or nobody."),
    "convert": N_("{player}, choose how much of your income of {income} becomes VP; the rest is coins."),
}
TRAVEL = NN_(
    "{player}, build and travel: you have one border pass left.",
    "{player}, build and travel: you have {passes} border passes left.",
)
SHUFFLE = N_("Dúli's cards are to be shuffled.")
GAME_OVER = N_("The game is over: {reason}. {player} wins with {vp} VP.")
WAITING = {  # what everyone but the player to move reads
    "bid": N_("{player} is bidding."),
    "take": N_("{player} takes a structure from the yard."),
    "block": N_("{player} puts the blocker on a gorge."),
    "travel": N_("{player} builds and travels."),
    "displace": N_("{player} may displace a trader."),
    "convert": N_("{player} chooses between VP and coins."),
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
