"""Bots that play below their strength: their moves are drawn at a temperature, and now and then they blunder.

The settings follow a bot's name: `network:100?temperature=0.5&blunders=0.1`.
"""

from dataclasses import dataclass

import numpy as np

from ..errors import TeahorseError
from ..game import Game
from ..notation import move_text
from ..rules.verdicts import LEGAL
from .bot import UNWATCHED, Bot, Budget, Considered, Watch, require_decision

MARK = "?"
HIGHEST_TEMPERATURE = 100.0


@dataclass(frozen=True)
class Handicap:
    """How a bot is made weaker. At temperature 0 it plays its best move, at 1 it draws moves as often as it likes them.

    `blunders` is the chance of a move that is drawn from all legal ones.
    """

    temperature: float = 0.0
    blunders: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.temperature <= HIGHEST_TEMPERATURE:
            raise TeahorseError(f"A temperature is a number from 0 to {HIGHEST_TEMPERATURE:g}, not {self.temperature}.")
        if not 0 <= self.blunders <= 1:
            raise TeahorseError(f"The rate of blunders is a number from 0 to 1, not {self.blunders}.")

    @property
    def suffix(self) -> str:
        """The handicap as it follows a bot's name; nothing where there is none."""
        settings = {name: value for name, value in vars(self).items() if value}
        return MARK + "&".join(f"{name}={value:g}" for name, value in settings.items()) if settings else ""


NO_HANDICAP = Handicap()


def split_handicap(name: str) -> tuple[str, Handicap]:
    """A bot's name without its handicap, and the handicap."""
    plain, mark, text = name.partition(MARK)
    if not mark:
        return name, NO_HANDICAP
    settings: dict[str, float] = {}
    for part in text.split("&"):
        setting, _, value = part.partition("=")
        try:
            if setting not in vars(NO_HANDICAP) or setting in settings:
                raise ValueError
            settings[setting] = float(value)
        except ValueError:
            raise TeahorseError(
                f"A bot is made weaker as in {plain}?temperature=0.5&blunders=0.1, not by {part!r}."
            ) from None
    return plain, Handicap(**settings)


class WeakenedBot(Bot):
    """Another bot with a handicap. What it considers is what the other bot considers."""

    def __init__(self, bot: Bot, handicap: Handicap, seed: int, name: str) -> None:
        self.name = name
        self._bot, self._handicap = bot, handicap
        self._rng = np.random.default_rng((seed, 1))  # not the stream of the bot itself

    def choose(self, game: Game, budget: Budget | None = None) -> str:
        """A blunder, a move drawn by the visits of all moves, or the bot's own choice."""
        require_decision(game)
        if self._rng.random() < self._handicap.blunders:
            legal = np.flatnonzero(game.verdicts() == LEGAL)
            return move_text(int(self._rng.choice(legal)), game.rules)
        if self._handicap.temperature == 0:
            return self._bot.choose(game, budget)
        ranked = self._bot.consider(game, budget)
        visits = np.array([max(considered.visits, 1e-3) for considered in ranked])
        rated = np.log(visits) / self._handicap.temperature + self._rng.gumbel(size=len(visits))  # draws from a softmax
        return ranked[int(np.argmax(rated))].move

    def consider(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
        """The moves that the bot considers."""
        return self._bot.consider(game, budget, watch)
