"""The disk fills up: no move is acknowledged that isn't stored, and with room again every table goes on."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from fault_scale import Report, Scale
from fault_server import FaultServer
from full_disk import FileSizeLimit, FullDisk, RefusingTables
from honest_client import Crowd, TableClient
from own_postgres import own_postgres
from small_disk import may_mount, small_disk

from teahorse.server.settings import sqlite_url

TABLES = 3
PATIENCE = 90.0
LIMITED, MOUNTED = "limited", "mounted"
DISKS = [LIMITED, MOUNTED] if may_mount() else [LIMITED]


@contextmanager
def database_on_small_disk(kind: str) -> Iterator[tuple[str, FullDisk]]:
    """A database on a mounted disk of its own."""
    with tempfile.TemporaryDirectory(prefix="disk") as parent, ExitStack() as stack:
        Path(parent).chmod(0o755)  # PostgreSQL runs as another user
        disk = stack.enter_context(small_disk(Path(parent) / "d", 8 if kind == "sqlite" else 120))
        if kind == "sqlite":
            yield sqlite_url(disk.folder / "games.sqlite"), disk
        else:
            (disk.folder / "pg").mkdir()
            yield stack.enter_context(own_postgres(disk.folder / "pg")).database, disk


@contextmanager
def database_with_limit(kind: str, folder: Path) -> Iterator[tuple[str, FullDisk]]:
    """A database that can't write any more when it is told so."""
    if kind == "sqlite":
        yield sqlite_url(folder / "games.sqlite"), FileSizeLimit()
    else:
        with own_postgres() as server:
            yield server.database, RefusingTables()


@pytest.mark.parametrize("how", DISKS)
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_full_disk_loses_no_acknowledged_move(
    kind: str, how: str, scale: Scale, report: Report, tmp_path: Path
) -> None:
    on_disk = database_on_small_disk(kind) if how == MOUNTED else database_with_limit(kind, tmp_path)
    with on_disk as (database, disk), FaultServer(database, tmp_path / "log.txt") as server:
        crowd = Crowd([TableClient.at_new_table([server.address], seed) for seed in range(TABLES)])
        crowd.start()
        for _ in range(scale.of(1, 5)):
            wait_for(crowd, moves=5)
            unanswered = crowd.unanswered()
            disk.fill(server)
            end = time.monotonic() + PATIENCE
            while crowd.unanswered() < unanswered + TABLES:  # PostgreSQL has written some files ahead
                assert time.monotonic() < end, "The disk isn't full."
                time.sleep(0.02)
            disk.make_room(server)
            wait_for(crowd, moves=20)
        crowd.stop()
        crowd.check(database)
    report(acknowledged=crowd.acknowledged(), without_an_answer=crowd.unanswered())


def wait_for(crowd: Crowd, moves: int) -> None:
    """Wait until this many more moves were acknowledged."""
    wanted, end = crowd.acknowledged() + moves, time.monotonic() + PATIENCE
    while crowd.acknowledged() < wanted:
        assert time.monotonic() < end, "The tables don't go on."
        time.sleep(0.02)
