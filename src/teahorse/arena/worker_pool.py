"""Games on several cores of this machine: each worker process plays the games that it is given.

A worker that dies is replaced, and its games are played again.
"""

from collections import Counter, deque
from collections.abc import Generator, Iterable
from multiprocessing.connection import wait

from ..errors import TeahorseError
from ..processes import Handler, ProcessDied, WorkerProcess
from .game_result import Result
from .match import play_match
from .settings import Settings

GAMES_AHEAD = 2  # that a worker is given: it never waits for the next one, and few are lost by stopping
SECONDS_TO_END = 10.0
ATTEMPTS = 2  # a process may die by accident, but hardly twice in the same game


class _Worker(WorkerProcess):
    """A worker process, and the numbers of the games it was given."""

    def __init__(self, settings: Settings, limit: float) -> None:
        super().__init__(_begin, settings, limit, daemon=False)  # it may start subprocess bots
        self.given: deque[int] = deque()

    def give(self, waiting: deque[int]) -> None:
        """Give it the next games."""
        while waiting and len(self.given) < GAMES_AHEAD:
            self.given.append(waiting.popleft())
            self.send(self.given[-1])

    def take(self) -> Result:
        """The result of its oldest game."""
        result: Result = self.receive()
        self.given.popleft()
        return result


def play_on_cores(
    settings: Settings, numbers: Iterable[int], cores: int, limit: float
) -> Generator[Result, None, None]:
    """Play games of a series, each result as its game ends."""
    waiting = deque(numbers)
    deaths: Counter[int] = Counter()
    # All are listed before the first one starts, so that each is ended whenever Ctrl-C comes.
    workers = [_Worker(settings, limit) for _ in range(min(cores, len(waiting)))]
    try:
        for worker in workers:
            worker.start()
        while waiting or any(worker.given for worker in workers):
            for worker in workers:
                worker.give(waiting)
            ready = wait([worker.connection for worker in workers if worker.given])
            for place, worker in enumerate(workers):
                if worker.connection not in ready:
                    continue
                try:
                    yield worker.take()
                except ProcessDied:
                    _requeue(worker, waiting, deaths)
                    workers[place] = _Worker(settings, limit)
                    workers[place].start()
    finally:
        for worker in workers:  # all at once, then wait for each
            worker.terminate()
        for worker in workers:
            worker.end(SECONDS_TO_END)


def _requeue(worker: _Worker, waiting: deque[int], deaths: Counter[int]) -> None:
    """Put the games of a dead worker back, unless the first of them has ended a worker before."""
    number = worker.given[0]
    deaths[number] += 1
    worker.end(SECONDS_TO_END)
    if deaths[number] == ATTEMPTS:
        raise TeahorseError(
            f"Game {number} can't be played: the process that plays it ends (status {worker.exit_status})."
        )
    waiting.extendleft(reversed(worker.given))


def _begin(settings: Settings, limit: float) -> Handler:
    """What a worker does with the number of a game."""

    def play(number: int) -> Result:
        try:
            return play_match(settings, number, limit)
        except TeahorseError:
            raise
        except Exception as error:
            error.add_note(f"in game {number} of the series")
            raise

    return play
