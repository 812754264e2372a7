"""`teahorse bench`: how fast the rules and the bots are on this machine."""

from typing import Annotated, Any

import typer
from rich.table import Table

from ..benchmark import Speed, as_data, measure_all, measure_interpreted, measure_searches
from ..bots.search_speed import SearchSpeed
from ..precompile import ensure_compiled
from ..rules.jit import INTERPRETED
from ..terminal.symbols import TIMES
from .app import command
from .console import show, write_json
from .options import AsJson

Seconds = Annotated[float, typer.Option(min=0.01, max=600, metavar="S", help="How long to measure each setup.")]
Interpreted = Annotated[
    bool, typer.Option("--interpreted", help="Also run without compiling, in another process, and compare.")
]


@command("teahorse bench", "teahorse bench --seconds 5 --json", "teahorse bench --interpreted")
def bench(json: AsJson = False, interpreted: Interpreted = False, seconds: Seconds = 1.0) -> None:
    """Play random games on one core and on all, and report decisions and games per second.

    After a warm-up, the median of several runs counts. Then a search thinks in the middle of a game, and reports its
    simulations per second.
    """
    ensure_compiled("bulk")
    ensure_compiled("bots")
    speeds = measure_all(seconds)
    slow = measure_interpreted(seconds) if interpreted else []
    searches = [] if INTERPRETED else measure_searches(seconds)
    if json:
        write_json({"rules": _as_data(speeds, slow), "search": as_data(searches)})
        return
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("interpreted" if INTERPRETED else "compiled, one core")
    for column in (
        "decisions/s",
        "games/s",
        f"{speeds[0].cores} cores",
        "ratio",
        *(["interpreted", "ratio"] if slow else []),
    ):
        table.add_column(column, justify="right")
    for number, speed in enumerate(speeds):
        every, one = speed.all_cores_decisions_per_second, speed.decisions_per_second
        cells = [f"{one:,.0f}", f"{speed.games_per_second:,.0f}", f"{every:,.0f}", f"{every / one:.2f}{TIMES}"]
        if slow:
            cells += [f"{slow[number].decisions_per_second:,.0f}", f"{_ratio(speed, slow[number]):,.0f}{TIMES}"]
        table.add_row(speed.setup, *cells)
    show(table)
    if searches:
        show("", _search_table(searches))


def _search_table(searches: list[SearchSpeed]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("search, one core")
    table.add_column("round 3")
    for column in ("simulations/s", f"{searches[0].cores} cores", "ratio"):
        table.add_column(column, justify="right")
    for speed in searches:
        one, every = speed.simulations_per_second, speed.all_cores_simulations_per_second
        table.add_row(speed.setup, speed.phase, f"{one:,.0f}", f"{every:,.0f}", f"{every / one:.2f}{TIMES}")
    return table


def _ratio(fast: Speed, slow: Speed) -> float:
    return fast.decisions_per_second / slow.decisions_per_second


def _as_data(speeds: list[Speed], slow: list[Speed]) -> list[dict[str, Any]]:
    lines = as_data(speeds)
    for line, fast, other in zip(lines, speeds, slow, strict=False):
        line |= {"interpreted_decisions_per_second": other.decisions_per_second, "ratio": _ratio(fast, other)}
    return lines
