"""Games on several cores: a process that dies takes nothing with it."""

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest

from teahorse.arena import Result, Settings, play_series, worker_pool
from teahorse.errors import TeahorseError
from teahorse.processes import Handler, WorkerProcess

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


def begin_to_die(settings: Settings, limit: float) -> Handler:
    return lambda number: os._exit(7)


def test_a_game_that_kills_every_worker_ends_the_series_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "_begin", begin_to_die)
    with pytest.raises(TeahorseError, match=r"Game 0 can't be played: .* \(status 7\)\."):
        play_series(SETTINGS, 1, tmp_path / "games.jsonl", cores=2)
    assert not multiprocessing.active_children()


# --- Ending while something starts --------------------------------------------------------------------------

STARTS_A_BOT = """
import signal
import time
from multiprocessing import util

from teahorse.bots.subprocess_bot import SubprocessBot
from teahorse.processes import ChildProcess


def start_slowly(connection):
    spawn = util.spawnv_passfds

    def spawn_and_wait(*arguments):
        spawned = spawn(*arguments)
        connection.send("spawned, but not told anything yet")
        while signal.SIGTERM not in signal.sigpending():  # as if the machine were too busy to go on until then
            time.sleep(0.01)
        return spawned

    util.spawnv_passfds = spawn_and_wait
    SubprocessBot("greedy").start()


if __name__ == "__main__":
    worker = ChildProcess(start_slowly, daemon=False)
    worker.start()
    print(worker.connection.recv())
    worker.end(60)
    print("ended by", signal.Signals(-worker.exit_status).name)
"""


def test_a_worker_that_is_ended_while_it_starts_a_bot_leaves_no_traceback(tmp_path: Path) -> None:
    script = tmp_path / "starts_a_bot.py"
    script.write_text(STARTS_A_BOT, encoding="utf-8")
    # This waits until everyone who could write to stderr has ended, the bot's process too.
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["spawned, but not told anything yet", "ended by SIGTERM"]
    assert done.stderr == ""


def test_ctrl_c_between_two_starts_ends_those_that_were_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[WorkerProcess] = []
    start = WorkerProcess.start

    def start_one(worker: WorkerProcess) -> None:
        if started:
            raise KeyboardInterrupt
        start(worker)
        started.append(worker)

    monkeypatch.setattr(WorkerProcess, "start", start_one)
    with pytest.raises(KeyboardInterrupt):
        play_series(SETTINGS, 2, tmp_path / "games.jsonl", cores=2)
    assert len(started) == 1 and not multiprocessing.active_children()
