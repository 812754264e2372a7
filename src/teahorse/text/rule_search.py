"""Search in the rulebook, by words or by a question as one would ask a person."""

import math
import re
import string
import unicodedata
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from .rulebook import ENGLISH, Rule, language_of, sections

MOST_NEAR = 8  # rules that are shown where few have all the words
NEAR = 0.6  # as near as the nearest one, at least
SHORTEST_PLURAL = 4
SHORTEST_MISTYPED = 5
LIKE = 0.8  # how like two words must be that one is taken for the other
SPECIAL = ("13", "14", "15")  # sections of other ways to play; a question is about the standard game
SPECIAL_COUNTS = 0.75  # how much of the nearness of their rules counts
EXAMPLES = "19"
REFERENCE = ("16", "17", "18")  # sections of tables and formats: they have nearly every word, and answer few questions
SAME = (  # words for the same
    ("points", "point", "vp", "score", "scoring", "worth"),
    ("end", "final"),
    ("push", "displace"),
    ("move", "journey", "travel"),
    ("back", "down", "direction"),
    ("road", "province"),
    ("equal", "tie"),
    ("money", "coins"),
    ("pay", "earn", "income", "add"),
    ("twice", "second", "again", "two"),
    ("punkte", "sp", "wertung", "wert"),
    ("ende", "schluss"),
    ("schieben", "verdrang"),
    ("bewegen", "reise"),
    ("geld", "munzen"),
    ("zahlt", "verdient", "einkommen"),
    ("zweimal", "zweite", "erneut", "zwei", "noch einmal"),
    ("bieten", "bietet", "biete", "gebot"),
)
SMALL_WORDS = {  # of questions
    "en": "a am an and any are at be by can could do does each every for from get gets happens has have how i if in is "
    "it many may me much must my of on one or per same several should some than that the their them then there they "
    "this three to was what when where which who whose why will with would you your",
    "de": "als am an auf aus bei bekomme bin darf das dass dem den der des die du durch ein eine einem einen einer es "
    "für gibt gleichen habe haben hat ich ihr im in ist jede jeden jeder jedes kann können macht man mein meine meinem "
    "meinen mehrere mit muss nach oder passiert pro sein selben sich sind um und vom von vor wann warum was welche "
    "wenn wer werden wie viel viele wird wo zu zum zur",
}


def search(words: list[str], language: str = ENGLISH) -> list[Rule]:
    """The rules in which all the words occur: first a section named so, then rules named so, then the others.

    A question's small words count only if there are no others, and to a question rules of other ways to play come after
    those of the standard game. Tables and formats come last.
    """
    wanted = asked_for(words, language)

    def occurs(text: str) -> bool:
        return bool(wanted) and all(word in text or _has(text, word) for word in wanted)

    def place(texts: _FoldedRule) -> int:
        if all(word in texts.section for word in wanted):
            return 0
        if is_reference(texts.rule):
            return 4
        if texts.rule.section == EXAMPLES or (is_special(texts.rule) and is_question(words, language)):
            return 3
        return 1 if occurs(texts.title) else 2

    found = [texts for texts in _folded_rules(language) if occurs(texts.whole)]
    nearness = _nearness(wanted, language)
    return [texts.rule for texts in sorted(found, key=lambda texts: (place(texts), -nearness(texts)))]


def nearest(words: list[str], language: str = ENGLISH) -> list[Rule]:
    """The rules nearest to words that few rules have all of. Rare words count more, and words of titles twice."""
    rules = [texts for texts in _folded_rules(language) if not is_reference(texts.rule)]
    nearness = _nearness(asked_for(words, language), language)
    near = sorted(((nearness(texts), texts.rule) for texts in rules), key=lambda each: -each[0])
    least = NEAR * near[0][0]
    return [rule for score, rule in near[:MOST_NEAR] if score >= least > 0]


def _nearness(wanted: list[str], language: str) -> Callable[["_FoldedRule"], float]:
    """How near a rule is to some words."""
    rules = [texts for texts in _folded_rules(language) if not is_reference(texts.rule)]
    known = {word: sum(_has(texts.whole, word) for texts in rules) for word in wanted}
    weights = {word: math.log(len(rules) / count) for word, count in known.items() if count}

    def nearness(texts: _FoldedRule) -> float:
        titles = f"{texts.section} {texts.title}"
        found = sum(weight * (_has(texts.whole, word) + _has(titles, word)) for word, weight in weights.items())
        return found * (SPECIAL_COUNTS if is_special(texts.rule) else 1)

    return nearness


def is_reference(rule: Rule) -> bool:
    """Whether a rule is one of tables, switches or formats."""
    return rule.section in REFERENCE


def is_special(rule: Rule) -> bool:
    """Whether a rule is for another way to play than the standard game."""
    return rule.section in SPECIAL


def is_question(words: list[str], language: str = ENGLISH) -> bool:
    """Whether words have small ones among them, as in a question to a person."""
    small = folded(SMALL_WORDS[language_of(language)]).split()
    return any(folded(word).strip(string.punctuation) in small for word in words)


def asked_for(words: list[str], language: str = ENGLISH) -> list[str]:
    """The words of a question as they are looked for: folded, without punctuation, and without its small words."""
    plain = [word for word in (folded(word).strip(string.punctuation) for word in " ".join(words).split()) if word]
    small = folded(SMALL_WORDS[language_of(language)]).split()
    return [_singular(word, language) for word in plain if word not in small] or plain


def without_typos(words: list[str], language: str = ENGLISH) -> list[str]:
    """The same words; those that no rule has, and that are like one that rules have, are replaced by it."""
    return [_meant(word, language) for word in words]


def _meant(word: str, language: str) -> str:
    (looked_for,) = asked_for([word], language) or [""]
    if any(_has(texts.whole, looked_for) or looked_for in texts.whole for texts in _folded_rules(language)):
        return word
    return next(iter(get_close_matches(looked_for, _vocabulary(language), 1, LIKE)), word)


@cache
def _vocabulary(language: str) -> frozenset[str]:
    """All words of the rules that are long enough to be mistyped."""
    words = (word for texts in _folded_rules(language) for word in re.findall(r"[a-z]+", texts.whole))
    return frozenset(word for word in words if len(word) >= SHORTEST_MISTYPED)


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
