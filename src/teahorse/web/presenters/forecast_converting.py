"""The forecast while converting: coins and VP for every choice, and whether it ends the game."""

from dataclasses import dataclass

from ...rules import ending, moves
from ...rules import names as notation
from ...rules.state import BY_BOTH, BY_VP
from ...snapshot import person_name
from ...text.words import listed
from .goal import last_round
from .position_view import PositionView
from .what_if import positions_after


@dataclass(frozen=True)
class Choice:
    """One way to convert: coins and VP after it, and the person's total if the game ended then."""

    vp_taken: int
    coins: int
    vp: int
    total: int


@dataclass(frozen=True)
class Converting:
    """All choices of converting an income, and those that end the game."""

    player: str
    income: int
    ends_from: int | None  # the least part of the income with which this player's VP end the game
    ends_already: str | None  # why the game ends after this round whatever is chosen, in a sentence
    others_may_end: str | None  # who else can end the game with their income, in a sentence
    choices: tuple[Choice, ...]


def converting(view: PositionView) -> Converting:
    """Try every choice on a copy."""
    g, r = view.record, view.rules.record
    mover = str(view.to_move)
    player = notation.PLAYER.index(mover)
    person, income = int(r.person[player]), int(g.income[player])
    positions = positions_after(view.game, [moves.CONVERT_INCOME + part for part in range(income + 1)])
    coins, vp = positions["coins"][:, player].tolist(), positions["vp"][:, person].tolist()
    choices: list[Choice] = []
    ends_from: int | None = None
    for part, after in enumerate(positions):
        choices.append(Choice(part, coins[part], vp[part], int(ending.total_of(after, r, person))))
        if ends_from is None and ending.reason_to_end(after, r) in (BY_VP, BY_BOTH):
            ends_from = part
    return Converting(mover, income, ends_from, last_round(view), _others_may_end(view, person), tuple(choices))


def _others_may_end(view: PositionView, person: int) -> str | None:
    """Which other people end the game if all their income becomes VP."""
    g, rules, say = view.record, view.rules, view.say
    able = []
    for other in range(rules.people):
        then = view.game.position
        then["vp"][other] += sum(
            int(g.income[player]) for player in range(rules.players) if rules.record.person[player] == other
        )
        if other != person and ending.reason_to_end(then, rules.record) in (BY_VP, BY_BOTH):
            able.append(view.player(person_name(other, rules)))
    if not able:
        return None
    return say.ngettext(
        "{players} can end the game in this round.", "{players} can end the game in this round.", len(able)
    ).format(players=listed(able, say))
