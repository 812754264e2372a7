"""`teahorse simulate`: play many games, and summarise them."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from ..bulk import Simulation
from ..bulk import simulate as simulate_games
from ..errors import TeahorseError
from ..precompile import ensure_compiled
from ..rules.edition_files import DEFAULT_EDITION
from ..snapshot import to_text
from .app import command
from .console import note, say, show, write_json
from .files import load_board
from .options import AsJson, Board, Edition, Options, Players, read_pairs

Games = Annotated[int, typer.Option("-n", "--games", min=1, metavar="N", help="How many games.")]
SeriesSeed = Annotated[
    int, typer.Option(min=0, metavar="N", help="The seed of the series; game i depends only on the seed and on i.")
]
Policy = Annotated[
    Literal["random", "busy", "greedy"],
    typer.Option(help="Who plays: at random, at random but seldom idle, or looking one move ahead."),
]
Device = Annotated[Literal["cpu", "cuda"], typer.Option(help="All CPU cores, or a CUDA GPU with a thread per game.")]
Snapshots = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the final snapshots here, one JSON line per game.")
]
Records = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Write every game's whole record into this folder.")
]
MOST_RECORDS = 100_000


@command(
    "teahorse simulate -n 10000",
    "teahorse simulate -n 1000000 --device cuda --json",
    "teahorse simulate -n 20 --policy greedy --edition 2013 --players 3 --records games",
)
def simulate(
    n: Games = 1000,
    edition: Edition = DEFAULT_EDITION,
    players: Players = 4,
    option: Options = None,
    board: Board = None,
    policy: Policy = "random",
    seed: SeriesSeed = 0,
    device: Device = "cpu",
    snapshots: Snapshots = None,
    records: Records = None,
    json: AsJson = False,
) -> None:
    """Play many games on all cores or on a GPU, and summarise the results.

    The same seed gives the same games on one core, on many and on a GPU.
    """
    if records is not None and n > MOST_RECORDS:
        raise TeahorseError(f"Records are written for at most {MOST_RECORDS:,} games at once.")
    options = read_pairs(option, "--option", "guards=true")
    tables = None if board is None else load_board(board)
    ensure_compiled("bulk")
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Playing", total=n)
        games = simulate_games(
            n,
            edition,
            players,
            policy,
            seed,
            options=options,
            board=tables,
            device=device,
            progress=lambda done: bar.update(task, completed=done),
        )
    _write(games, snapshots, records)
    if json:
        write_json(games.summary() | {"seconds": games.seconds})
    else:
        _show(games)


def _write(games: Simulation, snapshots: Path | None, records: Path | None) -> None:
    """Write the files that were asked for."""
    if snapshots is not None:
        with snapshots.open("w", encoding="utf-8") as file:
            for number in range(len(games.games)):
                file.write(to_text(games.snapshot(number)) + "\n")
        note(f"The final snapshots are in {snapshots}.")
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
        for number in range(len(games.games)):
            (records / f"game-{number:06}.yunnan").write_text(games.record(number), encoding="utf-8")
        note(f"The records are in {records}.")


def _show(games: Simulation) -> None:
    summary = games.summary()
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("seat")
    for column in ("wins", "mean rank", "mean VP", "deviation"):
        table.add_column(column, justify="right")
    for seat, row in summary["players"].items():
        table.add_row(
            seat, f"{row['wins']:.1%}", f"{row['rank']:.2f}", f"{row['vp']:.1f}", f"{row['vp_deviation']:.1f}"
        )
    show(table)
    rounds = summary["rounds"]
    ends = ", ".join(f"{reason} {count:,}" for reason, count in summary["reasons"].items() if count)
    say(f"{summary['games']:,} games of {rounds['mean']:.1f} rounds ({rounds['least']} to {rounds['most']}).")
    say(f"They ended by: {ends}.")
    rate = summary["decisions"] / games.seconds
    say(f"{summary['decisions']:,} decisions in {games.seconds:.2f} s, {rate:,.0f} per second.")
