"""Processes that work for this one, each with a pipe.

They are started with `spawn`, so they share nothing with us. Ctrl-C reaches only the parent. A process ends when its
parent ends, however that happens.
"""

import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from .errors import TeahorseError

START_METHOD = "spawn"
BLOCKED_SIGNALS = {signal.SIGINT, signal.SIGTERM}  # while a process is started
SECONDS_BETWEEN_CHECKS = 0.1
SECONDS_TO_EXIT = 10.0  # after the pipe was closed; the system may write a core dump first

Handler = Callable[[Any], Any]
"""Answers a request."""


class ProcessDied(Exception):
    """The process ended without an answer. The message says how, and reads on from "it"."""


class ChildProcess:
    """A process that runs `main(connection, *arguments)`.

    A daemon process ends when its parent exits; one that is no daemon must be ended, but may have child processes.
    """

    def __init__(self, main: Callable[..., None], *arguments: object, daemon: bool = True) -> None:
        context: Any = multiprocessing.get_context(START_METHOD)
        self.connection, self._child_connection = context.Pipe()
        self._process = context.Process(
            target=_run_main, args=(main, self._child_connection, *arguments), daemon=daemon
        )

    def start(self) -> None:
        """Start the process. Until then nothing runs, and `end` is allowed."""
        with signals_blocked():
            self._process.start()
            self._child_connection.close()

    @property
    def exit_status(self) -> int | None:
        """The exit status, negative for a signal; None while the process runs."""
        status: int | None = self._process.exitcode
        return status

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the process has ended, or until the time is over."""
        self._process.join(seconds)

    def terminate(self) -> None:
        """Tell the process to end, without waiting for it."""
        if self._process.pid is not None:
            self._process.terminate()

    def kill(self) -> None:
        """Kill the process, without waiting for it. Another thread that reads from it gets `ProcessDied`."""
        if self._process.pid is not None:
            self._process.kill()

    def end(self, patience: float = 0.0) -> None:
        """End the process: kill it if it does not end by itself within `patience` seconds."""
        if self._process.pid is not None:
            if patience:
                self._process.terminate()
                self._process.join(patience)
            self._process.kill()
            self._process.join()
        self.connection.close()
        self._child_connection.close()

    def how_it_ended(self) -> str:
        """How the process ended, to follow "it"."""
        self._process.join(SECONDS_TO_EXIT)
        status = self._process.exitcode
        if status is None:
            return "stopped answering"
        if status < 0:
            return f"was ended by {signal.Signals(-status).name}"
        return f"ended its process with status {status}"


class WorkerProcess(ChildProcess):
    """A process that answers requests, one after the other.

    `setup(*arguments)` runs there first and returns the handler of requests. An error of the handler is raised here.
    """

    def __init__(self, setup: Callable[..., Handler], *arguments: object, daemon: bool = True) -> None:
        super().__init__(_answer_requests, setup, *arguments, daemon=daemon)

    def send(self, request: object) -> None:
        """Send a request; if the process has ended, `receive` tells."""
        try:
            self.connection.send(request)
        except OSError:
            return

    def receive(self, limit: float | None = None, check: Callable[[], None] | None = None) -> Any:
        """The answer to the oldest request.

        Raises `ProcessDied`, or `TimeoutError` after `limit` seconds. `check` is called now and then, and may raise an
        error to give up. After either the process is still at work on the request: end it.
        """
        begun = time.monotonic()
        try:
            while (limit is not None or check is not None) and not self.connection.poll(SECONDS_BETWEEN_CHECKS):
                if limit is not None and time.monotonic() - begun > limit:
                    raise TimeoutError
                if check is not None:
                    check()
            succeeded, answer = self.connection.recv()
        except TimeoutError:
            raise
        except (EOFError, OSError):
            raise ProcessDied(self.how_it_ended()) from None
        if not succeeded:
            raise answer
        return answer

    def ask(self, request: object, limit: float | None = None, check: Callable[[], None] | None = None) -> Any:
        """Send a request and wait for its answer."""
        self.send(request)
        return self.receive(limit, check)


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Delay Ctrl-C and SIGTERM while a process is started.

    A parent that is interrupted in the middle of the start would leave a child that prints a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        with _interrupts_ignored():
            yield
        return
    resource_tracker.ensure_running()  # its start would unblock the signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, BLOCKED_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# --- In the child -------------------------------------------------------------------------------------


def _run_main(main: Callable[..., None], connection: Connection, *arguments: object) -> None:
    _set_up_child()
    main(connection, *arguments)


def _set_up_child() -> None:
    """Ignore Ctrl-C, end with the parent, and unblock the signals that were blocked for the start."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        parent.join()
        os._exit(1)

    # The thread inherits the blocked signals, so the main thread receives them.
    threading.Thread(target=end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, BLOCKED_SIGNALS)


def _answer_requests(connection: Connection, setup: Callable[..., Handler], *arguments: object) -> None:
    handle = setup(*arguments)
    while True:
        try:
            request = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, handle(request))
        except BaseException as error:  # SystemExit too: third-party code may raise anything
            answer = (False, _portable(error))
        try:
            connection.send(answer)
        except OSError:
            return  # the parent has ended
        except Exception as error:  # the answer can't be pickled
            connection.send((False, _portable(error)))


def _portable(error: BaseException) -> Exception:
    """The error as it can be sent: a `TeahorseError` with its text, any other one with the traceback as a note."""
    try:
        copy = pickle.loads(pickle.dumps(error))
        is_same = type(copy) is type(error) and str(copy) == str(error)
    except Exception:
        is_same = False
    if isinstance(error, TeahorseError):
        return error if is_same else TeahorseError(str(error))
    portable = error if is_same and isinstance(error, Exception) else RuntimeError(f"{type(error).__name__}: {error}")
    portable.add_note("".join(traceback.format_exception(error)))
    return portable
