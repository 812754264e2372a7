"""The section on how games end, and what the winners have more of."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..arena.summary import wilson
from ..rules import names
from ..text.events import SCORES
from .dataset import Chapter
from .frame import Column, Frame, interval_columns, shown
from .line_plot import Line, Mark, Plot
from .means import mean_of
from .section import FEWEST_GAMES, TOO_FEW, Figure, Section

TITLE = "How do games end?"
METHOD = (
    "Shares of all games, with Wilson's 95% intervals. For the sources of points, the winner is compared with the mean "
    "of the others in the same game; the interval is that of the mean over games. Winners are mostly the stronger "
    "bots, so this shows what winners have, not what made them win."
)
REASONS = {"vp": "victory points", "presents": "presents gone", "both": "both at once", "cap": "after 60 rounds"}
ENDED = {
    "vp": "by victory points",
    "presents": "because the presents were gone",
    "both": "by points and presents at once",
    "cap": "after 60 rounds",
}
SOURCES = SCORES | {"track": "income turned into VP", "coins": "coins kept"}
MOST_LINES = 9
NICE_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500)


def how_games_end(chapter: Chapter) -> Section:
    """The section about endings."""
    games = chapter.games
    winners = [int(game.totals[game.winner]) for game in games]
    margins = [game.margin for game in games]
    sources = _sources(chapter)
    figures = [
        _spread(chapter, "reasons", "Why games end", [REASONS[game.reason] for game in games], list(REASONS.values())),
        _histogram(chapter, "rounds", "Rounds", [game.rounds for game in games], "rounds"),
        _histogram(chapter, "points", "Points of the winner", winners, "VP"),
        _histogram(chapter, "margins", "The winner's lead over the second", margins, "VP"),
        Figure(
            "sources",
            "What winners have more of",
            "VP of the winner less the mean of the others in the same game, by source.",
            sources,
            lambda: _draw_sources(chapter, sources),
        ),
    ]
    return Section("endings", TITLE, _finding(chapter, sources), METHOD, figures)


def _spread(chapter: Chapter, name: str, title: str, values: Sequence[str], words: Sequence[str]) -> Figure:
    """How often each of some labels applies to a game."""
    counts = Counter(values)
    columns = (
        Column(name, title.lower()),
        Column("games", "games", "count"),
        *interval_columns("share", "share", "share"),
    )
    total = len(values)
    table = Frame(columns, [[word, counts[word], counts[word] / total, *wilson(counts[word], total)] for word in words])

    def draw() -> str:
        rows: list[dict[str, Any]] = table.records()
        lines = [Line(row[name], [Mark(row["share"], row["share_low"], row["share_high"], "bar")]) for row in rows]
        return Plot(lines, "share").draw(f"{title}; {chapter.title}")

    return Figure(name, title, "Share of the games, with 95% intervals.", table, draw)


def _histogram(chapter: Chapter, name: str, title: str, values: Sequence[int], unit: str) -> Figure:
    """A histogram with a few bins of round width."""
    low, high = min(values), max(values)
    step = next(step for step in (*NICE_STEPS, high - low + 1) if high // step - low // step < MOST_LINES)
    begins = range(low // step * step, high + 1, step)
    words = [f"{begin} {unit}" if step == 1 else f"{begin} to {begin + step - 1} {unit}" for begin in begins]
    return _spread(chapter, name, title, [words[(value - begins[0]) // step] for value in values], words)


def _sources(chapter: Chapter) -> Frame:
    """The winner and the others by source of points, and the difference with its interval."""
    rows = []
    for number, score in enumerate((*names.SCORE, "total")):
        winners, others = [], []
        for game in chapter.games:
            points = game.totals if score == "total" else game.points[:, number]
            winners.append(float(points[game.winner]))
            others.append(float(np.delete(points, game.winner).mean()))
        more = mean_of([winner - other for winner, other in zip(winners, others, strict=True)])
        rows.append([score, mean_of(winners)[0], mean_of(others)[0], *more])
    columns = (
        Column("source", "source"),
        Column("winner", "winner", "number"),
        Column("others", "others", "number"),
        *interval_columns("more", "difference", "points"),
    )
    return Frame(columns, rows)


def _draw_sources(chapter: Chapter, table: Frame) -> str:
    rows: list[dict[str, Any]] = table.records()
    lines = [Line(row["source"], [Mark(row["more"], row["more_low"], row["more_high"])]) for row in rows]
    return Plot(lines, "points", 0.0).draw(f"Points of the winner less those of the others, by source; {chapter.title}")


def _finding(chapter: Chapter, sources: Frame) -> str:
    games = chapter.games
    if len(games) < FEWEST_GAMES:
        return TOO_FEW
    reason, count = Counter(game.reason for game in games).most_common(1)[0]
    low, high = wilson(count, len(games))
    rounds = [game.rounds for game in games]
    sentence = (
        f"{count / len(games):.0%} of games (95%: {low:.0%} to {high:.0%}) ended {ENDED[reason]}, and half of "
        f"all games took at most {sorted(rounds)[(len(rounds) - 1) // 2]} rounds"
    )
    rows: list[dict[str, Any]] = [row for row in sources.records() if row["source"] != "total"]
    most = max(rows, key=lambda row: row["more_low"])
    if most["more_low"] <= 0:
        return sentence + "."
    more, low_end, high_end = (shown(most[name], "points") for name in ("more", "more_low", "more_high"))
    difference = f"{more} VP (95%: {low_end} to {high_end})"
    return f"{sentence}; winners differ most in {SOURCES[most['source']]}: {difference}."
