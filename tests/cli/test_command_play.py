"""`teahorse play`: a game at one keyboard, here with lines that were typed before."""

from pathlib import Path
from typing import ClassVar

import pytest
from command_runner import CommandRunner

from teahorse import Game


def test_play_shows_the_board_and_the_log_and_ends_cleanly_with_the_input(teahorse: CommandRunner) -> None:
    result = teahorse("play", "--seed", "4", typed="bid school 9\n")
    assert result.exit_code == 0
    assert "The Tea Horse Road" in result.stdout
    assert "p1 bids 9 at the school" in result.stdout
    assert "caravaner (p2): " in result.stdout
    assert result.stdout.rstrip().endswith("Goodbye.")


def test_the_same_seed_and_answers_make_the_same_game(teahorse: CommandRunner) -> None:
    seats = ("--seat", "you", "--seat", "random", "--seat", "random")
    shown = {teahorse("play", "--seed", seed, *seats, typed="pass\nquit\n").stdout for seed in ("4", "4", "5")}
    assert len(shown) == 2


def test_a_question_mark_lists_the_legal_moves_in_groups(teahorse: CommandRunner) -> None:
    shown = teahorse("play", typed="?\nquit\n").stdout
    assert "bid school N             5 7 9\n" in shown
    assert "bank · market · pass" in shown


def test_why_tells_the_rule_and_what_is_typed_wrong_is_told_and_asked_again(teahorse: CommandRunner) -> None:
    result = teahorse("play", typed="why bid school 15\nwhy pass\nbid school 15\nhello\nwhy\nsave\npass\nquit\n")
    assert "`bid school 15` is not allowed (3.6)" in result.stdout
    assert "`pass` is legal." in result.stdout
    assert "`bid school 15` is not allowed (3.6)" in result.stderr
    assert "'hello' is not a move" in result.stderr
    assert "Name a file" in result.stderr
    assert "p1 passes" in result.stdout
    assert result.exit_code == 0


def test_undo_takes_back_ones_own_last_move_and_those_of_bots_since(teahorse: CommandRunner) -> None:
    result = teahorse("play", "--seed", "4", "--save", "game.yunnan", typed="undo\nbid school 9\nundo\nquit\n")
    assert "You have no move to take back." in result.stderr
    assert "caravaner (p3): " in result.stdout
    assert "Took back `bid school 9`." in result.stdout
    assert Game.from_record(Path("game.yunnan").read_text()).moves == []


def test_undo_never_takes_back_what_chance_has_shown(teahorse: CommandRunner) -> None:
    typed = "bid customs 5\nbid guild 5\nundo\nquit\n"
    result = teahorse("play", "--players", "2", "--seat", "you", "--seat", "you", "--seed", "4", typed=typed)
    assert "Dúli has drawn a card since" in result.stderr
    typed = "bid customs 5\nundo\nquit\n"
    result = teahorse("play", "--players", "2", "--seat", "you", "--seat", "you", "--seed", "4", typed=typed)
    assert "Took back `bid customs 5`." in result.stdout


def test_people_share_the_keyboard_and_each_is_asked(teahorse: CommandRunner) -> None:
    seats = ["--players", "3", "--seat", "you", "--seat", "you", "--seat", "you"]
    shown = teahorse("play", *seats, typed="pass\npass\nquit\n").stdout
    assert [player for player in ("p1> ", "p2> ", "p3> ") if player in shown] == ["p1> ", "p2> ", "p3> "]


def test_two_colours_in_one_hand_are_both_asked(teahorse: CommandRunner) -> None:
    shown = teahorse("play", "--edition", "2013", "--players", "2", typed="pass\nquit\n").stdout
    assert "p1> " in shown
    assert "p3> " in shown
    assert "p2> " not in shown


def test_a_game_is_kept_after_every_move_and_can_be_played_on(teahorse: CommandRunner) -> None:
    teahorse("play", "--seed", "4", "--save", "game.yunnan", typed="pass\n")
    kept = Game.from_record(Path("game.yunnan").read_text())
    assert kept.moves[0] == "pass"
    assert kept.to_move == "p1"
    assert teahorse("check", "game.yunnan").exit_code == 0
    refused = teahorse("play", "--save", "game.yunnan", typed="quit\n")
    assert (refused.exit_code, "--force" in refused.stderr) == (2, True)
    teahorse("play", typed="save other.yunnan\npass\nsave\nquit\n")
    assert Game.from_record(Path("other.yunnan").read_text()).moves[0] == "pass"


def test_saving_never_writes_over_another_file(teahorse: CommandRunner) -> None:
    Path("letter.txt").write_text("precious")
    result = teahorse("play", typed="save letter.txt\nquit\n")
    assert "already exists" in result.stderr
    assert Path("letter.txt").read_text() == "precious"


