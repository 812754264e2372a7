"""Interpreted and compiled, bots think the same, bit for bit."""

import os
import subprocess
import sys
from pathlib import Path

import thoughts


def test_interpreted_and_compiled_bots_think_the_same_bit_for_bit() -> None:
    path = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    run = subprocess.run(
        [sys.executable, thoughts.__file__],
        env=os.environ | {"TEAHORSE_INTERPRETED": "1", "PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == list(thoughts.thoughts())
