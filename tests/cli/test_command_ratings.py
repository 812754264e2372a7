"""`teahorse ratings`."""

from pathlib import Path

from typer.testing import CliRunner

from teahorse.cli import app as command_line
from teahorse.server.accounts.ratings import new_skills
from teahorse.server.settings import sqlite_url
from teahorse.server.storage.accounts import StoredAccount
from teahorse.server.storage.database import Database
from teahorse.server.storage.ratings import RatedGame, Skill


def test_ratings_are_computed_again(tmp_path: Path) -> None:
    storage = Database(sqlite_url(tmp_path / "club.sqlite"))
    for name in ("ann", "bo"):
        storage.accounts.add(StoredAccount(name, name, name, "", True, 0))
    storage.ratings.rate(RatedGame("abcdefghij", "2023", 3, 0, {"ann": 1, "bo": 2}), new_skills)
    right = storage.ratings.standings("ann")
    storage.ratings.recompute(lambda before, places: dict.fromkeys(places, Skill(0.0, 1.0)))
    assert storage.ratings.standings("ann") != right
    storage.close()
    done = CliRunner().invoke(command_line, ["ratings", "--database", str(tmp_path / "club.sqlite")])
    assert (done.exit_code, done.stdout) == (0, "1 game is rated.\n")
    storage = Database(sqlite_url(tmp_path / "club.sqlite"))
    assert storage.ratings.standings("ann") == right
    storage.close()
