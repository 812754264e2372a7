"""Offers: every move of the phase, legal or refused, with its spots and its effect."""

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from ...rules.state import PLACES
from ...rules.verdicts import LEGAL, REFUSALS, Refusal
from ...text.refusals import parameters_of_any_move, parameters_of_move, refusal_told
from .candidate_moves import Candidate, candidates
from .effects import Effects
from .move_labels import label
from .position_view import PositionView


class Offer(NamedTuple):
    """One move of the phase. A refused move has no label or effect; `why` and `rule` explain the refusal."""

    move: str
    source: str | None
    target: str | None
    label: str
    effect: str
    why: str | None = None
    rule: str | None = None


def offers(view: PositionView) -> list[Offer]:
    """Every move of the phase that makes sense on this board, legal or refused, in the order of the move table."""
    if view.to_move in (None, "chance"):
        return []
    effects, refusals = Effects(view), _Refusals(view)
    found: list[Offer] = []
    for candidate in candidates(view):
        spots, refused = (candidate.text, candidate.source, candidate.target), refusals.of(candidate)
        if refused is None:
            words = label(candidate.words, view.rules, view.names, view.say)
            found.append(Offer(*spots, words, effects.of(candidate)))
        else:
            found.append(Offer(*spots, "", "", *refused))
    return found


class _Refusals:
    """Sentences of refusals; most moves of a phase are refused, and many for the same reason."""

    def __init__(self, view: PositionView) -> None:
        self._view = view
        self._parameters = parameters_of_any_move(view.record, view.rules)
        self._told: dict[Hashable, tuple[str, str]] = {}

    def of(self, candidate: Candidate) -> tuple[str, str] | None:
        verdict = self._view.verdicts[candidate.move]
        if verdict == LEGAL:
            return None
        key: Hashable = (verdict, candidate.move)
        if candidate.words[0] in ("bid", "bank", "market"):
            key = (verdict, candidate.move // PLACES)  # wherever the trader comes from
        if key not in self._told:
            self._told[key] = self._tell(candidate, REFUSALS[verdict])
        return self._told[key]

    def _tell(self, candidate: Candidate, refusal: Refusal) -> tuple[str, str]:
        rules, names, say = self._view.rules, self._view.names, self._view.say
        parameters = self._parameters | parameters_of_move(self._view.record, rules, candidate.move)
        return refusal_told(refusal.code, parameters, rules, names, say), refusal.rule


def as_json(offered: Sequence[Offer]) -> dict[str, Any]:
    """Offers as compact JSON data: each refusal is listed once, and an offer has its number, or -1."""
    whys: dict[tuple[str, str | None], int] = {}
    rows: list[tuple[str | int | None, ...]] = []
    for offer in offered:
        number = -1 if offer.why is None else whys.setdefault((offer.why, offer.rule), len(whys))
        rows.append((offer.move, offer.source, offer.target, offer.label, offer.effect, number))
    return {"offers": rows, "whys": list(whys)}
