"""`teahorse backup` and `teahorse restore`."""

from pathlib import Path

from typer.testing import CliRunner

from table_setup import PERSON, config_for
from teahorse.cli import app as command_line
from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import Database
from teahorse.server.tables.service import TableService


def test_games_go_to_a_file_and_into_a_new_database(tmp_path: Path) -> None:
    storage = Database(sqlite_url(tmp_path / "club.sqlite"))
    table_id, _ = TableService(storage).create(config_for(PERSON, PERSON, PERSON))
    storage.close()
    file, old, new = (str(tmp_path / name) for name in ("club.backup", "club.sqlite", "new.sqlite"))
    written = CliRunner().invoke(command_line, ["backup", file, "--database", old])
    assert (written.exit_code, written.stdout) == (0, f"1 game is in {file}.\n")
    restored = CliRunner().invoke(command_line, ["restore", file, "--database", new])
    assert (restored.exit_code, restored.stdout) == (0, "1 game is restored.\n")
    again = Database(sqlite_url(Path(new)))
    assert again.table(table_id) is not None
    again.close()
    refused = CliRunner().invoke(command_line, ["restore", file, "--database", new])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "This database is not empty; a backup is restored into a new one." in refused.stderr


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Buy tea.")
    refused = CliRunner().invoke(command_line, ["restore", str(file), "--database", str(tmp_path / "new.sqlite")])
    assert refused.exit_code == 2
    assert "notes.txt is no backup of teahorse, or it is damaged." in refused.stderr
