"""The prompt: whose turn it is, what can be done now, and why something usual can't; and the steps of the round."""

from dataclasses import dataclass

from ...rules import moves
from ...rules.state import PLACES
from ...rules.verdicts import REFUSALS
from ...snapshot import part_of_round
from ...text import prompts
from ...text.endings import GAME_OVER, reason_told, result_told
from ...text.people import is_you, is_yours
from .position_view import PositionView, once


@dataclass(frozen=True)
class RoundStep:
    """A step of the round (1.6), and whether the game is there now."""

    name: str
    title: str
    is_now: bool


@once
def question(view: PositionView) -> str:
    """A sentence or two for the player to move; after the game, how it ended."""
    say = view.say
    if view.snapshot["result"]:
        return f"{end_told(view)} {result(view)}"
    if view.phase == "chance":
        return say(prompts.SHUFFLE)
    return say(prompts.PROMPT).format(turn=whose_turn(view), what=" ".join((_asked(view), *_why_not(view))))


def waiting(view: PositionView) -> str:
    """What those read who are not to move."""
    if view.is_you(str(view.to_move)):
        return view.say(prompts.WAITING_FOR_YOU[view.phase])
    return view.say(prompts.WAITING[view.phase]).format(player=view.player(str(view.to_move)))


def whose_turn(view: PositionView) -> str:
    """Whose turn it is, as a heading."""
    say, mover = view.say, str(view.to_move)
    if is_you(mover, view.names):
        return say(prompts.YOUR_TURN)
    turn = say(prompts.YOUR_TURN_AS) if is_yours(mover, view.names) else say(prompts.TURN_OF)
    return turn.format(player=view.player(mover))


def end_told(view: PositionView) -> str:
    """Why the game ended."""
    result = view.snapshot["result"]
    limit = int(view.rules.record.vp_end)
    reached = [row["player"] for row in result["ranking"] if row["from"]["track"] >= limit]
    reason = reason_told(result["reason"], view.rules, reached, view.names, view.say)
    return view.say(GAME_OVER).format(reason=reason)


def result(view: PositionView) -> str:
    """How the game ended for the reader, or who won."""
    totals = [(standing.person, standing.total) for standing in view.standings]
    return result_told(totals, view.names, view.say)


# --- What can be done ---------------------------------------------------------------------------------


@once
def _kinds(view: PositionView) -> set[str]:
    """The first words of the legal moves."""
    return {move.split(" ")[0] for move in view.legal_moves}


def _asked(view: PositionView) -> str:
    """What the player to move can do now."""
    say, phase = view.say, view.phase
    if phase == "bid":
        return say(prompts.BIDDING[frozenset(_kinds(view) - {"pass"})])
    if phase == "travel":
        return _asked_when_travelling(view)
    if phase == "take":
        return _asked_at_the_yard(view)
    snapshot = view.snapshot
    place = view.place(snapshot["travel"].get("at", "P")) if snapshot["travel"] else ""
    return say(prompts.OTHERS[phase]).format(place=place, income=snapshot["players"][view.to_move]["income"])


def _asked_when_travelling(view: PositionView) -> str:
    say, kinds, passes = view.say, _kinds(view), view.snapshot["travel"]["passes_left"]
    if "go" not in kinds:
        return say(prompts.ONLY_BUILDING) if "build" in kinds else say(prompts.ONLY_DONE)
    sentence = prompts.TRAVELLING if "build" in kinds else prompts.ONLY_TRAVELLING
    return say.ngettext(*sentence, passes).format(passes=passes)


def _asked_at_the_yard(view: PositionView) -> str:
    taken = {move.split(" ")[1] for move in view.legal_moves}
    if "guards" not in taken:
        return view.say(prompts.TAKING)
    return view.say(prompts.ONLY_GUARDS) if taken == {"guards"} else view.say(prompts.TAKING_OR_GUARDS)


# --- And what can't -----------------------------------------------------------------------------------


def _why_not(view: PositionView) -> list[str]:
    """Why something usual is not possible now, in sentences."""
    reasons = {"bid": _why_not_bidding, "travel": _why_not_travelling}.get(view.phase)
    return [view.say(prompts.WHY_NOT[reason]) for reason in reasons(view)] if reasons else []


def _why_not_bidding(view: PositionView) -> list[str]:
    kinds = _kinds(view)
    if "market" not in kinds:
        return ["no-trader"]
    refused = {REFUSALS[verdict].code for verdict in view.verdicts[: moves.BANK * PLACES]}
    if "only-market-after-bank" in refused:
        return ["after-bank"]
    reasons = []
    if "bid" not in kinds:
        reasons.append("too-dear" if "not-affordable" in refused else "no-space")
    if "bank" not in kinds:
        reasons.append("bank-full")
    if "market" not in view.legal_moves:
        reasons.append("empty-supply")
    return reasons


def _why_not_travelling(view: PositionView) -> list[str]:
    kinds = _kinds(view)
    if "go" in kinds:
        return []
    turn = view.snapshot["travel"]
    if turn["passes_left"] and turn["moved"]:
        return ["one-journey"]
    if "build" not in kinds:
        return ["nothing-left"]
    return ["no-journey"] if turn["passes_left"] else ["no-pass"]


# --- The round ----------------------------------------------------------------------------------------


def phase_title(view: PositionView) -> str:
    """The name of the part of the round, as a heading."""
    return view.say(prompts.PHASE_TITLES[view.phase])


def round_steps(view: PositionView) -> list[RoundStep]:
    """The steps of a round with the current one marked; after the game none is."""
    say, now = view.say, part_of_round(view.phase, (view.snapshot["duli"] or {}).get("needs"))
    return [
        RoundStep(name, say.pgettext(prompts.STEP, title), name == now) for name, title in prompts.STEP_TITLES.items()
    ]
