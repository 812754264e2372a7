"""`teahorse new` begins a record."""

import json
from pathlib import Path

import pytest
from command_runner import CommandRunner

from teahorse import Game


def test_new_writes_a_record_of_the_edition_and_people(teahorse: CommandRunner) -> None:
    result = teahorse("new", "game.yunnan", "--edition", "2013", "--players", "5")
    assert result.exit_code == 0
    snapshot = Game.from_record(Path("game.yunnan").read_text()).snapshot()
    assert (snapshot["edition"], snapshot["people"]) == ("2013", 5)


def test_new_keeps_switches_and_names(teahorse: CommandRunner) -> None:
    teahorse("new", "game.yunnan", "--option", "expert=yes", "--option", "vp_end=90", "--name", "p2=Bob the Tall")
    text = Path("game.yunnan").read_text()
    assert '[Player.p2 "Bob the Tall"]' in text
    assert Game.from_record(text).snapshot()["options"] == {"double_bidding": True, "guards": True, "vp_end": 90}


@pytest.mark.parametrize(("name", "text"), [("b.toml", "temple = [2, 4]"), ("b.json", '{"temple":[2,4]}')])
def test_new_takes_a_board_of_ones_own(teahorse: CommandRunner, name: str, text: str) -> None:
    Path(name).write_text(text)
    assert teahorse("new", "game.yunnan", "--board", name).exit_code == 0
    assert Game.from_record(Path("game.yunnan").read_text()).snapshot()["board"] == {"temple": [2, 4]}


def test_new_game_with_duli_begins_with_her_cards_and_the_seed_decides_them(teahorse: CommandRunner) -> None:
    decks = []
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        teahorse("new", name, "--players", "2", "--seed", seed)
        decks.append([line for line in Path(name).read_text().splitlines() if line.startswith("deck ")])
    assert len(decks[0]) == 1
    assert decks[0] == decks[1] != decks[2]


def test_new_never_writes_over_a_file_unless_forced(teahorse: CommandRunner) -> None:
    Path("game.yunnan").write_text("precious")
    result = teahorse("new", "game.yunnan")
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert Path("game.yunnan").read_text() == "precious"
    assert teahorse("new", "game.yunnan", "--force").exit_code == 0
    assert Game.from_record(Path("game.yunnan").read_text()).round == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "6"], "2 to 5 people"),
        (["--option", "guards"], "NAME=VALUE"),
        (["--option", "guards=perhaps"], "yes or no"),
        (["--option", "gaurds=yes"], "no switch"),
        (["--option", "guards=yes", "--option", "guards=no"], "twice"),
        (["--name", "p5=Eve"], "p1, p2, p3, p4"),
        (["--name", "p1=\x1b[31mRed"], "line of printable"),
        (["--name", "p1="], "line of printable"),
        (["--board", "missing.toml"], "no file"),
        (["--edition", "2024"], "2023"),
        (["--players", "many"], "integer"),
        (["--seed", "-1"], "greater"),
    ],
)
def test_new_refuses_what_makes_no_sense_in_a_sentence(
    teahorse: CommandRunner, arguments: list[str], words: str
) -> None:
    result = teahorse("new", "game.yunnan", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert not Path("game.yunnan").exists()


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("b.toml", "temple = [", "can't be read as TOML"),
        ("b.json", "{", "can't be read as JSON"),
        ("b.json", "[1]", "named tables"),
        ("b.json", json.dumps({"temple": [5, 3]}), "goes up"),
        ("b.json", "[" * 900, "can't be read as JSON"),
        ("b.json", "[" * 90_000, "nested more than 50 levels deep"),
        ("b.toml", "temple = " + "[" * 960, "nested more than 50 levels deep"),
        ("b.toml", "a." * 20_000 + "a=1", "a key has more than 10 parts"),
        ("b.toml", f"temple = [{'3, ' * 40_000}]", "longer than 100000 characters"),
        ("b.json", json.dumps({"temple": "x" * 90_000}), "a list of prices, not 'xxx"),
    ],
)
def test_new_says_what_is_wrong_with_a_board(teahorse: CommandRunner, name: str, text: str, words: str) -> None:
    Path(name).write_text(text)
    result = teahorse("new", "game.yunnan", "--board", name)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    assert len(result.stderr) < 1500


def test_new_says_why_a_file_cannot_be_written(teahorse: CommandRunner) -> None:
    result = teahorse("new", "nowhere/game.yunnan")
    assert result.exit_code == 2
    assert "can't be written" in result.stderr
    Path("folder").mkdir()
    result = teahorse("new", "folder")
    assert result.exit_code == 2
    assert "folder" in result.stderr
    assert list(Path().iterdir()) == [Path("folder")]
