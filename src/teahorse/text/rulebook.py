"""The rulebook by rule and by word: `docs/rules.md`, and `docs/rules.de.md` in German."""

import math
import re
import string
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from ..errors import TeahorseError

ENGLISH = "en"
FILES = {"en": "rules.md", "de": "rules.de.md"}
MOST_NEAR = 8  # rules that are shown where none has all the words
NEAR = 0.6  # as near as the nearest one, at least
SMALL_WORDS = {  # of questions
    "en": "a am an and are can do does happens how i if in is it my of on or the to what when where who why",
    "de": "als am an auf bin das dem den der die ein eine einen es hat ich im in ist kann man mein meine oder passiert "
    "und wann warum was wenn wer wie wo zu",
}
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


def search(words: list[str], language: str = ENGLISH) -> list[Rule]:
    """The rules in which all the words occur: first a section named so, then rules named so, then the others.

    A question may be asked as one would ask a person: its small words count only if there are no others.
    """
    wanted = asked_for(words, language)

    def occurs(text: str) -> bool:
        return bool(wanted) and all(word in text for word in wanted)

    found = [texts for texts in _folded_rules(language) if occurs(texts.whole)]
    found.sort(key=lambda texts: 0 if occurs(texts.section) else 1 if occurs(texts.title) else 2)
    return [texts.rule for texts in found]


def nearest(words: list[str], language: str = ENGLISH) -> list[Rule]:
    """The rules nearest to words that no rule has all of. Rare words count more, and words of titles twice."""
    rules = _folded_rules(language)
    known = {word: sum(_has(texts.whole, word) for texts in rules) for word in asked_for(words, language)}
    weights = {word: math.log(len(rules) / count) for word, count in known.items() if count}

    def nearness(texts: _FoldedRule) -> float:
        titles = f"{texts.section} {texts.title}"
        return sum(weight * (_has(texts.whole, word) + _has(titles, word)) for word, weight in weights.items())

    near = sorted(((nearness(texts), texts.rule) for texts in rules), key=lambda each: -each[0])
    least = NEAR * near[0][0]
    return [rule for score, rule in near[:MOST_NEAR] if weights and score >= least]


def asked_for(words: list[str], language: str = ENGLISH) -> list[str]:
    """The words of a question as they are looked for: folded, without punctuation, and without its small words."""
    plain = [word for word in (folded(word).strip(string.punctuation) for word in " ".join(words).split()) if word]
    small = SMALL_WORDS[language_of(language)].split()
    return [word for word in plain if word not in small] or plain


def _has(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}", text) is not None


class _FoldedRule(NamedTuple):
    """A rule, and its texts as a search compares them."""

    rule: Rule
    section: str  # the title of its section
    title: str
    whole: str


@cache
def _folded_rules(language: str) -> list[_FoldedRule]:
    return [
        _FoldedRule(
            rule,
            folded(section.title),
            folded(rule.title),
            folded(f"{section.title} {rule.title} {' '.join(rule.text.split())}"),
        )
        for section in sections(language)
        for rule in section.rules
    ]


def folded(text: str) -> str:
    """A text as a search compares it: without accents, in small letters, and with the apostrophe of a keyboard."""
    letters = unicodedata.normalize("NFKD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
