"""The section on what winners do differently: conversion, presents and journeys."""

from typing import Any

import numpy as np

from ..rules import names
from ..text.words import place_name
from .buildings import Band, bands_of
from .dataset import Chapter
from .frame import Column, Frame, interval_columns, shown
from .game_stats import GameStats
from .line_plot import Line, Mark, Plot
from .means import mean_of
from .section import FEWEST_GAMES, TOO_FEW, Figure, Section
from .win_rates import outliers, rate_text, share_figures, steps_of, wins_by

TITLE = "What do winners do differently?"
METHOD = (
    "Conversion is the share of a round's income that is turned into VP: the winner's share, and the mean of the "
    "others in the same game, with intervals of the means over games. Winners are mostly the stronger bots. Presents "
    "and journeys are counted like visits to the bank, beside the win rates of the same bots in all games. A person "
    "who is winning anyway gets farther, so neither is a recipe."
)


def habits_of_winners(chapter: Chapter) -> Section:
    """The section about habits."""
    conversion = _conversion(chapter)
    figures = [
        Figure(
            "conversion",
            "Income turned into VP, by round",
            "The winner and the others of the same game; the rest is taken as coins.",
            conversion,
            lambda: _draw_conversion(chapter, conversion),
        )
    ]
    presents = _presents(chapter)
    figures += share_figures(chapter, "presents", "Games won, by presents taken", presents, "presents")[:1]
    farthest = _farthest(chapter)
    figures += share_figures(chapter, "farthest", "Games won, by the farthest journey", farthest, "farthest")[:1]
    return Section("habits", TITLE, _finding(chapter, conversion, farthest), METHOD, figures)


def _presents(chapter: Chapter) -> Frame:
    each, source = int(chapter.rules.record.vp_per_present), names.SCORE.index("presents")

    def taken(game: GameStats, person: int) -> int:
        return int(game.points[person, source]) // each

    counts = [taken(game, person) for game in chapter.games for person in range(len(game.bots))]
    words = [f"{step} present" if step == 1 else f"{step} presents" for step in steps_of(counts)]
    if max(counts) >= len(words):
        words[-1] = f"{len(words) - 1}+ presents"
    return wins_by(chapter, Column("presents", "presents"), taken, words)


def _farthest(chapter: Chapter) -> Frame:
    words = [place_name(place, chapter.rules) for place in range(len(names.PLACE))]
    return wins_by(chapter, Column("farthest", "farthest journey"), lambda game, person: game.farthest[person], words)


def _conversion(chapter: Chapter) -> Frame:
    """The share of income that winners and others convert, by round."""
    rows = []
    for band in bands_of([game.rounds for game in chapter.games]):
        winners = [share for game in chapter.games if (share := _share(game, band, [game.winner])) is not None]
        others = [share for game in chapter.games if (share := _share(game, band, game.ranking[1:])) is not None]
        rows.append([band.label, *mean_of(winners), *mean_of(others)])
    columns = (
        Column("round", "round"),
        *interval_columns("winner", "winner", "share"),
        *interval_columns("others", "others", "share"),
    )
    return Frame(columns, rows)


def _share(game: GameStats, band: Band, persons: list[int]) -> float | None:
    """The mean share that these persons convert of their own income; None if nobody had income."""
    rounds = band.rounds(game.rounds)
    converted = game.converted[persons, rounds.start : rounds.stop].sum(axis=1)
    income = converted.sum(axis=1)
    if not income.any():
        return None
    return float((converted[:, 0] / np.maximum(income, 1))[income > 0].mean())


def _draw_conversion(chapter: Chapter, table: Frame) -> str:
    rows: list[dict[str, Any]] = table.records()
    lines = [
        Line(
            f"round {row['round']}",
            [
                Mark(row[who], row[f"{who}_low"], row[f"{who}_high"], style)
                for who, style in (("winner", "winner"), ("others", "other"))
                if row[who] is not None
            ],
        )
        for row in rows
    ]
    legend = [("winner", "the winner"), ("other", "the others")]
    return Plot(lines, "share", None, legend).draw(f"Share of income turned into VP, by round; {chapter.title}")


def _finding(chapter: Chapter, conversion: Frame, farthest: Frame) -> str:
    if len(chapter.games) < FEWEST_GAMES:
        return TOO_FEW
    sentences = []
    rows: list[dict[str, Any]] = [row for row in conversion.records() if _is_clear(row)]
    if rows:
        row = max(rows, key=lambda row: abs(row["winner"] - row["others"]))
        winner, others = shown(row["winner"], "share"), shown(row["others"], "share")
        sentences.append(
            f"In round {row['round']} winners turned {winner} of their income into VP, the others {others}."
        )
    found = [row for row in outliers(farthest) if float(row["win_rate"] or 0) > float(row["expected"] or 0)]
    if found:
        row = found[0]
        sentences.append(
            f"People whose farthest journey ended in {row['farthest']} won {rate_text(row)}; "
            f"the same bots win {row['expected']:.0%} of all their games."
        )
    return " ".join(sentences) or f"In {len(chapter.games):,} games winners convert and travel like everyone else."


def _is_clear(row: dict[str, Any]) -> bool:
    """Whether the two intervals don't overlap."""
    ends = [row[name] for name in ("winner_low", "winner_high", "others_low", "others_high")]
    return None not in ends and (ends[0] > ends[3] or ends[2] > ends[1])
