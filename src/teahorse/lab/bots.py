"""The section on ratings, wins and points of the bots of a chapter."""

from typing import Any

from ..arena.ratings import rate
from ..arena.summary import wilson
from .dataset import Chapter
from .frame import Column, Frame, interval_columns
from .line_plot import Line, Mark, Plot
from .means import mean_of
from .section import FEWEST_GAMES, Figure, Section

TITLE = "Who played?"
METHOD = (
    "Ratings are computed as in the arena, from whole rankings, as points from the mean of these bots; 400 points are "
    "odds of ten to one to finish ahead. Ratings of different chapters can't be compared."
)


def who_played(chapter: Chapter) -> Section:
    """The section about the bots."""
    table = ratings_of(chapter)
    label = f"Ratings of the bots; {chapter.title}"
    figure = Figure(
        "ratings", "Ratings", "Points from the mean, with 95% intervals.", table, lambda: _draw(table, label)
    )
    return Section("bots", TITLE, _finding(chapter, table), METHOD, [figure])


def ratings_of(chapter: Chapter) -> Frame:
    """The bots of a chapter, the strongest first."""
    ratings = rate([[game.bots[person] for person in game.ranking] for game in chapter.games])
    rows = []
    for bot, rating in ratings.items():
        sittings = [(game, person) for game in chapter.games for person, name in enumerate(game.bots) if name == bot]
        wins = sum(game.winner == person for game, person in sittings)
        vp = mean_of([float(game.totals[person]) for game, person in sittings])[0]
        share = (wins / len(sittings), *wilson(wins, len(sittings)))
        rows.append([bot, rating.points, *rating.interval, len(sittings), wins, *share, vp])
    columns = (
        Column("bot", "bot"),
        *interval_columns("rating", "rating", "rating"),
        Column("sat", "seats taken", "count"),
        Column("wins", "wins", "count"),
        *interval_columns("win_rate", "won", "share"),
        Column("vp", "mean VP", "number"),
    )
    return Frame(columns, rows)


def _draw(table: Frame, label: str) -> str:
    rows: list[dict[str, Any]] = table.records()
    lines = [Line(row["bot"], [Mark(row["rating"], row["rating_low"], row["rating_high"])]) for row in rows]
    return Plot(lines, "rating", 0.0).draw(label)


def _finding(chapter: Chapter, table: Frame) -> str:
    best, *others = table.records()
    games = f"{len(chapter.games):,} game" + ("s" if len(chapter.games) > 1 else "")
    if not others:
        return f"{best['bot']} played against itself, {games}."
    if len(chapter.games) < FEWEST_GAMES:
        return f"{len(table.rows)} bots played {games}: too few to say who is stronger."
    second = others[0]
    ahead, shared = _duels(chapter, str(best["bot"]), str(second["bot"]))
    if not shared:
        return f"In {games} {best['bot']} has the highest rating; it never met {second['bot']}, which is second."
    low, high = wilson(ahead, shared)
    share = f"{ahead / shared:.0%} of the time (95%: {low:.0%} to {high:.0%})"
    if low <= 1 / 2 <= high:
        return (
            f"In {games} {best['bot']} and {second['bot']} are too close to call: {best['bot']} finished ahead {share}."
        )
    return f"In {games} {best['bot']} is the strongest; it finished ahead of {second['bot']}, which is second, {share}."


def _duels(chapter: Chapter, one: str, other: str) -> tuple[int, int]:
    """How often one bot finished ahead of another in the same game, and how often they met."""
    places = [[game.bots[person] for person in game.ranking] for game in chapter.games]
    met = [
        rank < second
        for bots in places
        for rank, bot in enumerate(bots)
        for second, rival in enumerate(bots)
        if (bot, rival) == (one, other)
    ]
    return sum(met), len(met)
