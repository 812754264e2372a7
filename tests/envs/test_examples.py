"""The examples run, and print something."""

import runpy
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from teahorse.cli import app

EXAMPLES = Path(__file__).parents[2] / "examples"
LEARNER, LEARNED_BOT = EXAMPLES / "learn_maskable_ppo.py", EXAMPLES / "learned_bot.py"
API_BOT = EXAMPLES / "api_bot.py"  # needs a table to join: tests/server/test_client_games.py


@pytest.mark.parametrize(
    "example", sorted({*EXAMPLES.glob("*.py")} - {LEARNER, LEARNED_BOT, API_BOT}), ids=lambda path: path.stem
)
def test_example_runs(example: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(example)])
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out.strip()


@pytest.mark.slow
def test_learner_writes_a_network_that_plays_in_the_arena(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(LEARNER), "--steps", "64", "--lanes", "8", "--opponents", "random"])
    runpy.run_path(str(LEARNER), run_name="__main__")
    assert "Written: yunnan_ppo.zip" in capsys.readouterr().out
    arguments = ["--players", "3", "--games", "1", "--cores", "1", "--out", "games.jsonl"]
    result = CliRunner().invoke(app, ["arena", "--bots", f"{LEARNED_BOT}:Learned,random,random", *arguments])
    assert result.exit_code == 0 and "Learned" in result.output and "forfeit" not in result.output, result.output
