"""Playing a series: the missing games are played on this machine or a cluster, and written to its file."""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path

from ..bulk.cpu import cores as all_cores
from ..errors import TeahorseError
from .game_result import Result
from .match import SECONDS_PER_MOVE, play_match
from .ray_cluster import play_on_ray
from .results_file import Series, results_file
from .seated_bots import check_bot, close_subprocess_bots, compile_bots
from .settings import Settings
from .worker_pool import play_on_cores

Watcher = Callable[[Result], None]


def play_series(
    settings: Settings,
    games: int,
    path: Path,
    *,
    cores: int | None = None,
    ray: str | None = None,
    limit: float = SECONDS_PER_MOVE,
    begun: Callable[[Series], None] | None = None,
    ended: Watcher | None = None,
) -> Series:
    """Play a series until it has `games` games; games that are in the file already are not played again.

    `begun` is called with the earlier part of the series, `ended` with every result. The results don't depend on the
    number of cores, on Ray, or on how often the series was stopped.
    """
    if games < 1:
        raise TeahorseError(f"A series has at least one game, not {games}.")
    if limit <= 0:
        raise TeahorseError(f"A bot needs more than 0 seconds, not {limit:g}.")
    compile_bots()
    for name in dict.fromkeys(settings.bots):
        check_bot(name, limit)
    with results_file(path, settings) as results:
        if begun is not None:
            begun(results.before)
        finished = {result.number: result for result in results.before.results}
        missing = [number for number in range(games) if number not in finished]
        with closing(_played(settings, missing, cores or all_cores(), ray, limit)) as playing:
            for result in playing:
                results.append(result)
                finished[result.number] = result
                if ended is not None:
                    ended(result)
    return Series(settings, [finished[number] for number in range(games)])


def _played(
    settings: Settings, numbers: list[int], cores: int, ray: str | None, limit: float
) -> Generator[Result, None, None]:
    if ray is not None and numbers:
        return play_on_ray(settings, numbers, ray, cores, limit)
    if cores > 1:
        return play_on_cores(settings, numbers, cores, limit)
    return _play_here(settings, numbers, limit)


def _play_here(settings: Settings, numbers: Iterable[int], limit: float) -> Generator[Result, None, None]:
    try:
        for number in numbers:
            yield play_match(settings, number, limit)
    finally:
        close_subprocess_bots()
