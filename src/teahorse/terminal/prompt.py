"""The question to the player, and the legal moves in groups."""

from ..game import Game
from ..rules import names as notation
from ..snapshot import Snapshot
from ..text.endings import reason_told
from ..text.words import Names, place_called
from .symbols import full_name

PHASES = {
    "bid": "bidding",
    "take": "resolving",
    "block": "resolving",
    "travel": "building and travelling",
    "displace": "building and travelling",
    "convert": "converting income",
    "chance": "shuffling",
    "over": "over",
}
QUESTIONS = {
    "bid": "{player}: bid in a building, go to the bank or the market, or pass.",
    "take": "{player}: take a structure from the yard.",
    "block": "{player}: put the blocker on a gorge.",
    "travel": "{player}: build and travel; border passes left: {passes_left}. `done` ends the turn.",
    "displace": "{player}: `displace` a weaker trader in {place}, or `spare` them.",
    "convert": "{player} has an income of {income}: `convert` any part of it into VP; the rest is coins.",
    "chance": "Dúli's cards must be shuffled.",
    "over": "The game is over: {reason}. {player} won with {vp} VP.",
}


def question(game: Game, snapshot: Snapshot, names: Names) -> str:
    """One sentence: who is to move, and the decision."""
    blanks: dict[str, object] = {}
    if snapshot["result"]:
        winner = snapshot["result"]["ranking"][0]
        blanks = {"reason": _reason(game, snapshot["result"], names), "vp": winner["vp"]}
        blanks["player"] = " and ".join(full_name(colour, names) for colour in winner["player"].split("+"))
    elif snapshot["to_move"] in snapshot["players"]:
        mover = snapshot["to_move"]
        blanks = {"player": full_name(mover, names), "income": snapshot["players"][mover]["income"]}
        blanks |= snapshot["travel"] or {}
        if "at" in blanks:
            blanks["place"] = place_called(str(blanks["at"]), game.rules)
    return QUESTIONS[snapshot["phase"]].format(**blanks)


def _reason(game: Game, result: Snapshot, names: Names) -> str:
    reached = [row["player"] for row in result["ranking"] if row["from"]["track"] >= game.rules.record.vp_end]
    full_names = {player: full_name(player, names) for player in names}
    return reason_told(result["reason"], game.rules, reached, full_names)


def group_moves(moves: list[str]) -> list[tuple[str, list[str]]]:
    """Legal moves in groups, in the order of the rulebook: a heading, and the choices under it."""
    groups: dict[str, list[str]] = {}
    for move in sorted(moves, key=_sort_key):
        words = move.split(" ")
        if words[0] == "bid":
            groups.setdefault(" ".join([*words[:2], "N", *words[3:]]), []).append(words[2])
        elif words[0] == "convert":
            groups["convert N"] = ["0", "to", words[1]] if words[1] != "0" else ["0"]
        else:
            groups.setdefault("", []).append(move)
    return [(head, groups[head]) for head in sorted(groups, key=lambda head: head == "")]


def _sort_key(move: str) -> tuple[int, ...]:
    """Buildings and prices in their order; the rest as in the notation."""
    words = move.split(" ")
    if words[0] == "bid":
        source = notation.PLACE.index(words[4]) if len(words) > 3 else 0
        return 0, source, notation.BUILDING.index(words[1]), int(words[2])
    return (1, int(words[1])) if words[0] == "convert" else (2,)
