"""How fast are we, and others? Random legal moves, whole games, one core, all in one run.

    python bench/peers.py [--only NAME ...] [--rounds 5] [--seconds 1] [--json FILE]

Each row of the table has a process of its own, pinned to the same core. When all are ready they take turns,
A B C A B C ..., while the others sleep; the median of the rounds counts. A second is a second of that core (CPU time
of the process with all its threads), which leaves out what other programs took; the share of the core that a process
got is told too, and well below 100 % it says that the machine was busy. A package that is missing is told, and the
rest goes on.
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
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parent.parent / "src"
SEED = 7
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
PGX_BATCH = 16  # of 1, 8, 16, 32, 64 and 512 the best on one core, or as good
PGX_STEPS = {"go_9x9": 256, "chess": 32}  # per call
LANES = 256
GAMES_PER_CALL = 100

# Plays for at least so long (of core time); gives decisions and the seconds they took. What is not to be measured,
# such as choosing a move where only stepping counts, is left out of both kinds of seconds by the function itself.
Measure = Callable[[float], "Run"]


@dataclass(frozen=True)
class Run:
    """What one process did in one round."""

    decisions: float
    core_seconds: float
    wall_seconds: float


class Clock:
    """Core and wall time of all that happens inside its `with`."""

    def __init__(self) -> None:
        self.core = self.wall = 0.0

    def __enter__(self) -> None:
        self._wall, self._core = time.perf_counter(), time.process_time()

    def __exit__(self, *_: object) -> None:
        self.core += time.process_time() - self._core
        self.wall += time.perf_counter() - self._wall


def repeat(play: Callable[[], float]) -> Measure:
    """Measure something that plays a while and gives the number of its decisions."""

    def measure(seconds: float) -> Run:
        clock, decisions = Clock(), 0.0
        with clock:
            end = time.process_time() + seconds
            while time.process_time() < end:
                decisions += play()
        return Run(decisions, clock.core, clock.wall)

    return measure


# --- OpenSpiel ---------------------------------------------------------------------------------------


def openspiel_python(name: str) -> Measure:
    """OpenSpiel's states (C++), driven from Python."""
    import pyspiel

    return repeat(partial(_openspiel_game, pyspiel.load_game(name)))


def _openspiel_game(game: Any) -> int:
    state, decisions, luck = game.new_initial_state(), 0, random.random
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(luck() * len(legal))])
        decisions += 1
    return decisions


def openspiel_compiled(name: str) -> Measure:
    """OpenSpiel's own random rollouts in C++.

    The wheel has neither the `benchmark_game` program nor `Evaluator.evaluate`, but a search of one simulation asks
    the evaluator for rollouts from the root and does nothing else. They are not counted, so the mean length of random
    games is measured beforehand, from Python.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    length = _mean_length(partial(_openspiel_game, game), seconds=3.0)
    rollouts = pyspiel.RandomRolloutEvaluator(GAMES_PER_CALL, SEED)
    # The exploration constant, simulations, megabytes, whether to solve, seed, whether to talk.
    bot = pyspiel.MCTSBot(game, rollouts, 1.0, 1, 100, False, SEED, False)

    def play() -> float:
        root = bot.mcts_search(game.new_initial_state())
        if root.explore_count != 1 or root.children:
            raise RuntimeError("this version's search does more than rollouts from the root")
        return GAMES_PER_CALL * length

    return repeat(play)


def _mean_length(play: Callable[[], int], seconds: float) -> float:
    lengths, end = [], time.process_time() + seconds
    while time.process_time() < end:
        lengths.append(play())
    return statistics.fmean(lengths)


# --- PettingZoo --------------------------------------------------------------------------------------


def pettingzoo(module: str) -> Measure:
    """An environment of PettingZoo's AEC interface, with its usual wrappers."""
    return repeat(partial(_pettingzoo_game, importlib.import_module(module).env()))


def _pettingzoo_game(env: Any) -> int:
    env.reset()
    decisions, luck = 0, random.random
    while env.agents:
        seen, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
        legal = mask.nonzero()[0]
        env.step(int(legal[int(luck() * len(legal))]))
        decisions += 1
    return decisions


# --- Pgx ---------------------------------------------------------------------------------------------


