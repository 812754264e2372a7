"""Runs a test program in a process where nothing is compiled."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType


def lines_when_interpreted(program: ModuleType) -> list[str]:
    """The lines that a program prints when it runs interpreted."""
    path = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    run = subprocess.run(
        [sys.executable, str(program.__file__)],
        env=os.environ | {"TEAHORSE_INTERPRETED": "1", "PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()
