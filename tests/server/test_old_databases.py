"""Databases of earlier versions, and games that the rules of this version refuse: nothing of them is lost or breaks.

`data/first.sql` is a database as the first version made it, and `data/first.json` says how its games stood there.
"""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from database_creation import copies_before_each_statement
from fastapi import FastAPI
from sqlalchemy import text

from table_setup import PERSON, config_for, play_greedily, play_moves
from teahorse.game import Game
from teahorse.rules.board import TABLES_VERSION
from teahorse.rules.version import RULES_VERSION
from teahorse.server.history.history import GameHistory
from teahorse.server.settings import Settings, sqlite_url
from teahorse.server.storage.database import Database, StorageError
from teahorse.server.tables.errors import Stopped
from teahorse.server.tables.keys import LIST_COOKIE, ListedKey, hash_of
from teahorse.server.tables.service import DrawingHooks, TableService
from teahorse.server.tables.summary import summaries
from teahorse.snapshot import to_text
from teahorse.web.app import make_app
from teahorse.web.drawing import piece_ids_store
from teahorse.web.drawing.piece_ids import cast_of

DATA = Path(__file__).parent / "data"
FIRST: dict[str, dict[str, Any]] = json.loads((DATA / "first.json").read_text(encoding="utf-8"))
HOST = "tables.example"
SENTENCE = "Move 5 of this game is not allowed by the rules of this version."


def make_first(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.executescript((DATA / "first.sql").read_text(encoding="utf-8"))
    connection.close()


@pytest.fixture
def first(tmp_path: Path) -> str:
    """A database of the first version."""
    make_first(tmp_path / "first.sqlite")
    return sqlite_url(tmp_path / "first.sqlite")


@pytest.fixture
def old_tables(first: str) -> Iterator[TableService]:
    storage = Database(first)
    yield TableService(storage)
    storage.close()


def visit(app: FastAPI, *paths: str, held: ListedKey | None = None) -> list[httpx.Response]:
    """Ask for pages, in English, with a key in the cookie."""

    async def answers() -> list[httpx.Response]:
        headers = {"accept-language": "en"} | ({"cookie": f'{LIST_COOKIE}="{held.table}.{held.key}"'} if held else {})
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=headers) as client:
            return [await client.get(path) for path in paths]

    return asyncio.run(answers())


def pages_of(table_id: str, rows: int) -> list[str]:
    """Everything that can be read of a table."""
    at = f"/t/{table_id}"
    return [
        *("/", at, f"{at}?part=1", f"{at}/at/0", f"{at}/at/{rows}", f"{at}/at/{rows}?part=1", f"{at}/story?after=0"),
        *(f"{at}/log/1", f"{at}/record", f"{at}/review/state?rows={rows}"),
        *(f"/api/v1{at.replace('/t/', '/tables/')}{what}" for what in ("", "/record", "/why-not?move=pass")),
    ]


# --- The first version --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIRST)
def test_a_game_of_the_first_version_stands_as_it_stood(old_tables: TableService, name: str) -> None:
    was = FIRST[name]
    table = old_tables.open(was["id"])
    game = table.history.game
    now, then = game.snapshot(), json.loads(was["snapshot"])
    assert {**now, "board": None} == {**then, "board": None}
    assert now["board"]["bank_high"][0] == [0, 9]  # the first tables, as a board of its own
    assert (len(table.history.rows), len(table.history.steps)) == (was["rows"], was["steps"])
    assert (table.to_move, game.result_text(), table.stopped) == (was["to_move"], was["result"], None)
    assert table.players_of([was["key"]]) != frozenset()


def test_an_old_database_is_upgraded_once_and_for_all(first: str) -> None:
    for _ in range(2):
        storage = Database(first)
        stored = storage.table(FIRST["standard, finished"]["id"])
        assert stored is not None and (stored.tables_version, stored.rules_version) == (1, 1)
        table_id, _ = TableService(storage).create(config_for(PERSON, PERSON, PERSON))
        new = storage.table(table_id)
        assert new is not None and (new.tables_version, new.rules_version) == (TABLES_VERSION, RULES_VERSION)
        assert storage.default_board("2023") is None
        storage.close()


def test_an_upgraded_database_has_the_same_indexes_as_a_new_one(first: str, database: str) -> None:
    indexes = []
    for each in (first, database):
        storage = Database(each)
        with storage._engine.connect() as connection:
            found = connection.execute(text("SELECT name, tbl_name FROM sqlite_master WHERE type = 'index'"))
            indexes.append(sorted(map(tuple, found)))
        storage.close()
    assert indexes[0] == indexes[1] and ("keys_by_hash", "keys") in indexes[0]


def test_a_kill_in_the_middle_of_an_upgrade_spoils_nothing(tmp_path: Path) -> None:
    make_first(tmp_path / "first.sqlite")
    (tmp_path / "copies").mkdir()
    copies = copies_before_each_statement(tmp_path / "first.sqlite", tmp_path / "copies")
    assert len(copies) > 50 and list((tmp_path / "copies").glob("*-wal"))
    for path in copies:
        storage = Database(sqlite_url(path))
        for was in (FIRST["Dúli, finished"], FIRST["expert, with undo"]):
            assert TableService(storage).open(was["id"]).history.game.result_text() == was["result"]
        storage.close()


