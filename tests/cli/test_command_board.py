"""`teahorse board new` asks for the tables of a printed box and writes a file; `teahorse board check` checks one."""

from pathlib import Path

import pytest
from command_runner import CommandRunner

from teahorse.board_files import read_board
from teahorse.custom_boards import edition_tables

BANK = "0 6 8 10 12 13 15 16 17 18 19 20 21 22 23 24 25 26 27 28"
NO_MORE = "n\n"  # the tables that are printed or implied


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahorse.cli.board._is_terminal", lambda: True)


def written(name: str = "board.toml") -> dict[str, object]:
    return read_board(Path(name).read_text(encoding="utf-8"), name)


@pytest.mark.usefixtures("at_a_terminal")
def test_what_is_typed_is_written_and_can_be_played_with(teahorse: CommandRunner) -> None:
    result = teahorse("board", "new", typed=f"{BANK}\n3 5 7\nyk, sq\n-\n{NO_MORE}")
    assert result.exit_code == 0
    board = written()
    assert list(board) == ["bank_high", "temple", "gorges"]
    assert board["bank_high"] == [*edition_tables("2023")["bank_high"][:16], [80, 25], [85, 26], [90, 27], [95, 28]]
    assert (board["temple"], board["gorges"]) == ([3, 5, 7], ["YK", "SQ"])
    assert teahorse("new", "game.yunnan", "--board", "board.toml").exit_code == 0
    assert "It differs from ours in bank_high, temple, gorges." in teahorse("board", "check", "board.toml").stdout


@pytest.mark.usefixtures("at_a_terminal")
def test_what_makes_no_sense_is_told_at_once_and_asked_again(teahorse: CommandRunner) -> None:
    typed = f"1 2 3\n\n9 x\n9 7\n9 12\nYS\n\nschool; 1 2\nyard; 1 1 1 1 1\n-\n{NO_MORE}"
    result = teahorse("board", "new", "mine.toml", typed=typed)
    assert result.exit_code == 0
    assert "There are 20 areas, but you gave 3 numbers." in result.stderr
    assert "`temple` has 'x' where a whole number from 1 to 255 belongs." in result.stderr
    assert "`temple` goes up from price to price, and [9, 7] does not." in result.stderr
    assert "these two are neighbours on the road already" in result.stderr
    assert "Dúli's card 1 sends traders to 2 provinces; there are 5." in result.stderr
    assert "Card 1 sends out 5 traders of 7. Is that what your card says?" in result.stdout
    board = written("mine.toml")
    assert list(board) == ["temple", "duli"] and board["temple"] == [9, 12]
    assert board["duli"] == [
        {"bids": ["yard"], "traders": [1, 1, 1, 1, 1], "teahouse": False},
        *edition_tables("2023")["duli"][1:],
    ]


@pytest.mark.usefixtures("at_a_terminal")
def test_the_edition_of_2013_is_asked_about_both_banks_and_no_temple(teahorse: CommandRunner) -> None:
    result = teahorse("board", "new", "--edition", "2013", typed="\n\n\ny\n\n\n4\n")
    assert result.exit_code == 0 and written() == {"market_value": 4}
    assert "low space" in result.stdout and "temple" not in result.stdout and "Card 1" not in result.stdout


@pytest.mark.usefixtures("at_a_terminal")
def test_a_file_is_never_written_over_unasked(teahorse: CommandRunner) -> None:
    Path("board.toml").write_text("precious", encoding="utf-8")
    rest = f"\n3 5\n\n-\n{NO_MORE}"
    assert teahorse("board", "new", typed="n\n\n").exit_code == 1
    assert teahorse("board", "new", typed=f"n\nother.toml\n{rest}").exit_code == 0
    assert (Path("board.toml").read_text(), written("other.toml")) == ("precious", {"temple": [3, 5]})
    assert teahorse("board", "new", typed=f"y\n{rest}").exit_code == 0
    assert written() == {"temple": [3, 5]}


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize("typed", [f"\n\n\n-\n{NO_MORE}", "3 5\n"])
def test_nothing_is_written_without_a_difference_or_when_one_leaves(teahorse: CommandRunner, typed: str) -> None:
    result = teahorse("board", "new", typed=typed)
    assert result.exit_code == (1 if typed == "3 5\n" else 0)
    assert not Path("board.toml").exists()


def test_without_a_terminal_it_says_so(teahorse: CommandRunner) -> None:
    result = teahorse("board", "new", typed="3 5\n")
    assert result.exit_code == 1 and "needs a terminal" in result.stderr
    assert not Path("board.toml").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("temple = [5, 5]", "goes up from price"),
        ("temple = ", "can't be read as TOML"),
        ("sea = 1", "no table"),
    ],
)
def test_check_says_what_is_wrong_with_a_board(teahorse: CommandRunner, text: str, said: str) -> None:
    Path("mine.toml").write_text(text, encoding="utf-8")
    result = teahorse("board", "check", "mine.toml")
    assert result.exit_code == 2 and said in result.stderr
