"""Read and write files; errors are sentences."""

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..board_files import read_board
from ..errors import TeahorseError
from ..game import Game
from ..parsing import LONGEST_LINE, ParsingError, read_json

STANDARD_INPUT = Path("-")
PLAYER_HEADER = "Player."


class FileError(TeahorseError):
    """A file that can't be read or written, or that is not what was expected."""


@dataclass(frozen=True)
class LoadedGame:
    """A file that was read: its text, the game in it, and whether it is a record (or else a snapshot)."""

    path: Path
    text: str
    game: Game
    is_record: bool

    def require_record(self) -> None:
        """Raise an error if it is a snapshot: moves can be added only to a record."""
        if not self.is_record:
            raise FileError(
                f"{self.path} is a snapshot, one position without its moves; begin a record with `teahorse new`."
            )


def read_text(path: Path) -> str:
    """The text of a file with its line ends unchanged; `-` is standard input."""
    try:
        data = sys.stdin.buffer.read() if path == STANDARD_INPUT else path.read_bytes()
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(f"{path} is not a text file: byte {error.start + 1} is not UTF-8.") from None
    except FileNotFoundError:
        raise FileError(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise FileError(f"{path} is a folder, not a file.") from None
    except PermissionError:
        raise FileError(f"There is no permission to read {path}.") from None
    except (OSError, ValueError) as error:
        raise FileError(f"{path} can't be read: {_reason(error)}.") from None


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def write_text(path: Path, text: str) -> None:
    """Replace a file in one step: a reader sees the old text or the new one, never half of it."""
    if path == STANDARD_INPUT:
        raise FileError("A record is kept in a file, not in standard input.")
    target = path.resolve()
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with unfinished.open("xb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    except (OSError, ValueError) as error:
        unfinished.unlink(missing_ok=True)
        raise FileError(f"{path} can't be written: {_reason(error)}.") from None


def write_new(path: Path, text: str, force: bool) -> None:
    """Write a file that should not be there yet."""
    if path.is_dir():
        raise FileError(f"{path} is a folder, not a file.")
    if path.exists() and not force:
        raise FileError(f"{path} already exists; `--force` overwrites it.")
    write_text(path, text)


def looks_like_json(text: str) -> bool:
    """Whether a text is a JSON object (a snapshot or a trace) rather than a record."""
    return text.removeprefix("\ufeff").lstrip().startswith("{")


def looks_like_trace(text: str) -> bool:
    """Whether a text is a trace: lines of JSON, each with a snapshot in it."""
    line = text.removeprefix("\ufeff").lstrip().partition("\n")[0]
    try:
        first = read_json(line, LONGEST_LINE)
    except ParsingError:
        return line.startswith('{"snapshot"')  # a broken trace is still a trace
    return isinstance(first, dict) and "snapshot" in first


def load(path: Path) -> LoadedGame:
    """Read a record or a snapshot, as the content shows."""
    text = read_text(path)
    if looks_like_trace(text):
        raise FileError(f"{path} is a trace of a whole game; `teahorse check` reads those.")
    try:
        if looks_like_json(text):
            return LoadedGame(path, text, Game.from_snapshot(text.removeprefix("\ufeff")), False)
        return LoadedGame(path, text, Game.from_record(text), True)
    except TeahorseError as error:
        raise FileError(f"{path}: {error}") from None


def load_board(path: Path) -> dict[str, Any]:
    """Read a custom board: a file of tables, TOML or JSON."""
    return read_board(read_text(path), str(path))


def player_names(game: Game) -> dict[str, str]:
    """The names of the players in the headers of the record."""
    return {
        header.removeprefix(PLAYER_HEADER): "".join(sign if sign.isprintable() else "?" for sign in name).strip()
        for header, name in game.headers.items()
        if header.startswith(PLAYER_HEADER)
    }