@pytest.mark.parametrize("name", ["Dúli, running", "2013, two colours, running", "expert, with undo"])
def test_an_old_game_goes_on(old_tables: TableService, name: str) -> None:
    was = FIRST[name]
    table = play_greedily(old_tables, was["id"], was["key"], was["rows"] + 12)
    assert len(table.history.rows) >= was["rows"] + 12


def test_a_record_of_an_old_game_carries_its_tables(old_tables: TableService) -> None:
    was = FIRST["standard, finished"]
    again = Game.from_record(old_tables.record(was["id"]))
    assert again.result_text() == was["result"]
    assert again.rules is old_tables.open(was["id"]).rules


def test_every_page_of_every_old_game_opens(first: str) -> None:
    app = make_app(Settings(first, names=(HOST,)))
    for was in FIRST.values():
        pages = pages_of(was["id"], was["rows"])
        for path, answer in zip(pages, visit(app, *pages, held=ListedKey(was["id"], was["key"])), strict=True):
            empty = "/log/" in path and was["rows"] == 0
            assert answer.status_code == (404 if empty else 200), f"{path}: {answer.text[:300]}"
        home = visit(app, "/", held=ListedKey(was["id"], was["key"]))[0].text
        assert (f'href="/t/{was["id"]}"' in home and "house rules" not in home) or name_of_options(was)
    app.state.storage.close()


def name_of_options(was: dict[str, Any]) -> bool:
    """Whether a game was begun with house rules, and may be called so."""
    then = json.loads(was["snapshot"])
    return bool(then["options"]) or then["board"] is not None


# --- Moves that are not allowed any more --------------------------------------------------------------


@pytest.fixture
def refused(tables: TableService) -> ListedKey:
    """A table whose fifth row the rules refuse, as if they had changed; three more rows follow it."""
    held = ListedKey(*tables.create(config_for(PERSON, "greedy", PERSON)))
    play_moves(tables, *held, "bid school 9", "market", "market", "market", "market", "market", "pass", "pass")
    with tables.storage._engine.begin() as connection:
        connection.execute(text("UPDATE rows SET text = 'bid school 9' WHERE number = 5"))
        connection.execute(text("UPDATE positions SET seal = 'of the rules before'"))
    return held


def test_a_table_opens_as_what_it_was_up_to_the_refused_move(storage: Database, refused: ListedKey) -> None:
    table = TableService(storage).open(refused.table)
    assert [row.number for row in table.history.rows] == [1, 2, 3, 4]
    assert table.to_move is None and SENTENCE in str(table.stopped)


def test_nothing_is_added_to_a_game_that_cannot_go_on(storage: Database, refused: ListedKey) -> None:
    tables = TableService(storage)
    for number in (5, 9):
        with pytest.raises(Stopped, match=SENTENCE):
            tables.play(refused.table, [refused.key], "market", number)
        with pytest.raises(Stopped):
            tables.undo(refused.table, [refused.key], number, whole=False)
        with pytest.raises(Stopped):
            tables.play_for_bot(refused.table, "market", number)
    assert len(storage.rows_after(refused.table, 0)) == 8


def test_rows_of_a_server_with_other_rules_stop_a_game_too(tables: TableService, database: str) -> None:
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    play_moves(tables, *held, "bid school 9")
    others = Database(database)
    with others._engine.begin() as connection:
        connection.execute(text(f"INSERT INTO rows VALUES ('{held.table}', 2, 'move', 'bid school 9', 'p2', 0)"))
    others.close()
    table = tables.open(held.table)
    assert len(table.history.rows) == 1 and "Move 2 of this game" in str(table.stopped)
    assert tables.open(held.table).stopped is not None


def test_no_page_breaks_on_a_refused_move_and_each_table_page_says_so(database: str, refused: ListedKey) -> None:
    app = make_app(Settings(database, names=(HOST,)))
    pages = [*pages_of(refused.table, 4), f"/t/{refused.table}/at/7", f"/t/{refused.table}/review/state?rows=8"]
    answers = dict(zip(pages, visit(app, *pages, held=refused), strict=True))
    assert {path: answer.status_code for path, answer in answers.items() if answer.status_code != 200} == {}
    assert SENTENCE in answers[f"/t/{refused.table}"].text
    assert "other rules and can&#39;t go on" in answers["/"].text
    shown = answers[f"/api/v1/tables/{refused.table}"].json()
    assert SENTENCE in shown["stopped"] and shown["legal_moves"] == [] and shown["to_move"] is None
    assert len(Game.from_record(answers[f"/t/{refused.table}/record"].text).moves) == 4
    app.state.storage.close()


def test_an_undo_of_nothing_stops_a_game_too(storage: Database, tables: TableService) -> None:
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    with storage._engine.begin() as connection:
        connection.execute(text(f"INSERT INTO rows VALUES ('{held.table}', 1, 'undo', 'pass', 'p1', 0)"))
    assert TableService(storage).open(held.table).stopped is not None