def test_bots_alone_play_to_the_end_and_the_score_is_shown(teahorse: CommandRunner) -> None:
    result = teahorse("play", "--seat", "random", "--seed", "1", "--option", "vp_end=20", "--save", "game.yunnan")
    assert result.exit_code == 0
    assert " won with " in " ".join(result.stdout.split())  # the line may be folded
    assert "total" in result.stdout
    assert Game.from_record(Path("game.yunnan").read_text()).is_over


def test_bots_of_every_kind_sit_where_they_are_told_and_their_names_are_shown(teahorse: CommandRunner) -> None:
    seats = [word for who in ("you", "master", "greedy/racer", "search:20") for word in ("--seat", who)]
    result = teahorse("play", "--seed", "1", "--save", "game.yunnan", *seats, typed="pass\nquit\n")
    assert result.exit_code == 0
    for name in ("master (p2): ", "greedy/racer (p3): ", "search:20 (p4): "):
        assert name in result.stdout
    headers = Game.from_record(Path("game.yunnan").read_text()).headers
    assert [headers[name] for name in ("Player.p2", "Player.p3")] == ["master", "greedy/racer"]


@pytest.mark.parametrize(
    ("answer", "told"), [("'bid moon 9'", "not a move"), ("'convert 3'", "not allowed"), ("1 / 0", "ZeroDivisionError")]
)
def test_if_a_custom_bot_fails_the_player_is_told_and_greedy_moves(
    teahorse: CommandRunner, answer: str, told: str
) -> None:
    Path("mine.py").write_text(
        "from teahorse.bots import Bot\n"
        "class Mine(Bot):\n"
        "    def __init__(self, seed): pass\n"
        "    def consider(self, game, budget=None, watch=None): return []\n"
        f"    def choose(self, game, budget=None): return {answer}\n",
        encoding="utf-8",
    )
    result = teahorse("play", "--seat", "you", "--seat", "mine.py:Mine", typed="pass\nquit\n")
    assert result.exit_code == 0
    assert "greedy moves for it" in result.stderr
    assert told in result.stderr
    assert "Traceback" not in result.stderr


def test_after_an_undo_the_board_is_shown_again(teahorse: CommandRunner) -> None:
    shown = teahorse("play", "--seed", "4", typed="bid school 9\nundo\nquit\n").stdout
    assert shown.rpartition("Took back")[2].count("The Tea Horse Road") == 1


def test_a_hint_names_a_legal_move_and_how_sure_it_is(teahorse: CommandRunner) -> None:
    shown = teahorse("play", "--seed", "1", typed="hint\nquit\n").stdout
    hints = [line.split("  ") for line in shown.splitlines() if "of the search" in line]
    assert 1 <= len(hints) <= 3
    assert {line[1].strip() for line in hints} <= set(Game.new(players=3).legal_moves())
    assert all("wins about " in "  ".join(line) for line in hints)


def test_too_many_seats_and_unreadable_lines_are_told(teahorse: CommandRunner) -> None:
    result = teahorse("play", "--players", "2", *["--seat", "you"] * 3)
    assert (result.exit_code, "2 people" in result.stderr) == (2, True)
    refused = teahorse("play", "--seat", "dog")
    assert (refused.exit_code, "There is no bot 'dog'" in refused.stderr) == (2, True)
    result = teahorse("play", typed=b"\xff\xfe\npass\nquit\n")
    assert "not text" in result.stderr
    assert result.exit_code == 0


@pytest.mark.parametrize("word", ["quit", "exit"])
def test_leaving_is_no_error(teahorse: CommandRunner, word: str) -> None:
    assert teahorse("play", typed=f"board\nscore\nhelp\n\n{word}\n").exit_code == 0


class SlowCompilation:
    """Compiles nothing, and is ready with a room only when someone has waited for it."""

    waited: ClassVar[list[str]] = []

    def start(self) -> None:
        self.waited.clear()

    def stop(self) -> None:
        self.waited.append("stopped")

    def is_ready(self, room: str) -> bool:
        return room in self.waited

    def wait_for(self, room: str, seconds: float | None = None) -> bool:
        self.waited.append(room)
        return True


@pytest.mark.parametrize(
    ("typed", "waited"),
    [("quit\n", ["rules", "stopped"]), ("bid school 9\nquit\n", ["rules", "bots", "stopped"])],
)
def test_people_move_when_the_rules_are_compiled_and_bots_join_when_theirs_are(
    teahorse: CommandRunner, monkeypatch: pytest.MonkeyPatch, typed: str, waited: list[str]
) -> None:
    monkeypatch.setattr("teahorse.cli.play.Compilation", SlowCompilation)
    result = teahorse("play", "--seed", "4", typed=typed)
    assert result.exit_code == 0 and SlowCompilation.waited == waited
    assert "Compiling the rules, once ..." in result.stderr and "`teahorse rules 20`" in result.stderr
    assert ("Compiling the bots, once ..." in result.stderr) == ("bots" in waited)
