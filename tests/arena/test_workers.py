"""Games on several cores: a process that dies takes nothing with it."""

import multiprocessing
import os
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from teahorse.arena import Result, Settings, play_series, workers
from teahorse.errors import TeahorseError

SETTINGS = Settings.of(["greedy", "random"], players=3)


def test_a_worker_that_dies_is_replaced_and_no_game_is_missing(tmp_path: Path) -> None:
    numbers: list[int] = []

    def kill_once(result: Result) -> None:
        if not numbers:
            for child in multiprocessing.active_children():
                child.kill()
        numbers.append(result.number)

    series = play_series(SETTINGS, 12, tmp_path / "games.jsonl", cores=2, ended=kill_once)
    assert sorted(numbers) == list(range(12)) == [result.number for result in series.results]
    assert not multiprocessing.active_children()


def dies(connection: Connection, settings: Settings, limit: float) -> None:
    connection.recv()
    os._exit(7)


def test_a_game_that_kills_every_worker_ends_the_series_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_work", dies)
    with pytest.raises(TeahorseError, match=r"Game 0 can't be played: .* \(status 7\)\."):
        play_series(SETTINGS, 1, tmp_path / "games.jsonl", cores=2)
    assert not multiprocessing.active_children()
