"""What each temper does at a table, counted in games against balanced ones, and how often it wins."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..arena import Result, Series, Settings, play_series
from ..arena.game_result import BETWEEN_MOVES
from ..arena.ratings import DEVIATIONS_95
from ..arena.summary import wilson
from ..bots import bot_named
from ..bots.network.shape import TEMPERS
from ..bots.weakened_bot import MARK
from ..game import Game
from ..notation import read_move
from ..rules import names
from .rungs import ORDINARY, Rules

BALANCED = TEMPERS[0]
# What is counted: the event, and the field with the player who did it.
EVENTS = {
    "bank": ("bank", "player"),
    "structures": ("structure-built", "player"),
    "guild": ("influence-gained", "player"),
    "displacements": ("displaced", "by"),
    "blocked gorges": ("gorge-blocked", "player"),
    "presents": ("present", "player"),
    "rides": ("horse-advanced", "player"),
}
QINGHAI = "Qinghai"  # whether the horse gets there
HABITS = (*EVENTS, QINGHAI)
# What each temper must do more often than a balanced one. Games among good players often end before any horse is in
# Qinghai, so a racer is one who rides more.
PROMISES = {
    "banker": "bank",
    "builder": "structures",
    "diplomat": "guild",
    "racer": "rides",
    "pusher": "displacements",
    "collector": "presents",
}
LEAST_WINS = 0.18  # against three balanced ones; 0.25 is even


@dataclass(frozen=True)
class Mean:
    """A mean per game of something that is not negative, with its 95% interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, counts: Sequence[float]) -> "Mean":
        """The mean of what was counted in each game."""
        mean = float(np.mean(counts))
        error = float(np.std(counts, ddof=1)) / len(counts) ** 0.5 if len(counts) > 1 else float("inf")
        return cls(mean, max(0.0, mean - DEVIATIONS_95 * error), mean + DEVIATIONS_95 * error)


@dataclass(frozen=True)
class TemperHabits:
    """What a temper did per game, the points it made by source, and the games it won."""

    temper: str
    games: int
    habits: dict[str, Mean]
    points: dict[str, Mean]
    wins: int

    @property
    def win_interval(self) -> tuple[float, float]:
        """The 95% interval of the share of games won."""
        return wilson(self.wins, self.games)

    def does_more_than(self, balanced: "TemperHabits") -> bool:
        """Whether it does what it promises more often than a balanced one, with intervals apart."""
        habit = PROMISES[self.temper]
        return self.habits[habit].low > balanced.habits[habit].high

    def as_data(self) -> dict[str, Any]:
        """The figures, for a file."""
        return {
            "temper": self.temper,
            "games": self.games,
            "habits": {name: vars(mean) for name, mean in self.habits.items()},
            "points": {name: vars(mean) for name, mean in self.points.items()},
            "won": self.wins,
            "wins": self.wins / self.games,
            "interval": list(self.win_interval),
        }


def with_temper(bot: str, temper: str) -> str:
    """A bot's name with a temper."""
    plain, mark, handicap = bot.partition(MARK)
    return f"{plain}/{temper}{mark}{handicap}"


@dataclass(frozen=True)
class TemperGames:
    """Games of each temper, in files of a folder."""

    bot: str
    folder: Path
    rules: Rules = ORDINARY
    seed: int = 1
    cores: int | None = None

    def play(self, games: int, played: Callable[[int], None]) -> Iterator[TemperHabits]:
        """Balanced ones among themselves, then each temper alone among balanced ones."""
        balanced = with_temper(self.bot, BALANCED)
        for temper in TEMPERS:
            bot_named(with_temper(self.bot, temper))  # a wrong name is an error before the first game
        self.folder.mkdir(parents=True, exist_ok=True)
        rules = self.rules
        for temper in TEMPERS:
            bots = [with_temper(self.bot, temper), *[balanced] * (rules.players - 1)]
            settings = Settings.of(bots, rules.edition, rules.players, rules.options, seed=self.seed)
            file = self.folder / settings.file_name()
            series = play_series(settings, games, file, cores=self.cores, ended=lambda _: played(1))
            yield count_habits(series, temper, bots[0])


def count_habits(series: Series, temper: str, bot: str) -> TemperHabits:
    """Count what a bot did in the games of a series; several seats with the same bot count as their mean."""
    habits: dict[str, list[float]] = {habit: [] for habit in HABITS}
    points: dict[str, list[float]] = {score: [] for score in names.SCORE}
    wins = 0
    for result in series.results:
        seats = [person for person, name in enumerate(result.seats) if name == bot]
        counts = _counts(series.settings, result)
        for habit in HABITS:
            habits[habit].append(float(np.mean([counts[person][habit] for person in seats])))
        for score in names.SCORE:
            points[score].append(float(np.mean([result.points[person][score] for person in seats])))
        # Where all seats have the same bot, one of them stands for it.
        wins += result.ranking[0] == seats[result.number % len(seats)]
    return TemperHabits(
        temper,
        len(series.results),
        {habit: Mean.of(counts) for habit, counts in habits.items()},
        {score: Mean.of(counts) for score, counts in points.items()},
        wins,
    )


def _counts(settings: Settings, result: Result) -> list[dict[str, int]]:
    """What each person did in a game, counted in its events."""
    rules = settings.rules
    counts = [dict.fromkeys(HABITS, 0) for _ in range(rules.people)]
    person_of = {names.PLAYER[player]: int(rules.record.person[player]) for player in range(rules.players)}
    game = Game.before_dealing(rules)
    for move in result.moves.split(BETWEEN_MOVES):
        game.make(read_move(move, rules))
        for event in game.events:
            for habit, (name, field) in EVENTS.items():
                if event.name == name and event.fields[field] in person_of:  # not Dúli
                    counts[person_of[event.fields[field]]][habit] += 1
            if event.name == "horse-advanced" and event.fields["place"] == names.PLACE[-1]:
                counts[person_of[event.fields["player"]]][QINGHAI] = 1
    return counts
