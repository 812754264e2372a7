"""How fast are we, and others? Random legal moves, whole games, one core, all in one run.

    python bench/peers.py [--only NAME ...] [--rounds 5] [--seconds 1] [--json FILE]

Each row of the table runs in its own process, and all processes are pinned to the same core. When all are ready they
take turns, A B C A B C ..., while the others sleep; the median of the rounds counts. Seconds are CPU time of the
process with all its threads, without the time of other programs. The table also shows which share of the core a
process got: well below 100 %, the machine was busy. Missing packages are reported and left out.
"""

import argparse
import importlib
import importlib.metadata
import json
import os
import platform
import random
import select
import statistics
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

from peer_measure import SEED, Measure, Run
from peer_rows import COMPARED_WITH, ROWS, Row

SOURCE = Path(__file__).parent.parent / "src"
LONGEST_START = 240.0  # seconds for imports and compilation; Pgx's chess takes the longest
PACKAGES = ("numba", "numpy", "open-spiel", "pettingzoo", "gymnasium", "chess", "rlcard", "pgx", "jax", "jaxlib")
ONE_CORE = {
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "SDL_VIDEODRIVER": "dummy",
}

# --- One process per row -----------------------------------------------------------------------------


def work(name: str, core: int) -> None:
    """Prepare a row, report it, then measure on request: a line with seconds comes in, a line of JSON goes out."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # keeps the output of libraries out of the answers
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
    random.seed(SEED)
    try:
        measure = _prepare(ROWS[name])
    except ImportError as error:
        print(json.dumps({"missing": f"{error.name or error} is missing here"}), file=answers)
        return
    print(json.dumps({"ready": True}), file=answers)
    for line in sys.stdin:
        run = measure(float(line))
        print(json.dumps([run.decisions, run.core_seconds, run.wall_seconds]), file=answers)


def _prepare(row: Row) -> Measure:
    for package in row.needs:
        importlib.import_module(package)
    if "teahorse" in row.needs:
        from teahorse.precompile import ensure_compiled

        ensure_compiled()
    measure = row.prepare()
    measure(0.2)  # warms up
    return measure


class Peer:
    """The process of one row."""

    def __init__(self, name: str, core: int) -> None:
        self.row, self.runs = ROWS[name], list[Run]()
        path = os.pathsep.join([str(SOURCE), *filter(None, [os.environ.get("PYTHONPATH")])])
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--work", name, "--core", str(core)],
            env=os.environ | ONE_CORE | {"PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        answer = self._answer(LONGEST_START)
        self.trouble: str | None = None if "ready" in answer else answer["missing"]

    def _answer(self, seconds: float) -> Any:
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], seconds)[0]:
            self._process.kill()
            return {"missing": f"it took more than {seconds:.0f} seconds"}
        line = self._process.stdout.readline()
        return json.loads(line) if line else {"missing": "it failed, see above"}

    def measure(self, seconds: float) -> None:
        """Let the process play one round, and keep the result."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n".encode())
        answer = self._answer(LONGEST_START)
        if isinstance(answer, dict):
            self.trouble = answer["missing"]
        else:
            self.runs.append(Run(*answer))

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def speeds(self) -> list[float]:
        """Decisions per second of the core, by round."""
        return [run.decisions / run.core_seconds for run in self.runs]

    def share(self) -> float:
        """The share of the core that the process got."""
        return statistics.median(run.core_seconds / run.wall_seconds for run in self.runs)


def say(text: str) -> None:
    """Print progress."""
    print(text, file=sys.stderr, flush=True)


def measure_all(names: list[str], core: int, rounds: int, seconds: float) -> dict[str, Peer]:
    """Start every peer, then let them take turns."""
    peers: dict[str, Peer] = {}
    try:
        for number, name in enumerate(names, 1):
            begun = time.monotonic()
            peer = peers[name] = Peer(name, core)
            said = peer.trouble or f"ready after {time.monotonic() - begun:.0f} s"
            say(f"Starting {number} of {len(names)}, {name}: {said}.")
        for number in range(1, rounds + 1):
            begun = time.monotonic()
            for peer in peers.values():
                if peer.trouble is None:
                    peer.measure(seconds)
            say(f"Round {number} of {rounds}: {time.monotonic() - begun:.0f} s.")
    finally:
        for peer in peers.values():
            peer.close()
    return peers


# --- The report --------------------------------------------------------------------------------------


def versions() -> dict[str, str]:
    """The versions of Python, teahorse and the other packages."""
    project = tomllib.loads((SOURCE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = {"python": platform.python_version(), "teahorse": project["version"]}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = "missing"
    return found


def processor() -> str:
    """The name of the processor."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    named = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def report_of(peers: dict[str, Peer], core: int) -> dict[str, Any]:
    """All figures as data."""
    medians = {name: statistics.median(peer.speeds()) for name, peer in peers.items() if peer.runs}
    rows = {}
    for name, peer in peers.items():
        row: dict[str, Any] = {"library": peer.row.library, "game": peer.row.game, "how": peer.row.how}
        if name in medians:
            row |= {
                "decisions_per_second": medians[name],
                "rounds": peer.speeds(),
                "share_of_core": peer.share(),
                "ratio_to_openspiel": {
                    way: medians[name] / medians[base] for way, base in COMPARED_WITH.items() if base in medians
                },
            }
        if peer.trouble is not None:
            row["trouble"] = peer.trouble
        rows[name] = row
    return {"processor": processor(), "core": core, "versions": versions(), "rows": rows}


def show(report: dict[str, Any]) -> None:
    """Print the table."""
    heads = (
        "library",
        "game",
        "driven by",
        "decisions/s",
        "from",
        "to",
        "core",
        *(f"x {way}" for way in COMPARED_WITH),
    )
    lines = [heads]
    for row in report["rows"].values():
        cells = [row["library"], row["game"], row["how"]]
        if "rounds" in row:
            cells += [
                f"{speed:,.0f}" for speed in (row["decisions_per_second"], min(row["rounds"]), max(row["rounds"]))
            ]
            cells.append(f"{row['share_of_core']:.0%}")
            ratios = row["ratio_to_openspiel"]
            cells += [f"{ratios[way]:.3g}" if way in ratios else "-" for way in COMPARED_WITH]
        lines.append((*cells, *[""] * (len(heads) - len(cells))))
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for line in lines:
        cells = [
            cell.ljust(w) if number < 3 else cell.rjust(w)
            for number, (cell, w) in enumerate(zip(line, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())
    print("\nx C++, x Python: times OpenSpiel's Chinese checkers for 6, its C++ rollouts and its Python loop.")
    for name, row in report["rows"].items():
        if "trouble" in row:
            print(f"{name}: {row['trouble']}.")
    print(
        f"{report['processor']}, core {report['core']}; " + ", ".join(f"{k} {v}" for k, v in report["versions"].items())
    )


def main() -> None:
    """Measure all rows and print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=ROWS, metavar="NAME", help=f"some of: {', '.join(ROWS)}")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of core time, per row and round")
    parser.add_argument("--core", type=int, help="the core to run on; the last one by default")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    parser.add_argument("--work", choices=ROWS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    core = options.core
    if core is None:
        core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0
    if options.work:
        work(options.work, core)
        return
    begun = time.monotonic()
    report = report_of(measure_all(options.only or list(ROWS), core, options.rounds, options.seconds), core)
    show(report)
    say(f"It took {time.monotonic() - begun:.0f} s.")
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
