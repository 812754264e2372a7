"""Backups: all that a database holds in one file, which later versions and other kinds of databases can read.

The file is compressed JSON with a line for each stored row. The first line names the schema. The last one counts the
rows, so that a file that was cut short is noticed.
"""

import base64
import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import Connection, LargeBinary, MetaData, Table, select

from ...errors import TeahorseError
from .engine import OWNER_ONLY, connect_to, writing
from .migration import HEAD, create_at, prepare
from .schema import METADATA, REVISION, TABLES

FORMAT = "teahorse backup"
LINES_AT_ONCE = 1000


class BackupError(TeahorseError):
    """A backup that can't be read."""


def write_backup(database: str, path: Path) -> int:
    """Write all that a database holds to a file, as it is at one moment; a server may go on meanwhile.

    Gives the number of games.
    """
    partial = path.with_name(f".{path.name}.part")
    engine = connect_to(database)
    try:
        with writing(engine) as connection:
            prepare(connection, database)
        partial.touch(mode=OWNER_ONLY)  # it holds hidden cards, too
        with engine.connect() as connection, gzip.open(partial, "wt", encoding="utf-8") as file:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            games = _write(connection, file)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
        engine.dispose()
    return games


def _write(connection: Connection, file: TextIO) -> int:
    counts = dict.fromkeys((table.name for table in _tables(METADATA)), 0)
    file.write(json.dumps({FORMAT: HEAD}) + "\n")
    for table in _tables(METADATA):
        found = connection.execution_options(yield_per=LINES_AT_ONCE).execute(select(table))
        for row in found.mappings():
            values = {name: _as_text(value) if isinstance(value, bytes) else value for name, value in row.items()}
            file.write(json.dumps([table.name, values], ensure_ascii=False) + "\n")
            counts[table.name] += 1
    file.write(json.dumps({"rows": sum(counts.values())}) + "\n")
    return counts[TABLES.name]


def restore_backup(path: Path, database: str) -> int:
    """Fill an empty database from a file: all of it, or nothing. Gives the number of games."""
    engine = connect_to(database)
    try:
        with writing(engine) as connection:
            lines = _lines(path)
            revision = next(lines).get(FORMAT)
            create_at(connection, str(revision))
            games = _fill(connection, lines)
            prepare(connection, database)
    finally:
        engine.dispose()
    return games


def _fill(connection: Connection, lines: Iterator[Any]) -> int:
    stored = MetaData()  # as that version had it
    stored.reflect(connection)
    count = games = 0
    for line in lines:
        if isinstance(line, dict):
            if line.get("rows") != count:
                raise BackupError(f"This backup says that it has {line.get('rows')} rows, but it has {count}.")
            return games
        name, values = line
        table = stored.tables[name]
        bytes_columns = [column.name for column in table.columns if isinstance(column.type, LargeBinary)]
        values |= {column: base64.b64decode(values[column]) for column in bytes_columns}
        connection.execute(table.insert().values(**values))
        count, games = count + 1, games + (name == TABLES.name)
    raise BackupError("This backup was cut short: its last line is missing.")


def _lines(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            first = json.loads(next(file, "null"))
            if not isinstance(first, dict) or FORMAT not in first:
                raise BackupError(f"{path.name} is no backup of teahorse.")
            yield first
            for line in file:
                yield json.loads(line)
    except EOFError:
        raise BackupError("This backup was cut short: its last line is missing.") from None
    except (gzip.BadGzipFile, zlib.error, UnicodeDecodeError, json.JSONDecodeError):
        raise BackupError(f"{path.name} is no backup of teahorse, or it is damaged.") from None


def _tables(metadata: MetaData) -> list[Table]:
    """The tables, each after those that it refers to."""
    return [table for table in metadata.sorted_tables if table.name != REVISION.name]


def _as_text(value: bytes) -> str:
    return base64.b64encode(value).decode("ascii")


__all__ = ["BackupError", "restore_backup", "write_backup"]
