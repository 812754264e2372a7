"""The cards of what lies on the board and is never clicked to move: inspector, blocker, orders, points, income."""

from collections.abc import Iterator

from ...rules import names as notation
from ...rules.state import MOST_INFLUENCE
from ...text.words import begun, listed
from . import spot_names as where
from .card_text import About
from .goal import points_limit
from .position_view import PositionView, once

NO_VP_END = 0


@once
def signs(view: PositionView) -> dict[str, About]:
    """The card of each sign by the name of its spot."""
    found = {where.INSPECTOR: _inspector(view), **dict(_orders(view)), **dict(_points(view)), **dict(_incomes(view))}
    points = points_limit(view)
    if points and not view.game.is_over:
        found[where.GOAL] = About(points.short, points.words, "11.1")
    if view.rules.switches["temple"]:
        found[where.BLOCKER] = _blocker(view)
    return found


def _inspector(view: PositionView) -> About:
    say = view.say
    text = say(
        "When everyone has travelled, he visits the province with the highest revenue and banishes a trader of the "
        "player with the highest influence there; of equals, the first in gray order. He spares players with influence "
        "{most} and the owner of the teahouse there."
    ).format(most=MOST_INFLUENCE)
    return About(say("Inspector"), text, "6.2")


def _blocker(view: PositionView) -> About:
    say = view.say
    text = say("Bidders in the temple put it on a gorge. Nobody builds or crosses a bridge there until the round ends.")
    return About(say("Gorge blocker"), text, "4.9")


def _orders(view: PositionView) -> Iterator[tuple[str, About]]:
    say = view.say
    blue = [notation.PLAYER[player] for player in view.record.blue[: view.rules.record.seats].tolist()]
    texts = {
        "blue": (say("Blue order"), say("For bidding and resolving: {players}.")),
        "gray": (say("Gray order"), say("For travelling and everything after it, the blue order reversed: {players}.")),
    }
    for track, order in (("blue", blue), ("gray", blue[::-1])):
        title, text = texts[track]
        players = listed([view.listed_player(player) for player in order], say)
        yield where.order(track), About(title, text.format(players=players), "0.9")


def _points(view: PositionView) -> Iterator[tuple[str, About]]:
    say, end = view.say, int(view.rules.record.vp_end)
    for standing in view.standings:
        player = standing.players[0]
        vp = view.points[notation.PLAYER.index(player)]
        name = begun(view.listed_player(standing.person))
        title = say("{player}: {vp} VP").format(player=name, vp=vp)
        if view.game.is_over:
            sentences = [say("That is the final result.")]
        else:
            sentences = [say("{total} if the game ended now.").format(total=standing.total)]
        if end != NO_VP_END and not view.game.is_over:
            sentences.append(say("With {vp} VP the game ends after the round.").format(vp=end))
        yield where.points(player), About(title, " ".join(sentences), "11.1")


def _incomes(view: PositionView) -> Iterator[tuple[str, About]]:
    say = view.say
    for number, coins in enumerate(view.record.income[: view.rules.players].tolist()):
        if coins:
            player = notation.PLAYER[number]
            title = say("{player}: income {coins}").format(player=begun(view.listed_player(player)), coins=coins)
            text = say("It becomes VP or coins when {player} converts.").format(player=view.player(player))
            if view.is_you(player):
                text = say("It becomes VP or coins when you convert.")
            yield where.income(player), About(title, text, "8.4")
