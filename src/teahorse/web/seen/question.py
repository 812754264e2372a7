"""Whose turn it is and what to do, in one sentence; and the steps of the round."""

from dataclasses import dataclass

from ...game import Game
from ...rules import moves
from ...rules.verdicts import LEGAL
from ...snapshot import Snapshot
from ...telling import REASONS, Names, Say, called, place_called

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
    "take": "{player}, take a structure from the yard.",
    "take-guards": "{player}, take a structure or your guards from the yard.",
    "block": "{player}, put the blocker on a gorge.",
    "displace": "{player}, displace a weaker trader in {place}, or nobody.",
    "convert": "{player}, choose how much of your income of {income} becomes VP; the rest is coins.",
    "chance": "Dúli's cards are to be shuffled.",
    "over": "The game is over: {reason}. {player} wins with {vp} VP.",
}
BIDDING = {
    "only-pass": "{player}, you have no trader to place: pass.",
    "market-or-pass": "{player}, put a trader in the market, or pass.",
}
TRAVELLING = {
    "many": "{player}, build and travel: you have {passes} border passes left.",
    "one": "{player}, build and travel: you have one border pass left.",
    "none": "{player}, you have no border pass left: build, or be done.",
    "nothing": "{player}, there is nothing left to do: say that you are done.",
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
    snapshot = game.snapshot()
    if snapshot["result"]:
        winner = snapshot["result"]["ranking"][0]
        reason = say(REASONS[snapshot["result"]["reason"]])
        return say(QUESTIONS["over"]).format(
            reason=reason, player=called(winner["player"], names, say), vp=winner["vp"]
        )
    if snapshot["phase"] == "chance":
        return say(QUESTIONS["chance"])
    return say(_sentence(game, snapshot)).format(**_blanks(game, snapshot, names, say))


def _sentence(game: Game, snapshot: Snapshot) -> str:
    phase = snapshot["phase"]
    if phase == "bid":
        return _bidding(game)
    if phase == "travel":
        return _travelling(game, snapshot["travel"]["passes_left"])
    if phase == "take" and snapshot["players"][snapshot["to_move"]]["guards"] == "reserve":
        return QUESTIONS["take-guards"]
    return QUESTIONS[phase]


def _bidding(game: Game) -> str:
    legal = game.verdicts()[: moves.PASS] == LEGAL
    if not legal.any():
        return BIDDING["only-pass"]
    in_market = slice(moves.placement_id(0, moves.MARKET), moves.PASS)
    return QUESTIONS["bid"] if legal.sum() > legal[in_market].sum() else BIDDING["market-or-pass"]


def _travelling(game: Game, passes: int) -> str:
    if len(game.legal_moves()) == 1:
        return TRAVELLING["nothing"]
    return TRAVELLING["none" if passes == 0 else "one" if passes == 1 else "many"]


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
        now = STEP_OF_NEED[game.snapshot()["duli"]["needs"]]
    return [RoundStep(name, say(STEPS[name]), name == now) for name in STEPS]
