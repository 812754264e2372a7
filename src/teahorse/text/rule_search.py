"""Search in the rulebook, by words or by a question as one would ask a person."""

import math
import re
import string
import unicodedata
from functools import cache
from typing import NamedTuple

from .rulebook import ENGLISH, Rule, language_of, sections

MOST_NEAR = 8  # rules that are shown where few have all the words
NEAR = 0.6  # as near as the nearest one, at least
SHORTEST_PLURAL = 5
REFERENCE = ("16", "17", "18")  # sections of tables and formats: they have nearly every word, and answer few questions
SAME = (  # words for the same
    ("points", "point", "vp", "score", "scoring"),
    ("money", "coins"),
    ("pay", "earn", "income", "add"),
    ("punkte", "sp", "wertung"),
    ("geld", "munzen"),
    ("zahlt", "verdient", "einkommen"),
)
SMALL_WORDS = {  # of questions
    "en": "a am an and any are at be by can could do does for from get gets happens has have how i if in is it many "
    "may me much must my of on or several should some than that the their them then there they this to was what when "
    "where which who whose why will with would you your",
    "de": "als am an auf aus bei bekomme bin darf das dass dem den der des die du durch ein eine einem einen einer es "
    "für gibt habe haben hat ich ihr im in ist kann können man mein meine meinem meinen mehrere mit muss nach oder "
    "passiert sein sich sind um und vom von vor wann warum was welche wenn wer werden wie viel viele wird wo zu zum "
    "zur",
}


def search(words: list[str], language: str = ENGLISH) -> list[Rule]:
    """The rules in which all the words occur: first a section named so, then rules named so, then the others.

    A question's small words count only if there are no others. Tables and formats come last.
    """
    wanted = asked_for(words, language)

    def occurs(text: str) -> bool:
        return bool(wanted) and all(word in text for word in wanted)

    def place(texts: _FoldedRule) -> int:
        if occurs(texts.section):
            return 0
        return 1 if occurs(texts.title) else 3 if is_reference(texts.rule) else 2

    found = [texts for texts in _folded_rules(language) if occurs(texts.whole)]
    return [texts.rule for texts in sorted(found, key=place)]


def nearest(words: list[str], language: str = ENGLISH) -> list[Rule]:
    """The rules nearest to words that few rules have all of. Rare words count more, and words of titles twice."""
    rules = [texts for texts in _folded_rules(language) if not is_reference(texts.rule)]
    known = {word: sum(_has(texts.whole, word) for texts in rules) for word in asked_for(words, language)}
    weights = {word: math.log(len(rules) / count) for word, count in known.items() if count}

    def nearness(texts: _FoldedRule) -> float:
        titles = f"{texts.section} {texts.title}"
        return sum(weight * (_has(texts.whole, word) + _has(titles, word)) for word, weight in weights.items())

    near = sorted(((nearness(texts), texts.rule) for texts in rules), key=lambda each: -each[0])
    least = NEAR * near[0][0]
    return [rule for score, rule in near[:MOST_NEAR] if weights and score >= least]


def is_reference(rule: Rule) -> bool:
    """Whether a rule is one of tables, switches or formats."""
    return rule.section in REFERENCE


def asked_for(words: list[str], language: str = ENGLISH) -> list[str]:
    """The words of a question as they are looked for: folded, without punctuation, and without its small words."""
    plain = [word for word in (folded(word).strip(string.punctuation) for word in " ".join(words).split()) if word]
    small = folded(SMALL_WORDS[language_of(language)]).split()
    return [_singular(word, language) for word in plain if word not in small] or plain


def folded(text: str) -> str:
    """A text as a search compares it: without accents, in small letters, and with the apostrophe of a keyboard."""
    letters = unicodedata.normalize("NFKD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def _singular(word: str, language: str) -> str:
    """A word without the English s of a plural, so that it finds both."""
    is_plural = language_of(language) == ENGLISH and len(word) >= SHORTEST_PLURAL and word[-1] == "s" != word[-2]
    return word[:-1] if is_plural else word


def _has(text: str, word: str) -> bool:
    """Whether a text has a word, or another one for the same."""
    words = next((group for group in SAME if word in group), (word,))
    return any(re.search(rf"\b{re.escape(each)}", text) for each in words)


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
