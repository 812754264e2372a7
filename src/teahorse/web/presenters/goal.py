"""The goal: what ends the game and how near that is, which round it is, and who leads by how much."""

from dataclasses import dataclass

from ...rules import ending
from ...rules import names as notation
from ...rules.state import NOBODY
from ...snapshot import person_name
from ...text.endings import ENDS_AFTER_THIS_ROUND, reason_told
from .position_view import PositionView, once
from .score_preview import Standing


@dataclass(frozen=True)
class Runner:
    """A person on the way to the points that end the game."""

    player: str  # of two colours the first
    vp: int
    percent: float  # of the way


@dataclass(frozen=True)
class Limit:
    """One of the things that end the game: how far it is, in short, and what it means, in sentences."""

    short: str
    words: str
    numbers: str  # the same without words, for narrow screens


@dataclass(frozen=True)
class Goal:
    """What ends the game, and who leads. There is no race where points don't end the game."""

    round: str
    last_round: str | None  # why this round is the last, in a sentence
    points: Limit | None
    nearest: str | None  # the player who is nearest to these points alone; of two colours the first
    presents: Limit
    presents_left: int
    lead: str
    standing: str  # everyone's points if the game ended now
    race: tuple[Runner, ...]

    @property
    def sentences(self) -> list[str]:
        """The goal in sentences, for screen readers."""
        words = [self.points.words] if self.points else []
        return [*words, self.presents.words, *([self.last_round] if self.last_round else []), self.standing]


@once
def goal(view: PositionView) -> Goal:
    """How near the end of the game is."""
    why_last = last_round(view)
    title = view.say("Round {number}, the last") if why_last else view.say("Round {number}")
    return Goal(
        round=title.format(number=view.snapshot["round"]),
        last_round=why_last,
        points=points_limit(view),
        nearest=_nearest(view)[0].split("+")[0] if len(_nearest(view)) == 1 else None,
        presents=_presents(view),
        presents_left=presents_left(view),
        lead=_lead(view),
        standing=_standing(view),
        race=_race(view),
    )


@once
def last_round(view: PositionView) -> str | None:
    """Why the game ends after this round, in a sentence; None if it may go on."""
    rules = view.rules
    reason = int(ending.reason_to_end(view.game.position, rules.record))
    if reason == NOBODY:
        return None
    told = reason_told(notation.REASON[reason], rules, people_at_the_limit(view), view.names, view.say)
    return view.say(ENDS_AFTER_THIS_ROUND).format(reason=told)


def people_at_the_limit(view: PositionView) -> list[str]:
    """11.1: the people whose VP end the game."""
    rules, limit = view.rules, view.rules.fields.vp_end
    return [person_name(person, rules) for person in range(rules.people) if 0 < limit <= view.record.vp[person]]


@once
def points_limit(view: PositionView) -> Limit | None:
    """11.1: the points that end the game, and who is nearest to them; None if points don't end it."""
    say, limit = view.say, int(view.rules.fields.vp_end)
    if limit == 0:
        return None
    most = int(max(view.record.vp[: view.rules.people]))
    words = say.ngettext(
        "The game ends after a round in which someone has {limit} VP.",
        "The game ends after a round in which someone has {limit} VP.",
        limit,
    ).format(limit=limit)
    nearest = _nearest(view)
    if len(nearest) == 1:
        near = (
            say("You are nearest, with {points}.")
            if view.is_you(nearest[0])
            else say("{player} is nearest, with {points}.")
        )
        words += " " + near.format(player=view.player(nearest[0]), points=most)
    of_limit = say.ngettext("{points} of {limit} VP", "{points} of {limit} VP", limit).format(points=most, limit=limit)
    return Limit(of_limit, words, f"{most}/{limit}")


def _nearest(view: PositionView) -> list[str]:
    """The people with the most VP on the track."""
    vp = view.record.vp[: view.rules.people]
    return [person_name(person, view.rules) for person in range(view.rules.people) if vp[person] == max(vp)]


def presents_left(view: PositionView) -> int:
    """How many presents are left on the board."""
    return sum(view.snapshot["presents"].values())


def _presents(view: PositionView) -> Limit:
    say, most = view.say, int(view.rules.fields.presents_end)
    left = presents_left(view)
    if most == 0:
        short = say.ngettext("{left} present left", "{left} presents left", left).format(left=left)
        return Limit(short, say("The game ends after the round in which the last present is given away."), str(left))
    return Limit(
        say.ngettext("{left} present left, ends at {most}", "{left} presents left, ends at {most}", left).format(
            left=left, most=most
        ),
        say.ngettext(
            "The game ends after the round that leaves no more than {most} present.",
            "The game ends after the round that leaves no more than {most} presents.",
            most,
        ).format(most=most),
        f"{left}/{most}",
    )


# --- Who leads ----------------------------------------------------------------------------------------


def _lead(view: PositionView) -> str:
    """Who leads on the track, as the race shows it; coins and presents don't count yet."""
    say, rules = view.say, view.rules
    points = {person_name(person, rules): int(view.record.vp[person]) for person in range(rules.people)}
    first, second, *_ = sorted(view.standings, key=lambda row: -points[row.person])
    ahead = points[first.person] - points[second.person]
    if ahead == 0:
        return _level(view, [row for row in view.standings if points[row.person] == points[first.person]])
    if view.is_you(first.person):
        return say("You lead by {points}").format(points=ahead)
    own = next((row for row in view.standings if view.is_you(row.person)), None)
    if own is None:
        return say("{player} leads by {points}").format(player=first.name, points=ahead)
    behind = points[first.person] - points[own.person]
    return say("You are {points} behind {player}").format(points=behind, player=first.name)


def _level(view: PositionView, rows: list[Standing]) -> str:
    say = view.say
    if len(rows) == len(view.standings) > 2:
        return say("Everyone is level")
    if len(rows) > 2:
        return say.ngettext("{number} player shares the lead", "{number} players share the lead", len(rows)).format(
            number=len(rows)
        )
    you = [row for row in rows if view.is_you(row.person)]
    if you:
        (other,) = (row for row in rows if row not in you)
        return say("You and {player} share the lead").format(player=other.name)
    return say("{player} and {other} share the lead").format(player=rows[0].name, other=rows[1].name)


def _standing(view: PositionView) -> str:
    points = [f"{view.listed_player(row.person)} {row.total}" for row in view.standings]
    return view.say("If the game ended now: {players}.").format(players=", ".join(points))


def _race(view: PositionView) -> tuple[Runner, ...]:
    """Everyone on the way to the limit, the leader last, who is drawn on top."""
    limit = int(view.rules.fields.vp_end)
    if limit == 0:
        return ()
    runners = [
        Runner(person_name(person, view.rules).split("+")[0], vp, round(100 * min(max(vp / limit, 0), 1), 1))
        for person, vp in enumerate(map(int, view.record.vp[: view.rules.people]))
    ]
    return tuple(sorted(runners, key=lambda runner: runner.vp))
