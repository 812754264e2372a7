"""The examples in docs/arena.md and in the code of the arena are run."""

import doctest
import re
from pathlib import Path

import pytest

import teahorse.arena
from teahorse.arena import Settings, play_series

DOCUMENT = Path(__file__).parents[2] / "docs" / "arena.md"


@pytest.fixture
def programs() -> list[str]:
    """The Python in the document."""
    return re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)


def test_the_bot_in_the_document_plays_and_the_games_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], programs: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    bot, reading = programs
    Path("proud.py").write_text(bot, encoding="utf-8")
    settings = Settings.of(["proud.py:Proud", "greedy", "greedy"], players=3)
    series = play_series(settings, 2, Path("arena.jsonl"), cores=1)
    assert not any(result.forfeits for result in series.results)
    exec(reading, {})
    assert capsys.readouterr().out.count('[Edition "2023"]') == 2


def test_the_example_in_the_code_does_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(teahorse.arena)
    assert (result.attempted, result.failed) == (5, 0)
