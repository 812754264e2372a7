"""The languages that pages are in: which one a person reads, and its catalog, dates and numbers."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.dates import format_date, format_datetime, format_timedelta
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from .translation import Say, Translator

ENGLISH = "en"  # the language of the source, and of everyone whose own is not here
FORMATS = {ENGLISH: "en_GB"}  # for dates and numbers; every other language has its own
WEIGHT = re.compile(r"(?:[01](?:\.\d*)?)?")  # of a language that a browser wants; where there is none, it is 1
CATALOGS = Path(__file__).parent / "locale"
CATALOG = Path("LC_MESSAGES", "teahorse.po")  # in the folder of a language


@dataclass(frozen=True)
class Language:
    """One language: its code, its own name for itself, and how sentences are said in it."""

    code: str
    name: str
    say: Say

    def number(self, number: int | float) -> str:
        """A number with this language's own points and commas."""
        return format_decimal(number, locale=FORMATS.get(self.code, self.code))

    def moment(self, moment: datetime) -> str:
        """A date with its time of day."""
        return format_datetime(moment, "short", locale=FORMATS.get(self.code, self.code))

    def ago(self, seconds: float) -> str:
        """How long ago something happened, in words."""
        past = -timedelta(seconds=max(0, seconds))
        return format_timedelta(
            past, granularity="minute", add_direction=True, locale=FORMATS.get(self.code, self.code)
        )

    def short_day(self, moment: datetime) -> str:
        """A date in numbers."""
        return format_date(moment, "short", locale=FORMATS.get(self.code, self.code))

    def day(self, moment: datetime) -> str:
        """A date, with the month's name."""
        return format_date(moment, "long", locale=FORMATS.get(self.code, self.code))


@cache
def languages() -> dict[str, str]:
    """All languages by their codes, each by its own name: English, and every one that has a catalog."""
    codes = sorted(path.name for path in CATALOGS.iterdir() if (path / CATALOG).is_file())
    return {code: _own_name(code) for code in (ENGLISH, *codes)}


def _own_name(code: str) -> str:
    name = Locale.parse(code).get_display_name() or code
    return name[:1].upper() + name[1:]


def language_named(code: str) -> Language:
    """A language by its code; English if there is none of this code."""
    return _language(code if code in languages() else ENGLISH)


@cache
def _language(code: str) -> Language:
    translations = NullTranslations() if code == ENGLISH else _translations(code)
    return Language(code, languages()[code], Translator(translations))


def _translations(code: str) -> NullTranslations:
    """The translations of a catalog, compiled in memory: no compiled file can be older than the catalog."""
    with (CATALOGS / code / CATALOG).open("rb") as file:
        catalog = read_po(file, locale=code)
    for message in list(catalog):
        forms = message.string if isinstance(message.string, list | tuple) else [message.string]
        if message.id and not any(forms):
            catalog.delete(message.id, message.context)  # not translated yet, so that it stays English
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return GNUTranslations(compiled)


def language_for(cookie: str | None, accept_language: str | None) -> Language:
    """The language that was chosen here, else the first of the browser's that we have, else English."""
    if cookie in languages():
        return language_named(str(cookie))
    wanted = (tag.partition("-")[0].lower() for tag in _by_preference(accept_language or ""))
    return language_named(next((code for code in wanted if code in languages()), ENGLISH))


def _by_preference(accept_language: str) -> list[str]:
    """The languages of an Accept-Language header, the dearest first; what can't be read, or is refused, is left out."""
    weighed = []
    for part in accept_language.split(","):
        tag, _, weight = part.replace(" ", "").partition(";q=")
        if WEIGHT.fullmatch(weight) and float(weight or 1) > 0:
            weighed.append((float(weight or 1), tag))
    return [tag for _, tag in sorted(weighed, key=lambda pair: -pair[0])]
