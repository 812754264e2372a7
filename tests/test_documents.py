"""What the documents show is run: the README's examples, and those in the code."""

import doctest
import re
from pathlib import Path

import pytest

import teahorse.game
from teahorse.observation import fields as fields_of

PROJECT = Path(__file__).parents[1]
DOCUMENTS = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/*.md"), *PROJECT.glob("bench/*.md")])


def test_the_examples_of_the_readme_do_what_they_show():
    result = doctest.testfile(str(PROJECT / "README.md"), module_relative=False)
    assert result.attempted > 15
    assert result.failed == 0


def test_the_examples_in_the_code_do_what_they_show():
    result = doctest.testmod(teahorse.game)
    assert result.attempted > 3
    assert result.failed == 0


def test_the_examples_about_bots_do_what_they_show():
    result = doctest.testfile(str(PROJECT / "docs" / "bots.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), target


def test_the_layout_of_observations_in_the_documents_is_that_of_the_code():
    text = (PROJECT / "docs" / "environments.md").read_text(encoding="utf-8")
    fields = [*fields_of.FIELDS_OF_A_PLAYER, *fields_of.FIELDS_OF_THE_GAME, *fields_of.FIELDS_OF_THE_RULES]
    rows = [f"| `{name}` | {size} | {what} |" for name, size, what in fields]
    assert [line for line in text.splitlines() if line in rows] == rows
    assert f"A row of {fields_of.SIZE} numbers" in text and f"({fields_of.POSITION_SIZE} numbers)" in text
    assert f"`teahorse.observation.VERSION` is {fields_of.VERSION}" in text
