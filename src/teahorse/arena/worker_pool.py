"""Games on several cores of this machine: processes that are given numbers and give back results.

Each has a pipe of its own, so that one which dies, whatever it dies of, is replaced and takes nothing with it.
"""

import multiprocessing
import traceback
from collections import Counter, deque
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from ..errors import TeahorseError
from ..processes import begin_subprocess, signals_blocked
from .game_result import Result
from .match import play_match
from .seated_bots import close_subprocess_bots
from .settings import Settings

AHEAD = 2  # games that a worker has been given: it never waits for the next, and few are lost by stopping
SECONDS_TO_END = 10.0
ATTEMPTS = 2  # a process may die by mistake of someone else, but hardly twice in the same game


@dataclass
class _Worker:
    process: BaseProcess
    connection: Connection
    theirs: Connection  # the other end, until the process has it
    given: deque[int] = field(default_factory=deque)


def play_on_cores(
    settings: Settings, numbers: Iterable[int], cores: int, limit: float
) -> Generator[Result, None, None]:
    """Play games of a series, each result as its game ends."""
    waiting = deque(numbers)
    deaths: Counter[int] = Counter()
    workers = [_new_worker(settings, limit) for _ in range(min(cores, len(waiting)))]
    try:
        for worker in workers:
            _start(worker)
        while waiting or any(worker.given for worker in workers):
            for worker in workers:
                _give(worker, waiting)
            ready = wait([worker.connection for worker in workers if worker.given])
            for place, worker in enumerate(workers):
                if worker.connection not in ready:
                    continue
                try:
                    yield _received(worker)
                except EOFError:
                    _requeue(worker, waiting, deaths)
                    workers[place] = _new_worker(settings, limit)
                    _start(workers[place])
    finally:
        for worker in workers:
            _tell_to_end(worker)
        for worker in workers:
            _end(worker)


def _new_worker(settings: Settings, limit: float) -> _Worker:
    """A worker that is still to be started: it is known, and will be ended, whenever Ctrl-C comes."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    return _Worker(context.Process(target=_work, args=(theirs, settings, limit)), ours, theirs)


def _start(worker: _Worker) -> None:
    with signals_blocked():
        worker.process.start()
        worker.theirs.close()


def _give(worker: _Worker, waiting: deque[int]) -> None:
    while waiting and len(worker.given) < AHEAD:
        number = waiting.popleft()
        worker.given.append(number)
        try:
            worker.connection.send(number)
        except OSError:
            return  # it died; reading from it will tell


def _received(worker: _Worker) -> Result:
    try:
        answer: Result | Exception = worker.connection.recv()
    except OSError:
        raise EOFError from None
    if isinstance(answer, Exception):
        raise answer
    worker.given.popleft()
    return answer


def _requeue(worker: _Worker, waiting: deque[int], deaths: Counter[int]) -> None:
    """Put back what a dead worker was given, unless it dies of it each time."""
    number = worker.given[0]
    deaths[number] += 1
    _end(worker)
    if deaths[number] == ATTEMPTS:
        status = worker.process.exitcode
        raise TeahorseError(f"Game {number} can't be played: the process that plays it ends (status {status}).")
    waiting.extendleft(reversed(worker.given))


def _tell_to_end(worker: _Worker) -> None:
    """Tell a worker to end, also in the middle of a game; one that is just starting a bot's process does that first."""
    if worker.process.pid is not None:
        worker.process.terminate()


def _end(worker: _Worker) -> None:
    """End a worker; the bots in processes of their own end with it."""
    if worker.process.pid is not None:
        worker.process.terminate()
        worker.process.join(SECONDS_TO_END)
        worker.process.kill()
        worker.process.join()
    worker.connection.close()
    worker.theirs.close()


def _work(connection: Connection, settings: Settings, limit: float) -> None:
    """Play what is asked for, until nobody asks any more."""
    begin_subprocess()
    try:
        while True:
            number = connection.recv()
            try:
                connection.send(play_match(settings, number, limit))
            except TeahorseError as error:
                connection.send(TeahorseError(str(error)))
            except Exception:  # a mistake of ours: where it is helps whoever mends it
                connection.send(RuntimeError(f"Game {number} failed.\n{traceback.format_exc()}"))
    except (EOFError, OSError):
        return
    finally:
        close_subprocess_bots()
