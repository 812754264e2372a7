"""The rulebook by rule and by word: `docs/rules.md`, and `docs/rules.de.md` in German."""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from ..errors import TeahorseError

ENGLISH = "en"
FILES = {"en": "rules.md", "de": "rules.de.md"}
_SECTION = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
_RULE = re.compile(r"^\*\*(V?\d+(?:\.\d+)?[a-z]?)\*\* \*(.+?)\.?\*\s", re.MULTILINE)


@dataclass(frozen=True)
class Rule:
    """One rule: its id, its title, its text in Markdown, and the number of its section."""

    id: str
    title: str
    text: str
    section: str


@dataclass(frozen=True)
class Section:
    """One section: its number and title, what it says before its first rule, and its rules."""

    number: str
    title: str
    introduction: str
    rules: tuple[Rule, ...]


def document(file: str) -> str:
    """A text about the rules: an installed package has it within, a checkout beside the sources."""
    packaged = resources.files("teahorse").joinpath("docs", file)
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    checkout = Path(__file__).parents[3] / "docs" / file
    try:
        return checkout.read_text(encoding="utf-8")
    except OSError:
        raise TeahorseError(f"docs/{file} is missing from this installation.") from None


def language_of(language: str) -> str:
    """The language in which readers of a language see the rulebook: their own, or English."""
    return language if language in FILES else ENGLISH


@cache
def sections(language: str = ENGLISH) -> tuple[Section, ...]:
    """All sections, in the order of the book; a language that it is not written in gets the English one."""
    parts = _SECTION.split(document(FILES[language_of(language)]))[1:]
    return tuple(_section(*parts[start : start + 3]) for start in range(0, len(parts), 3))


def _section(number: str, title: str, body: str) -> Section:
    introduction, *parts = _RULE.split(body)
    rules = (Rule(parts[n], parts[n + 1], parts[n + 2].strip(), number) for n in range(0, len(parts), 3))
    return Section(number, title, introduction.strip(), tuple(rules))


def find_section(number: str, language: str = ENGLISH) -> Section | None:
    """A section by its number, such as `3`."""
    return next((section for section in sections(language) if section.number == number), None)


def find_rule(rule_id: str, language: str = ENGLISH) -> Rule | None:
    """A rule by its id, such as `3.7` or `V8`."""
    return next((rule for section in sections(language) for rule in section.rules if rule.id == rule_id), None)
