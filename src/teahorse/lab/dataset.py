"""The games of all result files, grouped by their rules: one chapter for each set of rules."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..arena import Result, Series, Settings, read_series
from ..arena.settings import shown_name
from ..errors import TeahorseError
from ..record import value_text
from ..rules.edition_files import EDITIONS
from ..rules.ruleset import Ruleset
from ..rules.switches import Value
from ..snapshot import person_name
from .game_replay import NotReplayable, replay_stats
from .game_stats import GameStats


@dataclass
class SeriesFile:
    """A file of results: its contents, and how many of its games are used."""

    path: Path
    settings: Settings
    games: int
    torn: bool
    bots: list[str] = field(default_factory=list)
    studied: int = 0  # games that no earlier file had
    forfeits: int = 0


@dataclass
class Chapter:
    """All games that were played by the same rules."""

    rules: Ruleset
    games: list[GameStats] = field(default_factory=list)
    versions: set[str] = field(default_factory=set)
    courses: set[bytes] = field(default_factory=set)  # a digest of the moves of each game

    @property
    def title(self) -> str:
        """The rules in words."""
        rules = self.rules
        parts = [f"Edition {rules.edition}", f"{rules.people} players"]
        if rules.people == 2:
            parts[1] += " with Dúli" if rules.has_duli else ", two colours each"
        parts += [_switch_text(name, value) for name, value in rules.options.items() if name != "two_players"]
        return ", ".join(parts + (["a custom board"] if rules.board is not None else []))

    @property
    def name(self) -> str:
        """A short name for links and files."""
        rules = self.rules
        kind = "" if not rules.options and rules.board is None else "-" + _digest(_key(rules))[:6]
        return f"{rules.edition}-{rules.people}p{kind}"

    @property
    def seats(self) -> list[str]:
        """The names of the seats; with two colours each, a person is a seat."""
        return [person_name(person, self.rules) for person in range(self.rules.people)]

    @property
    def bots(self) -> list[str]:
        """All bots that play in it."""
        return sorted({bot for game in self.games for bot in game.bots})


@dataclass
class Dataset:
    """All games, by file and by chapter."""

    files: list[SeriesFile]
    chapters: list[Chapter]

    @property
    def games(self) -> int:
        """How many games there are."""
        return sum(len(chapter.games) for chapter in self.chapters)

    @property
    def versions(self) -> list[str]:
        """The versions of teahorse that played them."""
        return sorted({file.settings.version for file in self.files})


def open_series(paths: Sequence[Path]) -> list[SeriesFile]:
    """Read all files once before replaying, so that errors are found early."""
    files = []
    for path in paths:
        series = read_series(path)
        files.append(SeriesFile(path, series.settings, len(series.results), bool(series.torn)))
    if not any(file.games for file in files):
        which = f"{paths[0]} has" if len(paths) == 1 else "The files have"
        raise TeahorseError(f"{which} no finished game yet.")
    return files


def load_dataset(files: Sequence[SeriesFile], progress: Callable[[], None] | None = None) -> Dataset:
    """Replay every game once, even if it is in several files. `progress` is called for each."""
    chapters: dict[str, Chapter] = {}
    names = _Names()
    seen: set[bytes] = set()
    for file in files:
        series = read_series(file.path)
        rules = series.settings.rules
        chapter = chapters.setdefault(_key(rules), Chapter(rules))
        for result, identity in _numbered(series):
            if identity not in seen:
                seen.add(identity)
                chapter.games.append(_replay(file, series, result, names))
                chapter.versions.add(series.settings.version)
                chapter.courses.add(hashlib.blake2b(result.moves.encode(), digest_size=16).digest())
                file.studied += 1
                file.forfeits += len(result.forfeits)
            if progress is not None:
                progress()
        file.bots = sorted({names.of(series.settings, bot) for bot in series.settings.bots})
    found = [chapter for chapter in chapters.values() if chapter.games]
    return Dataset(list(files), sorted(found, key=_order))


def _numbered(series: Series) -> Iterator[tuple[Result, bytes]]:
    """Each result with its identity: a hash of the series, the number and the moves."""
    header = json.dumps(series.settings.as_data(), sort_keys=True)
    for result in series.results:
        yield result, hashlib.blake2b(f"{header}{result.number}:{result.moves}".encode(), digest_size=16).digest()


def _replay(file: SeriesFile, series: Series, result: Result, names: "_Names") -> GameStats:
    settings, line = series.settings, series.lines[result.number]
    try:
        return replay_stats(settings, result, lambda bot: names.of(settings, bot))
    except NotReplayable as error:
        raise TeahorseError(
            f"{file.path}, line {line}: game {result.number}, which teahorse {settings.version} played, {error}"
        ) from None


class _Names:
    """Short and unique names of bots; an edited file is another bot."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}

    def of(self, settings: Settings, bot: str) -> str:
        """The name of a bot of a series."""
        identity = (bot, settings.files.get(bot, ""))
        if identity not in self._given:
            short = shown_name(bot)
            others = sum(shown_name(other) == short for other, _ in self._given)
            self._given[identity] = f"{short} ({others + 1})" if others else short
        return self._given[identity]


def _switch_text(switch: str, value: Value) -> str:
    """A switch in words; one that is on is just named."""
    words = switch.replace("_", " ")
    if isinstance(value, bool):
        return words if value else f"no {words}"
    return f"{words} {value_text(value)}"


def _key(rules: Ruleset) -> str:
    return json.dumps([rules.edition, rules.people, dict(rules.options), rules.board], sort_keys=True)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _order(chapter: Chapter) -> tuple[int, int, int, str]:
    """By edition, the newest first; then by the number of players, and the plain game before its variants."""
    rules = chapter.rules
    changes = len(rules.options) + (rules.board is not None)
    return EDITIONS.index(rules.edition), rules.people, changes, _key(rules)