@pytest.mark.parametrize(
    "change", ["edition = '1999'", "options = '{\"tea\": 1}'", "tables_version = 99", "board = '{\"temple\": []}'"]
)
def test_a_table_with_rules_that_are_not_known_is_listed_and_told(
    database: str, tables: TableService, change: str
) -> None:
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    with tables.storage._engine.begin() as connection:
        connection.execute(text(f"UPDATE tables SET {change}".replace(":", r"\:")))
    app = make_app(Settings(database, names=(HOST,)))
    home, *others = visit(app, *pages_of(held.table, 0), held=held)
    assert home.status_code == 200 and f"/t/{held.table}" in home.text
    assert re.search(r"played by rules that this version doesn&#39;t know", home.text)
    assert {answer.status_code for answer in others} == {422}
    assert all("played by rules that this version doesn" in answer.text for answer in others)
    app.state.storage.close()


# --- Which piece is which -----------------------------------------------------------------------------

REMEMBERING = DrawingHooks(piece_ids_store.save, piece_ids_store.restore)


def test_the_pieces_of_a_table_that_left_the_memory_stand_where_they_stood(storage: Database) -> None:
    tables = TableService(storage, most_open=1, drawing=REMEMBERING)
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    for rows in (30, 33, 60):
        drawn = cast_of(play_greedily(tables, *held, rows=rows).history)
        tables.open(tables.create(config_for(PERSON, PERSON, PERSON))[0])  # the other one leaves
        again = tables.open(held.table).history
        assert len(again.drawing_states) == 1  # nothing was followed from the beginning
        assert cast_of(again) == drawn == cast_of(GameHistory(again.rules, again.rows))


@pytest.mark.parametrize(
    "damage",
    [
        "data = 'x'",
        "data = '[]'",
        "data = '{}'",
        "number = 3",
        "number = 99",
        "data = replace(data, 'supply', 'market')",
    ],
)
def test_pieces_that_do_not_stand_where_the_position_says_are_found_out_anew(storage: Database, damage: str) -> None:
    tables = TableService(storage, most_open=1, drawing=REMEMBERING)
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    drawn = cast_of(play_greedily(tables, *held, rows=40).history)
    tables.open(tables.create(config_for(PERSON, PERSON, PERSON))[0])
    with storage._engine.begin() as connection:
        connection.execute(text(f"UPDATE drawings SET {damage}"))
    again = TableService(storage, drawing=REMEMBERING).open(held.table).history
    assert again.drawing_states == {} and cast_of(again) == drawn


# --- Kept positions -----------------------------------------------------------------------------------


def listed(storage: Database, held: ListedKey) -> str:
    (glance,) = summaries(storage, {held.table: [hash_of(held.key)]})
    assert glance.game is not None
    return to_text(glance.game.snapshot())


def test_a_list_of_games_replays_none(storage: Database, tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    held = ListedKey(*tables.create(config_for(PERSON, PERSON)))
    play_greedily(tables, *held, rows=20)
    table = play_greedily(tables, *held, rows=23)
    if table.undoable({"p1", "p2"}):
        table = tables.undo(held.table, [held.key], table.next_number, whole=False)
    monkeypatch.setattr(storage, "rows_after", None)
    assert listed(storage, held) == to_text(table.history.game.snapshot())


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM positions",
        "UPDATE positions SET seal = 'x'",
        "UPDATE positions SET data = zeroblob(length(data))",
        "UPDATE positions SET data = x''",
        "UPDATE rows SET text = 'bid yard 9' WHERE number = 3",
        "INSERT INTO rows SELECT \"table\", 4, 'move', 'market', 'p1', made_at FROM rows WHERE number = 3",
        "UPDATE tables SET tables_version = 1",
    ],
)
def test_a_position_that_was_kept_is_not_trusted_over_the_rows(
    storage: Database, tables: TableService, damage: str
) -> None:
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    play_moves(tables, *held, "bid school 9", "market", "market")
    with storage._engine.begin() as connection:
        connection.execute(text(damage))
    truth = TableService(storage).open(held.table).history.game.snapshot()
    assert listed(storage, held) == to_text(truth)
    assert listed(storage, held) == to_text(truth)  # and again, now that it is kept anew


def test_games_are_listed_though_the_disk_is_full(
    storage: Database, tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    with storage._engine.begin() as connection:
        connection.execute(text("DELETE FROM positions"))

    def full_disk(*_: object) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(storage, "save_position", full_disk)
    assert listed(storage, held) == to_text(tables.open(held.table).history.game.snapshot())


def test_a_position_of_another_version_of_the_rules_is_not_used(
    storage: Database, tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    play_moves(tables, *held, "bid school 9")
    monkeypatch.setattr("teahorse.server.history.latest_position._LAYOUT", f"version {RULES_VERSION + 1}")
    asked: list[int] = []
    rows_after = storage.rows_after
    monkeypatch.setattr(storage, "rows_after", lambda *about: asked.append(1) or rows_after(*about))
    listed(storage, held)
    listed(storage, held)
    assert len(asked) == 1  # replayed once, then kept by the new version
