"""The interface of all bots, with budgets and progress."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ..errors import TeahorseError
from ..game import Game


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one move: a number of simulations, seconds, or both; the first limit counts."""

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise TeahorseError("A budget needs simulations, seconds, or both.")
        if self.simulations is not None and self.simulations < 1:
            raise TeahorseError(f"A bot needs at least 1 simulation, not {self.simulations}.")
        if self.seconds is not None and not self.seconds > 0:
            raise TeahorseError(f"A bot needs more than 0 seconds, not {self.seconds}.")


@dataclass(frozen=True)
class Expectation:
    """What the network expects for a player in a position."""

    points: tuple[float, ...]  # at the end, by line of the score sheet
    last_round: float
    outbid: tuple[float, ...] = ()  # by building: the chance that the player's bid will be outbid; only while bidding


@dataclass(frozen=True)
class Considered:
    """A move that a bot considered, with its visits and each person's chance to win after it.

    Only a search knows these numbers; with other bots every move has one visit, and everyone the same chance.
    `line` is how the search expects the game to go on after the move, as far as it is sure; `SearchBot.lines` adds it.
    `expects` is what the network expects for the player after the move; a hint with the network adds it.
    """

    move: str
    visits: int
    values: tuple[float, ...]
    line: tuple[str, ...] = ()
    expects: Expectation | None = None


@dataclass(frozen=True)
class Progress:
    """The progress of a search: the used part of its budget, from 0 to 1, and the simulations made."""

    part: float
    simulations: int


class Cancelled(TeahorseError):
    """The search was cancelled."""


class Cancel(Protocol):
    """Tells a bot whether to stop; a `threading.Event`, for example."""

    def is_set(self) -> bool:
        """Whether the bot should stop."""


@dataclass(frozen=True)
class Watch:
    """Follows a search: `report` is called with its progress; setting `cancel` ends it with `Cancelled`."""

    report: Callable[[Progress], None] | None = None
    cancel: Cancel | None = None

    def check(self) -> None:
        """Raise `Cancelled` if the search was cancelled."""
        if self.cancel is not None and self.cancel.is_set():
            raise Cancelled("The search was cancelled.")


UNWATCHED = Watch()


class Bot(ABC):
    """A player that thinks. It may remember its game, so each seat needs its own bot."""

    name: str

    @abstractmethod
    def consider(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
        """Rank the moves worth considering, the best first; without a budget the bot's own budget counts."""

    def choose(self, game: Game, budget: Budget | None = None) -> str:
        """The move to make."""
        return self.consider(game, budget)[0].move


def require_decision(game: Game, watch: Watch = UNWATCHED) -> None:
    """Raise an error if nobody decides in the position, or if the search was cancelled."""
    watch.check()
    if game.to_move in (None, "chance"):
        raise TeahorseError("There is no move to choose: " + ("the game is over." if game.is_over else "deal first."))


def make_bot(factory: Callable[..., Any], seed: int, name: str) -> Bot:
    """Call a third-party class or function for a bot; a bot without a name is called `name`."""
    try:
        bot = factory(seed=seed)
    except (Exception, SystemExit) as error:  # third-party code may raise anything
        raise TeahorseError(f"{name} can't be made with a seed: {type(error).__name__}: {error}") from error
    if not isinstance(bot, Bot):
        raise TeahorseError(f"{name} makes {type(bot).__name__!r}, which is not a teahorse.bots.Bot.")
    bot.name = getattr(bot, "name", name)
    return bot
