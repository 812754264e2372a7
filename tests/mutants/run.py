"""Break the rules on purpose and see that the tests notice: `make mutants`.

    python tests/mutants/run.py [WORD ...]

Each fault of `faults.py` is put into a copy of the sources, and the tests of the rules run on it, interpreted, until
one fails. A fault that no test notices is printed, and the exit status is 1. Words choose the faults that mention them.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from faults import FAULTS, Fault

PROJECT = Path(__file__).parents[2]
SOURCES = PROJECT / "src"
TESTS = ("tests/rules",)
TIME_LIMIT = 600


def survives(fault: Fault) -> bool:
    """Whether all tests pass in spite of the fault."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "src"
        shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
        file = copy / "teahorse" / "rules" / fault.file
        text = file.read_text(encoding="utf-8")
        assert text.count(fault.right) == 1, f"{fault.file} has {fault.right!r} {text.count(fault.right)} times"
        file.write_text(text.replace(fault.right, fault.wrong), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *TESTS]
        surroundings = os.environ | {"PYTHONPATH": str(copy), "TEAHORSE_INTERPRETED": "1"}
        try:
            done = subprocess.run(command, cwd=PROJECT, env=surroundings, capture_output=True, timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            return False  # a game that never ends is noticed too
        assert done.returncode in (0, 1), done.stdout.decode() + done.stderr.decode()
        return done.returncode == 0


def main() -> int:
    """Try the faults and tell what came of each."""
    words = sys.argv[1:]
    chosen = [fault for fault in FAULTS if all(word in f"{fault.file} {fault.means}" for word in words)]
    missed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for fault, survived in zip(chosen, pool.map(survives, chosen), strict=True):
            missed += survived
            print(f"{'MISSED' if survived else 'caught'}  {fault.file:14} {fault.means}", flush=True)
    print(f"{len(chosen) - missed} caught, {missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
