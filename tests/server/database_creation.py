"""Creates databases in processes that are killed halfway, or in several processes at the same moment.

Tests call `create_databases`, which runs this file as a program, because forking a test process is not safe:

- `killed FOLDER` creates one database after the other. Each process is killed one statement later than the process
  before, until one of them finishes.
- `together FOLDER TIMES` lets three processes create the same database at the same moment, TIMES times.
"""

import os
import shutil
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine, event

from fork_server import forked_python
from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import Database

MOST_STATEMENTS = 200
AT_ONCE = 3


def create_databases(*arguments: object) -> None:
    """Run this file as a program; the test fails if it does."""
    run = subprocess.run([forked_python(), __file__, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def copies_before_each_statement(database: Path, folder: Path) -> list[Path]:
    """Open a database and copy its files before each SQL statement: this is what a kill would leave."""
    copies: list[Path] = []

    def copy(*_: object) -> None:
        to = folder / f"{len(copies)}.sqlite"
        for file in database.parent.glob(f"{database.name}*"):  # with its log
            shutil.copy(file, folder / file.name.replace(database.name, to.name))
        copies.append(to)

    event.listen(Engine, "before_cursor_execute", copy)
    Database(sqlite_url(database)).close()
    event.remove(Engine, "before_cursor_execute", copy)
    return copies


def fork(work: Callable[[], None]) -> int:
    """Run a function in a forked process; gives the process id."""
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
    """Kill this process when it executes one SQL statement more than this."""
    left = statements

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", count)


def create_and_be_killed(path: Path, statements: int) -> None:
    die_after(statements)
    Database(sqlite_url(path)).close()


def killed(folder: Path) -> None:
    Database(sqlite_url(folder / "once.db")).close()  # what this imports, no forked process has to import again
    for statements in range(MOST_STATEMENTS):
        path = folder / f"{statements}.sqlite"
        if ended_well(fork(lambda path=path, statements=statements: create_and_be_killed(path, statements))):
            return
    sys.exit("Every process was killed before it finished.")


def together(folder: Path, times: int) -> None:
    for number in range(times):
        path = folder / f"{number}.sqlite"
        start, go = os.pipe()

        def create(path: Path = path, start: int = start, go: int = go) -> None:
            os.close(go)
            os.read(start, 1)  # returns in all processes when the parent closes its end
            Database(sqlite_url(path)).close()

        children = [fork(create) for _ in range(AT_ONCE)]
        os.close(go)
        outcomes = [ended_well(child) for child in children]
        os.close(start)
        if not all(outcomes):
            sys.exit(1)


if __name__ == "__main__":
    if sys.argv[1] == "killed":
        killed(Path(sys.argv[2]))
    else:
        together(Path(sys.argv[2]), int(sys.argv[3]))
