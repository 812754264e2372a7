"""Why a game ended or will end, and how it ended for everyone, in words."""

from collections.abc import Sequence

from ..rules.ruleset import Ruleset
from ..rules.state import LONGEST_GAME
from .people import in_a_list, is_you
from .translation import N_, NN_, Plural, Say, as_written
from .words import Names, called, listed

GAME_OVER = N_("The game is over: {reason}.")
ENDS_AFTER_THIS_ROUND = N_("The game ends after this round: {reason}.")


def reason_told(
    reason: str, rules: Ruleset, reached: Sequence[str] = (), names: Names | None = None, say: Say = as_written
) -> str:
    """Why the game ends, as a part of a sentence. `reached` are the people whose VP end it."""
    if reason == "cap":
        return say("round {round} is the last one").format(round=LONGEST_GAME)
    if reason == "vp":
        return _limit_reached(rules, reached, names or {}, say)
    if reason == "presents":
        return _presents_gone(rules, say)
    return say("{points}, and {presents}").format(
        points=_limit_reached(rules, reached, names or {}, say), presents=_presents_gone(rules, say)
    )


def _limit_reached(rules: Ruleset, reached: Sequence[str], names: Names, say: Say) -> str:
    limit = int(rules.record.vp_end)
    if not reached:
        return say.ngettext("the limit of {limit} VP is reached", "the limit of {limit} VP is reached", limit).format(
            limit=limit
        )
    if len(reached) == 1 and is_you(reached[0], names):
        return say.ngettext("you reached {limit} VP", "you reached {limit} VP", limit).format(limit=limit)
    if len(reached) == 1:
        return say.ngettext("{player} reached {limit} VP", "{player} reached {limit} VP", limit).format(
            player=called(reached[0], names, say), limit=limit
        )
    you_first = sorted(reached, key=lambda person: not is_you(person, names))
    players = listed([in_a_list(person, names, say) for person in you_first], say)
    if is_you(you_first[0], names):
        sentence = say.npgettext(
            "one of them is you", "{players} reached {limit} VP", "{players} reached {limit} VP", limit
        )
    else:
        sentence = say.ngettext("{players} reached {limit} VP", "{players} reached {limit} VP", limit)
    return sentence.format(players=players, limit=limit)


def _presents_gone(rules: Ruleset, say: Say) -> str:
    most = int(rules.record.presents_end)
    if most == 0:
        return say("the last present is gone")
    return say.ngettext("no more than {most} present is left", "no more than {most} presents are left", most).format(
        most=most
    )


# --- The result ---------------------------------------------------------------------------------------

# The number is the winner's points.
YOU_WON = NN_(
    "You won with {points} VP, {lead} ahead of {second}.", "You won with {points} VP, {lead} ahead of {second}."
)
YOU_WON_TIE = NN_(
    "You won: {second} has {points} VP, too, but you win the tie.",
    "You won: {second} has {points} VP, too, but you win the tie.",
)
WON = NN_(
    "{player} won with {points} VP, {lead} ahead of {second}.",
    "{player} won with {points} VP, {lead} ahead of {second}.",
)
WON_TIE = NN_(
    "{player} won: {second} has {points} VP, too, but loses the tie.",
    "{player} won: {second} has {points} VP, too, but loses the tie.",
)
YOU_CAME: dict[int, Plural] = {  # by rank; the number is how many points the winner has more
    2: NN_("You came second, {points} VP behind {winner}.", "You came second, {points} VP behind {winner}."),
    3: NN_("You came third, {points} VP behind {winner}.", "You came third, {points} VP behind {winner}."),
    4: NN_("You came fourth, {points} VP behind {winner}.", "You came fourth, {points} VP behind {winner}."),
    5: NN_("You came fifth, {points} VP behind {winner}.", "You came fifth, {points} VP behind {winner}."),
}
YOU_CAME_LEVEL = {  # with as many points as the winner (12.4)
    2: N_("You came second, with as many VP as {winner}."),
    3: N_("You came third, with as many VP as {winner}."),
    4: N_("You came fourth, with as many VP as {winner}."),
    5: N_("You came fifth, with as many VP as {winner}."),
}


def result_told(totals: Sequence[tuple[str, int]], names: Names, say: Say = as_written) -> str:
    """How it ended for the reader, or who won. `totals` are people with their points, the winner first."""
    rank = next((rank for rank, (person, _) in enumerate(totals, 1) if is_you(person, names)), None)
    winner, points = totals[0]
    if rank is None or rank == 1:
        return _won(winner, points, totals[1], names, say)
    behind, blanks = points - totals[rank - 1][1], {"winner": called(winner, names, say)}
    if behind == 0:
        return say(YOU_CAME_LEVEL[rank]).format(**blanks)
    return say.ngettext(*YOU_CAME[rank], behind).format(points=behind, **blanks)


def _won(winner: str, points: int, second: tuple[str, int], names: Names, say: Say) -> str:
    blanks = {
        "player": called(winner, names, say),
        "points": points,
        "lead": points - second[1],
        "second": called(second[0], names, say),
    }
    if blanks["lead"]:
        form = YOU_WON if is_you(winner, names) else WON
    else:
        form = YOU_WON_TIE if is_you(winner, names) else WON_TIE
    return say.ngettext(*form, points).format(**blanks)
