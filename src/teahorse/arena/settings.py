"""The settings of a series. With its number they determine every game."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeGuard

from .. import __version__
from ..bots.bot_files import is_from_file
from ..bots.plugins import plugin_named
from ..bots.registry import is_third_party, network_behind
from ..bulk.simulate import LARGEST_SEED
from ..errors import TeahorseError
from ..rules.board import TABLES_VERSION, with_tables
from ..rules.ruleset import Ruleset
from ..rules.switches import Value

FORMAT = 1  # of the results file
MARK = "teahorse_arena"  # the first key of the file
LONGEST_NAME = 40
KINDS: dict[str, type | tuple[type, ...]] = {  # the types of the fields in the header of a results file
    "teahorse": str,
    "bots": list,
    "edition": str,
    "players": int,
    "options": dict,
    "board": (dict, type(None)),
    "seed": int,
    "files": dict,
}


@dataclass(frozen=True)
class Settings:
    """The bots and the rules. `Settings.of` makes them and checks them."""

    bots: tuple[str, ...]
    edition: str
    players: int
    options: Mapping[str, Value]
    board: Mapping[str, Any] | None
    seed: int
    files: Mapping[str, str]  # the versions of third-party bots and networks: a changed bot is another bot
    version: str = __version__

    @classmethod
    def of(
        cls,
        bots: Iterable[str],
        edition: str = "2023",
        players: int = 4,
        options: Mapping[str, object] | None = None,
        board: Mapping[str, Any] | None = None,
        seed: int = 0,
    ) -> "Settings":
        """Check settings and make them."""
        rules = Ruleset.of(edition, players, options, board)
        names = tuple(bot.strip() for bot in bots)
        if not names or not all(names):
            raise TeahorseError("An arena needs bots, their names divided by commas: greedy,random.")
        if not 0 <= seed <= LARGEST_SEED:
            raise TeahorseError(f"A seed is a whole number from 0 to {LARGEST_SEED}, not {seed}.")
        files = {name: _fingerprint(name) for name in sorted(set(names)) if _has_versions(name)}
        return cls(names, rules.edition, rules.people, dict(rules.options), rules.board, seed, files)

    @property
    def rules(self) -> Ruleset:
        """The rules of every game of the series."""
        return Ruleset.of(self.edition, self.players, self.options, self.board)

    def as_data(self) -> dict[str, Any]:
        """The header of a results file."""
        options = {name: list(value) if isinstance(value, tuple) else value for name, value in self.options.items()}
        return {
            MARK: FORMAT,
            "teahorse": self.version,
            "bots": list(self.bots),
            "edition": self.edition,
            "players": self.players,
            "options": options,
            "tables": TABLES_VERSION,
            "board": self.board,
            "seed": self.seed,
            "files": dict(self.files),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Settings":
        """Read the header of a results file; the files of its bots may be gone."""
        for name, kind in KINDS.items():
            if name not in data:
                raise TeahorseError(f"`{name}` is missing.")
            if not isinstance(data[name], kind) or isinstance(data[name], bool):
                raise TeahorseError("`{name}` can't be {value!r}.", name=name, value=data[name])
        bots, files, seed = data["bots"], data["files"], data["seed"]
        if not bots or not all(is_text(bot) for bot in bots):
            raise TeahorseError("`bots` can't be {value!r}.", value=bots)
        if not all(is_text(text) for text in (*files, *files.values(), data["teahorse"])):
            raise TeahorseError("`files` can't be {value!r}.", value=files)
        if not 0 <= seed <= LARGEST_SEED:
            raise TeahorseError("`seed` can't be {value!r}.", value=seed)
        # A series that names no tables was played with version 1.
        tables = data.get("tables", 1)
        if not isinstance(tables, int) or isinstance(tables, bool):
            raise TeahorseError("`tables` can't be {value!r}.", value=tables)
        board = with_tables(tables, data["edition"], data["board"])
        rules = Ruleset.of(data["edition"], data["players"], data["options"], board)
        return cls(
            tuple(bots),
            rules.edition,
            rules.people,
            dict(rules.options),
            rules.board,
            seed,
            dict(files),
            data["teahorse"],
        )

    def file_name(self) -> str:
        """A name for the results file that no other settings have."""
        words = "-".join(shown_name(bot) for bot in dict.fromkeys(self.bots))
        words = re.sub(r"[^a-z0-9]+", "-", words.lower())[:LONGEST_NAME].strip("-")
        digest = hashlib.sha256(json.dumps(self.as_data(), sort_keys=True).encode()).hexdigest()
        return f"arena-{words}-{self.edition}-{self.players}p-{digest[:8]}.jsonl"

    def check_files(self) -> None:
        """Raise an error if a third-party bot or a network has changed since the series began."""
        for bot, fingerprint in self.files.items():
            if _fingerprint(bot) != fingerprint:
                source = bot.rpartition(":")[0] if is_from_file(bot) else f"The bot {bot!r}"
                raise TeahorseError(f"{source} has changed since the series began.")

    def difference(self, other: "Settings") -> str | None:
        """The first difference from other settings, in words; None if they are equal."""
        mine, theirs = self.as_data(), other.as_data()
        for name, value in mine.items():
            if value == theirs[name]:
                continue
            if name == "files":
                changed = [bot for bot in self.files if self.files[bot] != other.files.get(bot)]
                return f"with another version of {', '.join(changed)}"
            if name == "board":
                return "played on another board, or with other tables"
            word = "version of teahorse" if name == "teahorse" else name
            return f"with {word} {_as_text(value)} and not {_as_text(theirs[name])}"
        return None


def is_text(value: object) -> TypeGuard[str]:
    """Whether a value is a text that can be written as UTF-8."""
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def shown_name(bot: str) -> str:
    """A bot's name for people: a file without its folder."""
    return Path(bot).name if is_from_file(bot) else bot


def _as_text(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _has_versions(bot: str) -> bool:
    return is_third_party(bot) or network_behind(bot) is not None


def _fingerprint(bot: str) -> str:
    """The version of a third-party bot: the package's version, or a hash of the file. A network's is its weights."""
    network = None if is_third_party(bot) else network_behind(bot)
    if network is not None:
        settings, weights = network
        digest = _hash(weights, weights.stat().st_mtime_ns) if weights.is_file() else "missing"
        return digest if settings == bot else f"{digest} {settings}"
    if not is_from_file(bot):
        plugin = plugin_named(bot)
        return "not installed" if plugin is None else plugin.package
    file = Path(bot.rpartition(":")[0])
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    except OSError:
        raise TeahorseError(f"The bot {bot!r} should be in {file}, and that file can't be read.") from None


@lru_cache(8)
def _hash(file: Path, changed: int) -> str:
    """A hash of a large file, which is computed again only when the file has changed."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]