def pgx(name: str) -> Measure:
    """Pgx: a batch of games in one jitted loop of steps, each game reset when it ends."""
    import jax
    import pgx
    from jax import numpy as jnp
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def choose(key: Any, mask: Any) -> Any:
        # Quicker than `jax.random.categorical`, which draws a random number per action.
        legal = jnp.cumsum(mask.astype(jnp.int32))
        number = (jax.random.uniform(key) * legal[-1]).astype(jnp.int32)
        return jnp.argmax(legal > number)

    def advance(carry: Any, _: Any) -> Any:
        states, key = carry
        key, for_actions, for_steps = jax.random.split(key, 3)
        actions = jax.vmap(choose)(jax.random.split(for_actions, PGX_BATCH), states.legal_action_mask)
        return (jax.vmap(step)(states, actions, jax.random.split(for_steps, PGX_BATCH)), key), None

    def scan(states: Any, key: Any) -> Any:
        return jax.lax.scan(advance, (states, key), None, length=PGX_STEPS[name])[0]

    many = jax.jit(scan)
    key = jax.random.PRNGKey(SEED)
    carry = many(jax.jit(jax.vmap(env.init))(jax.random.split(key, PGX_BATCH)), key)

    def play() -> int:
        nonlocal carry
        carry = jax.block_until_ready(many(*carry))
        return PGX_BATCH * PGX_STEPS[name]

    return repeat(play)


# --- teahorse ----------------------------------------------------------------------------------------


def teahorse_whole_games() -> Measure:
    """Whole games in the compiled loop."""
    import numpy as np

    from teahorse.bulk import cpu
    from teahorse.rules.ruleset import Ruleset
    from teahorse.rules.state import GAME

    rules, first = Ruleset.of("2023", 4), 0
    games, decisions = np.zeros(GAMES_PER_CALL, GAME), np.zeros(GAMES_PER_CALL, np.int64)

    def play() -> int:
        nonlocal first
        cpu.play(rules, games, decisions, "random", SEED, first, threads=1)
        first += GAMES_PER_CALL
        return int(decisions.sum())

    return repeat(play)


def teahorse_vector(policy: str) -> Measure:
    """The vector environment, its observations and masks included, with a random policy over the masks."""
    from teahorse.envs.vector import VectorGame

    env = VectorGame(LANES, "2023", 4, seed=SEED, threads=1)
    choose = _numpy_policy() if policy == "numpy" else _compiled_policy()

    def play() -> int:
        env.step(choose(env.legal))
        return LANES

    return repeat(play)


def teahorse_vector_step() -> Measure:
    """The step of the vector environment alone; what the policy takes is left out."""
    from teahorse.envs.vector import VectorGame

    env = VectorGame(LANES, "2023", 4, seed=SEED, threads=1)
    choose = _compiled_policy()

    def measure(seconds: float) -> Run:
        clock, decisions = Clock(), 0
        while clock.core < seconds:
            actions = choose(env.legal)
            with clock:
                env.step(actions)
            decisions += LANES
        return Run(decisions, clock.core, clock.wall)

    return measure


def _numpy_policy() -> Callable[[Any], Any]:
    import numpy as np

    luck, lanes = np.random.default_rng(SEED), np.arange(LANES)

    def choose(legal: Any) -> Any:
        counts = np.count_nonzero(legal, axis=1)
        firsts = np.cumsum(counts) - counts
        numbers = (luck.random(LANES) * counts).astype(np.int64)
        return np.flatnonzero(legal)[firsts + numbers] - lanes * legal.shape[1]

    return choose


def _compiled_policy() -> Callable[[Any], Any]:
    import numba
    import numpy as np

    actions = np.zeros(LANES, np.int64)

    @numba.njit(nogil=True)
    def choose_all(legal: Any, actions: Any) -> None:
        for lane in range(len(legal)):
            count = 0
            for move in range(legal.shape[1]):
                count += legal[lane, move]
            number = int(np.random.random() * count)
            for move in range(legal.shape[1]):
                if legal[lane, move]:
                    if number == 0:
                        actions[lane] = move
                        break
                    number -= 1

    def choose(legal: Any) -> Any:
        choose_all(legal, actions)
        return actions

    return choose


def teahorse_records() -> Measure:
    """One game from Python, a call of `judge` and one of `apply` per decision, on records.

    Most of the time goes into handing the records over: Numba asks a record for its buffer, and NumPy then writes out
    the format of the whole dtype, some microseconds for each record of each call.
    """
    import numpy as np

    from teahorse.rules import engine
    from teahorse.rules.ruleset import Ruleset
    from teahorse.rules.state import GAME

    return _move_by_move(engine.setup, engine.judge, engine.apply, (np.zeros(1, GAME)[0], Ruleset.of("2023", 4).record))


def teahorse_arrays() -> Measure:
    """The same with arrays of one position and one set of rules, which Numba takes over at once."""
    import numpy as np

    from teahorse.rules import engine
    from teahorse.rules.ruleset import Ruleset
    from teahorse.rules.state import GAME

    return _move_by_move(engine.setup, engine.judge, engine.apply, (np.zeros(1, GAME), Ruleset.of("2023", 4).table))


