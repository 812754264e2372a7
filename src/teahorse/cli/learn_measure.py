"""`teahorse learn ladder` and others: how strong the network is, and how well it knows."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

from ..errors import TeahorseError
from .app import command
from .console import say, write_json
from .learn import learning
from .options import AsJson

Network = Annotated[str, typer.Argument(metavar="NETWORK", help="A network: network, or network@FILE.npz.")]
Folder = Annotated[Path, typer.Option(metavar="FOLDER", help="Results of games; the command goes on from them.")]
Cores = Annotated[int | None, typer.Option(min=1, metavar="N", help="Processes.", show_default="all cores")]
SeriesSeed = Annotated[int, typer.Option(min=0, metavar="N", help="The seed of all games.")]


@command(
    "teahorse learn ladder network@network.npz",
    "teahorse learn ladder network --ladder bare --ladder time --ladder depth --folder strength",
    "teahorse learn ladder network:400 --against master --games 40",
    group=learning,
)
def ladder(
    network: Network = "network",
    ladder: Annotated[list[str] | None, typer.Option(metavar="NAME", help="quick, bare, time or depth.")] = None,
    against: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="Opponents in place of a ladder's; may be repeated.")
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Games on each rung.", show_default="the ladder's")] = None,
    folder: Folder = Path("ladder"),
    seed: SeriesSeed = 1,
    cores: Cores = None,
    json: AsJson = False,
) -> None:
    """Let a network play alone at tables full of other bots, and show the share of games it wins.

    The ladders: `quick` has rungs of all kinds, to follow a training. `bare` is the network without search against
    masters, `time` its search with as much time per move as a master, and `depth` more search against less.
    The output is a Markdown table.
    """
    from ..learn.ladder import Ladder, heading
    from ..learn.rungs import LADDERS, rungs_of

    unknown = [name for name in ladder or () if name not in LADDERS]
    if unknown:
        raise TeahorseError(f"There is no ladder {unknown[0]!r}; there are {', '.join(LADDERS)}.")
    rungs = rungs_of(tuple(ladder or ("quick",)), tuple(against or ()), games)
    standings = []
    if not json:
        say(heading())
    with counted_games(sum(rung.games for rung in rungs)) as played:
        for standing in Ladder(network, folder, seed, cores).climb(rungs, played):
            standings.append(standing.as_data())
            if not json:
                say(standing.row())
    if json:
        write_json(standings)


@contextmanager
def counted_games(total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar for games, on a terminal; the function that it gives counts some more."""
    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Games", total=total)
        yield lambda more: bar.advance(task, more)
