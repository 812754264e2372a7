"""The report: all figures, as data for programs and as one page for people."""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import MissingPackageError
from ..record import value_text
from .bank import bank_and_winning
from .bots import who_played
from .buildings import value_of_buildings
from .dataset import Chapter, Dataset
from .endings import how_games_end
from .frame import Column, Frame, Value
from .habits import habits_of_winners
from .seats import seat_advantage
from .section import Figure, Section

PAGES = Path(__file__).with_name("pages")
SECTIONS: tuple[Callable[[Chapter], Section], ...] = (
    who_played,
    value_of_buildings,
    bank_and_winning,
    seat_advantage,
    how_games_end,
    habits_of_winners,
)


@dataclass(frozen=True)
class ChapterReport:
    """A chapter with its sections."""

    chapter: Chapter
    sections: list[Section]

    def ratings(self) -> Frame:
        """Its bots, the strongest first."""
        return next(section for section in self.sections if section.name == "bots").figures[0].table

    def notes(self) -> list[str]:
        """Notes on limits of the data."""
        notes = []
        games, courses = len(self.chapter.games), len(self.chapter.courses)
        if courses < games:
            notes.append(
                f"Only {courses:,} of the {games:,} games have different moves; the intervals assume that all games "
                "are independent, so they are too narrow."
            )
        if len(self.chapter.versions) > 1:
            versions = ", ".join(sorted(self.chapter.versions))
            notes.append(
                f"The games were played by several versions of teahorse ({versions}); bots with the same name count as "
                "one bot."
            )
        return notes

    def as_data(self) -> dict[str, Any]:
        """The chapter as data for JSON."""
        rules = self.chapter.rules
        return {
            "name": self.chapter.name,
            "title": self.chapter.title,
            "edition": rules.edition,
            "players": rules.people,
            "options": {name: value_text(value) for name, value in rules.options.items()},
            "board": rules.board,
            "games": len(self.chapter.games),
            "distinct_games": len(self.chapter.courses),
            "versions": sorted(self.chapter.versions),
            "notes": self.notes(),
            "sections": [section.as_data() for section in self.sections],
        }


@dataclass(frozen=True)
class Report:
    """The report on a dataset."""

    dataset: Dataset
    chapters: list[ChapterReport]
    command: str

    @classmethod
    def of(cls, dataset: Dataset, command: str, progress: Callable[[], None] | None = None) -> "Report":
        """Make all sections; `progress` is called after each."""
        chapters = []
        for chapter in dataset.chapters:
            sections = []
            for study in SECTIONS:
                sections.append(study(chapter))
                if progress is not None:
                    progress()
            chapters.append(ChapterReport(chapter, sections))
        return cls(dataset, chapters, command)

    def files(self) -> Frame:
        """The files that were read."""
        columns = (
            *(Column("file", "file"), Column("bots", "bots"), Column("edition", "edition")),
            *(Column("players", "players", "count"), Column("seed", "seed"), Column("teahorse", "teahorse")),
            *(Column("games", "games", "count"), Column("studied", "studied", "count")),
            Column("forfeits", "forfeits", "count"),
        )
        rows: list[list[Value]] = [
            [
                *(file.path.name, ", ".join(file.bots), file.settings.edition, file.settings.players),
                *(str(file.settings.seed), file.settings.version, file.games, file.studied, file.forfeits),
            ]
            for file in self.dataset.files
        ]
        return Frame(columns, rows)

    def as_data(self) -> dict[str, Any]:
        """All figures as data for JSON."""
        return {
            "teahorse": __version__,
            "command": self.command,
            "games": self.dataset.games,
            "files": self.files().records(),
            "chapters": [chapter.as_data() for chapter in self.chapters],
        }

    def tables(self) -> dict[str, str]:
        """Every figure as CSV, by the name of its file."""
        return {
            file_name(chapter.chapter, figure): figure.table.csv()
            for chapter in self.chapters
            for section in chapter.sections
            for figure in section.figures
        }

    def page(self) -> str:
        """The report as one HTML page that needs nothing else."""
        jinja2 = check_templates()
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(PAGES),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=jinja2.StrictUndefined,
        )
        environment.filters["data_address"] = data_address
        environment.globals["file_name"] = file_name
        style = re.sub(r"\s+", " ", (PAGES / "report.css").read_text(encoding="utf-8"))
        return str(environment.get_template("report.html").render(report=self, version=__version__, style=style))


def check_templates() -> Any:
    """Import Jinja, which makes the page; an error comes before the games are replayed."""
    try:
        import jinja2
    except ImportError:
        raise MissingPackageError("Jinja", "lab") from None
    return jinja2


def file_name(chapter: Chapter, figure: Figure) -> str:
    """The name of a figure's CSV file."""
    return f"{chapter.name}-{figure.name}.csv"


def data_address(text: str) -> str:
    """A data URL with the text."""
    return "data:text/csv;charset=utf-8;base64," + base64.b64encode(text.encode()).decode()
