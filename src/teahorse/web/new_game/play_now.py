"""What the button "Play now" starts: a gentle game first, then bots that fit how the last game against bots went."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...bots.levels import levels
from ...errors import N_
from ...server.tables.results import GameResult


@dataclass(frozen=True)
class QuickGame:
    """A game that starts with one click: the fields of the form that it fills in, and a word about it."""

    word: str
    fields: dict[str, str]
    why: str = ""  # it is harder or easier than the last one

    @property
    def strength(self) -> float:
        """The mean level of its bots."""
        return _strength([self.fields["who-2"], self.fields["who-3"]])


# Two novices who use the whole game between them: one builds, the other wants influence and displaces.
FIRST_GAME = QuickGame(
    N_("You against two novices. You can take back any move."),
    {"who-2": "novice", "temper-2": "builder", "who-3": "novice", "temper-3": "diplomat", "take_back": "bots"},
)
# The weakest first. A game that was won leads a step up, a game in which the reader came last a step down.
STEPS = (
    FIRST_GAME,
    QuickGame(N_("You against a novice and an apprentice."), {"who-2": "novice", "who-3": "apprentice"}),
    QuickGame(N_("You against two apprentices."), {"who-2": "apprentice", "who-3": "apprentice"}),
    QuickGame(N_("You against an apprentice and a caravaner."), {"who-2": "apprentice", "who-3": "caravaner"}),
    QuickGame(N_("You against a caravaner and a merchant."), {"who-2": "caravaner", "who-3": "merchant"}),
    QuickGame(N_("You against a merchant and an official."), {"who-2": "merchant", "who-3": "official"}),
)


WHY = {1: N_("You won, so it gets a bit harder."), -1: N_("This time it is a bit easier.")}


def quick_game(results: Sequence[GameResult]) -> QuickGame:
    """The game for a browser with these finished games, the latest first."""
    for result in results:
        bots = [str(other.seat.bot).partition("/")[0] for other in result.others]
        if result.own is None or not all(bot in levels() for bot in bots):
            continue
        step = max(number for number, each in enumerate(STEPS) if each.strength <= _strength(bots))
        change = 1 if result.own.rank == 1 else -1 if result.own.rank == len(result.ranking) else 0
        next_step = min(max(0, step + change), len(STEPS) - 1)
        return replace(STEPS[next_step], why=WHY.get(next_step - step, ""))
    return FIRST_GAME


def _strength(bots: Sequence[str]) -> float:
    known = list(levels())
    return sum(map(known.index, bots)) / len(bots)
