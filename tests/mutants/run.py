"""Break the code on purpose and see that the tests notice: `make mutants`.

    python tests/mutants/run.py [WORD ...]

The tests that faults name must pass on the sources as they are. Then each fault of `faults.py` is put into a copy of
the sources, and its tests run there until one fails. A fault that no test notices is printed as missed, and the exit
status is 1. With words, only the faults that mention all of them are tried.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fault import Fault

from faults import FAULTS

PROJECT = Path(__file__).parents[2]
COMPILED = ("rules/", "bots/compiled/", "bulk/", "observation/", "envs/")
TIME_LIMIT = 600  # seconds


def survives(fault: Fault) -> bool:
    """Whether all tests pass in spite of the fault."""
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "src"
        shutil.copytree(PROJECT / "src", sources, ignore=shutil.ignore_patterns("__pycache__"))
        (Path(folder) / "docs").symlink_to(PROJECT / "docs")  # the rulebook lies beside the sources
        file = sources / "teahorse" / fault.file
        text = file.read_text(encoding="utf-8")
        assert text.count(fault.right) == 1, f"{fault.file} has {fault.right!r} {text.count(fault.right)} times"
        file.write_text(text.replace(fault.right, fault.wrong), encoding="utf-8")
        return tests_pass(sources, fault.tests, is_interpreted(fault))


def is_interpreted(fault: Fault) -> bool:
    """Whether the tests run interpreted: compiling changed rules would take longer."""
    return fault.file.startswith(COMPILED)


def tests_pass(sources: Path, tests: Iterable[str], interpreted: bool) -> bool:
    """Run tests on some sources, up to the first that fails."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    environment = os.environ | {"PYTHONPATH": str(sources), "TEAHORSE_INTERPRETED": "1" if interpreted else ""}
    try:
        done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return False  # a game that never ends is noticed too
    assert done.returncode in (0, 1), done.stdout.decode() + done.stderr.decode()
    return done.returncode == 0


def failing_tests(faults: Sequence[Fault]) -> list[str]:
    """Those of the tests that fail without any fault: they would notice every fault, and prove nothing."""
    runs = sorted({(named, is_interpreted(fault)) for fault in faults for named in fault.tests})
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        passed = pool.map(lambda run: tests_pass(PROJECT / "src", [run[0]], run[1]), runs)
        return [named for (named, _), passes in zip(runs, passed, strict=True) if not passes]


def main() -> int:
    """Try the faults, and print for each whether the tests noticed it."""
    words = sys.argv[1:]
    chosen = [fault for fault in FAULTS if all(word in f"{fault.file} {fault.means}" for word in words)]
    failing = failing_tests(chosen)
    if failing:
        print(f"These tests fail without any fault: {', '.join(failing)}")
        return 1
    missed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for fault, survived in zip(chosen, pool.map(survives, chosen), strict=True):
            missed += survived
            print(f"{'MISSED' if survived else 'caught'}  {fault.file:40} {fault.means}", flush=True)
    print(f"{len(chosen) - missed} caught, {missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
