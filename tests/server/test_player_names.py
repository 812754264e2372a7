"""Names: no control characters, no towers of marks, and none that looks like another one."""

import pytest

from teahorse.server.tables.player_names import is_valid_name, look_of


@pytest.mark.parametrize(
    "name", ["Ann", "Jörg", "Łukasz", "李雷", "Nguyễn Thị", "x" * 40, "🐎 Tea", "שרה", "J\u0308o\u0301"]
)
def test_names_of_all_languages_are_valid(name: str) -> None:
    assert is_valid_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u3000",
        "x" * 41,
        "Ann\nBo",
        "Ann\t",
        "\u202eAnn",
        "A\u200bnn",
        "A\u0000",
        "\u2066Ann",
        "Z" + "\u0316" * 3,
    ],
)
def test_names_that_would_break_a_page_or_hide_are_not(name: str) -> None:
    assert not is_valid_name(name)


@pytest.mark.parametrize(
    "other",
    ["ann", "ANN", "Аnn", "Ann ", "A n n", "Ａｎｎ", "αnn", "𝐀nn"],  # noqa: RUF001
)
def test_names_that_look_alike_have_one_look(other: str) -> None:
    assert look_of(other) == look_of("Ann")


def test_other_names_have_another_look() -> None:
    assert len({look_of(name) for name in ("Ann", "Anna", "Bo", "Mia", "李", "Jörg", "Jorg")}) == 7
    assert look_of("Lin") == look_of("1in") == look_of("Iin")
