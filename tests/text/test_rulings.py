"""The list of rulings: whole rows, rules that exist, and reasons on both sides where a reading can be disputed."""

import re
from pathlib import Path

import pytest

from teahorse.text import rulings
from teahorse.text.rulebook import find_rule, find_section

RULINGS = Path(__file__).parents[2] / "docs" / "rulings.md"
DISPUTED = "Readings that can be disputed"
Row = list[str]


def tables() -> dict[str, tuple[Row, list[Row]]]:
    """The first table of each section, by the section's title: its headings and its rows."""
    found: dict[str, tuple[Row, list[Row]]] = {}
    for section in re.split(r"^## ", RULINGS.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        lines = [line for line in section.splitlines() if line.startswith("|")]
        heads, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        found[section.splitlines()[0]] = (heads, rows)
    return found


@pytest.mark.parametrize("title", tables())
def test_every_row_of_the_rulings_is_complete(title: str):
    heads, rows = tables()[title]
    assert rows
    for row in rows:
        assert len(row) == len(heads) and all(row), row


@pytest.mark.parametrize("title", tables())
def test_every_ruling_names_a_rule_of_the_rulebook(title: str):
    for first, *_ in tables()[title][1]:
        named = re.findall(r"V\d+b?|\d+(?:\.\d+)?", first)
        assert named, first
        assert all(find_rule(rule) or find_section(rule) for rule in named), first


@pytest.mark.parametrize(
    "rule", ["4.1", "4.9", "5.6", "5.10", "7.2", "13.2", "15.3", "15.8", "15.11", "15.14", "15.16", "15.18"]
)
def test_a_disputed_reading_cites_documents_on_both_sides(rule: str):
    heads, rows = tables()[DISPUTED]
    assert heads == ["rule", "question", "ruling", "for", "against"]
    about = [row for row in rows if rule in re.findall(r"\d+\.\d+", row[0])]
    assert about
    assert all(re.search(r"\b00[0-4]\b", row[3] + row[4]) for row in about)


def test_rulings_are_found_by_the_rule_they_are_about():
    (found,) = rulings.rulings_on("15.11")
    assert found.question.startswith("In the 2013 edition Pu'er counts as a province.")
    assert [head for head, _ in found.reasons] == ["for", "against"]
    assert {ruling.number for ruling in rulings.rulings_on("13.3")} == {
        ruling.number for ruling in rulings.rulings_on("13.2")
    }


def test_rulings_are_numbered_through():
    numbers = [ruling.number for section in rulings.sections() for ruling in section.rulings]
    assert numbers == list(range(1, len(numbers) + 1))
