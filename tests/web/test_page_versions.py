"""Versions of a page: what is sent of one to a reader who has another."""

from hypothesis import given
from hypothesis import strategies as st

from teahorse.web.page_versions import PageVersions, changes

LINES = st.lists(st.sampled_from(["", "a", "b", "c", "d"]), max_size=12)


@given(LINES, LINES)
def test_changes_make_one_version_out_of_another(before: list[str], after: list[str]) -> None:
    changed, lines = changes(before, after)
    made = [[part] if isinstance(part, str) else before[part[0] : sum(part)] for part in changed]
    assert [line for part in made for line in part] == lines == after


@given(LINES, LINES)
def test_only_new_lines_are_sent(before: list[str], after: list[str]) -> None:
    sent = [part for part in changes(before, after)[0] if isinstance(part, str)]
    assert sent == [line for line in after if line not in before]


def test_lines_that_follow_one_another_are_one_run() -> None:
    assert changes(["a", "b", "", "c", ""], ["a", "b", "", "x", "c", ""])[0] == [[0, 3], "x", [3, 2]]


def test_lines_that_stay_are_in_memory_once() -> None:
    before = ["a line " + str(number) for number in range(3)]
    _, after = changes(before, ["a line " + str(number) for number in range(1, 4)])
    assert after == ["a line 1", "a line 2", "a line 3"]
    assert after[0] is before[1] and after[1] is before[2]


def test_the_version_that_was_not_used_for_longest_goes_first() -> None:
    versions = PageVersions(most=2)
    versions.keep("one", ["1"])
    versions.keep("two", ["2"])
    assert versions.lines_of("one") == ["1"]
    versions.keep("three", ["3"])
    assert [versions.lines_of(key) for key in ("one", "two", "three")] == [["1"], [], ["3"]]
