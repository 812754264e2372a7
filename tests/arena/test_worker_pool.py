"""Games on several cores: a process that dies takes nothing with it."""

import multiprocessing
import os
import signal
import subprocess
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from teahorse.arena import Result, Settings, play_series, worker_pool
from teahorse.bots import subprocess_bot
from teahorse.errors import TeahorseError
from teahorse.processes import signals_blocked

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
    monkeypatch.setattr(worker_pool, "_work", dies)
    with pytest.raises(TeahorseError, match=r"Game 0 can't be played: .* \(status 7\)\."):
        play_series(SETTINGS, 1, tmp_path / "games.jsonl", cores=2)
    assert not multiprocessing.active_children()


# --- Ending while something starts --------------------------------------------------------------------------

STARTS_A_BOT = """
import multiprocessing
import signal
import sys
import time
from multiprocessing import util

from teahorse.arena import worker_pool
from teahorse.bots.subprocess_bot import SubprocessBot
from teahorse.processes import begin_subprocess


def held_up(connection):
    spawn = util.spawnv_passfds

    def spawn_and_wait(*arguments):
        spawned = spawn(*arguments)
        connection.send("spawned, but not told anything yet")
        while signal.SIGTERM not in signal.sigpending():  # as if the machine were too busy to go on until then
            time.sleep(0.01)
        return spawned

    begin_subprocess()
    util.spawnv_passfds = spawn_and_wait
    SubprocessBot("greedy").start()


if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    worker = worker_pool._Worker(context.Process(target=held_up, args=(theirs,)), ours, theirs)
    worker_pool._start(worker)
    print(ours.recv())
    worker_pool._end(worker)
    print("ended by", signal.Signals(-worker.process.exitcode).name)
"""


def test_a_worker_that_is_ended_while_it_starts_a_bot_leaves_no_traceback(tmp_path: Path) -> None:
    script = tmp_path / "starts_a_bot.py"
    script.write_text(STARTS_A_BOT, encoding="utf-8")
    # This waits until everyone who could write to stderr has ended, the bot's process too.
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["spawned, but not told anything yet", "ended by SIGTERM"]
    assert done.stderr == ""


def test_ctrl_c_while_a_process_starts_comes_when_it_has_started() -> None:
    with pytest.raises(KeyboardInterrupt):
        with signals_blocked():
            signal.raise_signal(signal.SIGINT)
            held_back = signal.SIGINT in signal.sigpending()
        pytest.fail("Ctrl-C was lost.")
    assert held_back


def test_ctrl_c_between_two_starts_ends_those_that_were_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[multiprocessing.process.BaseProcess] = []
    start = worker_pool._start

    def start_one(worker: worker_pool._Worker) -> None:
        if started:
            raise KeyboardInterrupt
        start(worker)
        started.append(worker.process)

    monkeypatch.setattr(worker_pool, "_start", start_one)
    with pytest.raises(KeyboardInterrupt):
        play_series(SETTINGS, 2, tmp_path / "games.jsonl", cores=2)
    assert len(started) == 1 and not multiprocessing.active_children()


def test_a_bots_process_ends_quietly_when_nobody_is_there_to_hear_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = multiprocessing.Pipe()
    for name in ("begin_subprocess", "os.dup2"):
        monkeypatch.setattr(f"teahorse.bots.subprocess_bot.{name}", lambda *_: None)
    monkeypatch.setattr(sys, "stdout", sys.stdout)  # which it replaces
    ours.send(("ready",))
    ours.close()
    subprocess_bot._serve(theirs)
