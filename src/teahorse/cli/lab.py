"""`teahorse lab`: a report on what wins, from the games of an arena."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

from ..errors import TeahorseError
from ..lab import Report, load_dataset, open_series
from ..lab.dataset import SeriesFile
from ..lab.report import SECTIONS, check_templates
from ..precompile import ensure_compiled
from .app import command
from .arena import STOPPED
from .console import note, say, write_json
from .files import FileError, write_text
from .options import AsJson

KINDS = (".html", ".htm")
DEFAULT = Path("lab.html")

ResultsFiles = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Files of results, as `teahorse arena` writes them.")
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where the report goes, one HTML file.", show_default="lab.html, unless --json"),
]
Data = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Also write the data of each plot here, as CSV files.")
]


@command(
    "teahorse lab arena.jsonl",
    "teahorse lab monday.jsonl tuesday.jsonl --out report.html --data figures",
    "teahorse lab arena.jsonl --json",
)
def lab(files: ResultsFiles, out: Out = None, data: Data = None, json: AsJson = False) -> None:
    """Find out what wins: replay the games of an arena and write a report about them.

    The report has a chapter for each edition, set of options and number of players: what each building is worth by
    round, the bank, the seats, how games end and what winners do differently, with plots, 95% intervals and the data of
    each plot. It is a single file that needs nothing else.
    """
    target = out or (None if json else DEFAULT)
    if target is not None:
        check_templates()
        _check_target(target, files)
    if data is not None and data.exists() and not data.is_dir():
        raise FileError(f"{data} is a file; the data of the plots go into a folder.")
    found = open_series(files)
    _report_problems(found)
    report = _study(found, _command(found, target, data))
    if target is not None:
        write_text(target, report.page())
    if data is not None:
        _write_tables(report, data)
    if json:
        write_json(report.as_data())
    _report_written_files(report, target, data, json)


def _check_target(target: Path, files: list[Path]) -> None:
    """Check that the report can be written, before the games are replayed."""
    if target.suffix.lower() not in KINDS:
        raise TeahorseError(f"A report is a file that ends in {KINDS[0]}, not {target.name}.")
    if target.is_dir():
        raise FileError(f"{target} is a folder, not a file.")
    if not target.resolve().parent.is_dir():
        raise FileError(f"{target} can't be written: there is no folder {target.parent}.")
    if any(target.resolve() == file.resolve() for file in files):
        raise TeahorseError(f"{target} is one of the files to study; choose another `--out`.")


def _report_problems(files: list[SeriesFile]) -> None:
    for file in files:
        if file.torn:
            note(f"The last line of {file.path} is incomplete and is left out.")
        if not file.games:
            note(f"{file.path} has no finished game yet.")


def _study(files: list[SeriesFile], asked: str) -> Report:
    """Replay all games and make the report, with a progress bar; Ctrl-C stops it."""
    ensure_compiled()
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        try:
            replaying = bar.add_task("Replaying", total=sum(file.games for file in files))
            dataset = load_dataset(files, lambda: bar.advance(replaying))
            counting = bar.add_task("Counting", total=len(dataset.chapters) * len(SECTIONS))
            return Report.of(dataset, asked, lambda: bar.advance(counting))
        except KeyboardInterrupt:
            bar.stop()
            note("Stopped; nothing was written.")
            raise typer.Exit(STOPPED) from None


def _command(files: list[SeriesFile], out: Path | None, data: Path | None) -> str:
    """The command that makes this report, without the user's folders."""
    words = ["teahorse", "lab", *(file.path.name for file in files)]
    for option, path in (("--out", out), ("--data", data)):
        words += [option, path.name] if path is not None else []
    return shlex.join(words)


def _write_tables(report: Report, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"The folder {folder} can't be created: {error.strerror}.") from None
    for name, text in report.tables().items():
        write_text(folder / name, text)


def _report_written_files(report: Report, target: Path | None, data: Path | None, quiet: bool) -> None:
    tell = note if quiet else say
    if target is not None:
        chapters = "1 chapter" if len(report.chapters) == 1 else f"{len(report.chapters)} chapters"
        tell(f"The report on {report.dataset.games:,} games, in {chapters}, is in {target}.")
    if data is not None:
        tell(f"The data of the plots are in {data}.")
