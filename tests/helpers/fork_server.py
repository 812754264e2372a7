"""Starts processes that have imported teahorse already, by forking one that did.

Most of the time of a process that runs for a short test goes into importing. Tests about the life of a server start it
here; tests about its start begin with a new interpreter (`fresh` in `server_process.py`).
"""

import atexit
import gc
import json
import os
import random
import runpy
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path

from forked_process import MESSAGE_BYTES, ForkedProcess

FOLDERS = (Path(__file__).parents[2] / "src", Path(__file__).parent)
SHARED = "TEAHORSE_FORK_SERVER"  # the environment variable with the folder of a fork server that test workers share
RUN = "import sys, fork_server; fork_server.serve(*sys.argv[1:])()"
PYTHON = """\
#!{python} -IS
import sys
sys.path.insert(0, {helpers!r})
from forked_process import stand_for_python
stand_for_python({server!r}, {executable})
"""


def start_forked(
    arguments: Sequence[str], stdout: int, stderr: int, env: Mapping[str, str] = os.environ
) -> ForkedProcess:
    """Run what Python would with these arguments: `-m MODULE`, `-c CODE`, or a script, and their arguments."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    process = ForkedProcess(str(_folder() / "socket"), arguments, (nothing, stdout, stderr), env)
    os.close(nothing)
    return process


def forked_python() -> str:
    """A program to start instead of Python: what it runs, and what that starts with `sys.executable`, is forked.

    An environment variable that is read when teahorse is imported has no effect there.
    """
    return str(_folder() / "python")


def share_fork_server() -> None:
    """Start the fork server that all processes use which this one starts."""
    os.environ[SHARED] = str(_folder())


def worker_python() -> str:
    """A program to start test workers with: they are forked from a process that has collected all tests."""
    return str(_start("collect_tests", executable=repr(sys.executable)) / "python")


@cache
def _folder() -> Path:
    return Path(os.environ[SHARED]) if SHARED in os.environ else _start("import_teahorse", executable="sys.argv[0]")


def _start(prepare: str, executable: str) -> Path:
    """Start a fork server, which ends with this process. Gives its folder, with a socket and a program for Python.

    `executable` is the expression for what its processes take for Python.
    """
    folder = Path(tempfile.mkdtemp(prefix="forks-"))
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(str(folder / "socket"))
    listener.listen()
    text = PYTHON.format(
        python=sys.executable, helpers=str(FOLDERS[1]), server=str(folder / "socket"), executable=executable
    )
    (folder / "python").write_text(text, encoding="utf-8")
    (folder / "python").chmod(0o700)
    path = os.pathsep.join([*map(str, FOLDERS), os.environ.get("PYTHONPATH", "")])
    tests_end, ours = os.pipe()
    with listener:
        server = subprocess.Popen(
            [sys.executable, "-c", RUN, prepare, str(listener.fileno()), str(tests_end)],
            env=os.environ | {"PYTHONPATH": path},
            pass_fds=[listener.fileno(), tests_end],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
    os.close(tests_end)

    def end() -> None:
        os.close(ours)
        server.wait()
        shutil.rmtree(folder)

    atexit.register(end)
    return folder


# --- In the fork server -------------------------------------------------------------------------------


def serve(prepare: str, listener_fd: str, tests_end_fd: str) -> Callable[[], object]:
    """Fork a process for each request. Returns only in the forked ones, with what they are to run."""
    {"import_teahorse": _import_teahorse, "collect_tests": _collect_tests}[prepare]()
    gc.collect()
    gc.freeze()
    tests_end, listener = int(tests_end_fd), socket.socket(fileno=int(listener_fd))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    running: dict[int, socket.socket] = {}  # connections to the parents, by process id
    while True:
        ready, _, _ = select.select([listener, ended, tests_end, *running.values()], [], [])
        if tests_end in ready:
            for pid in running:
                os.kill(pid, signal.SIGKILL)
            sys.exit()
        for pid, connection in running.items():
            if connection in ready:  # the parent has ended; nothing else is ever sent
                os.kill(pid, signal.SIGKILL)
        if ended in ready:
            os.read(ended, MESSAGE_BYTES)
        _report_ended(running)
        if listener in ready:
            connection, _ = listener.accept()
            request, fds, _, _ = socket.recv_fds(connection, MESSAGE_BYTES, 4)
            pid = os.fork()
            if not pid:
                signal.set_wakeup_fd(-1)
                for other in (listener, connection, *running.values()):
                    other.close()
                for fd in (ended, wake, tests_end):
                    os.close(fd)
                return _become(request, fds)
            running[pid] = connection
            for fd in fds:
                os.close(fd)
            with suppress(BrokenPipeError):
                connection.send(str(pid).encode())


def _import_teahorse() -> None:
    # Spawned processes need a true Python: `multiprocessing.spawn` asks for it when it is imported.
    for module in ("multiprocessing.spawn", "teahorse.cli", "teahorse.web.app", "teahorse.web.serving"):
        import_module(module)
    import_module("teahorse.game").Game.new()  # this loads the compiled rules


def _collect_tests() -> None:
    """Import what tests import, and the tests. Workers collect again, and find an error that there may be."""
    import_module("pytest").main(["--collect-only", "-qq", "-p", "no:cacheprovider", "-p", "no:xdist"])


def _report_ended(running: dict[int, socket.socket]) -> None:
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with running.pop(pid) as connection, suppress(BrokenPipeError):  # nobody asks for it
            connection.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(request: bytes, fds: Sequence[int]) -> Callable[[], object]:
    """Make this process like a new one; gives what it is to run."""
    sys.executable, arguments, env = json.loads(request)
    *streams, folder = fds
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for standard, fd in enumerate(streams):
        os.dup2(fd, standard)
        os.close(fd)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1, closefd=False)
    random.seed()  # else all forked processes would draw the same
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    os.close(folder)
    sys.path[:0] = [path for path in env.get("PYTHONPATH", "").split(os.pathsep) if path and path not in sys.path]
    return _program(arguments)


def _program(arguments: list[str]) -> Callable[[], object]:
    """What Python runs with these arguments."""
    first, *others = arguments[1:] if arguments[0] == "-u" else arguments
    if first == "-m":
        sys.argv = others
        return partial(runpy.run_module, others[0], run_name="__main__", alter_sys=True)
    if first == "-c":
        sys.argv = ["-c", *others[1:]]
        return partial(exec, others[0], {"__name__": "__main__"})
    sys.argv = [first, *others]
    sys.path.insert(0, str(Path(first).parent))
    return partial(runpy.run_path, first, run_name="__main__")
