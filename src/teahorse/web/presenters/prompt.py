"""The prompt: whose turn it is and what to do, and the steps of the round."""

from dataclasses import dataclass

from ...snapshot import part_of_round
from ...text.events import REASONS
from ...text.prompts import GAME_OVER, PHASE_TITLES, QUESTIONS, SHUFFLE, STEP, STEP_TITLES, TRAVEL
from .position_view import PositionView


@dataclass(frozen=True)
class RoundStep:
    """A step of the round (1.6), and whether the game is there now."""

    name: str
    title: str
    is_now: bool


def question(view: PositionView) -> str:
    """A sentence for the player to move; after the game, who won."""
    snapshot, say = view.snapshot, view.say
    if snapshot["result"]:
        winner = snapshot["result"]["ranking"][0]
        reason = snapshot["result"]["reason"]
        player = view.player(winner["player"])
        return say(GAME_OVER).format(reason=say(REASONS[reason]), player=player, vp=winner["vp"])
    if snapshot["phase"] == "chance":
        return say(SHUFFLE)
    asked, blanks = _asked(view), _blanks(view)
    if asked == "travel":
        return say.ngettext(*TRAVEL, snapshot["travel"]["passes_left"]).format(**blanks)
    return say(QUESTIONS[asked]).format(**blanks)


def _asked(view: PositionView) -> str:
    """Which question it is."""
    phase, snapshot = view.phase, view.snapshot
    if phase == "bid":
        return _asked_when_bidding(view)
    if phase == "travel" and len(view.legal_moves) == 1:
        return "only-done"
    if phase == "travel" and snapshot["travel"]["passes_left"] == 0:
        return "travel-no-pass"
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
    return view.say(PHASE_TITLES[view.phase])


def round_steps(view: PositionView) -> list[RoundStep]:
    """The steps of a round with the current one marked; after the game none is."""
    say, now = view.say, part_of_round(view.phase, (view.snapshot["duli"] or {}).get("needs"))
    return [RoundStep(name, say.pgettext(STEP, title), name == now) for name, title in STEP_TITLES.items()]
