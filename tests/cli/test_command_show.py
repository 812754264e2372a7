"""`teahorse show` draws a position."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from command_runner import CommandRunner
from rich.cells import cell_len
from rich.console import Console

from position_builder import snapshot_of
from teahorse import Game
from teahorse.terminal.board import draw_board
from teahorse.terminal.symbols import DASH, TIMES

TABLES = [
    ["--players", "5", "--option", "expert=yes"],
    ["--players", "2"],
    ["--players", "2", "--edition", "2013"],
    ["--players", "2", "--edition", "2013", "--option", "two_players=duli"],
    ["--players", "4", "--edition", "2013", "--option", "debt=yes"],
]


def drawn(game: Game, width: int, names: dict[str, str] | None = None) -> list[str]:
    console = Console(width=width, no_color=True, highlight=False)
    with console.capture() as capture:
        console.print(draw_board(game, names or {}, width))
    return capture.get().splitlines()


@pytest.mark.parametrize("table", TABLES, ids=" ".join)
@pytest.mark.parametrize("width", [80, 120])
def test_every_line_of_crowded_boards_fits_the_terminal(
    trace: Callable[..., list[str]], table: list[str], width: int
) -> None:
    lines = trace(*table, "--policy", "busy", "--seed", "3")
    for line in lines[::40]:
        shown = drawn(Game.from_snapshot(json.loads(line)["snapshot"]), width, {"p1": "Wolfeschlegelsteinhausen"})
        assert [part for part in shown if cell_len(part.rstrip()) > width] == []
        assert any(part.startswith("                         ◉═") and part.endswith("◉") for part in shown)
        assert sum(part.startswith("──") for part in shown) == 3


def test_show_has_everything_one_needs_to_decide(teahorse: CommandRunner) -> None:
    snapshot = snapshot_of(
        people=3,
        players={
            "p1": {"coins": 20, "provinces": {"Y": 2}, "posts": {"S": 1}, "horse": "K", "teahouses": ["K"]},
            "p2": {"provinces": {"S": 5}, "horse": "T", "bridges": ["YK"]},
        },
        buildings={"school": {"9": "p1"}, "guild": {"5": "p2"}},
        bank=["p3", None],
    )
    snapshot["players"]["p3"] |= {"passed": True, "supply": 0, "market": 2}
    Path("position.json").write_text(json.dumps(snapshot))
    result = teahorse("show", "position.json")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert any(line.startswith("▶ ● p1") for line in lines)
    assert any("╰── YK ■p2 ─" in line for line in lines)
    assert any("●● " in line and "♜" in line and "♞⌂" in line for line in lines)
    assert any(f"■{TIMES}5" in line for line in lines)
    assert any(line.startswith("  school") and "[9] ●p1" in line and "(5)  " in line for line in lines)
    assert any(line.startswith("  bank") and "<8> ▲p3" in line and "bids of 14" in line for line in lines)
    assert any(
        line.split() == ["▶", "●", "p1", "20", "9", "11", "0", "16", "2", "0", "0", "0", DASH, "♜∩∩⌂"] for line in lines
    )
    assert any("Passed: ▲ p3." in line for line in lines)
    assert lines[-1] == "p1: bid in a building, go to the bank or the market, or pass."


def test_players_stay_apart_without_colour(teahorse: CommandRunner, game: Path) -> None:
    result = teahorse("show", str(game), NO_COLOR="1")
    assert "\x1b[3" not in result.stdout
    for mark in ("● p1", "■ p2", "▲ p3"):
        assert mark in result.stdout


def test_five_bridges_over_one_gorge_keep_the_arc_in_its_place() -> None:
    everyone = {f"p{n}": {"bridges": ["KQ"], "horse": "Q"} for n in range(1, 6)}
    game = Game.from_snapshot(snapshot_of(people=5, players=everyone))
    lines = drawn(game, 80)
    places = next(line for line in lines if "Qinghai" in line)
    arc = next(line for line in lines if " KQ " in line)
    assert "●■▲◆★" in arc
    assert arc.rstrip()[-1] == "╯"
    assert (arc.index("╰"), len(arc.rstrip()) - 1) == (places.index("Kang"), places.index("Qinghai"))


def test_the_blocker_stands_on_its_gorge() -> None:
    game = Game.from_snapshot(snapshot_of(people=3, phase="travel", to_move="p3", blocked="SQ"))
    assert any("SQ ✖" in line for line in drawn(game, 80))
    assert "YK ✖" not in "\n".join(drawn(game, 80))


def test_2013_shows_its_own_words_and_both_bank_spaces(teahorse: CommandRunner) -> None:
    teahorse("new", "old.yunnan", "--edition", "2013", "--players", "3")
    shown = teahorse("show", "old.yunnan").stdout
    for words in ("Qamdo", "Dragon House", "high 0", "low 0", "Reconstructed: bank_high, bank_low, gorges"):
        assert words in shown
    assert "Kang" not in shown
    assert "temple" not in shown


def test_the_pile_of_duli_is_shown_only_as_a_count(teahorse: CommandRunner) -> None:
    teahorse("new", "duel.yunnan", "--players", "2", "--seed", "1")
    pile = json.loads(teahorse("show", "duel.yunnan", "--json").stdout)["duli"]["pile"]
    shown = teahorse("show", "duel.yunnan").stdout
    assert "Dúli's pile has 16 cards left" in shown
    assert " ".join(map(str, pile[:4])) not in shown
    assert ", ".join(map(str, pile[:4])) not in shown


def test_show_as_json_is_the_snapshot_and_can_be_shown_again(teahorse: CommandRunner, game: Path) -> None:
    text = teahorse("show", str(game), "--json").stdout
    assert json.loads(text) == Game.new(players=3).snapshot()
    Path("a-file-of-any-name").write_text(text)
    assert teahorse("show", "a-file-of-any-name").stdout == teahorse("show", str(game)).stdout
    assert teahorse("show", "-", typed=text).stdout == teahorse("show", str(game)).stdout


def test_show_tells_who_won(teahorse: CommandRunner, trace: Callable[..., list[str]]) -> None:
    last = json.loads(trace("--players", "3", "--seed", "1")[-1])["snapshot"]
    Path("end.json").write_text(json.dumps(last))
    winner = last["result"]["ranking"][0]
    assert f"{winner['player']} won with {winner['vp']} VP" in " ".join(teahorse("show", "end.json").stdout.split())


def test_names_are_shown_and_cannot_steer_the_terminal(teahorse: CommandRunner, game: Path) -> None:
    game.write_text(game.read_text().replace("\n\n", '\n[Player.p1 "An\x1b[2Jn"]\n[Player.p2 "B[b]"]\n\n', 1))
    shown = teahorse("show", str(game)).stdout
    assert "\x1b" not in shown
    assert "An?[2Jn (p1): bid" in shown
    assert "■ p2 B[b]" in shown


def test_what_is_quiet_in_a_line_stays_beside_what_is_loud(teahorse: CommandRunner, game: Path) -> None:
    teahorse("move", str(game), "bid school 9")
    shown = teahorse("show", str(game), FORCE_COLOR="1", TERM="xterm").stdout
    school = next(line for line in shown.splitlines() if "school" in line)
    assert "\x1b[1m[9] \x1b[0m" in school
    assert "\x1b[1;31m●p1\x1b[0m" in school
    assert "\x1b[2m[12]" in school
    gorge = next(line for line in shown.splitlines() if "gorges" in line)
    assert "\x1b[36m╰──" in gorge