def _move_by_move(setup: Any, judge: Any, apply: Any, table: tuple[Any, ...]) -> Measure:
    import numpy as np

    from teahorse.rules import moves
    from teahorse.rules.events import NO_EVENTS
    from teahorse.rules.verdicts import LEGAL

    verdicts, luck = np.zeros(moves.MOVES, np.uint8), random.random

    def play() -> int:
        setup(*table)
        decisions = 0
        while legal := judge(*table, verdicts):
            move = int((verdicts == LEGAL).nonzero()[0][int(luck() * legal)])
            apply(*table, move, NO_EVENTS)
            decisions += 1
        return decisions

    return repeat(play)


# --- The rows ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """One line of the table: what plays, how it is driven, and which packages it needs."""

    library: str
    game: str
    how: str
    prepare: Callable[[], Measure]
    needs: tuple[str, ...]


CHECKERS = "chinese_checkers(players=6)"
ROWS = {
    "openspiel-checkers": Row(
        "OpenSpiel", "Chinese checkers, 6", "Python loop", partial(openspiel_python, CHECKERS), ("pyspiel",)
    ),
    "openspiel-checkers-compiled": Row(
        "OpenSpiel", "Chinese checkers, 6", "C++ rollouts", partial(openspiel_compiled, CHECKERS), ("pyspiel",)
    ),
    "openspiel-chess": Row("OpenSpiel", "chess", "Python loop", partial(openspiel_python, "chess"), ("pyspiel",)),
    "openspiel-chess-compiled": Row(
        "OpenSpiel", "chess", "C++ rollouts", partial(openspiel_compiled, "chess"), ("pyspiel",)
    ),
    "pettingzoo-connect-four": Row(
        "PettingZoo", "connect four", "AEC", partial(pettingzoo, "pettingzoo.classic.connect_four_v3"), ("pettingzoo",)
    ),
    "pettingzoo-chess": Row(
        "PettingZoo", "chess", "AEC", partial(pettingzoo, "pettingzoo.classic.chess_v6"), ("pettingzoo", "chess")
    ),
    "pgx-go": Row("Pgx", "go 9x9", f"jit, {PGX_BATCH} games", partial(pgx, "go_9x9"), ("jax", "pgx")),
    "pgx-chess": Row("Pgx", "chess", f"jit, {PGX_BATCH} games", partial(pgx, "chess"), ("jax", "pgx")),
    "teahorse": Row("teahorse", "2023, 4", "compiled loop", teahorse_whole_games, ("teahorse",)),
    "teahorse-vector-step": Row(
        "teahorse", "2023, 4", f"vector of {LANES}, step alone", teahorse_vector_step, ("teahorse",)
    ),
    "teahorse-vector": Row(
        "teahorse",
        "2023, 4",
        f"vector of {LANES}, compiled policy",
        partial(teahorse_vector, "compiled"),
        ("teahorse",),
    ),
    "teahorse-vector-numpy": Row(
        "teahorse", "2023, 4", f"vector of {LANES}, NumPy policy", partial(teahorse_vector, "numpy"), ("teahorse",)
    ),
    "teahorse-arrays": Row("teahorse", "2023, 4", "Python loop, arrays", teahorse_arrays, ("teahorse",)),
    "teahorse-records": Row("teahorse", "2023, 4", "Python loop, records", teahorse_records, ("teahorse",)),
    "teahorse-pettingzoo": Row(
        "teahorse", "2023, 4", "AEC", partial(pettingzoo, "teahorse.envs.pettingzoo"), ("teahorse", "pettingzoo")
    ),
}
COMPARED_WITH = {"C++": "openspiel-checkers-compiled", "Python": "openspiel-checkers"}


# --- One process per row -----------------------------------------------------------------------------


def work(name: str, core: int) -> None:
    """Get ready, say so, then measure whenever asked: a line with seconds comes in, a line of JSON goes out."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what libraries print must not get among the answers
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
        """Let it play a while, and keep what it did."""
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
        """The share of the core that it got."""
        return statistics.median(run.core_seconds / run.wall_seconds for run in self.runs)


def say(text: str) -> None:
    """Tell how far it is."""
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


# --- What is told ------------------------------------------------------------------------------------


def versions() -> dict[str, str]:
    """Which versions of everything ran."""
    project = tomllib.loads((SOURCE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = {"python": platform.python_version(), "teahorse": project["version"]}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = "missing"
    return found


def processor() -> str:
    """What the machine calls its processor."""
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
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=ROWS, metavar="NAME", help=f"some of: {', '.join(ROWS)}")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of core time, per row and round")
    parser.add_argument("--core", type=int, help="the core to run on; the last one unless told")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    parser.add_argument("--work", choices=ROWS, help=argparse.SUPPRESS)
    wishes = parser.parse_args()
    core = wishes.core
    if core is None:
        core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0
    if wishes.work:
        work(wishes.work, core)
        return
    begun = time.monotonic()
    report = report_of(measure_all(wishes.only or list(ROWS), core, wishes.rounds, wishes.seconds), core)
    show(report)
    say(f"It took {time.monotonic() - begun:.0f} s.")
    if wishes.json:
        wishes.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
