"""Compile in the background, in several processes, while this process goes on."""

import asyncio
import logging
import signal
import threading
import time
from collections.abc import Iterable
from multiprocessing.connection import Connection

from .bulk.cpu import cores
from .precompile import SECONDS, SOURCES, compile_steps, forget_old, is_done
from .processes import ChildProcess
from .rules.code_cache import leave_to_others

TARGETS = ("rules", "bots", "network")  # what a game needs, hints and reviews included
SECONDS_BETWEEN_CHECKS = 0.1
MOST_OF_A_STEP = 0.95  # the most that is shown of a step before it ends
Step = tuple[str, str]
"""A target, and a step of it."""

log = logging.getLogger(__name__)


def plan(processes: int) -> list[list[Step]]:
    """What each process compiles, in order. The rules come first: people can move as soon as they are compiled.

    Processes share nothing while they work, so steps with many functions in common go to the same process.
    """
    rules = [("rules", step) for step in SECONDS["rules"]]
    greedy, search = [("bots", "greedy")], [("bots", "trees"), ("bots", "search")]
    network = [("network", step) for step in SECONDS["network"]]
    if processes == 1:
        return [rules + greedy + search + network]
    if processes == 2:
        return [rules + greedy, search + network]
    moves = [("rules", "moves")]
    return [[step for step in rules if step not in moves] + network, moves + greedy, search]


class Compilation:
    """Targets that are being compiled, and their progress. Any thread may ask."""

    def __init__(self, processes: int | None = None) -> None:
        self._lock = threading.Lock()
        self._done: set[Step] = {
            (target, step) for target in TARGETS for step in SECONDS[target] if is_done(target, step)
        }
        self._begun: dict[Step, float] = {}
        self._work = [
            left for steps in plan(processes or cores()) if (left := [step for step in steps if step not in self._done])
        ]
        self._processes: list[ChildProcess] = []
        self._changed = threading.Condition(self._lock)

    def start(self) -> None:
        """Start the processes, if there is anything to compile; until they end, nothing is compiled here."""
        for steps in self._work:
            process = ChildProcess(_compile, steps)
            process.start()
            self._processes.append(process)
            threading.Thread(target=self._listen, args=(process, steps), daemon=True).start()
        if self._work:
            leave_to_others(self._is_compiling_sources)

    def stop(self) -> None:
        """End the processes, whatever they are at."""
        leave_to_others()
        for process in self._processes:
            process.kill()
            process.wait()

    def is_ready(self, target: str) -> bool:
        """Whether a target is compiled, or its process has ended."""
        with self._lock:
            return self._is_over(target)

    def wait_for(self, target: str, seconds: float | None = None) -> bool:
        """Wait until a target is ready, or for some seconds; returns whether it is ready."""
        with self._changed:
            return self._changed.wait_for(lambda: self._is_over(target), seconds)

    def progress(self, target: str) -> float:
        """How much of a target is compiled, from 0 to 1."""
        with self._lock:
            now = time.monotonic()
            seconds = sum(self._spent((target, step), now) for step in SECONDS[target])
            return seconds / sum(SECONDS[target].values())

    def _spent(self, step: Step, now: float) -> float:
        """An estimate of how many seconds of a step are done."""
        whole = SECONDS[step[0]][step[1]]
        if step in self._done:
            return whole
        return min(now - self._begun.get(step, now), MOST_OF_A_STEP * whole)

    def _is_over(self, target: str) -> bool:
        return all((target, step) in self._done for step in SECONDS[target])

    def _is_compiling_sources(self, sources: str) -> bool:
        return any(SOURCES[target] == sources and not self.is_ready(target) for target in TARGETS)

    def _listen(self, process: ChildProcess, steps: list[Step]) -> None:
        """Follow the reports of a process. If it fails, its other steps are compiled when they are needed."""
        begun: Step | None = None
        while True:
            try:
                step = process.connection.recv()
            except (EOFError, OSError):
                break
            with self._changed:
                if begun is not None:
                    self._done.add(begun)
                if step is not None:
                    self._begun[step] = time.monotonic()
                begun = step
                self._changed.notify_all()
        process.wait()
        with self._changed:
            if process.exit_status and process.exit_status != -signal.SIGKILL:
                log.error("A compiling process ended with status %s.", process.exit_status)
            self._done.update(steps)
            self._changed.notify_all()


def _compile(report: Connection, steps: Iterable[Step]) -> None:
    """Compile steps in a child process, and report each when it begins, and the end."""
    for target, step in steps:
        for _ in compile_steps(target, [step]):
            report.send((target, step))
    report.send(None)
    forget_old()


async def until_compiled(compilation: Compilation, target: str) -> None:
    """Wait in the event loop until a target is compiled."""
    while not compilation.is_ready(target):
        await asyncio.sleep(SECONDS_BETWEEN_CHECKS)
