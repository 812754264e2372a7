"""What each building is worth, by the round in which it is bought."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..text.refusals import building_name
from .dataset import Chapter
from .frame import Column, Frame, Value, interval_columns, shown
from .game_stats import ACTS, BANK
from .heat_map import Cell, draw_heat_map
from .regression import Estimates, estimate
from .section import FEWEST_GAMES, TOO_FEW, Figure, Section

MOST_COLUMNS = 8
FEWEST_BOUGHT = 20
FEWEST_INDEPENDENT = 10  # purchases that neither the bot, the seat nor the position explains

TITLE = "What is a building worth, and when?"
METHOD = (
    "For each round the final lead over the others at the table, in VP, is regressed on what everyone bought in that "
    "round, the price being part of the bargain; persons of the same bot, seat and position as the round began are "
    "compared (VP, coins, last income, turn order and all progress made before), and the 95% intervals come from "
    "drawing whole games again. It shows how games with the purchase differed from games without and is no proof that "
    "the purchase made the difference: bots buy when it suits them, and of twenty intervals about one misses by "
    "chance."
)
EXPLAINED = (
    "VP of lead that one purchase goes with, ± half its 95% interval; green is ahead, red behind, and bold where the "
    "interval leaves no doubt about which. A dash: bought too seldom, or too much alike in all games, to say."
)
COLUMNS = (
    Column("building", "building"),
    Column("round", "round"),
    Column("bought", "bought", "count"),
    Column("price", "mean price", "number"),
    *interval_columns("lead", "lead, VP", "points"),
    *interval_columns("win", "chance to win", "change"),
)


@dataclass(frozen=True)
class Band:
    """Rounds that are looked at together, from 0; most are one."""

    first: int
    last: int | None  # None: to the end

    @property
    def label(self) -> str:
        """The rounds as people count them."""
        return f"{self.first + 1}" + ("+" if self.last is None else "")

    def rounds(self, of_game: int) -> range:
        """Those of its rounds that a game had."""
        return range(self.first, of_game if self.last is None else min(self.last + 1, of_game))


def bands_of(rounds: Sequence[int]) -> list[Band]:
    """The rounds one by one; the last few, which hardly any game reached, together."""
    top = 0
    while top + 1 < MOST_COLUMNS and sum(reached > top + 1 for reached in rounds) >= FEWEST_GAMES:
        top += 1
    last = top if max(rounds) == top + 1 else None
    return [*(Band(number, number) for number in range(top)), Band(top, last)]


def value_of_buildings(chapter: Chapter) -> Section:
    """The section about buildings."""
    acts = [act for act in ACTS if act != "temple" or chapter.rules.switches["temple"]]
    bands = bands_of([game.rounds for game in chapter.games])
    columns = [_column(chapter, band, acts) for band in bands]
    table = Frame(COLUMNS, [row for of_act in zip(*columns, strict=True) for row in of_act])
    figure = Figure(
        "buildings", "Lead in VP for each purchase", EXPLAINED, table, lambda: _draw(chapter, table, bands, acts)
    )
    return Section("buildings", TITLE, _finding(chapter, table), METHOD, [figure])


def _column(chapter: Chapter, band: Band, acts: Sequence[str]) -> list[list[Value]]:
    """A row for each building in a band of rounds."""
    places = [ACTS.index(act) for act in acts]
    bought = np.zeros(len(ACTS), np.int64)
    paid = np.zeros(len(ACTS) - 1, np.int64)
    for game in chapter.games:
        rounds = band.rounds(game.rounds)
        bought += game.acts[:, rounds.start : rounds.stop].sum(axis=(0, 1))
        paid += game.prices[:, rounds.start : rounds.stop].sum(axis=(0, 1))
    found = _estimates(chapter, band, places) if len(chapter.games) >= FEWEST_GAMES else None
    rows: list[list[Value]] = []
    for number, (act, place) in enumerate(zip(acts, places, strict=True)):
        count = int(bought[place])
        price = float(paid[place] / count) if count and act != BANK else None
        told = found is not None and count >= FEWEST_BOUGHT and found.evidence[number] >= FEWEST_INDEPENDENT
        figures = _ends(found, number) if found is not None and told else [None] * 6
        rows.append([_called(act, chapter), band.label, count, price, *figures])
    return rows


def _ends(found: Estimates, number: int) -> list[Value]:
    """The lead with its interval, then the chance to win with its."""
    return [float(part[number, target]) for target in (0, 1) for part in (found.values, found.low, found.high)]


def _estimates(chapter: Chapter, band: Band, places: Sequence[int]) -> Estimates | None:
    """Compare everyone in these rounds with the others at their table."""
    people, bots = chapter.rules.people, chapter.bots
    effects: list[Any] = []
    controls: list[Any] = []
    targets: list[Any] = []
    games: list[int] = []
    for number, game in enumerate(chapter.games):
        seats = np.hstack([np.eye(len(bots))[[bots.index(bot) for bot in game.bots]], np.eye(people)])
        won = np.arange(people) == game.winner
        # A table compares one with the others: who wins more often makes the others win less, so a part of it counts.
        target = np.stack([game.totals, won * (people - 1) / people], axis=1)
        for place in band.rounds(game.rounds):
            effects.append(game.acts[:, place, places])
            controls.append(np.hstack([game.standings[:, place], seats]))
            targets.append(target)
            games.append(number)
    if not effects:
        return None
    effect, control, target = (np.concatenate(part).astype(np.float64) for part in (effects, controls, targets))
    return estimate(effect, control, target, np.repeat(np.arange(len(games)), people), np.repeat(games, people))


def _called(act: str, chapter: Chapter) -> str:
    return act if act == BANK else building_name(ACTS.index(act), chapter.rules)


def _finding(chapter: Chapter, table: Frame) -> str:
    rows: list[dict[str, Any]] = [row for row in table.records() if row["lead"] is not None]
    if not rows:
        return TOO_FEW if len(chapter.games) < FEWEST_GAMES else "Everyone buys too much alike to say."
    best = max(rows, key=lambda row: row["lead_low"])
    worst = min(rows, key=lambda row: row["lead_high"])
    told = []
    if best["lead_low"] > 0:
        told.append(f"The {best['building']} in round {best['round']} went with the surest gain: {_told(best)}.")
    if worst["lead_high"] < 0:
        told.append(f"The {worst['building']} in round {worst['round']} went with the surest loss: {_told(worst)}.")
    return " ".join(told) or f"In {len(chapter.games):,} games no building in any round stands out from chance."


def _told(row: dict[str, Any]) -> str:
    lead, low, high = (shown(row[name], "points") for name in ("lead", "lead_low", "lead_high"))
    return f"{lead} VP of lead each (95%: {low} to {high})"


def _draw(chapter: Chapter, table: Frame, bands: Sequence[Band], acts: Sequence[str]) -> str:
    rows: dict[tuple[Value, Value], dict[str, Any]] = {(row["building"], row["round"]): row for row in table.records()}
    names = [_called(act, chapter) for act in acts]
    cells = [[_cell(rows[name, band.label]) for band in bands] for name in names]
    label = f"Heat map: lead in VP for each purchase, by building and round; {chapter.title}"
    return draw_heat_map(names, [band.label for band in bands], "bought in round", cells, label)


def _cell(row: dict[str, Any]) -> Cell:
    price = "" if row["price"] is None else f" at {row['price']:.1f} coins on average"
    told = f"{row['building']}, round {row['round']}: bought {row['bought']:,} times{price}"
    if row["lead"] is None:
        return Cell(None, told=told)
    return Cell(row["lead"], row["lead_low"], row["lead_high"], f"{told}; {_told(row)}")
