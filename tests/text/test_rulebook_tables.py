"""The tables that docs/rules.md prints are those of the data files."""

import re

import pytest

from teahorse.rules.edition_files import EDITIONS, edition_data
from teahorse.text.rulebook import find_rule

MOST = 99


def text_of(rule: str, language: str = "en") -> str:
    found = find_rule(rule, language)
    assert found is not None
    return found.text


def rows_of(rule: str, language: str) -> list[list[str]]:
    lines = [line for line in text_of(rule, language).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def pays(table: list[list[int]], total: int) -> int:
    return next(coins for start, coins in reversed(table) if start <= total)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_bank_of_the_rules_is_that_of_the_data(language: str):
    written: dict[int, tuple[int, int]] = {}
    for *left, _, start, high, low in rows_of("16.2", language)[2:]:
        for span, *coins in (left, [start, high, low]):
            first, *last = map(int, re.findall(r"\d+", span))
            written |= dict.fromkeys(range(first, (last or [MOST])[0] + 1), (int(coins[0]), int(coins[1])))
    tables = edition_data("2023")["tables"]
    high_table, low_table = tables["bank_high"]["value"], tables["bank_low"]["value"]
    assert written == {total: (pays(high_table, total), pays(low_table, total)) for total in range(MOST + 1)}


def test_the_bank_follows_the_curve_that_the_rules_describe():
    tables = edition_data("2023")["tables"]
    for start in range(0, MOST, 5):
        assert pays(tables["bank_high"]["value"], start) == int((7.68 * start) ** 0.5)
        assert pays(tables["bank_low"]["value"], start) == int(1.62 * start**0.5)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_values_of_the_rules_are_those_of_the_data(language: str):
    _, _, traders, _, _, posts, *_ = rows_of("16.1", language)
    tables = edition_data("2023")["tables"]
    assert list(map(int, traders[1:])) == [tables["market_value"]["value"], *tables["trader_values"]["value"]]
    assert list(map(int, posts[2:])) == tables["post_values"]["value"]


def test_the_temple_of_the_rules_is_that_of_the_data():
    last = re.split(r"Reconstructed:", text_of("16.3"))[-1]
    assert list(map(int, re.findall(r"\d+", last))) == edition_data("2023")["tables"]["temple"]["value"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_names_a_rule_that_exists(edition: str):
    data = edition_data(edition)
    for table in [*data["fixed"].values(), *data["tables"].values()]:
        assert find_rule(table["rule"]) is not None
