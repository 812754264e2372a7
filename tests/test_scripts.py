"""Every script in `bench/` and `docs/` runs, as small as it can; those in `examples/` are run in `tests/envs`."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from fork_server import forked_python
from teahorse.rules.code_cache import caches

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
SECONDS = 600  # on a busy machine; alone each takes seconds
HAS_GPU = shutil.which("nvidia-smi") is not None


@dataclass(frozen=True)
class Small:
    """How a script runs in seconds: its arguments, and a word that it then says.

    Scripts and the servers they start are forked from a process that has imported teahorse, unless starting is what a
    script measures.
    """

    arguments: str
    says: str
    status: int = 0
    new_interpreter: bool = False


SCRIPTS = {
    "bench/bots.py": Small("--positions 5 --seconds 0.01 --json out.json", '"illegal": 0'),
    "bench/gpu.py": Small("--games 100", "agree everywhere") if HAS_GPU else Small("", "no CUDA GPU here", status=1),
    "bench/network.py": Small("--positions 5 --rounds 1 --simulations 20 --gpu cpu", "evaluations/s, 5 at a time"),
    "bench/online.py": Small("--tables 2 --seconds 1 --json out.json", "moves_per_second"),
    "bench/peers.py": Small(
        "--rounds 1 --seconds 0.01 --json out.json --only openspiel-checkers teahorse teahorse-vector-step "
        "teahorse-vector-numpy teahorse-arrays teahorse-records teahorse-pettingzoo",
        "decisions/s",
    ),
    "bench/slow_clients.py": Small("--connections 20 --seconds 1 --limit 60 --json out.json", "half a head"),
    "bench/startup.py": Small(f"--installed --cache {caches()} --json out.json", "own move", new_interpreter=True),
    "bench/strength.py": Small("--only novice --games 2 --again 1 --json out.json", "| novice | 3 random | 2 |"),
    "bench/tables.py": Small("--tables 2 --rows 20 --json out.json", ""),
    "bench/tempers.py": Small("--minutes 0.001 --games 20", "changes tried"),
    "bench/thinking.py": Small("--tables 1 --bot novice --json out.json", "the same after a restart"),
    "bench/vector_threads.py": Small("--lanes 4 --seconds 0.01 --json out.json", "one seat against greedy"),
    "bench/web.py": Small("--moves 3 --limit 60 --json out.json", "5 people, a move"),
    "docs/lab_picture.py": Small("--games 8 --out out.png", ""),
    "docs/learning_curve.py": Small("--out out.png", "Drawn: out.png"),
    "docs/pictures.py": Small("--out out.svg", ""),
    "docs/web_pictures.py": Small("--only new --out pictures", "new: "),
}


def test_it_is_known_how_each_script_runs_small() -> None:
    files = [path for folder in ("bench", "docs") for path in (ROOT / folder).glob("**/*.py")]
    there = {path.relative_to(ROOT).as_posix() for path in files if "__main__" in path.read_text(encoding="utf-8")}
    assert there == set(SCRIPTS), "say in SCRIPTS, in tests/test_scripts.py, how each script runs in a few seconds"


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_runs(script: str, tmp_path: Path) -> None:
    small = SCRIPTS[script]
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable if small.new_interpreter else forked_python(), ROOT / script, *small.arguments.split()],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    told = done.stdout + done.stderr
    assert done.returncode == small.status, told
    assert small.says in told and "Traceback" not in told and "it failed" not in told, told
    written = [word for word in small.arguments.split() if word.startswith(("out.", "pictures"))]
    assert small.status or all((tmp_path / name).exists() for name in written)
