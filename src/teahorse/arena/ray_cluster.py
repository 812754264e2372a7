"""Games on a Ray cluster; they are the same as on one machine."""

import logging
import os
import re
import signal
import socket
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from ..errors import MissingPackageError, TeahorseError
from .game_result import Result
from .match import play_match
from .seated_bots import compile_bots
from .settings import Settings

LOCAL = "local"  # a cluster on this machine alone, as long as the series runs
GAMES_AHEAD = 2  # per core of the cluster
SECONDS_TO_ANSWER = 10


def play_on_ray(
    settings: Settings, numbers: Iterable[int], address: str, cores: int, limit: float
) -> Generator[Result, None, None]:
    """Play games of a series on a cluster, each result as its game ends."""
    with connected(address, cores) as ray:
        task = ray.remote(num_cpus=1)(_play)
        ahead = GAMES_AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = iter(numbers)
        given = [task.remote(settings, number, limit) for number in islice(waiting, ahead)]
        while given:
            ready, given = ray.wait(given)
            yield from _received(ray, ready)
            given += [task.remote(settings, number, limit) for number in islice(waiting, len(ready))]


def _play(settings: Settings, number: int, limit: float) -> Result:
    compile_bots()
    return play_match(settings, number, limit)


def _received(ray: Any, ready: list[Any]) -> list[Result]:
    try:
        return list(ray.get(ready))
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, TeahorseError):
            raise TeahorseError(str(error.cause)) from None
        raise
    except ray.exceptions.RayError as error:
        raise TeahorseError(f"The Ray cluster failed: {_one_line(error)}") from None


@contextmanager
def connected(address: str, cores: int) -> Iterator[Any]:
    """Connect to Ray, and disconnect at the end; Ray's notices are not shown."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage statistics are sent
    try:
        import ray
    except ImportError:
        raise MissingPackageError("Ray", "ray") from None
    _check_reachable(address)
    here = {"num_cpus": cores, "include_dashboard": False} if address == LOCAL else {}
    with _logging_and_signals_kept():
        try:
            try:
                ray.init(address, log_to_driver=False, configure_logging=False, **here)
            except (ConnectionError, ValueError) as error:
                raise TeahorseError(f"There is no Ray cluster at {address}: {_one_line(error)}") from None
            yield ray
        finally:
            ray.shutdown()


@contextmanager
def _logging_and_signals_kept() -> Iterator[None]:
    """Restore logging and signal handling, which Ray changes for good."""
    logger = logging.getLogger("ray")
    level, ended_by = logger.level, signal.getsignal(signal.SIGTERM)
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, ended_by)


def _check_reachable(address: str) -> None:
    """If an address names a machine and a port, check that it answers; Ray itself would try for minutes."""
    named = re.fullmatch(r"(?:ray://)?([^/:]+):([0-9]+)", address)
    if named is None:
        return
    try:
        socket.create_connection((named[1], int(named[2])), SECONDS_TO_ANSWER).close()
    except (OSError, OverflowError) as error:
        raise TeahorseError(f"There is no Ray cluster at {address}: {_one_line(error)}.") from None


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())
