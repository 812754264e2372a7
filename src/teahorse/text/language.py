"""English and German: which one a person reads, and how a sentence is said in it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

from babel.dates import format_datetime
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

Say = Callable[[str], str]
"""Puts an English sentence, or a template with `{blanks}`, into the language of whoever reads it."""

LANGUAGES = {"en": "English", "de": "Deutsch"}
ENGLISH = "en"  # the language of the source, and of everyone whose own is not here
LOCALES = {"en": "en_GB", "de": "de"}
WEIGHT = re.compile(r"(?:[01](?:\.\d*)?)?")  # of a language that a browser wants; where there is none, it is 1
CATALOGUES = Path(__file__).parent / "locale"


@dataclass(frozen=True)
class Language:
    """One language: its code, its own name for itself, and its texts by their English ones."""

    code: str
    name: str
    texts: Mapping[str, str]

    def say(self, text: str) -> str:
        """The text in this language; one that nobody has translated stays English."""
        return self.texts.get(text, text)

    def number(self, number: int | float) -> str:
        """A number with this language's own points and commas."""
        return format_decimal(number, locale=LOCALES[self.code])

    def moment(self, moment: datetime) -> str:
        """A date with its time of day."""
        return format_datetime(moment, "short", locale=LOCALES[self.code])


def language_named(code: str) -> Language:
    """A language by its code; one that is not here is answered in English."""
    return _language(code if code in LANGUAGES else ENGLISH)


@cache
def _language(code: str) -> Language:
    return Language(code, LANGUAGES[code], {} if code == ENGLISH else _texts(code))


def _texts(code: str) -> dict[str, str]:
    """The catalogue of a language, read as it stands: there is no compiled file that could be older."""
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        catalogue = read_po(file, locale=code)
    return {str(message.id): str(message.string) for message in catalogue if message.id and message.string}


def language_for(cookie: str | None, accept_language: str | None) -> Language:
    """The language that was chosen here, else the first of the browser's that we have, else English."""
    if cookie in LANGUAGES:
        return language_named(str(cookie))
    wanted = (tag.partition("-")[0].lower() for tag in _by_preference(accept_language or ""))
    return language_named(next((code for code in wanted if code in LANGUAGES), ENGLISH))


def _by_preference(accept_language: str) -> list[str]:
    """The languages of an Accept-Language header, the dearest first; what can't be read, or is refused, is left out."""
    weighed = []
    for part in accept_language.split(","):
        tag, _, weight = part.replace(" ", "").partition(";q=")
        if WEIGHT.fullmatch(weight) and float(weight or 1) > 0:
            weighed.append((float(weight or 1), tag))
    return [tag for _, tag in sorted(weighed, key=lambda pair: -pair[0])]
