"""Processes that make a database: killed in the middle, or all at once. Run as a program, beside the tests.

`making.py killed FOLDER` makes one database after the other, each in a process that is killed after one statement more
than the one before, until one process lives to its end; `making.py killed FOLDER FIRST` upgrades copies of the database
FIRST instead. `making.py together FOLDER TIMES` lets three processes make the
same database at the same moment, so many times. Each process is forked from one that has everything imported.
"""

import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine, event

from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import Database

MOST_STATEMENTS = 60
AT_ONCE = 3


def in_a_child(work: Callable[[], None]) -> int:
    """Start a process for some work; gives its id."""
    child = os.fork()
    if child:
        return child
    try:
        work()
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def ended_well(child: int) -> bool:
    return os.waitpid(child, 0)[1] == 0


def die_after(statements: int) -> None:
    """Let this process be killed once it has executed so many statements."""
    left = statements

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", count)


def make_and_be_killed(path: Path, statements: int) -> None:
    die_after(statements)
    Database(sqlite_url(path)).close()


def killed(folder: Path, first: Path | None) -> None:
    for statements in range(MOST_STATEMENTS):
        path = folder / f"{statements}.sqlite"
        if first is not None:
            shutil.copy(first, path)
        if ended_well(in_a_child(lambda path=path, statements=statements: make_and_be_killed(path, statements))):
            return
    sys.exit("No process lived to its end.")


def together(folder: Path, times: int) -> None:
    for number in range(times):
        path = folder / f"{number}.sqlite"
        start, go = os.pipe()

        def make(path: Path = path, start: int = start, go: int = go) -> None:
            os.close(go)
            os.read(start, 1)  # ends when the parent closes its side, for all at once
            Database(sqlite_url(path)).close()

        children = [in_a_child(make) for _ in range(AT_ONCE)]
        os.close(go)
        outcomes = [ended_well(child) for child in children]
        os.close(start)
        if not all(outcomes):
            sys.exit(1)


if __name__ == "__main__":
    if sys.argv[1] == "killed":
        killed(Path(sys.argv[2]), Path(sys.argv[3]) if len(sys.argv) > 3 else None)
    else:
        together(Path(sys.argv[2]), int(sys.argv[3]))
