"""`teahorse learn ladder` and others: how strong the network is, and what its tempers and levels do."""

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
from .console import note, say, write_json
from .learn import learning
from .learn_tables import show_steps, show_tempers
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
    seed: SeriesSeed = 0,
    cores: Cores = None,
    json: AsJson = False,
) -> None:
    """Let a network play alone at tables full of other bots, and show the share of games it wins.

    The ladders: `quick` has rungs of all kinds, to follow a training. `bare` is the network without search against
    masters, `time` its search with as much time per move as a master, and `depth` more search and less.
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


@command(
    "teahorse learn tempers 'network?temperature=1' --games 200",
    "teahorse learn tempers network-official --folder tempers --json",
    group=learning,
)
def tempers(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="The network that has the tempers, or one of its levels.")
    ] = "network?temperature=1",
    games: Annotated[int, typer.Option(min=2, help="Games of each temper.")] = 200,
    folder: Folder = Path("tempers"),
    seed: SeriesSeed = 1,
    cores: Cores = None,
    json: AsJson = False,
) -> None:
    """Count what each temper of the network does, alone among balanced ones, and how often it wins.

    Without a temperature or a search, few games would differ from each other.
    """
    from ..bots.network.shape import TEMPERS
    from ..learn.temper_habits import TemperGames

    with counted_games(games * len(TEMPERS)) as played:
        found = list(TemperGames(bot, folder, seed=seed, cores=cores).play(games, played))
    if json:
        write_json({"bot": bot, "seed": seed, "tempers": [habits.as_data() for habits in found]})
    else:
        show_tempers(found)


@command(
    "teahorse learn levels network@network.npz --out network_levels.toml",
    "teahorse learn levels --check --games 400 --json",
    group=learning,
)
def levels(
    network: Network = "network",
    games: Annotated[int, typer.Option(min=1, help="Games for each try and number of players.")] = 200,
    folder: Folder = Path("levels"),
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the levels go.")] = Path("network_levels.toml"),
    check: Annotated[bool, typer.Option(help="Only measure the levels as they are.")] = False,
    seed: SeriesSeed = 1,
    cores: Cores = None,
    json: AsJson = False,
) -> None:
    """Find temperatures and blunders so that levels of the network are equally far apart, and measure the steps.

    Neighbours should be 120 to 250 rating points apart, and in order in mixed company too, for 3, 4 and 5 players.
    """
    from ..bots.levels import network_levels, read_levels
    from ..learn.level_search import LevelGames, find_levels, write_levels
    from ..learn.level_steps import measure_steps

    playing = LevelGames(network, folder, games, seed, cores)
    found = list(network_levels().values())
    if check:
        found = list(read_levels(out).values()) if out.is_file() else found
    else:
        found = [level for level, _ in find_levels(found, playing.gap, note)][::-1]
        write_levels(out, found)
        note(f"Wrote {out}.")
    steps = measure_steps(found, playing)
    if json:
        write_json({"network": network, "seed": seed, **steps.as_data()})
    else:
        show_steps(steps)


@contextmanager
def counted_games(total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar for games, on a terminal; the function that it gives counts some more."""
    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Games", total=total)
        yield lambda more: bar.advance(task, more)
