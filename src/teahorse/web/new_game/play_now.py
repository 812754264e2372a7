"""What the button "Play now" starts: a gentle game until one was finished, then the form's own defaults."""

from dataclasses import dataclass

from ...errors import N_
from ...server.tables.my_turns import TableStatus
from ..presenters.my_games import MyGames


@dataclass(frozen=True)
class QuickGame:
    """A game that starts with one click: the fields of the form that it fills in, and a word about it."""

    word: str
    fields: dict[str, str]


# Two novices who use the whole game between them: one builds, the other wants influence and displaces.
FIRST_GAME = QuickGame(
    N_("You against two novices. You can take back any move."),
    {"who-2": "novice", "temper-2": "builder", "who-3": "novice", "temper-3": "diplomat", "take_back": "bots"},
)
NEXT_GAME = QuickGame(N_("You against two bots, at once."), {})


def quick_game(mine: MyGames) -> QuickGame:
    """The game for a browser with these games."""
    return NEXT_GAME if mine.counts.get(TableStatus.FINISHED.value) else FIRST_GAME
