"""14.3: nobody at a running table learns in which order Dúli's cards will come."""

import asyncio
import random
import re
import secrets
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from table_setup import PERSON, config_for, play_greedily, play_moves
from teahorse.bots import Budget, bot_named
from teahorse.game import Game
from teahorse.server.settings import Settings
from teahorse.server.tables import append as adding
from teahorse.server.tables.errors import NothingToUndo
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.keys import LIST_COOKIE, ListedKey
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table
from teahorse.web.app import make_app
from teahorse.web.new_game.open_record import read_file

GAMES = Path(__file__).parents[1] / "games"
HOST = "tables.example"


@pytest.fixture
def app(database: str) -> Iterator[FastAPI]:
    app = make_app(Settings(database, bot_pause=0, names=(HOST,)))
    yield app
    app.state.storage.close()


def deck_of(table: Table) -> list[str]:
    """The pile that lies on the table, from its first card on."""
    return [row.text for row in table.history.rows if row.text.startswith("deck")][-1].split()[1:]


def visit(app: FastAPI, held: ListedKey, *paths: str) -> list[str]:
    """What pages say to someone who holds the key, without the table's id, the key, and hashes of such pages."""

    async def answers() -> list[httpx.Response]:
        headers = {"accept-language": "en", "cookie": f"{LIST_COOKIE}={held.table}.{held.key}", "x-table": "1"}
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=headers) as client:
            return [await client.get(path) for path in paths]

    found = asyncio.run(answers())
    assert {answer.status_code for answer in found} == {200}
    texts = [answer.text.replace(held.table, "TABLE").replace(held.key, "KEY") for answer in found]
    return [re.sub(r'"version":"[\w-]+"', "", text) for text in texts]


def pages_of(table: Table) -> list[str]:
    at, rows = f"/t/{table.id}", len(table.history.rows)
    rounds = [f"{at}/log/{number}" for number in range(1, table.history.game.round + 1)]
    positions = [f"{at}/at/{row}" for row in range(0, rows + 1, 5)]
    api = [f"/api/v1/tables/{table.id}{what}" for what in ("", "/record", "/why-not?move=pass")]
    return ["/", at, f"{at}?part=1", f"{at}/record", f"{at}/story?after={rows - 5}", *rounds, *positions, *api]


def twins(tables: TableService, monkeypatch: pytest.MonkeyPatch, rows: int) -> Iterator[ListedKey]:
    """Two tables with the same game, but for the order of Dúli's cards that are still to come."""
    table_id, key = tables.create(config_for(PERSON, PERSON, vp_end="none", presents_end=0))
    moves = tuple(row.text for row in play_greedily(tables, table_id, key, rows).history.rows)
    for seed in (1, 2):
        monkeypatch.setattr(adding, "RNG", random.Random(seed))
        yield ListedKey(*tables.create(replace(config_for(PERSON, PERSON, vp_end="none", presents_end=0), moves=moves)))


@pytest.mark.parametrize("rows", [1, 9, 30, 75])
def test_no_page_and_no_answer_depends_on_the_cards_to_come(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    tables: TableService = app.state.table_service
    one, other = twins(tables, monkeypatch, rows)
    decks = [deck_of(tables.open(held.table)) for held in (one, other)]
    unseen = tables.open(one.table).history.game.unseen_cards
    assert unseen > 1 and decks[0] != decks[1] and decks[0][:-unseen] == decks[1][:-unseen]
    seen = [visit(app, held, *pages_of(tables.open(held.table))) for held in (one, other)]
    for path, first, second in zip(pages_of(tables.open(one.table)), *seen, strict=True):
        assert first == second, path


@pytest.mark.parametrize("rows", [1, 12, 31])
def test_bots_and_hints_do_not_depend_on_the_cards_to_come(
    tables: TableService, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    games = [tables.open(held.table).history.game for held in twins(tables, monkeypatch, rows)]
    assert games[0].snapshot() != games[1].snapshot()
    for bot in ("greedy", "search"):
        thoughts = [bot_named(bot, 5).consider(game, Budget(60)) for game in games]
        assert thoughts[0] == thoughts[1]


def test_the_record_of_a_running_game_leaves_the_cards_to_come_out(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON))
    table = play_greedily(tables, table_id, key, 20)
    drawn = table.history.game.snapshot()["duli"]["discard"]
    record = tables.record(table_id)
    (deck,) = [line for line in record.splitlines() if line.startswith("deck")]
    assert deck.split("#")[0].split() == ["deck", *map(str, drawn), "?"]
    assert f'[Unseen "{16 - len(drawn)}"]' in record
    again = Game.from_record(record)
    now, then = again.snapshot(), table.history.game.snapshot()
    assert sorted(now["duli"].pop("pile")) == sorted(then["duli"].pop("pile"))
    assert now == then


def test_the_record_of_a_finished_game_is_complete(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON))
    table = play_greedily(tables, table_id, key)
    record = tables.record(table_id)
    assert table.to_move is None and "?" not in record and "Unseen" not in record
    assert Game.from_record(record).snapshot() == table.history.game.snapshot()


def test_after_the_end_no_move_is_taken_back_as_the_record_has_shown_all_cards(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON))
    table = play_greedily(tables, table_id, key)
    assert table.undoable({"p1", "p2"}) == table.undoable_step({"p1", "p2"}) == 0
    with pytest.raises(NothingToUndo):
        tables.undo(table_id, [key], table.next_number, whole=False)


def test_a_server_shuffles_by_the_systems_own_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # what the tests' own chance is
    assert isinstance(adding.RNG, secrets.SystemRandom)


def test_the_seed_of_a_table_decides_nothing_about_the_cards(tables: TableService) -> None:
    decks = {tuple(deck_of(tables.open(tables.create(config_for(PERSON, PERSON, seed=1))[0]))) for _ in range(5)}
    assert len(decks) == 5


# --- Opened files -------------------------------------------------------------------------------------


def opened(text: str) -> GameConfig:
    return read_file(text.encode(), "game.yunnan", 1, lambda sentence: sentence).config


def test_opening_a_running_game_shuffles_the_cards_to_come_anew(tables: TableService) -> None:
    whole = Game.from_record((GAMES / "duli-2-vp.yunnan").read_text())
    while not whole.unseen_cards > 3:
        whole.undo_one()
    told = [str(card) for card in whole.snapshot()["duli"]["pile"]]
    decks = [deck_of(tables.open(tables.create(opened(whole.record()))[0])) for _ in range(3)]
    assert {tuple(deck[: -len(told)]) for deck in decks} == {tuple(decks[0][: -len(told)])}
    assert sum(deck[-len(told) :] == told for deck in decks) < 3


def test_the_record_of_a_running_game_opens_as_a_table_that_goes_on(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, vp_end="none", presents_end=0))
    before = play_greedily(tables, table_id, key, 30)
    wish = opened(tables.record(table_id))
    assert "Unseen" not in wish.headers
    again = ListedKey(*tables.create(wish))
    table = play_greedily(tables, *again, rows=60)
    assert [row.text for row in table.history.rows[1:30]] == [row.text for row in before.history.rows[1:30]]
    assert len(table.history.rows) >= 60


def test_a_running_game_without_duli_has_a_whole_record(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    play_moves(tables, table_id, key, "bid school 9")
    moves = tables.open(table_id).history.game.record().partition("\n\n")[2]
    assert moves and tables.record(table_id).partition("\n\n")[2] == moves
