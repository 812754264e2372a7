"""The file of results: a header with the settings, then a line for each finished game.

Lines are only appended, and each is on disk before the next game counts. So no finished game is lost, however the
series is stopped. A last line that a power cut left incomplete is cut off when the series goes on.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import TeahorseError
from ..parsing import LONGEST_LINE, ParsingError, read_json
from .game_result import Result, ResultError
from .settings import FORMAT, MARK, Settings

if sys.platform != "win32":  # there a file that is being written can't be opened twice
    import fcntl


@dataclass(frozen=True)
class Series:
    """A file of results: the settings, the finished games by number, and the size of an incomplete last line."""

    settings: Settings
    results: list[Result]
    torn: int = 0  # bytes of an incomplete last line
    lines: dict[int, int] = field(default_factory=dict)  # the line of each game in the file, by its number

    @property
    def finished(self) -> set[int]:
        """The numbers of the finished games."""
        return {result.number for result in self.results}


def read_series(path: Path) -> Series:
    """Read a file of results; an incomplete last line is left out."""
    try:
        return _read(path.read_bytes(), path)
    except FileNotFoundError:
        raise TeahorseError(f"There is no file {path}.") from None
    except OSError as error:
        raise TeahorseError(f"{path} can't be read: {error.strerror}.") from None


def _read(data: bytes, path: Path) -> Series:
    *lines, torn = data.split(b"\n")
    settings = _header(lines[0] if lines else torn, path)
    results: dict[int, Result] = {}
    lines_of: dict[int, int] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            result = Result.from_data(_parsed(line), settings.players)
        except ParsingError as error:
            if number == len(lines) and not torn:  # a disk may have written the end of a line, but not its middle
                torn = line + b"\n"
                break
            raise _no_result(path, number, error) from None
        except ResultError as error:
            raise _no_result(path, number, error) from None
        if results.setdefault(result.number, result) is result:
            lines_of[result.number] = number
    return Series(settings, [results[number] for number in sorted(results)], len(torn), lines_of)


def _parsed(line: bytes) -> Any:
    try:
        return read_json(line.decode("utf-8"), LONGEST_LINE)
    except UnicodeDecodeError:
        raise ParsingError("it is not UTF-8 text") from None


def _no_result(path: Path, number: int, reason: TeahorseError) -> TeahorseError:
    return TeahorseError(f"{path}, line {number}, can't be read as the result of a game: {reason}.")


def _header(line: bytes, path: Path) -> Settings:
    if not line.strip():
        raise TeahorseError(f"{path} is not a results file of an arena: line 1 is empty.")
    try:
        header = _parsed(line)
    except ParsingError as error:
        raise TeahorseError(f"{path} is not a results file of an arena: line 1 can't be read: {error}.") from None
    if not isinstance(header, dict) or MARK not in header:
        raise TeahorseError(f"{path} is not a results file of an arena: line 1 has no `{MARK}`.")
    if header[MARK] != FORMAT:
        raise TeahorseError(
            "{path}, line 1: the results are in format {given!r}; this teahorse reads format {known}.",
            path=path,
            given=header[MARK],
            known=FORMAT,
        )
    try:
        return Settings.from_data(header)
    except TeahorseError as error:
        raise TeahorseError(f"{path}, line 1: the settings of the series can't be read: {error}") from None


class Results:
    """A file of results that is open for appending, and the series it had before."""

    def __init__(self, descriptor: int, before: Series) -> None:
        self._descriptor = descriptor
        self.before = before

    def append(self, result: Result) -> None:
        """Write a finished game to the disk before returning."""
        _write(self._descriptor, result.as_data())


@contextmanager
def results_file(path: Path, settings: Settings) -> Iterator[Results]:
    """Open the file of a new or earlier series for appending; the file of another series is an error."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except OSError as error:
        raise TeahorseError(f"{path} can't be written: {error.strerror}.") from None
    try:
        _lock(descriptor, path)
        data = path.read_bytes()
        if _line(settings.as_data()).startswith(data):  # nothing yet, or an incomplete first line
            os.ftruncate(descriptor, 0)
            _write(descriptor, settings.as_data())
            series = Series(settings, [])
        else:
            series = _read(data, path)
            _refuse_another(series.settings, settings, path)
            os.ftruncate(descriptor, len(data) - series.torn)
        yield Results(descriptor, series)
    finally:
        os.close(descriptor)


def _refuse_another(found: Settings, wanted: Settings, path: Path) -> None:
    difference = found.difference(wanted)
    if difference is not None:
        raise TeahorseError(f"{path} has a series {difference}; `--out` with another file keeps both.")


def _lock(descriptor: int, path: Path) -> None:
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise TeahorseError(f"Another arena is writing to {path}; wait for it, or choose another `--out`.") from None


def _write(descriptor: int, data: dict[str, Any]) -> None:
    line = memoryview(_line(data))
    while line:
        line = line[os.write(descriptor, line) :]
    os.fsync(descriptor)


def _line(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n").encode()
