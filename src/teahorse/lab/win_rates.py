"""Win rates by what people did, compared with how often the same bots win in all their games."""

from collections.abc import Callable, Sequence

from ..arena.summary import wilson
from .dataset import Chapter
from .frame import Column, Frame, Value, interval_columns
from .game_stats import GameStats
from .line_plot import Line, Mark, Plot
from .section import Figure

ALL = "all bots"
FEWEST_DRAWN = 5  # with fewer, a bot is not in the plot: its interval would fill the width
FEWEST_SITTINGS = 20  # with fewer, a rate is shown, but the text does not mention it

TOGETHER = "The bar is the 95% interval; the thin mark shows how often the same bots win in all their games."
APART = "Each bot is compared with itself: the thin mark shows how often it wins in all games."
LEGEND = (("plain", "games won"), ("expected", "these bots in all games"), ("reference", "even share"))
COLUMNS = (
    Column("sat", "seats taken", "count"),
    Column("wins", "wins", "count"),
    *interval_columns("win_rate", "won", "share"),
    Column("expected", "these bots win", "share"),
)


def wins_by(chapter: Chapter, column: Column, what: Callable[[GameStats, int], int], words: Sequence[str]) -> Frame:
    """Count wins by the number that `what` gives for a person, named by `words`; for all bots, then for each."""
    sittings = [
        (bot, min(what(game, person), len(words) - 1), person == game.winner)
        for game in chapter.games
        for person, bot in enumerate(game.bots)
    ]
    rates = {bot: _rate([won for other, _, won in sittings if other == bot]) for bot in chapter.bots}
    groups = [ALL, *(chapter.bots if len(chapter.bots) > 1 else [])]
    rows: list[list[Value]] = []
    for group in groups:
        for number, word in enumerate(words):
            of_it = [(bot, won) for bot, value, won in sittings if value == number and group in (ALL, bot)]
            wins = sum(won for _, won in of_it)
            low, high = wilson(wins, len(of_it))
            expected = sum(rates[bot] for bot, _ in of_it) / len(of_it) if of_it else None
            rows.append([group, word, len(of_it), wins, wins / len(of_it) if of_it else None, low, high, expected])
    return Frame([Column("bot", "bot"), column, *COLUMNS], rows)


def steps_of(values: Sequence[int], most: int = 5) -> list[int]:
    """The values from 0 that get their own line; the last line also covers higher ones."""
    top = 0
    while top < most and sum(value > top for value in values) >= max(FEWEST_SITTINGS, len(values) / 50):
        top += 1
    return list(range(top + 1))


def share_figures(chapter: Chapter, name: str, title: str, table: Frame, column: str) -> list[Figure]:
    """A figure of all bots together and, if there are several, one with each bot."""
    together = table.only(lambda row: row["bot"] == ALL)
    label = f"{title}; {chapter.title}"
    figures = [Figure(name, title, TOGETHER, together, lambda: _plot(chapter, together, column).draw(label))]
    if len(chapter.bots) > 1:
        apart = table.only(lambda row: row["bot"] != ALL)
        label_apart = f"{label}, for each bot"

        def draw() -> str:
            return _plot(chapter, apart, column).draw(label_apart)

        figures.append(Figure(f"{name}-by-bot", "The same for each bot", APART, apart, draw, is_tall=True))
    return figures


def _plot(chapter: Chapter, table: Frame, column: str) -> Plot:
    lines: list[Line] = []
    bot = ALL
    for row in table.records():
        if row["win_rate"] is None or (row["bot"] != ALL and _number(row["sat"]) < FEWEST_DRAWN):
            continue
        if row["bot"] != bot:
            bot = str(row["bot"])
            lines.append(Line(bot))
        mark = Mark(_number(row["win_rate"]), _number(row["win_rate_low"]), _number(row["win_rate_high"]))
        lines.append(Line(str(row[column]), [mark], _number(row["expected"])))
    return Plot(lines, "share", 1 / chapter.rules.people, LEGEND)


def outliers(table: Frame) -> list[dict[str, Value]]:
    """The rows of all bots whose interval excludes the expected rate, the largest difference first."""
    found = [
        row
        for row in table.records()
        if row["bot"] == ALL
        and _number(row["sat"]) >= FEWEST_SITTINGS
        and not _number(row["win_rate_low"]) <= _number(row["expected"]) <= _number(row["win_rate_high"])
    ]
    return sorted(found, key=lambda row: -abs(_number(row["win_rate"]) - _number(row["expected"])))


def rate_text(row: dict[str, Value]) -> str:
    """A share with its interval in words: 31% (27% to 35%)."""
    rate, low, high = (_number(row[name]) for name in ("win_rate", "win_rate_low", "win_rate_high"))
    return f"{rate:.0%} (95%: {low:.0%} to {high:.0%})"


def _rate(won: Sequence[bool]) -> float:
    return sum(won) / len(won)


def _number(value: Value) -> float:
    assert isinstance(value, int | float)
    return float(value)
