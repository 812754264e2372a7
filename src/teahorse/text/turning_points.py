"""Sentences about the turning points of a game: about another player, and to the reader."""

from .translation import N_, NN_

# The lead is that of the final scoring, as if the game had ended then; the track shows another one.
LEAD = {
    "always": (
        N_("Counting the final scoring, {player} leads from the first round on."),
        N_("Counting the final scoring, you lead from the first round on."),
    ),
    "last": (
        N_("Counting the final scoring, {player} takes the lead in the last round."),
        N_("Counting the final scoring, you take the lead in the last round."),
    ),
    "kept": (
        N_("Counting the final scoring, {player} takes the lead and keeps it."),
        N_("Counting the final scoring, you take the lead and keep it."),
    ),
}
BEST_ROUND = (
    NN_(
        "Counting the final scoring, {player} gains {points} VP; no round brings anyone more.",
        "Counting the final scoring, {player} gains {points} VP; no round brings anyone more.",
    ),
    NN_(
        "Counting the final scoring, you gain {points} VP; no round brings anyone more.",
        "Counting the final scoring, you gain {points} VP; no round brings anyone more.",
    ),
)
