"""What may be done and what may not: every move of the phase, with where it is made and what it leads to."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from ...game import Game, WhyNot
from ...rules.state import PLACES
from ...rules.verdicts import LEGAL
from ...text.events import Names, Say, tell_refusal
from .candidate_moves import Candidate, candidates
from .effects import Effects
from .move_labels import label


@dataclass(frozen=True)
class Offer:
    """One move of the phase; `why` says why it is refused, and by which rule, or is None if it is legal."""

    move: str
    source: str | None
    target: str | None
    label: str
    effect: str
    why: str | None = None
    rule: str | None = None


def offers(game: Game, names: Names, say: Say) -> list[Offer]:
    """Every move of the phase that makes sense on this board, legal or refused, in the order of the move table."""
    if game.to_move in (None, "chance"):
        return []
    effects, refusals = Effects(game, names, say), _Refusals(game, names, say)
    found: list[Offer] = []
    for candidate in candidates(game, game.look()):
        refused = refusals.of(candidate)
        effect = effects.of(candidate) if refused is None else ""
        words = label(candidate.words, game.rules, names, say)
        found.append(Offer(candidate.text, candidate.source, candidate.target, words, effect, *(refused or ())))
    return found


class _Refusals:
    """Sentences of refusals; most moves of a phase are refused, and many for the same reason."""

    def __init__(self, game: Game, names: Names, say: Say) -> None:
        self._game, self._names, self.say = game, names, say
        self._told: dict[Hashable, tuple[str, str]] = {}

    def of(self, candidate: Candidate) -> tuple[str, str] | None:
        verdict = int(self._game.verdicts()[candidate.move])
        if verdict == LEGAL:
            return None
        key: Hashable = (verdict, candidate.move)
        if candidate.words[0] in ("bid", "bank", "market"):
            key = (verdict, candidate.move // PLACES)  # wherever the trader comes from
        if key not in self._told:
            why = self._game.why_not(candidate.text)
            assert isinstance(why, WhyNot)
            self._told[key] = tell_refusal(why, self._game.rules, self._names, self.say), why.rule
        return self._told[key]


def as_json(offered: Sequence[Offer]) -> dict[str, Any]:
    """Offers for the page, compact: refusals are listed once, and an offer has the number of its own, or -1."""
    whys: dict[tuple[str, str | None], int] = {}
    rows: list[list[Any]] = []
    for offer in offered:
        number = -1 if offer.why is None else whys.setdefault((offer.why, offer.rule), len(whys))
        rows.append([offer.move, offer.source, offer.target, offer.label, offer.effect, number])
    return {"offers": rows, "whys": [list(why) for why in whys]}
