"""The examples run, and say something."""

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))
# PyTorch is too large to install for a test, so these run only where it is already there.
LEARNING = {"learn_maskable_ppo": ["--steps", "64", "--lanes", "8", "--opponents", "random"], "learned_bot": []}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(
    example: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    arguments = LEARNING.get(example.stem, [])
    if example.stem in LEARNING:
        pytest.importorskip("sb3_contrib")
    monkeypatch.setattr(sys, "argv", [str(example), *arguments])
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out.strip() or example.stem == "learned_bot"
