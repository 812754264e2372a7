"""Games on a Ray cluster, the same ones as on one machine."""

import logging
import os
from collections.abc import Generator, Iterable
from itertools import islice
from typing import Any

from ..envs.extras import MissingPackageError
from ..errors import TeahorseError
from ..warming import ensure_compiled
from .match import play_match
from .result import Result
from .settings import Settings

LOCAL = "local"  # a cluster of this machine alone, for the length of a series
AHEAD = 2  # games per core of the cluster that are handed out


def play_on_ray(
    settings: Settings, numbers: Iterable[int], address: str, cores: int, limit: float
) -> Generator[Result, None, None]:
    """Play games of a series on a cluster, each result as its game ends."""
    ray = _connected(address, cores)
    try:
        task = ray.remote(num_cpus=1)(_play)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = iter(numbers)
        given = [task.remote(settings, number, limit) for number in islice(waiting, ahead)]
        while given:
            ready, given = ray.wait(given)
            yield from _taken(ray, ready)
            given += [task.remote(settings, number, limit) for number in islice(waiting, len(ready))]
    finally:
        ray.shutdown()


def _play(settings: Settings, number: int, limit: float) -> Result:
    ensure_compiled("rules")
    return play_match(settings, number, limit)


def _taken(ray: Any, ready: list[Any]) -> list[Result]:
    try:
        return list(ray.get(ready))
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, TeahorseError):
            raise TeahorseError(str(error.cause)) from None
        raise
    except ray.exceptions.RayError as error:
        raise TeahorseError(f"The Ray cluster failed: {error}") from None


def _connected(address: str, cores: int) -> Any:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # nothing is told to anyone
    try:
        import ray
    except ImportError:
        raise MissingPackageError("Ray", "ray") from None
    quiet = {"log_to_driver": False, "configure_logging": False, "logging_level": logging.ERROR}
    try:
        if address == LOCAL:
            ray.init(address=LOCAL, num_cpus=cores, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise TeahorseError(f"There is no Ray cluster at {address}: {' '.join(str(error).split())}") from None
    return ray
