"""`teahorse move`, `undo`, `legal` and `why`: playing by record."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from command_runner import CommandRunner

from teahorse import Game
from teahorse.text.rulebook import find_rule


def test_move_adds_to_the_record_and_tells_what_happened(teahorse: CommandRunner, game: Path) -> None:
    result = teahorse("move", str(game), "bid school 7", "bid school 9")
    assert result.exit_code == 0
    assert "p1 bids 7 at the school." in result.stdout
    assert "p1 is outbid by p2 at the school" in result.stdout
    assert "p3: bid" in result.stdout
    assert Game.from_record(game.read_text()).moves == ["bid school 7", "bid school 9"]


def test_move_keeps_comments_and_line_ends_and_everything_people_wrote(teahorse: CommandRunner) -> None:
    written = (
        '[Edition "2023"]\r\n[People "3"]\r\n[Event "Club night"]\r\n# we are late\r\n\r\npass # Ann sighs\r\n# hm'
    )
    Path("game.yunnan").write_bytes(written.encode())
    assert teahorse("move", "game.yunnan", "pass").exit_code == 0
    text = Path("game.yunnan").read_bytes().decode()
    assert text.startswith(written + "\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert Game.from_record(text).moves == ["pass", "pass"]


def test_playing_on_in_a_record_that_leaves_dulis_cards_out_writes_how_they_were_shuffled(
    teahorse: CommandRunner,
) -> None:
    game = Game.new("2023", 2, seed=3)
    while game.unseen_cards > 14:
        game.play(game.legal_moves()[0])
    path = Path("running.yunnan")
    path.write_text(game.public_record())
    for _ in range(6):
        assert teahorse("move", str(path), Game.from_record(path.read_text()).legal_moves()[0]).exit_code == 0
    text = path.read_text()
    assert "Unseen" not in text and "?" not in text
    assert Game.from_record(text).moves[1 : len(game.moves)] == game.moves[1:]


@pytest.mark.parametrize(
    ("moves", "status", "words"),
    [
        (["bid school 15"], 1, "(3.6)"),
        (["bid school 9", "bid school 9"], 1, "(3.2)"),
        (["done"], 1, "(1.6)"),
        (["bid school 10"], 2, "no space"),
        (["jump"], 2, "not a move"),
        (["pass", ""], 2, "not a move"),
    ],
)
def test_refused_moves_leave_the_file_byte_for_byte(
    teahorse: CommandRunner, game: Path, moves: list[str], status: int, words: str
) -> None:
    before = game.read_bytes()
    result = teahorse("move", str(game), *moves)
    assert result.exit_code == status
    assert words in result.stderr
    assert result.stdout == ""
    assert game.read_bytes() == before
    assert list(Path().iterdir()) == [game]


def test_every_move_undone_gives_the_file_as_it_was(teahorse: CommandRunner) -> None:
    teahorse("new", "duel.yunnan", "--players", "2")
    path, texts = Path("duel.yunnan"), []
    while len(texts) < 25:
        texts.append(path.read_bytes())
        legal = json.loads(teahorse("legal", "duel.yunnan", "--json").stdout)
        assert teahorse("move", "duel.yunnan", legal[len(texts) % len(legal)]).exit_code == 0
    for text in reversed(texts):
        assert teahorse("undo", "duel.yunnan").exit_code == 0
        assert path.read_bytes() == text
    result = teahorse("undo", "duel.yunnan")
    assert result.exit_code == 2
    assert "no move to take back" in result.stderr
    assert path.read_bytes() == texts[0]


def test_the_last_move_writes_the_result_and_undo_removes_it(
    teahorse: CommandRunner, trace: Callable[..., list[str]]
) -> None:
    moves = [json.loads(line)["move"] for line in trace("--players", "3", "--seed", "1")[:-1]]
    teahorse("new", "game.yunnan", "--players", "3")
    assert teahorse("move", "game.yunnan", *moves[:-1]).exit_code == 0
    before = Path("game.yunnan").read_bytes()
    result = teahorse("move", "game.yunnan", moves[-1])
    assert "The game is over" in result.stdout
    text = Path("game.yunnan").read_text()
    assert f'[Result "{Game.from_record(text).result_text()}"]\n\n# round 1' in text
    assert teahorse("check", "game.yunnan").exit_code == 0
    refused = teahorse("move", "game.yunnan", "pass")
    assert (refused.exit_code, "(11.1)" in refused.stderr) == (1, True)
    assert teahorse("undo", "game.yunnan").exit_code == 0
    assert Path("game.yunnan").read_bytes() == before


def test_move_shuffles_the_cards_of_duli_when_she_needs_them(teahorse: CommandRunner) -> None:
    teahorse("new", "duel.yunnan", "--players", "2")
    decks = 1
    while decks == 1:
        legal = json.loads(teahorse("legal", "duel.yunnan", "--json").stdout)
        bids = [move for move in legal if move.startswith("bid")]
        idle = [move for move in ("pass", "done", "spare", "convert 0") if move in legal]
        teahorse("move", "duel.yunnan", (bids + idle + legal)[0])
        decks = sum(move.startswith("deck") for move in Game.from_record(Path("duel.yunnan").read_text()).moves)
    assert json.loads(teahorse("legal", "duel.yunnan", "--json").stdout)


def test_a_record_without_its_first_deck_is_dealt_by_the_first_move(teahorse: CommandRunner) -> None:
    Path("duel.yunnan").write_text('[Edition "2023"]\n[People "2"]\n')
    assert json.loads(teahorse("legal", "duel.yunnan", "--json").stdout) == []
    assert "Dúli's cards must be shuffled." in teahorse("show", "duel.yunnan").stdout
    assert teahorse("move", "duel.yunnan", "pass").exit_code == 0
    deck, move = Game.from_record(Path("duel.yunnan").read_text()).moves
    assert (deck.split()[0], move) == ("deck", "pass")
    Path("laid.yunnan").write_text('[Edition "2023"]\n[People "2"]\n')
    cards = " ".join(map(str, range(16, 0, -1)))
    assert teahorse("move", "laid.yunnan", f"deck {cards}").exit_code == 0
    assert f"deck {cards}" in Path("laid.yunnan").read_text()


def test_standard_input_is_no_place_to_add_moves_to(teahorse: CommandRunner, game: Path) -> None:
    result = teahorse("move", "-", "pass", typed=game.read_text())
    assert (result.exit_code, "kept in a file" in result.stderr) == (2, True)
    assert list(Path().iterdir()) == [game]


@pytest.mark.parametrize("command", [["move", "position.json", "pass"], ["undo", "position.json"]])
def test_a_snapshot_has_no_moves_to_add_to(teahorse: CommandRunner, game: Path, command: list[str]) -> None:
    Path("position.json").write_text(teahorse("show", str(game), "--json").stdout)
    before = Path("position.json").read_bytes()
    result = teahorse(*command)
    assert (result.exit_code, "snapshot" in result.stderr) == (2, True)
    assert Path("position.json").read_bytes() == before


def test_a_record_that_cannot_be_written_is_left_alone(
    teahorse: CommandRunner, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    before = game.read_bytes()
    monkeypatch.setattr("os.fsync", full)
    result = teahorse("move", str(game), "pass")
    assert result.exit_code == 2
    assert "can't be written: No space left on device." in result.stderr
    assert game.read_bytes() == before
    assert list(Path().iterdir()) == [game]


def test_a_record_keeps_its_permissions_and_a_link_to_it_stays_one(teahorse: CommandRunner, game: Path) -> None:
    game.chmod(0o640)
    Path("link.yunnan").symlink_to(game)
    assert teahorse("move", "link.yunnan", "pass").exit_code == 0
    assert Path("link.yunnan").is_symlink()
    assert game.stat().st_mode & 0o777 == 0o640
    assert Game.from_record(game.read_text()).moves == ["pass"]


def test_legal_lists_the_moves_of_the_game(teahorse: CommandRunner, game: Path) -> None:
    moves = Game.new(players=3).legal_moves()
    assert teahorse("legal", str(game)).stdout.splitlines() == moves
    assert json.loads(teahorse("legal", str(game), "--json").stdout) == moves


def test_why_tells_legal_moves_from_refused_ones(teahorse: CommandRunner, game: Path) -> None:
    legal = teahorse("why", str(game), "bid school 9")
    assert (legal.exit_code, legal.stdout) == (0, "`bid school 9` is legal.\n")
    refused = teahorse("why", str(game), "bid school 15")
    assert refused.exit_code == 1
    assert "(3.6)" in refused.stdout
    assert "9 coins" in refused.stdout
    assert teahorse("why", str(game), "fly").exit_code == 2


def test_why_as_json_has_the_rule_the_code_and_what_the_sentence_mentions(teahorse: CommandRunner, game: Path) -> None:
    refused = teahorse("why", str(game), "bid school 15", "--json")
    answer = json.loads(refused.stdout)
    assert refused.exit_code == 1
    assert list(answer) == ["legal", "rule", "code", "sentence", "parameters"]
    assert (answer["legal"], answer["rule"], answer["code"]) == (False, "3.6", "not-affordable")
    assert answer["parameters"]["coins"] == 9
    assert find_rule(answer["rule"]) is not None
    assert json.loads(teahorse("why", str(game), "pass", "--json").stdout)["legal"] is True
