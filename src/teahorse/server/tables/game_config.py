"""The game config of a new table, and its checks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...bots.bot_files import is_from_file
from ...bots.levels import GRANDMASTER, levels
from ...bots.plugins import plugin_named, plugins
from ...bots.registry import BUILT_IN, bot_named
from ...bots.weakened_bot import MARK
from ...errors import TeahorseError
from ...record import header_text
from ...rules.ruleset import Ruleset
from .player_names import LONGEST_NAME, is_valid_name
from .seats import COLOURS, Seat
from .timing.control import TimeControl

KIND_GAME, KIND_OPENED, KIND_LESSON = KINDS = ("game", "opened", "lesson")
# How far undo goes: until another player has moved, or also past moves that bots made since.
TURN, BOTS = TAKE_BACK = ("turn", "bots")
MOST_SEED = 2**62
LONGEST_TITLE = 120


class GameConfigError(TeahorseError):
    """A game config with an error."""


@dataclass(frozen=True)
class GameConfig:
    """The settings of a new table."""

    rules: Ruleset
    seats: tuple[Seat, ...]
    seed: int
    kind: str = KIND_GAME
    title: str = ""
    take_back: str | None = None  # None: what `default_take_back` says
    lesson: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()  # of an opened record
    time: TimeControl | None = None  # None: no limits


def default_take_back(bots: Sequence[str | None]) -> str:
    """How far undo goes unless the table says otherwise; `bots` has None for each person.

    One person alone with bots disturbs nobody by going back, so there undo goes past the bots' moves.
    """
    people = sum(bot is None for bot in bots)
    return BOTS if people == 1 else TURN


def check(config: GameConfig) -> None:
    """Raise an error for an impossible config. The forms on pages check their fields before this."""
    if config.kind not in KINDS or config.take_back not in (None, *TAKE_BACK):
        raise GameConfigError(
            f"The kind must be one of {', '.join(KINDS)}, and take_back one of {', '.join(TAKE_BACK)}."
        )
    if not 0 <= config.seed < MOST_SEED:
        raise GameConfigError("The seed must be a number from 0 to 2^62.")
    if len(config.title) > LONGEST_TITLE or not config.title.isprintable():
        raise GameConfigError(f"The title can have at most {LONGEST_TITLE} characters, on one line.")
    if len(config.seats) != config.rules.people:
        raise GameConfigError(
            f"This game is for {config.rules.people} people, but there are {len(config.seats)} seats."
        )
    if config.time is not None:
        if not config.time.is_possible:
            raise GameConfigError(
                "A budget has 1 to 1440 minutes, and 0 to 600 seconds per turn; or 1 to 30 days per move."
            )
        check_bot(config.time.bot)
    _check_seats(config)
    header_text(config.rules, config.headers)  # raises an error for headers that a record can't have


def _check_seats(config: GameConfig) -> None:
    each = config.rules.players // config.rules.people
    colours = [colour for seat in config.seats for colour in seat.colours]
    if any(len(seat.colours) != each for seat in config.seats) or len(set(colours)) != len(colours):
        raise GameConfigError(f"Each seat needs {each} of the colours, and no colour can be used twice.")
    if not set(colours) <= set(COLOURS):
        raise GameConfigError(f"Unknown colour; choose from {', '.join(COLOURS)}.")
    for seat in config.seats:
        if seat.is_free:
            if seat.name or seat.bot is not None:
                raise GameConfigError("A free seat has neither a name nor a bot.")
            continue
        if not is_valid_name(seat.name):
            raise GameConfigError(f"Each seat needs a name of at most {LONGEST_NAME} characters, on one line.")
        if seat.bot is not None:
            check_bot(seat.bot)


def check_bot(name: str) -> None:
    """Raise an error for a name that is neither one of our bots nor the bot of an installed package.

    Bots from files are not allowed: anybody could run code on the server. Nor are bots with a handicap. The code of a
    package is not loaded here.
    """
    if plugin_named(name) is not None:
        return
    ours = (*BUILT_IN, *levels(), GRANDMASTER)
    if is_from_file(name) or MARK in name or name.partition("/")[0] not in ours:
        names = ", ".join((*ours, *plugins()))
        raise GameConfigError(f"There is no bot {name!r} here; there are {names}.")
    bot_named(name)
