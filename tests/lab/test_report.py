"""The page: one file that needs nothing else, readable by everyone, and equal to its figures."""

import base64
import csv
import io
import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from teahorse.lab import Report, load_dataset, open_series

COMMAND = "teahorse lab <&> games.jsonl"
EMPTY = {"meta", "link", "br", "hr", "img", "input"}  # elements that have no end
REFERENCES = {"src", "href", "srcset", "action", "poster", "data", "xlink:href"}


@pytest.fixture(scope="module")
def report(series: Callable[..., Path]) -> Report:
    paths = [
        series("greedy", "random", games=36, players=3),
        series("greedy", "random", games=4, players=2),
        series("greedy", games=3, edition="2013", players=2),
    ]
    return Report.of(load_dataset(open_series(paths)), COMMAND)


@pytest.fixture(scope="module")
def page(report: Report) -> str:
    return report.page()


class Reader(HTMLParser):
    """Follows the elements, and complains where one ends that did not begin."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.append((self.open[-1], data))


@pytest.fixture(scope="module")
def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    return reader


def test_the_page_needs_nothing_from_elsewhere_and_runs_nothing(page: str, read: Reader) -> None:
    addresses = set(re.findall(r"[a-z]+://[^\"'\s<)]+", re.sub(r"base64,[A-Za-z0-9+/=]*", "", page)))
    assert addresses == {"http://www.w3.org/2000/svg"}  # a name, which nobody fetches
    assert "url(" not in page and "@import" not in page
    assert not {tag for tag, _ in read.elements} & {"script", "link", "iframe", "img", "object", "embed", "base"}
    for _, attributes in read.elements:
        assert not any(name.startswith("on") for name in attributes)
        for name in REFERENCES & attributes.keys():
            assert str(attributes[name]).startswith(("#", "data:text/csv"))


def test_headings_are_in_order_and_links_lead_somewhere(read: Reader) -> None:
    levels = [int(tag[1]) for tag, _ in read.elements if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(below - above <= 1 for above, below in pairwise(levels))
    names = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert len(names) == len(set(names))
    inside = [str(attributes["href"]) for tag, attributes in read.elements if tag == "a"]
    assert {address[1:] for address in inside if address.startswith("#")} <= set(names)


def test_every_plot_is_a_picture_with_a_name_of_its_own(page: str, read: Reader, report: Report) -> None:
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    figures = sum(len(section.figures) for chapter in report.chapters for section in chapter.sections)
    assert len(pictures) == figures > 30
    named = [attributes for tag, attributes in read.elements if tag == "svg"]
    assert all(attributes["role"] == "img" and attributes["aria-label"] for attributes in named)
    assert len({attributes["aria-label"] for attributes in named}) == figures
    for picture in pictures:
        root = ElementTree.fromstring(picture)
        assert "#" not in unescape(picture)  # colours are the style sheet's
        width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
        for element in root.iter():
            for name in ("x", "x1", "x2", "cx"):
                assert -1 <= float(element.get(name, 0)) <= width + 1
            for name in ("y", "y1", "y2", "cy"):
                assert -1 <= float(element.get(name, 0)) <= height + 1
            assert "nan" not in "".join(element.attrib.values())


def test_the_data_behind_each_plot_are_the_figures(page: str, report: Report) -> None:
    links = dict(re.findall(r'download="([^"]+)" href="data:text/csv;charset=utf-8;base64,([^"]+)"', page))
    assert {name: base64.b64decode(data).decode() for name, data in links.items()} == report.tables()
    figures = {
        f"{chapter['name']}-{figure['name']}.csv": figure["rows"]
        for chapter in report.as_data()["chapters"]
        for section in chapter["sections"]
        for figure in section["figures"]
    }
    assert figures.keys() == report.tables().keys()
    for name, rows in figures.items():
        told = list(csv.DictReader(io.StringIO(report.tables()[name])))
        assert told == [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]


def test_each_plot_has_its_table_in_the_page(page: str, report: Report) -> None:
    shown = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    figures = [figure for chapter in report.chapters for section in chapter.sections for figure in section.figures]
    for part, figure in zip(shown, figures, strict=True):
        cells = [re.findall(r"<td[^>]*>(.*?)</td>", unescape(row)) for row in re.findall(r"<tr>(.*?)</tr>", part)]
        assert [row for row in cells if row] == figure.table.shown()
        assert len(re.findall("<th ", part)) == len(figure.table.columns)


def test_a_plot_shows_the_numbers_of_its_table(page: str, report: Report) -> None:
    seats: Any = next(
        figure
        for chapter in report.chapters
        for section in chapter.sections
        for figure in section.figures
        if figure.name == "seats"
    )
    picture = seats.draw()
    for row in seats.table.records():
        if row["win_rate"] is not None:
            assert f">{row['win_rate']:.1%}</text>" in picture
            assert f"95%: {row['win_rate_low']:.1%} to {row['win_rate_high']:.1%}" in picture


def test_the_overview_tells_files_bots_and_the_command(page: str, read: Reader, report: Report) -> None:
    words = [text for tag, text in read.texts if tag == "td"]
    for file in report.dataset.files:
        assert file.path.name in words
    assert str(report.dataset.files[0].path.parent) not in page  # nobody's folders
    assert "teahorse lab &lt;&amp;&gt; games.jsonl" in page
    assert "prefers-color-scheme: dark" in page and 'name="viewport"' in page


def test_every_section_has_a_finding_a_method_and_honest_words(report: Report) -> None:
    for chapter in report.chapters:
        assert [section.name for section in chapter.sections] == [
            "bots",
            "buildings",
            "bank",
            "seats",
            "endings",
            "habits",
        ]
        for section in chapter.sections:
            assert section.finding.endswith(".") and section.method.endswith(".")
            if len(chapter.chapter.games) < 30 and section.name != "bots":
                assert section.finding == "Too few games to say."


def test_the_same_files_give_the_same_page(report: Report, page: str) -> None:
    again = Report.of(load_dataset(open_series([file.path for file in report.dataset.files])), COMMAND)
    assert again.page() == page


def test_games_that_are_alike_and_mixed_versions_are_noted(report: Report) -> None:
    chapter = report.chapters[0]
    chapter.chapter.versions.update({"0.0.9", "0.1.0"})
    some = chapter.chapter.courses.pop()
    try:
        notes = " ".join(chapter.notes())
        assert "games have different moves" in notes and "several versions of teahorse (0.0.9, 0.1.0)" in notes
    finally:
        chapter.chapter.courses.add(some)
        chapter.chapter.versions.discard("0.0.9")


def test_the_program_in_the_document_runs(
    series: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = Path(__file__).parents[2] / "docs" / "lab.md"
    (program,) = re.findall(r"```python\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("games.jsonl").write_bytes(series("greedy", "random", games=3, players=3).read_bytes())
    exec(program, {})
    assert capsys.readouterr().out.startswith("Edition 2023, 3 players ")
    assert "my own study" in Path("report.html").read_text(encoding="utf-8")
