"""Sentences about the turning points of a game: about another player, and to the reader."""

from .translation import N_, NN_

LEAD = {
    "always": (N_("{player} leads from the first round on."), N_("You lead from the first round on.")),
    "last": (N_("{player} takes the lead in the last round."), N_("You take the lead in the last round.")),
    "kept": (N_("{player} takes the lead and keeps it."), N_("You take the lead and keep it.")),
}
BEST_ROUND = (
    NN_(
        "{player} gains {points} VP, more than anyone in any round.",
        "{player} gains {points} VP, more than anyone in any round.",
    ),
    NN_(
        "You gain {points} VP, more than anyone in any round.",
        "You gain {points} VP, more than anyone in any round.",
    ),
)
