"""The section on what each building is worth, by the round in which it is bought."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..text.words import building_name
from .dataset import Chapter
from .frame import Column, Frame, Value, interval_columns, shown
from .game_stats import ACTS, BANK
from .heat_map import Cell, draw_heat_map
from .regression import Estimates, estimate
from .section import FEWEST_GAMES, TOO_FEW, Figure, Section

MOST_COLUMNS = 8
FEWEST_BOUGHT = 20
FEWEST_INDEPENDENT = 10  # purchases that bot, seat and position don't explain

TITLE = "What is a building worth, and when?"
METHOD = (
    "For each round, the final lead over the others in VP is regressed on what everyone bought in that round; the "
    "price is part of the purchase. The regression controls for bot, seat and the position at the start of the round "
    "(VP, coins, last income, turn order and all earlier progress), and the 95% intervals are bootstrapped from whole "
    "games. It shows how games with the purchase differed from games without. It does not prove that the purchase "
    "made the difference: bots buy when it suits them, and about one of twenty intervals misses by chance."
)
EXPLAINED = (
    "The lead in VP for one purchase, ± half its 95% interval: green is ahead, red is behind, and bold means that the "
    "interval excludes 0. A dash means that there are too few or too similar purchases to say."
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
    """Rounds that are counted together, from 0; most bands have one."""

    first: int
    last: int | None  # None: to the end

    @property
    def label(self) -> str:
        """The rounds, counted from 1."""
        return f"{self.first + 1}" + ("+" if self.last is None else "")

    def rounds(self, of_game: int) -> range:
        """The rounds of the band that a game has."""
        return range(self.first, of_game if self.last is None else min(self.last + 1, of_game))


def bands_of(rounds: Sequence[int]) -> list[Band]:
    """A band for each round; the last rounds, which few games reach, share one."""
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
        is_clear = found is not None and count >= FEWEST_BOUGHT and found.evidence[number] >= FEWEST_INDEPENDENT
        figures = _ends(found, number) if found is not None and is_clear else [None] * 6
        rows.append([_act_name(act, chapter), band.label, count, price, *figures])
    return rows


def _ends(found: Estimates, number: int) -> list[Value]:
    """The lead with its interval, then the chance to win with its interval."""
    return [float(part[number, target]) for target in (0, 1) for part in (found.values, found.low, found.high)]


def _estimates(chapter: Chapter, band: Band, places: Sequence[int]) -> Estimates | None:
    """Compare each person in these rounds with the others in the game."""
    people, bots = chapter.rules.people, chapter.bots
    effects: list[Any] = []
    controls: list[Any] = []
    targets: list[Any] = []
    games: list[int] = []
    for number, game in enumerate(chapter.games):
        seats = np.hstack([np.eye(len(bots))[[bots.index(bot) for bot in game.bots]], np.eye(people)])
        won = np.arange(people) == game.winner
        # Each person is compared with the others in the game: a win also lowers the others' mean, so it counts in part.
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


def _act_name(act: str, chapter: Chapter) -> str:
    return act if act == BANK else building_name(ACTS.index(act), chapter.rules)


def _finding(chapter: Chapter, table: Frame) -> str:
    rows: list[dict[str, Any]] = [row for row in table.records() if row["lead"] is not None]
    if not rows:
        return TOO_FEW if len(chapter.games) < FEWEST_GAMES else "Everyone buys too similarly to say."
    best = max(rows, key=lambda row: row["lead_low"])
    worst = min(rows, key=lambda row: row["lead_high"])
    sentences = []
    if best["lead_low"] > 0:
        sentences.append(f"The {best['building']} in round {best['round']} had the clearest gain: {_lead_text(best)}.")
    if worst["lead_high"] < 0:
        sentences.append(
            f"The {worst['building']} in round {worst['round']} had the clearest loss: {_lead_text(worst)}."
        )
    return " ".join(sentences) or f"In {len(chapter.games):,} games no building in any round stands out from chance."


def _lead_text(row: dict[str, Any]) -> str:
    lead, low, high = (shown(row[name], "points") for name in ("lead", "lead_low", "lead_high"))
    return f"{lead} VP of lead for each purchase (95%: {low} to {high})"


def _draw(chapter: Chapter, table: Frame, bands: Sequence[Band], acts: Sequence[str]) -> str:
    rows: dict[tuple[Value, Value], dict[str, Any]] = {(row["building"], row["round"]): row for row in table.records()}
    names = [_act_name(act, chapter) for act in acts]
    cells = [[_cell(rows[name, band.label]) for band in bands] for name in names]
    label = f"Heat map: lead in VP for each purchase, by building and round; {chapter.title}"
    return draw_heat_map(names, [band.label for band in bands], "bought in round", cells, label)


def _cell(row: dict[str, Any]) -> Cell:
    price = "" if row["price"] is None else f" at {row['price']:.1f} coins on average"
    tooltip = f"{row['building']}, round {row['round']}: bought {row['bought']:,} times{price}"
    if row["lead"] is None:
        return Cell(None, tooltip=tooltip)
    return Cell(row["lead"], row["lead_low"], row["lead_high"], f"{tooltip}; {_lead_text(row)}")
