"""`teahorse lab`: a report on the games of an arena from the command line."""

import builtins
import json
from pathlib import Path
from typing import Any

import pytest
from command_runner import CommandRunner

SERIES = ("--bots", "greedy,random", "--players", "3", "--cores", "1", "--games", "4")
NO_ARENA = "is not a results file of an arena"


@pytest.fixture
def games(teahorse: CommandRunner) -> Path:
    """A file of four games."""
    assert teahorse("arena", *SERIES, "--out", "games.jsonl").exit_code == 0
    return Path("games.jsonl")


def test_lab_writes_a_report_and_says_where(teahorse: CommandRunner, games: Path) -> None:
    result = teahorse("lab", str(games))
    assert (result.exit_code, result.stdout) == (0, "The report on 4 games, in 1 chapter, is in lab.html.\n")
    page = Path("lab.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>") and "teahorse lab games.jsonl --out lab.html" in page


def test_the_report_tells_nobodys_folders(teahorse: CommandRunner, games: Path) -> None:
    assert teahorse("lab", str(games.resolve()), "--out", str(Path("report.html").resolve())).exit_code == 0
    page = Path("report.html").read_text(encoding="utf-8")
    assert "teahorse lab games.jsonl --out report.html" in page and str(games.resolve().parent) not in page


def test_the_data_behind_the_plots_are_written_as_files_too(teahorse: CommandRunner, games: Path) -> None:
    result = teahorse("lab", str(games), "--out", "report.html", "--data", "data/figures")
    assert "The data of the plots are in data/figures." in result.stdout
    written = {path.name: path.read_text(encoding="utf-8") for path in Path("data/figures").iterdir()}
    assert "2023-3p-seats.csv" in written
    assert written["2023-3p-seats.csv"].startswith("bot,seat,sat,wins,win_rate,win_rate_low,win_rate_high,expected\n")
    page = Path("report.html").read_text(encoding="utf-8")
    assert all(f'download="{name}"' in page for name in written)


def test_the_figures_as_json_need_no_page(teahorse: CommandRunner, games: Path) -> None:
    result = teahorse("lab", str(games), "--json")
    figures = json.loads(result.stdout)
    assert figures["games"] == 4 and not Path("lab.html").exists()
    (chapter,) = figures["chapters"]
    assert (chapter["edition"], chapter["players"], chapter["options"]) == ("2023", 3, {})
    seats = next(section for section in chapter["sections"] if section["name"] == "seats")
    assert sum(row["wins"] for row in seats["figures"][0]["rows"]) == 4
    both = teahorse("lab", str(games), "--json", "--out", "report.html")
    assert json.loads(both.stdout)["chapters"] == figures["chapters"]
    assert "is in report.html" in both.stderr


def test_what_is_odd_about_a_file_is_noted(teahorse: CommandRunner, games: Path) -> None:
    lines = games.read_bytes().split(b"\n")
    Path("torn.jsonl").write_bytes(b"\n".join(lines[:3]) + b"\n" + lines[3][:50])
    Path("begun.jsonl").write_bytes(lines[0] + b"\n")
    result = teahorse("lab", "torn.jsonl", "begun.jsonl")
    assert result.exit_code == 0
    assert "The last line of torn.jsonl is incomplete and is left out." in result.stderr
    assert "begun.jsonl has no finished game yet." in result.stderr
    assert "The report on 2 games" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("missing.jsonl",), "There is no file missing.jsonl."),
        (("empty.jsonl",), f"empty.jsonl {NO_ARENA}: line 1 is empty."),
        (("begun.jsonl",), "begun.jsonl has no finished game yet."),
        (("begun.jsonl", "begun.jsonl"), "The files have no finished game yet."),
        (("other.jsonl",), "other.jsonl, line 1: the results are in format 9; this teahorse reads format 1."),
        (("text.jsonl",), f"text.jsonl {NO_ARENA}: line 1 can't be read: Expecting value: line 1 column 1 (char 0)."),
        (("broken.jsonl",), "broken.jsonl, line 2, can't be read as the result of a game: `game` is missing."),
        ((".",), ". can't be read: Is a directory."),
        (("games.jsonl", "--out", "report.pdf"), "A report is a file that ends in .html, not report.pdf."),
        (("games.jsonl", "--out", "folder.html"), "folder.html is a folder, not a file."),
        (("games.jsonl", "--out", "no/report.html"), "no/report.html can't be written: there is no folder no."),
        (("page.html", "--out", "page.html"), "page.html is one of the files to study; choose another `--out`."),
        (
            ("games.jsonl", "--data", "games.jsonl"),
            "games.jsonl is a file; the data of the plots go into a folder.",
        ),
    ],
)
def test_invalid_settings_get_a_sentence(
    teahorse: CommandRunner, games: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    header, *results = games.read_bytes().splitlines(keepends=True)
    Path("empty.jsonl").touch()
    Path("begun.jsonl").write_bytes(header)
    Path("other.jsonl").write_bytes(header.replace(b'"teahorse_arena":1', b'"teahorse_arena":9'))
    Path("text.jsonl").write_text("A letter.\n", encoding="utf-8")
    Path("broken.jsonl").write_bytes(header + b"{}\n" + results[0])
    Path("page.html").write_bytes(games.read_bytes())
    Path("folder.html").mkdir()
    result = teahorse("lab", *arguments)
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (2, "", sentence)
    assert not Path("lab.html").exists() and Path("page.html").read_bytes() == games.read_bytes()


def test_a_game_of_another_version_that_goes_otherwise_now_is_told(teahorse: CommandRunner, games: Path) -> None:
    header, first, *_ = games.read_bytes().splitlines(keepends=True)
    header = header.replace(b'"teahorse":"', b'"teahorse":"9.')
    Path("later.jsonl").write_bytes(header + first.replace(b"; pass", b"; bid school 4", 1))
    result = teahorse("lab", "later.jsonl")
    assert result.exit_code == 2
    assert "later.jsonl, line 2: game " in result.stderr and ", which teahorse 9." in result.stderr
    assert "can't be replayed by this teahorse" in result.stderr


def test_without_jinja_it_says_how_to_get_it(
    teahorse: CommandRunner, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "jinja2":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    result = teahorse("lab", str(games))
    assert result.exit_code == 2 and "pip install 'teahorse[lab]'" in result.stderr
    assert teahorse("lab", str(games), "--json").exit_code == 0  # figures need no page
