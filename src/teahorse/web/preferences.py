"""A person's preferences: theme, confirmations, speed, sounds. They are stored in the browser's cookies only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from ..text.language import languages

THEMES = ("auto", "light", "dark")
CONFIRMABLE = ("pass", "done", "bank")
SPEEDS = ("off", "quick", "normal", "slow")
LOUDEST = 100  # percent
BROWSERS_LANGUAGE = "auto"
NOTHING = "none"  # the cookie of someone who wants no confirmation; a cookie can't be empty everywhere


@dataclass(frozen=True)
class Preferences:
    """A person's preferences. Each has a default, which also replaces an invalid value of a cookie."""

    language: str = BROWSERS_LANGUAGE
    theme: str = "auto"
    confirm: frozenset[str] = frozenset()  # which moves are asked about once more
    speed: str = "normal"
    sound: int = 0  # the volume in percent; 0 is off

    @classmethod
    def of(cls, cookies: Mapping[str, str]) -> Self:
        """Read what a browser's cookies say."""
        default = cls()
        return cls(
            language=_one_of(cookies.get("language"), tuple(languages()), default.language),
            theme=_one_of(cookies.get("theme"), THEMES, default.theme),
            confirm=frozenset(cookies.get("confirm", "").split("-")) & frozenset(CONFIRMABLE),
            speed=_one_of(cookies.get("speed"), SPEEDS, default.speed),
            sound=_percent(cookies.get("sound", ""), default.sound),
        )

    @property
    def key(self) -> str:
        """All preferences in one word, the same for the same preferences."""
        return "_".join(value or BROWSERS_LANGUAGE for value in self.cookies().values())

    def cookies(self) -> dict[str, str | None]:
        """What the cookies are to hold; None to delete one."""
        return {
            "language": None if self.language == BROWSERS_LANGUAGE else self.language,
            "theme": self.theme,
            "confirm": "-".join(move for move in CONFIRMABLE if move in self.confirm) or NOTHING,
            "speed": self.speed,
            "sound": str(self.sound),
        }


def _one_of(value: str | None, choices: tuple[str, ...], default: str) -> str:
    return value if value in choices else default


def _percent(value: str, default: int) -> int:
    is_number = value.isascii() and value.isdecimal() and len(value) <= len(str(LOUDEST))
    return min(int(value), LOUDEST) if is_number else default
