"""Makes a game config from a `.yunnan` file."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from ...errors import RecordError, TeahorseError
from ...game import DERIVED_HEADERS, Game
from ...rules.ruleset import Ruleset
from ...server.tables.game_config import KIND_OPENED, LONGEST_TITLE, GameConfig, check_bot
from ...server.tables.player_names import LONGEST_NAME
from ...server.tables.seats import BOT_NAMES, COLOURS, Seat, players_of
from ...text.translation import Say
from ...text.words import COLOUR_NAMES
from .form import clean_name, unique_name

MOST_BYTES = 1_000_000
ROOM_FOR_A_NUMBER = 3  # appended to a name that is taken
PLAYER, BOT, EVENT = "Player.", "Bot.", "Event"
OF_THE_TABLE = (PLAYER, BOT, *DERIVED_HEADERS)  # headers that a table writes itself


class RecordFileError(TeahorseError):
    """The file can't be opened."""


@dataclass(frozen=True)
class OpenedRecord:
    """An opened file: its game config, and whether the game is over."""

    config: GameConfig
    is_over: bool


def read_file(data: bytes, name: str, seed: int, say: Say) -> OpenedRecord:
    """Read the record of a game; `seed` is for the rest of the game."""
    if len(data) > MOST_BYTES:
        raise RecordFileError("{file} is too large for a record of a game: more than 1 MB.", file=name)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordFileError("{file} can't be opened: a game record is a text in UTF-8.", file=name) from None
    try:
        game = Game.from_record(text)
    except RecordError as error:
        raise RecordFileError("{file} can't be opened. {reason}", file=name, reason=error) from None
    return OpenedRecord(_config(game, name, seed, say), game.is_over)


def _config(game: Game, file: str, seed: int, say: Say) -> GameConfig:
    headers = game.headers
    return GameConfig(
        rules=game.rules,
        seats=_seats(game.rules, headers, say),
        seed=seed,
        kind=KIND_OPENED,
        title=clean_name(headers.get(EVENT, "") or PurePath(file).stem)[:LONGEST_TITLE],
        headers={name: value for name, value in headers.items() if not name.startswith(OF_THE_TABLE)},
        moves=tuple(game.moves),
    )


def _seats(rules: Ruleset, headers: Mapping[str, str], say: Say) -> tuple[Seat, ...]:
    """The seats: bots if the file names one that we have, otherwise people. Everyone gets a colour and a name."""
    seats: list[Seat] = []
    for number in range(rules.people):
        colours = COLOURS[number : rules.players : rules.people]
        player = players_of(rules)[number]
        name = clean_name(headers.get(PLAYER + player, ""))[: LONGEST_NAME - ROOM_FOR_A_NUMBER]
        # The browser game writes names and bots in two headers; the command line uses the bot's name for both.
        bot = next((each for each in (headers.get(BOT + player), name) if each and _is_ours(each)), None)
        default = say(COLOUR_NAMES[colours[0]]) if bot is None else BOT_NAMES[number]
        taken = [seat.name for seat in seats]
        seats.append(Seat(unique_name(default if name in ("", bot) else name, taken), colours, bot))
    return tuple(seats)


def _is_ours(bot: str) -> bool:
    try:
        check_bot(bot)
    except TeahorseError:
        return False
    return True
