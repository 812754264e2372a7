"""Backups: what comes back is what was there, in any kind of database, or nothing and a sentence."""

import gzip
import json
from pathlib import Path

import pytest

from postgres_server import PostgresServer
from table_setup import PERSON, config_for, play_greedily
from teahorse.server.settings import sqlite_url
from teahorse.server.storage.backup import BackupError, restore_backup, write_backup
from teahorse.server.storage.database import Database, StorageError
from teahorse.server.tables.service import TableService
from teahorse.snapshot import to_text


@pytest.fixture
def game(tables: TableService, storage: Database) -> tuple[str, str]:
    """A game with some rows, a review and a default board; its id and key."""
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    play_greedily(tables, table_id, key, 20)
    storage.save_review(table_id, 20, {"points": [1, 2]})
    storage.save_default_board("2023", {"temple": [3, 6]})
    return table_id, key


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_backup_comes_back_whole(
    game: tuple[str, str],
    tables: TableService,
    storage: Database,
    tmp_path: Path,
    target: str,
    postgres: PostgresServer,
) -> None:
    table_id, key = game
    file = tmp_path / "games.backup"
    assert write_backup(storage.database, file) == 1
    other = sqlite_url(tmp_path / "other.sqlite") if target == "sqlite" else postgres.new_database()
    assert restore_backup(file, other) == 1
    again = Database(other)
    restored = TableService(again).open(table_id)
    before = tables.open(table_id)
    assert to_text(restored.history.game.snapshot()) == to_text(before.history.game.snapshot())
    assert restored.players_of([key]) == before.players_of([key]) != frozenset()
    assert again.review(table_id, 20) == {"points": [1, 2]}
    assert again.default_board("2023") == {"temple": [3, 6]}
    assert again.overviews([table_id]) == storage.overviews([table_id])
    play_greedily(TableService(again), table_id, key, 22)
    again.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_damaged_backup_is_refused_and_nothing_is_restored(
    game: tuple[str, str], storage: Database, tmp_path: Path
) -> None:
    whole = tmp_path / "games.backup"
    write_backup(storage.database, whole)
    lines = gzip.decompress(whole.read_bytes()).splitlines(keepends=True)
    damaged = {
        "short": (whole.read_bytes()[:-30], "cut short"),
        "text": (b"Buy tea.", "is no backup of teahorse, or it is damaged"),
        "other": (gzip.compress(b'{"recipes": 3}\n'), "is no backup of teahorse"),
        "empty": (gzip.compress(b""), "is no backup of teahorse"),
        "lost line": (gzip.compress(b"".join([*lines[:3], *lines[4:]])), "rows, but it has"),
        "lost end": (gzip.compress(b"".join(lines[:-1])), "cut short"),
        "newer": (
            gzip.compress(b"".join([json.dumps({"teahorse backup": "99"}).encode() + b"\n", *lines[1:]])),
            "schema 99",
        ),
    }
    for name, (data, sentence) in damaged.items():
        file = tmp_path / name
        file.write_bytes(data)
        target = sqlite_url(tmp_path / f"{name}.sqlite")
        with pytest.raises((BackupError, StorageError), match=sentence):
            restore_backup(file, target)
        assert restore_backup(whole, target) == 1  # the database was left empty


def test_a_database_with_games_is_not_overwritten(game: tuple[str, str], storage: Database, tmp_path: Path) -> None:
    file = tmp_path / "games.backup"
    write_backup(storage.database, file)
    with pytest.raises(StorageError, match="is not empty"):
        restore_backup(file, storage.database)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_backup_of_the_first_schema_is_migrated(storage: Database, tmp_path: Path) -> None:
    table = {
        "id": "abcdefghij",
        "kind": "game",
        "title": "",
        "edition": "2023",
        "people": 3,
        "options": {},
        "board": None,
        "seats": [],
        "seed": 5,
        "take_back": "turn",
        "lesson": None,
        "headers": {},
        "created_at": 1_700_000_000,
    }
    file = tmp_path / "old.backup"
    lines = [{"teahorse backup": "1"}, ["tables", table], {"rows": 1}]
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    target = sqlite_url(tmp_path / "new.sqlite")
    assert restore_backup(file, target) == 1
    again = Database(target)
    found = again.table("abcdefghij")
    again.close()
    assert found is not None and (found.rules_version, found.options) == (1, {})
