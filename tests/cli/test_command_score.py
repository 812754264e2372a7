"""`teahorse score` shows the score sheet."""

import json
from collections.abc import Callable
from pathlib import Path

from command_runner import CommandRunner

from teahorse import Game


def test_score_gives_what_everyone_would_have_now(teahorse: CommandRunner, game: Path) -> None:
    answer = json.loads(teahorse("score", str(game), "--json").stdout)
    assert answer == {"over": False, "reason": None, "ranking": Game.new(players=3).standings()}
    shown = teahorse("score", str(game)).stdout
    assert "If the game ended now, in round 1" in shown
    assert any(line.split() == ["▲", "p3", "0", "4", "0", "0", "0", "0", "0", "4"] for line in shown.splitlines())


def test_score_of_a_finished_game_adds_up_to_its_result(
    teahorse: CommandRunner, trace: Callable[..., list[str]]
) -> None:
    last = json.loads(trace("--edition", "2013", "--players", "2", "--seed", "4")[-1])["snapshot"]
    Path("end.json").write_text(json.dumps(last))
    answer = json.loads(teahorse("score", "end.json", "--json").stdout)
    assert answer == {"over": True} | last["result"]
    assert all(sum(line["from"].values()) == line["vp"] for line in answer["ranking"])
    shown = teahorse("score", "end.json").stdout
    assert "Final scoring" in shown
    assert "● p1 and ▲ p3" in shown
