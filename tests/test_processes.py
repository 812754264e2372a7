"""Processes that work for this one: answers and errors come back, and none outlives its use."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from teahorse import processes
from teahorse.errors import IllegalMove, TeahorseError
from teahorse.processes import Handler, ProcessDied, WorkerProcess, signals_blocked


class Unpicklable(Exception):
    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


def answer(request: object) -> object:
    if request == "sleep":
        time.sleep(600)
    if request == "die":
        os._exit(7)
    if request == "leave":
        raise SystemExit(4)
    if request == "own":
        raise TeahorseError("A {thing} is missing.", thing="pass")
    if request == "illegal":
        raise IllegalMove("pass", "5.1", "code", "No.")
    if request == "odd":
        raise Unpicklable("one", "two")
    if request == "function":
        return lambda: None
    if request == "bug":
        raise ZeroDivisionError("division by zero")
    return (os.getpid(), request)


def setup(greeting: str) -> Handler:
    assert greeting == "hello"
    return answer


@pytest.fixture(autouse=True)
def start_as_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "START_METHOD", "spawn")


@pytest.fixture
def worker() -> WorkerProcess:
    """A process that is started, and ended by the test."""
    process = WorkerProcess(setup, "hello")
    process.start()
    return process


def test_requests_are_answered_in_order_and_errors_are_raised_here(worker: WorkerProcess) -> None:
    try:
        pid, request = worker.ask({"number": 1})
        assert request == {"number": 1} and pid != os.getpid()
        for number in range(3):
            worker.send(number)
        assert [worker.receive(60)[1] for _ in range(3)] == [0, 1, 2]
        with pytest.raises(TeahorseError, match=r"^A pass is missing\.$"):
            worker.ask("own")
        with pytest.raises(IllegalMove, match="not allowed"):
            worker.ask("illegal")
        with pytest.raises(RuntimeError, match="Unpicklable: one and two"):
            worker.ask("odd")
        with pytest.raises(RuntimeError, match="SystemExit: 4"):
            worker.ask("leave")
        with pytest.raises((AttributeError, RuntimeError), match=r"local object|pickle"):
            worker.ask("function")  # can't be sent
        with pytest.raises(ZeroDivisionError) as raised:
            worker.ask("bug")
        assert "in answer" in raised.value.__notes__[0]  # where it happened
        assert worker.ask("last")[0] == pid
    finally:
        worker.end()
    assert worker.exit_status == -signal.SIGKILL


def test_a_process_that_dies_is_told_with_its_status(worker: WorkerProcess) -> None:
    with pytest.raises(ProcessDied, match="ended its process with status 7"):
        worker.ask("die")
    with pytest.raises(ProcessDied):
        worker.ask("again")
    worker.end()


def test_an_answer_has_a_time_limit_and_can_be_given_up(worker: WorkerProcess) -> None:
    def give_up() -> None:
        raise KeyError("given up")

    worker.ask("started")
    with pytest.raises(TimeoutError):
        worker.ask("sleep", limit=0.2)
    with pytest.raises(KeyError):
        worker.receive(check=give_up)
    worker.end(patience=10)
    assert worker.exit_status == -signal.SIGTERM


def test_a_process_that_never_started_can_be_ended() -> None:
    worker = WorkerProcess(setup, "hello")
    worker.end(patience=1)
    assert worker.exit_status is None


def test_ctrl_c_is_not_for_the_workers(worker: WorkerProcess) -> None:
    pid, _ = worker.ask("started")
    os.kill(pid, signal.SIGINT)
    assert worker.ask("still here")[0] == pid
    worker.end()


def test_ctrl_c_while_a_process_starts_comes_when_it_has_started() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
    with pytest.raises(KeyboardInterrupt):
        with signals_blocked():
            signal.raise_signal(signal.SIGINT)
            is_delayed = signal.SIGINT in signal.sigpending()
        pytest.fail("Ctrl-C was lost.")
    signal.signal(signal.SIGINT, before)
    assert is_delayed


KILLED_PARENT = """
import os
import signal
import time

from teahorse.processes import WorkerProcess


def setup():
    return print_pid


def print_pid(request):
    return os.getpid()


if __name__ == "__main__":
    worker = WorkerProcess(setup)
    worker.start()
    print(worker.ask(None), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_worker_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "killed_parent.py"
    script.write_text(KILLED_PARENT, encoding="utf-8")
    # This waits until everyone who holds the output has ended, the worker too.
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300)
    assert done.returncode == -signal.SIGKILL and done.stderr == ""
    assert int(done.stdout) > 0


def test_no_process_is_left_behind(worker: WorkerProcess) -> None:
    pid, _ = worker.ask("started")
    assert pid in {process.pid for process in multiprocessing.active_children()}
    worker.end()
    assert pid not in {process.pid for process in multiprocessing.active_children()}
