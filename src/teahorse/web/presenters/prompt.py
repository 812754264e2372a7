"""Whose turn it is and what to do, in one sentence; and the steps of the round."""

from dataclasses import dataclass

from ...text.events import REASONS
from .position_view import PositionView

TITLES = {
    "bid": "Bidding",
    "take": "Resolving",
    "block": "Resolving",
    "travel": "Build and travel",
    "displace": "Build and travel",
    "convert": "Converting",
    "chance": "Shuffling",
    "over": "The end",
}
QUESTIONS = {
    "bid": "{player}, bid in a building, go to the bank or the market, or pass.",
    "only-pass": "{player}, you have no trader to place: pass.",
    "only-market": "{player}, put a trader in the market, or pass.",
    "take": "{player}, take a structure from the yard.",
    "take-guards": "{player}, take a structure or your guards from the yard.",
    "block": "{player}, put the blocker on a gorge.",
    "travel": "{player}, build and travel: you have {passes} border passes left.",
    "travel-one-pass": "{player}, build and travel: you have one border pass left.",
    "travel-no-pass": "{player}, you have no border pass left: build, or be done.",
    "only-done": "{player}, nothing is left to do: say that you are done.",
    "displace": "{player}, displace a weaker trader in {place}, or nobody.",
    "convert": "{player}, choose how much of your income of {income} becomes VP; the rest is coins.",
    "chance": "Dúli's cards are to be shuffled.",
    "over": "The game is over: {reason}. {player} wins with {vp} VP.",
}
STEPS = {
    "bid": "Bid",
    "resolve": "Resolve",
    "travel": "Build and travel",
    "inspector": "Inspector",
    "presents": "Presents",
    "income": "Income",
    "order": "Turn order",
    "convert": "Convert",
}
STEP_OF_PHASE = {
    "bid": "bid",
    "take": "resolve",
    "block": "resolve",
    "travel": "travel",
    "displace": "travel",
    "convert": "convert",
}
STEP_OF_NEED = {"start": "bid", "bid": "bid", "travel": "travel"}  # what Dúli's cards are shuffled for


@dataclass(frozen=True)
class RoundStep:
    """A step of the round (1.6), and whether the game is there now."""

    name: str
    title: str
    is_now: bool


def question(view: PositionView) -> str:
    """One sentence to whoever is to move; when the game is over, who won."""
    snapshot, say = view.snapshot, view.say
    if snapshot["result"]:
        winner = snapshot["result"]["ranking"][0]
        reason = say(REASONS[snapshot["result"]["reason"]])
        return say(QUESTIONS["over"]).format(reason=reason, player=view.player(winner["player"]), vp=winner["vp"])
    if snapshot["phase"] == "chance":
        return say(QUESTIONS["chance"])
    return say(QUESTIONS[_asked(view)]).format(**_blanks(view))


def _asked(view: PositionView) -> str:
    """Which question it is."""
    phase, snapshot = view.phase, view.snapshot
    if phase == "bid":
        return _asked_when_bidding(view)
    if phase == "travel" and len(view.legal_moves) == 1:
        return "only-done"
    if phase == "travel":
        return {0: "travel-no-pass", 1: "travel-one-pass"}.get(snapshot["travel"]["passes_left"], phase)
    has_guards = snapshot["players"][snapshot["to_move"]]["guards"] == "reserve"
    return "take-guards" if phase == "take" and has_guards else phase


def _asked_when_bidding(view: PositionView) -> str:
    kinds = {move.split(" ")[0] for move in view.legal_moves}
    if kinds == {"pass"}:
        return "only-pass"
    return "only-market" if kinds == {"market", "pass"} else "bid"


def _blanks(view: PositionView) -> dict[str, object]:
    snapshot = view.snapshot
    mover = snapshot["to_move"]
    blanks: dict[str, object] = {
        "player": view.player(mover),
        "income": snapshot["players"][mover]["income"],
    }
    if snapshot["travel"]:
        blanks["passes"] = snapshot["travel"]["passes_left"]
        blanks["place"] = view.place(snapshot["travel"].get("at", "P"))
    return blanks


def phase_title(view: PositionView) -> str:
    """The name of the part of the round, as a heading."""
    return view.say(TITLES[view.phase])


def round_steps(view: PositionView) -> list[RoundStep]:
    """The steps of a round with the present one marked; none is when the game is over."""
    say, now = view.say, STEP_OF_PHASE.get(view.phase)
    if view.phase == "chance":
        now = STEP_OF_NEED[view.snapshot["duli"]["needs"]]
    return [RoundStep(name, say(STEPS[name]), name == now) for name in STEPS]
