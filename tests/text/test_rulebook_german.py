"""The rules in German are the rules: the same sections, the same rules, the same numbers in each."""

import re
from collections import Counter

import pytest

from teahorse.rules.verdicts import REFUSALS
from teahorse.text.rule_search import search
from teahorse.text.rulebook import Rule, Section, find_rule, find_section, sections

RULES = [rule for section in sections() for rule in section.rules]


def numbers(text: str) -> Counter[str]:
    """The numbers of a text, those of rules too: `15.18`, `-5`, `16`; German writes `7,68` for 7.68."""
    return Counter(re.findall(r"\N{MINUS SIGN}?\d+(?:\.\d+)*", re.sub(r"(?<=\d),(?=\d)", ".", text)))


def code(text: str) -> Counter[str]:
    """What is written as a program reads it; such words are the same in every language."""
    return Counter(re.findall(r"`[^`]+`", text))


def tables(text: str) -> list[list[str]]:
    """The rows of the tables, with nothing but their numbers and code in each cell."""
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[" ".join(re.findall(r"`[^`]+`|\d[\d.]*\d|\d", cell)) for cell in row] for row in rows]


def german(rule: Rule) -> Rule:
    found = find_rule(rule.id, "de")
    assert found is not None
    return found


def test_the_german_rulebook_has_the_same_sections_and_rules_in_the_same_order() -> None:
    def order(language: str) -> list[tuple[str, list[str]]]:
        return [(section.number, [rule.id for rule in section.rules]) for section in sections(language)]

    assert order("de") == order("en")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_has_the_same_numbers_and_notation_in_german(rule: Rule) -> None:
    assert numbers(german(rule).text) == numbers(rule.text)
    assert code(german(rule).text) == code(rule.text)
    assert tables(german(rule).text) == tables(rule.text)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_has_a_german_title_and_text_of_its_own(rule: Rule) -> None:
    assert german(rule).text != rule.text or tables(rule.text)
    assert german(rule).text.count("\n\n") == rule.text.count("\n\n")


@pytest.mark.parametrize("section", sections(), ids=lambda section: section.number)
def test_a_section_is_introduced_with_the_same_numbers_in_german(section: Section) -> None:
    found = find_section(section.number, "de")
    assert found is not None
    assert numbers(found.introduction) == numbers(section.introduction)
    assert numbers(found.title) == numbers(section.title)


def test_every_rule_that_a_refusal_names_can_be_read_in_german() -> None:
    assert [refusal.rule for refusal in REFUSALS[1:] if find_rule(refusal.rule, "de") is None] == []


def test_german_rules_are_searched_by_german_words() -> None:
    assert search(["Schluchtenblocker"], "de")[0].id == "1.5"
    assert search(["überboten"], "de")[0].id == "3.7"
    assert search(["überboten"]) == []


def test_german_rules_spell_dúlì_as_the_german_box_does() -> None:
    assert search(["Dúlì"], "de")
    texts = (f"{section.introduction} {rule.title} {rule.text}" for section in sections("de") for rule in section.rules)
    assert not any("Dúli" in text for text in texts)


def test_a_language_that_the_rules_are_not_written_in_gets_the_english_ones() -> None:
    assert sections("fr") == sections("en")
