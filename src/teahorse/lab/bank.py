"""The section on whether going to the bank wins games."""

from typing import Any

import numpy as np

from .dataset import Chapter
from .frame import MINUS, Column, Frame, Value, interval_columns
from .game_stats import ACTS, BANK, GameStats
from .line_plot import Line, Mark, Plot
from .regression import estimate
from .section import FEWEST_GAMES, TOO_FEW, Figure, Section
from .win_rates import ALL, share_figures, steps_of, wins_by

TITLE = "Does the bank win games?"
METHOD = (
    "Win rates by the number of visits to the bank in a game, with Wilson's 95% intervals, beside the win rates of the "
    "same bots in all games, so that habits of strong bots are not mistaken for the cause of their strength. For one "
    "more visit, people in the same game are compared, so that long games count like short ones; bot and seat are "
    "controlled for, and the intervals are bootstrapped from whole games. This is not what a visit causes: people go "
    "to the bank because they lack coins."
)
FEWEST_INDEPENDENT = 10  # visits that neither bot nor seat explains


def visits(game: GameStats, person: int) -> int:
    """How often a person went to the bank in a game."""
    return int(game.acts[person, :, ACTS.index(BANK)].sum())


def bank_and_winning(chapter: Chapter) -> Section:
    """The section about the bank."""
    counts = [visits(game, person) for game in chapter.games for person in range(len(game.bots))]
    words = [f"{step} visit" if step == 1 else f"{step} visits" for step in steps_of(counts)]
    if max(counts) >= len(words):
        words[-1] = f"{len(words) - 1}+ visits"
    table = wins_by(chapter, Column("visits", "to the bank"), visits, words)
    figures = share_figures(chapter, "bank", "Games won, by visits to the bank", table, "visits")
    one_more = _one_more(chapter)
    if one_more.rows:
        figures.append(
            Figure(
                "one-more-visit",
                "One more visit",
                "The change in the win rate for one visit more than the others in the same game.",
                one_more,
                lambda: _draw(chapter, one_more),
            ),
        )
    return Section("bank", TITLE, _finding(chapter, one_more), METHOD, figures)


def _one_more(chapter: Chapter) -> Frame:
    """The effect of one more visit, for all bots together and for each; empty if there are too few games."""
    people, bots, games = chapter.rules.people, chapter.bots, chapter.games
    columns = (Column("bot", "bot"), *interval_columns("win", "chance to win", "change"))
    if len(games) < FEWEST_GAMES:
        return Frame(columns, [])
    counts = np.array([[visits(game, person)] for game in games for person in range(people)], np.float64)
    is_bot = np.array([np.eye(len(bots))[bots.index(bot)] for game in games for bot in game.bots])
    controls = np.hstack([is_bot, np.tile(np.eye(people), (len(games), 1))])
    won = np.array([[float(person == game.winner)] for game in games for person in range(people)])
    table_of = np.repeat(np.arange(len(games)), people)
    rows: list[list[Value]] = []
    for names, effects in (([ALL], counts), (bots, counts * is_bot)):
        # Each person is compared with the others in the game: a win also lowers the others' mean, so it counts in part.
        found = estimate(effects, controls, won * (people - 1) / people, table_of, table_of)
        rows += [
            [name, *(float(part[number, 0]) for part in (found.values, found.low, found.high))]
            for number, name in enumerate(names)
            if found.evidence[number] >= FEWEST_INDEPENDENT
        ]
    return Frame(columns, rows if len(bots) > 1 else rows[:1])


def _draw(chapter: Chapter, table: Frame) -> str:
    rows: list[dict[str, Any]] = table.records()
    lines = [Line(row["bot"], [Mark(row["win"], row["win_low"], row["win_high"])]) for row in rows]
    return Plot(lines, "change", 0.0).draw(f"Change of the chance to win with one more visit; {chapter.title}")


def _finding(chapter: Chapter, one_more: Frame) -> str:
    if len(chapter.games) < FEWEST_GAMES:
        return TOO_FEW
    rows: list[dict[str, Any]] = [row for row in one_more.records() if row["bot"] == ALL]
    if not rows:
        return "Everyone goes to the bank too similarly to say."
    row = rows[0]
    points, low, high = (f"{100 * row[name]:+.1f}".replace("-", MINUS) for name in ("win", "win_low", "win_high"))
    difference = f"{points} percentage points (95%: {low} to {high})"
    if row["win_low"] <= 0 <= row["win_high"]:
        return f"There is no clear effect: with one more visit than the others, the win rate differed by {difference}."
    side = "more often" if row["win"] > 0 else "less often"
    return f"People who went once more than the others won {side}, by {difference}."
