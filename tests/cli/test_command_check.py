"""`teahorse trace` writes games, `teahorse check` verifies them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_runner import CommandRunner

from teahorse import Game
from teahorse.rules.ruleset import Ruleset
from teahorse.trace import trace as trace_of

Change = Callable[[list[dict[str, Any]]], object]


def test_trace_writes_compact_lines_and_the_seed_decides_them(trace: Callable[..., list[str]]) -> None:
    lines = trace("--edition", "2023", "--players", "4", "--seed", "7")
    expected = trace_of(Ruleset.of("2023", 4), 7, "uniform")
    assert lines == [json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in expected]
    assert trace("--players", "4", "--seed", "8") != lines
    busy = trace("--players", "4", "--seed", "7", "--policy", "busy", "--option", "guards=true")
    assert json.loads(busy[0])["snapshot"]["options"] == {"guards": True}


@pytest.mark.parametrize(
    "table",
    [
        ["--players", "3"],
        ["--players", "2", "--policy", "busy"],
        ["--players", "2", "--edition", "2013", "--option", "debt=yes"],
    ],
    ids=" ".join,
)
def test_check_finds_our_own_traces_right(
    teahorse: CommandRunner, trace: Callable[..., list[str]], table: list[str]
) -> None:
    lines = trace(*table, "--seed", "2")
    Path("game.trace").write_text("\n".join(lines) + "\n")
    result = teahorse("check", "game.trace")
    assert result.exit_code == 0
    assert f"{len(lines) - 1} moves, and the game is over" in result.stdout
    assert teahorse("check", "-", typed="\n".join(lines)).exit_code == 0


def test_check_knows_a_trace_by_its_content_however_it_is_written(
    teahorse: CommandRunner, trace: Callable[..., list[str]]
) -> None:
    lines = [json.loads(line) for line in trace("--players", "3", "--seed", "2")]
    turned = [json.dumps(dict(reversed(line.items())), indent=None) for line in lines]
    Path("any.name").write_text("\ufeff\n" + "\r\n\r\n".join(turned))
    assert teahorse("check", "any.name").exit_code == 0


def _set(number: int, *path: str, to: Any) -> Change:
    def change(lines: list[dict[str, Any]]) -> None:
        spot: Any = lines[number]
        for key in path[:-1]:
            spot = spot[key]
        spot[path[-1]] = to

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            _set(0, "snapshot", "players", "p1", "coins", to=10),
            "Line 1: `snapshot.players.p1.coins` should be 9, not 10",
        ),
        (_set(5, "snapshot", "round", to=2), "Line 6: `snapshot.round`"),
        (_set(5, "move", to="bid school 15 from Q"), "Line 6: the move"),
        (_set(5, "move", to="leap"), "Line 6: 'leap' is not a move"),
        (_set(5, "legal", to=[]), "Line 6: `legal` lacks"),
        (_set(5, "legal", to="pass"), "Line 6: `legal` is not a list"),
        (lambda lines: lines[5]["legal"].append("done"), "Line 6: `legal` has 'done'"),
        (lambda lines: lines[5]["legal"].reverse(), "Line 6: `legal` is not sorted"),
        (lambda lines: lines.pop(5), "Line 6: "),
        (lambda lines: lines.pop(), "the trace ends here"),
        (lambda lines: lines.append(lines[-1]), "the trace goes on"),
        (lambda lines: lines[5].pop("legal"), "Line 6: the line has snapshot, move"),
        (_set(-1, "snapshot", "result", "reason", to="cap"), "`snapshot.result.reason`"),
    ],
)
def test_check_says_where_a_trace_departs_from_the_rules(
    teahorse: CommandRunner, trace: Callable[..., list[str]], change: Change, words: str
) -> None:
    lines = [json.loads(line) for line in trace("--players", "3", "--seed", "2")]
    change(lines)
    Path("game.trace").write_text("\n".join(map(json.dumps, lines)))
    result = teahorse("check", "game.trace")
    assert result.exit_code == 1
    assert words in result.stderr


@pytest.mark.parametrize(
    "text",
    [
        '{"snapshot":',
        '{"snapshot":1}',
        '{"snapshot":{}}',
        '{"snapshot":{"edition":[],"people":3,"options":{},"board":null}}',
        '{"snapshot":{"edition":"2023","people":3,"options":{},"board":7}}',
        '{"snapshot":{"edition":"2023","people":3,"options":{},"board":null}}\n[]',
        "{",
        "",
        "[People",
        '[Edition "2023"]',
    ],
)
def test_check_of_what_cannot_be_read_is_another_status(teahorse: CommandRunner, text: str) -> None:
    Path("broken").write_text(text)
    result = teahorse("check", "broken")
    assert result.exit_code == 2
    assert result.stderr.startswith("broken: ")


def _played(*moves: str) -> str:
    game = Game.new(players=3)
    for move in moves:
        game.play(move)
    return game.record()


def test_check_replays_records_and_compares_their_result(teahorse: CommandRunner) -> None:
    right = _played("pass", "bid school 5")
    Path("right.yunnan").write_text(right)
    Path("wrong.yunnan").write_text(right + "bid school 15\n")
    Path("garbled.yunnan").write_text(right + "bid bid\n")
    Path("boast.yunnan").write_text(right.replace("\n\n", '\n[Result "p1 99 (vp)"]\n\n', 1))
    Path("open.yunnan").write_text(right.replace("\n\n", '\n[Result "*"]\n\n', 1))
    assert teahorse("check", "right.yunnan", "open.yunnan").exit_code == 0
    for name, words in (("wrong", "Line 9, move 3"), ("garbled", "Line 9"), ("boast", "header Result says")):
        result = teahorse("check", f"{name}.yunnan")
        assert (result.exit_code, words in result.stderr) == (1, True), name


def test_check_goes_on_after_a_failure_and_the_worst_decides(teahorse: CommandRunner, game: Path) -> None:
    Path("wrong.yunnan").write_text(game.read_text() + "done\n")
    result = teahorse("check", "wrong.yunnan", str(game))
    assert (result.exit_code, "game.yunnan: correct" in result.stdout) == (1, True)
    result = teahorse("check", "missing", "wrong.yunnan", str(game))
    assert (result.exit_code, "game.yunnan: correct" in result.stdout) == (2, True)


def test_check_of_a_snapshot_asks_whether_a_game_gets_there(teahorse: CommandRunner, game: Path) -> None:
    snapshot = json.loads(teahorse("show", str(game), "--json").stdout)
    Path("position.json").write_text(json.dumps(snapshot))
    assert teahorse("check", "position.json").exit_code == 0
    snapshot["players"]["p1"]["supply"] = 7
    Path("position.json").write_text(json.dumps(snapshot))
    assert teahorse("check", "position.json").exit_code == 1


@pytest.mark.parametrize("arguments", [["--seed", str(2**63)], ["--policy", "lazy"], ["--players", "1"]])
def test_trace_refuses_what_makes_no_sense(teahorse: CommandRunner, arguments: list[str]) -> None:
    result = teahorse("trace", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
