"""`teahorse arena`: series of games between bots, and their ratings."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TaskID, TimeRemainingColumn

from ..arena import Result, Series, Settings, play_series, read_series, summarise, write_csv
from ..arena.match import SECONDS_PER_MOVE
from ..arena.plot import check_plot, draw_plot
from ..arena.settings import shown_name
from ..errors import TeahorseError
from ..rules.edition_files import DEFAULT_EDITION
from .app import command
from .arena_summary import show_summary
from .console import note, write_json
from .files import load_board
from .options import AsJson, Board, Edition, Options, Players, read_pairs

STOPPED = 130  # by Ctrl-C, as shells have it
SERIES_OPTIONS = ("bots", "edition", "players", "option", "board", "seed", "out")

ResultsFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE]", help="Results to show; with --games, play more games with the settings in the file."
    ),
]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,NAME,…",
        help="Who plays: greedy, random, search:1000 (simulations per move), a level such as master, a bot of an "
        "installed package, or FILE.py:CLASS for your own. A name may appear twice. With one name per seat, "
        "these bots play every game; otherwise all take turns.",
    ),
]
Games = Annotated[
    int | None, typer.Option("-n", "--games", min=1, metavar="N", help="How many games in all.", show_default="400")
]
SeriesSeed = Annotated[
    int, typer.Option(min=0, metavar="N", help="The seed of the series; game i depends only on the seed and on i.")
]
Cores = Annotated[int | None, typer.Option(min=1, metavar="N", help="How many cores.", show_default="all")]
Limit = Annotated[
    float,
    typer.Option(metavar="SECONDS", help="How long a third-party bot may take for a move before it forfeits it."),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Where the results go, one line per finished game.", show_default="a name for it"
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: auto, ray://HOST:PORT, or local to start one here."),
]
Csv = Annotated[Path | None, typer.Option(metavar="FILE", help="Write a row for each seat of each game.")]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it: a .svg or .png file.")]

GAMES = 400


@command(
    "teahorse arena --bots greedy,random --games 100",
    "teahorse arena --bots greedy,search:1000,random --edition 2023 --players 4 --games 400 --plot arena.svg",
    "teahorse arena --bots mine.py:Mine,greedy,greedy,greedy --out mine.jsonl",
    "teahorse arena mine.jsonl",
    "teahorse arena mine.jsonl --games 800",
)
def arena(
    context: typer.Context,
    file: ResultsFile = None,
    bots: Bots = None,
    games: Games = None,
    edition: Edition = DEFAULT_EDITION,
    players: Players = 4,
    option: Options = None,
    board: Board = None,
    seed: SeriesSeed = 0,
    cores: Cores = None,
    limit: Limit = SECONDS_PER_MOVE,
    ray: Ray = None,
    out: Out = None,
    csv: Csv = None,
    plot: Plot = None,
    json: AsJson = False,
) -> None:
    """Let bots play many games against each other, and rate them.

    Every bot sits in every seat equally often. Each game is written to a file as it ends; stop whenever you like, and
    the same command goes on from there. A bot that crashes or hangs forfeits its move to greedy.

    With only a FILE of results, show them again.
    """
    if plot is not None:
        check_plot(plot)
    if file is not None:
        settings = _settings_in(file, context)
        target = file
    else:
        settings = _settings(bots, edition, players, option, board, seed)
        target = out or Path(settings.file_name())
    if file is not None and games is None:
        series = read_series(file)
    else:
        series = _play(settings, games or GAMES, target, cores, ray, limit)
    _tell(series, csv, plot, json)


def _settings(
    bots: str | None, edition: str, players: int, option: list[str] | None, board: Path | None, seed: int
) -> Settings:
    if bots is None:
        raise TeahorseError("Say who plays, such as `--bots greedy,random`, or name a file of results to look at.")
    options = read_pairs(option, "--option", "guards=true")
    tables = None if board is None else load_board(board)
    return Settings.of(bots.split(","), edition, players, options, tables, seed)


def _settings_in(file: Path, context: typer.Context) -> Settings:
    for name in SERIES_OPTIONS:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise TeahorseError(f"`--{name}` is for a new series; {file} has its own settings.")
    return read_series(file).settings


def _play(settings: Settings, games: int, target: Path, cores: int | None, ray: str | None, limit: float) -> Series:
    """Play the missing games, with a progress bar; Ctrl-C stops and says how to go on."""
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        watcher = _Watcher(bar, bar.add_task("Playing", total=games), target)
        try:
            return play_series(
                settings, games, target, cores=cores, ray=ray, limit=limit, begun=watcher.begun, ended=watcher.ended
            )
        except KeyboardInterrupt:
            bar.stop()
            # Count in the file: a game may be written and not yet counted here.
            finished = len(read_series(target).results) if target.exists() else 0
            note(
                f"Stopped after {finished:,} of {games:,} games, which are kept in {target}. "
                f"`teahorse arena {target} --games {games}` goes on."
            )
            raise typer.Exit(STOPPED) from None


class _Watcher:
    """Updates the progress bar, and prints notes while a series is played."""

    def __init__(self, bar: Progress, task: TaskID, path: Path) -> None:
        self.finished = 0
        self._bar, self._task, self._path = bar, task, path
        self._said: set[str] = set()

    def begun(self, series: Series) -> None:
        """Note the games that are there already."""
        if series.torn:
            self._say(f"The last line of {self._path} was incomplete and is removed; its game is played again.")
        if series.results:
            self._say(f"{len(series.results):,} games are in {self._path} already.")
        self.finished = len(series.results)
        self._bar.update(self._task, completed=self.finished)

    def ended(self, result: Result) -> None:
        """Count a game, and note the first forfeit of each bot."""
        self.finished += 1
        self._bar.update(self._task, completed=self.finished)
        for forfeit in result.forfeits:
            if forfeit.bot not in self._said:
                self._said.add(forfeit.bot)
                where = f"move {forfeit.move} of game {result.number}"
                self._say(f"{shown_name(forfeit.bot)} forfeits {where} to greedy: {forfeit.why}.")

    def _say(self, sentence: str) -> None:
        self._bar.console.print(sentence, markup=False, highlight=False, soft_wrap=True)


def _tell(series: Series, csv: Path | None, plot: Path | None, json: bool) -> None:
    """Show the results, and write the files that were asked for."""
    if not series.results:
        raise TeahorseError("No game is finished yet.")
    summary = summarise(series)
    if csv is not None:
        write_csv(series, csv)
        note(f"A row for each seat of each game is in {csv}.")
    if plot is not None:
        draw_plot(summary, plot)
        note(f"The plot is in {plot}.")
    if json:
        write_json(summary)
    else:
        show_summary(summary)
