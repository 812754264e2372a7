"""Whose turn it is and what to do, in one sentence; and the steps of the round."""

from dataclasses import dataclass

from ...game import Game
from ...snapshot import Snapshot
from ...text.events import REASONS, Names, Say, called, place_called

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


def question(game: Game, names: Names, say: Say) -> str:
    """One sentence to whoever is to move; when the game is over, who won."""
    snapshot = game.look()
    if snapshot["result"]:
        winner = snapshot["result"]["ranking"][0]
        reason = say(REASONS[snapshot["result"]["reason"]])
        return say(QUESTIONS["over"]).format(
            reason=reason, player=called(winner["player"], names, say), vp=winner["vp"]
        )
    if snapshot["phase"] == "chance":
        return say(QUESTIONS["chance"])
    return say(QUESTIONS[_asked(game, snapshot)]).format(**_blanks(game, snapshot, names, say))


def _asked(game: Game, snapshot: Snapshot) -> str:
    """Which question it is."""
    phase = game.phase
    if phase == "bid":
        return _asked_when_bidding(game)
    if phase == "travel" and len(game.legal_moves()) == 1:
        return "only-done"
    if phase == "travel":
        return {0: "travel-no-pass", 1: "travel-one-pass"}.get(snapshot["travel"]["passes_left"], phase)
    has_guards = snapshot["players"][snapshot["to_move"]]["guards"] == "reserve"
    return "take-guards" if phase == "take" and has_guards else phase


def _asked_when_bidding(game: Game) -> str:
    kinds = {move.split(" ")[0] for move in game.legal_moves()}
    if kinds == {"pass"}:
        return "only-pass"
    return "only-market" if kinds == {"market", "pass"} else "bid"


def _blanks(game: Game, snapshot: Snapshot, names: Names, say: Say) -> dict[str, object]:
    mover = snapshot["to_move"]
    blanks: dict[str, object] = {
        "player": called(mover, names, say),
        "income": snapshot["players"][mover]["income"],
    }
    if snapshot["travel"]:
        blanks["passes"] = snapshot["travel"]["passes_left"]
        blanks["place"] = place_called(snapshot["travel"].get("at", "P"), game.rules, say)
    return blanks


def phase_title(game: Game, say: Say) -> str:
    """The name of the part of the round, as a heading."""
    return say(TITLES[game.phase])


def round_steps(game: Game, say: Say) -> list[RoundStep]:
    """The steps of a round with the present one marked; none is when the game is over."""
    now = STEP_OF_PHASE.get(game.phase)
    if game.phase == "chance":
        now = STEP_OF_NEED[game.look()["duli"]["needs"]]
    return [RoundStep(name, say(STEPS[name]), name == now) for name in STEPS]
