"""Starting worker processes so that signals and the end of the parent reach them in order."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

BLOCKED_SIGNALS = {signal.SIGINT, signal.SIGTERM}  # while a process is started


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Delay Ctrl-C and SIGTERM while a process is started.

    The new process inherits the block, so Ctrl-C reaches only its parent. Without the block, a parent that is
    interrupted in the middle of the start leaves a child that prints a traceback.
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


def begin_subprocess() -> None:
    """Set up a process started with `signals_blocked`: it ends on SIGTERM and when its parent ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        parent.join()
        os._exit(1)

    # The thread inherits the blocked signals, so the main thread receives them.
    threading.Thread(target=end_with_parent, daemon=True).start()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
