"""14.3: whatever someone at a running table asks for, the order of Dúli's coming cards makes no difference.

Two tables have the same game but for that order. Every address below a table, found in the app itself, has to answer
both in the same words and after the same work, to players and to strangers.
"""

import asyncio
import json
import random
import re
import stat
import sys
import threading
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from table_setup import PERSON, config_for, play_greedily
from teahorse.bots import Budget
from teahorse.bots.transcript import GameTranscript
from teahorse.game import Game
from teahorse.server.settings import Settings, sqlite_url
from teahorse.server.storage.backup import write_backup
from teahorse.server.tables import append as adding
from teahorse.server.tables.keys import new_key
from teahorse.server.tables.rematch import start_rematch
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table, revealed_chance
from teahorse.server.thinking import worker_main
from teahorse.server.thinking.hints import Hints
from teahorse.server.thinking.review import DONE, Reviews
from teahorse.web.app import make_app

HOST = "tables.example"
TO_THE_END = {"vp_end": "none", "presents_end": 0}  # a long game, so that cards are to come
ROWS = 31
# What addresses below a table need besides its id, and what they are given.
PARAMETERS: dict[str, Callable[[Table], list[object]]] = {
    "row": lambda table: list(range(0, len(table.history.rows) + 1, 6)),
    "number": lambda table: list(range(1, table.history.game.round + 1)),
    "after": lambda table: [0, len(table.history.rows) - 5],
    "rows": lambda table: [len(table.history.rows)],
    "move": lambda table: ["pass", "bid school 9", "deck 1 2 3", "convert 2"],
}
STREAMS = ("/bell", "/events")  # never end by themselves; they carry numbers of rows and events
BY_LINK = ("{key}", "{token}", "{link}")  # need a link; what they do is covered by taking the seats


@pytest.fixture
def app(database: str) -> Iterator[FastAPI]:
    app = make_app(Settings(database, bot_pause=0, names=(HOST,)))
    app.state.hints = Hints(hint)
    app.state.reviews = Reviews(app.state.storage, ThinksHere(), 3, 2)  # type: ignore[arg-type]  # stands in for the pool
    yield app
    app.state.storage.close()


async def hint(table: Table) -> Any:
    """A hint that is thought of in this process."""
    return worker_main.consider(GameTranscript.of(table.history.game), Budget(40))


class ThinksHere:
    """Stands in for the worker processes: reviews are made in this one."""

    async def analyse(
        self, game_id: str, told: GameTranscript, positions: list[int], simulations: int | None, _: Any
    ) -> Any:
        return worker_main.analyse(game_id, told, positions, simulations)


@dataclass(frozen=True)
class Twin:
    """A table, and the browser that has all its seats."""

    app: FastAPI
    table: str
    browser: str

    @property
    def now(self) -> Table:
        table: Table = self.app.state.table_service.open(self.table)
        return table

    def without_ids(self, text: str) -> str:
        """An answer without what is random in it: the table's id, keys, what contains them, and when it began."""
        text = re.sub(r"\d\d/\d\d/\d{4}, \d\d:\d\d", "WHEN", text)
        text = re.sub(r"\b[A-Za-z0-9]{22}\b", "KEY", text.replace(self.table, "TABLE"))
        text = re.sub(r'<svg class="qr".*?</svg>|<svg [^>]*class="qr".*?</svg>', "CODE", text, flags=re.DOTALL)
        return re.sub(r'"version":\s*"[\w-]+"|data-version="[\w-]+"', "", text)


@pytest.fixture
def twins(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> tuple[Twin, Twin]:
    """Two tables with the same game, but for the order of Dúli's cards that are still to come."""
    tables: TableService = app.state.table_service
    config = config_for(PERSON, PERSON, **TO_THE_END)
    moves = tuple(row.text for row in play_greedily(tables, *tables.create(config), ROWS).history.rows)
    made = []
    for seed in (1, 2):
        monkeypatch.setattr(adding, "RNG", random.Random(seed))
        table_id, key = tables.create(replace(config, moves=moves))
        made.append(Twin(app, table_id, key))
    one, other = made
    decks = [each.now.history.game.snapshot()["duli"]["pile"] for each in made]
    assert decks[0] != decks[1] and sorted(decks[0]) == sorted(decks[1]) and len(decks[0]) > 2
    return one, other


async def ask(twin: Twin, method: str, path: str, is_player: bool = True, **what: Any) -> tuple[int, str]:
    headers = {"accept-language": "en", "x-table": "1", **what.pop("headers", {})}
    if is_player:
        headers |= {"cookie": f"browser={twin.browser}"}
    transport = httpx.ASGITransport(twin.app)
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=headers) as client:
        answer = await client.request(method, path, **what)
    return answer.status_code, twin.without_ids(answer.text)


def both(twins: tuple[Twin, Twin], method: str, path: str, **what: Any) -> tuple[int, str]:
    """The answer of both tables, which has to be the same."""
    one, other = (asyncio.run(ask(twin, method, path.replace("TABLE", twin.table), **what)) for twin in twins)
    assert one == other, path
    return one


# --- Reading ------------------------------------------------------------------------------------------


def all_routes(app: FastAPI) -> list[Any]:
    """All addresses of the app, each with its method and parameters."""
    found: list[Any] = []
    for route in app.routes:
        if isinstance(route, APIRoute):
            found.append(route)
        elif hasattr(route, "effective_route_contexts"):  # of a router in a router
            found += route.effective_route_contexts()
    return found


def routes_of(app: FastAPI, method: str) -> list[Any]:
    """The addresses below a table."""
    return [route for route in all_routes(app) if "{table_id}" in route.path and method in route.methods]


def addresses(route: Any, table: Table) -> list[str]:
    """The addresses of a route for all values of its parameters."""
    found = [route.path.replace("{table_id}", "TABLE")]
    given = (*route.dependant.path_params, *route.dependant.query_params)
    needed = [parameter.name for parameter in given if parameter.field_info.is_required()]
    for name in needed:
        if name == "table_id":
            continue
        assert name in PARAMETERS, f"say what {route.path} is given for {name}, so that its answers are compared"
        found = [_with(path, name, value) for path in found for value in PARAMETERS[name](table)]
    return found


def _with(path: str, name: str, value: object) -> str:
    if f"{{{name}}}" in path:
        return path.replace(f"{{{name}}}", str(value))
    return f"{path}{'&' if '?' in path else '?'}{name}={value}"


@pytest.mark.parametrize("is_player", [True, False])
def test_every_address_below_a_table_answers_the_same(app: FastAPI, twins: tuple[Twin, Twin], is_player: bool) -> None:
    seen = 0
    for route in routes_of(app, "GET"):
        if route.path.endswith(STREAMS) or any(part in route.path for part in BY_LINK):
            continue
        for path in addresses(route, twins[0].now):
            status, text = both(twins, "GET", path, is_player=is_player)
            seen += status == 200 and len(text) > 0
    assert seen > 20


def test_lists_and_files_of_a_person_answer_the_same(twins: tuple[Twin, Twin]) -> None:
    for path in ("/", "/games", "/statistics", "/statistics.json", "/statistics.csv"):
        both(twins, "GET", path)


def test_the_data_of_an_account_tells_nothing_about_running_games(app: FastAPI, twins: tuple[Twin, Twin]) -> None:
    transport = httpx.ASGITransport(app)
    for twin in twins:
        fields = {"name": f"Ann {twin.table}", "password": "tea from Pu'er", "again": "tea from Pu'er"}

        async def export(fields: dict[str, str] = fields, twin: Twin = twin) -> dict[str, Any]:
            cookies = {"browser": twin.browser}
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", cookies=cookies) as client:
                assert (await client.post("/account/new", data=fields)).status_code == 303
                data: dict[str, Any] = (await client.get("/account/data.json")).json()
                return data

        (table,) = asyncio.run(export())["tables"]
        assert not table["over"] and "deck" not in json.dumps(table) and "pile" not in json.dumps(table)


def test_no_address_gives_a_backup_and_nobody_else_on_the_machine_reads_one(
    app: FastAPI, database: str, tmp_path: Path
) -> None:
    assert not any("backup" in route.path for route in all_routes(app))
    write_backup(database, tmp_path / "games.backup")
    for file in (tmp_path / "games.backup", tmp_path / "games.sqlite"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


# --- Acting -------------------------------------------------------------------------------------------


def quiet_move(table: Table) -> str:
    """A legal move that reveals no card."""
    for move in table.history.game.legal_moves():
        _, new = adding.move_and_deal(move, table)
        history = adding.copy_of(table.history)
        history.add(new[0].row)
        if not revealed_chance(history.steps[-1]) and len(new) == 1:
            return move
    raise AssertionError("every move reveals a card")


def test_moves_refusals_and_undo_answer_the_same(twins: tuple[Twin, Twin]) -> None:
    table = twins[0].now
    number, move = table.next_number, quiet_move(table)
    for wrong in ("deck 1 2 3", "bid palace 3", "convert 99"):
        status, _ = both(twins, "POST", "/t/TABLE/moves", data={"move": wrong, "number": number})
        assert status == 422
    assert both(twins, "POST", "/t/TABLE/moves", data={"move": move, "number": 1})[0] == 409
    assert both(twins, "POST", "/t/TABLE/moves", data={"move": move, "number": number, "after": number - 1})[0] == 200
    assert both(twins, "POST", "/t/TABLE/undo", data={"number": number + 1, "whole": "step"})[0] == 200
    body = {"json": {"move": move, "number": number + 2}}
    assert both(twins, "POST", "/api/v1/tables/TABLE/moves", **body)[0] == 200
    body = {"json": {"number": number + 3, "whole": "turn"}}
    assert both(twins, "POST", "/api/v1/tables/TABLE/undo", **body)[0] == 200


def test_hints_and_reviews_answer_the_same(twins: tuple[Twin, Twin]) -> None:
    assert both(twins, "POST", "/t/TABLE/hint")[0] == 200
    texts = []
    for twin in twins:
        texts.append(asyncio.run(_reviewed(twin)))
    assert texts[0] == texts[1] and "chart" in texts[0]


async def _reviewed(twin: Twin) -> str:
    reviews: Reviews = twin.app.state.reviews
    await reviews.start()
    await ask(twin, "POST", f"/t/{twin.table}/review")
    while (review := reviews.find(twin.now)) is None or review.state != DONE:
        await asyncio.sleep(0.01)
    _, text = await ask(twin, "GET", f"/t/{twin.table}/review")
    await reviews.stop()
    return text


@pytest.mark.parametrize("bot", ["greedy", "novice", "merchant", "search"])
def test_bots_move_the_same(twins: tuple[Twin, Twin], bot: str) -> None:
    moves = []
    for twin in twins:
        player = worker_main.Player(new_key(), 0, bot, 5)
        game = twin.now.history.game
        moves.append([worker_main.choose(GameTranscript.of(game), player) for _ in range(2)])
    assert moves[0] == moves[1]


def test_a_revealed_card_is_never_taken_back(app: FastAPI) -> None:
    """Otherwise someone could look at a card, take the move back, and move as they know it."""
    tables: TableService = app.state.table_service
    table_id, key = tables.create(config_for(PERSON, PERSON, **TO_THE_END))
    checked = 0
    for rows in range(2, 60):
        table = play_greedily(tables, table_id, key, rows)
        if revealed_chance(table.history.steps[-1]):
            assert table.undoable({"p1", "p2"}) == table.undoable_step({"p1", "p2"}) == 0
            checked += 1
    assert checked > 5


def test_a_rematch_and_an_opened_record_have_cards_of_their_own(app: FastAPI, twins: tuple[Twin, Twin]) -> None:
    tables: TableService = app.state.table_service
    for twin in twins:
        pile = twin.now.history.game.snapshot()["duli"]["pile"]
        again = Game.from_record(tables.record(twin.table))
        assert sorted(again.snapshot()["duli"]["pile"]) == sorted(pile)
    records = [tables.record(twin.table) for twin in twins]
    assert records[0] == records[1]
    monkey = random.Random(9)
    piles = []
    for twin in twins:
        adding.RNG = monkey.__class__(9)
        rematch = tables.open(start_rematch(tables, twin.now))
        piles.append(rematch.history.game.snapshot()["duli"]["pile"])
    assert piles[0] == piles[1]  # only chance decides them, not the game before


# --- Timing -------------------------------------------------------------------------------------------


@contextmanager
def counting_calls() -> Iterator[Counter[str]]:
    """Counts the calls of our functions and of the database, in all threads that begin meanwhile.

    An app keeps threads for the next request, so this must begin before its first one.
    """
    calls: Counter[str] = Counter()

    def note(frame: Any, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and ("teahorse" in code.co_filename or "sqlalchemy" in code.co_filename):
            calls[f"{Path(code.co_filename).stem}.{code.co_qualname}"] += 1

    before = sys.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)
        threading.setprofile(None)  # type: ignore[arg-type]  # None ends it


def work_of(work: Callable[[], Coroutine[Any, Any, Any]], calls: Counter[str]) -> Counter[str]:
    asyncio.run(work())  # whatever is worked out once is known now
    calls.clear()
    asyncio.run(work())
    return calls.copy()


def test_answers_take_the_same_work(twins: tuple[Twin, Twin]) -> None:
    """Time tells about secrets only through work, and the work is the same, call for call."""
    table, rows = twins[0].now, len(twins[0].now.history.rows)
    api = [f"/api/v1/tables/TABLE{what}" for what in ("", "/record", "/why-not?move=pass")]
    wrong = {"move": "bid palace 3", "number": table.next_number}
    requests: list[tuple[str, str, dict[str, Any]]] = [
        *(("GET", path, {}) for path in ("/t/TABLE", "/t/TABLE/record", f"/t/TABLE/story?after={rows - 4}")),
        *(("GET", path, {}) for path in (f"/t/TABLE/at/{rows - 3}", *api)),
        ("POST", "/t/TABLE/moves", {"data": wrong}),
    ]
    with counting_calls() as calls:
        for method, path, what in requests:
            one, other = (
                work_of(partial(ask, twin, method, path.replace("TABLE", twin.table), **what), calls) for twin in twins
            )
            assert sum(one.values()) > 50 and one == other, path


def test_thinking_takes_the_same_work(twins: tuple[Twin, Twin]) -> None:
    visits = []
    for twin in twins:
        ranked = worker_main.consider(GameTranscript.of(twin.now.history.game), Budget(60))
        visits.append([(each.move, each.visits) for each in ranked])
    assert visits[0] == visits[1]


def test_a_new_database_is_for_its_owner_only(tmp_path: Path) -> None:
    app = make_app(Settings(sqlite_url(tmp_path / "folder" / "new.sqlite")))
    app.state.storage.close()
    assert stat.S_IMODE((tmp_path / "folder" / "new.sqlite").stat().st_mode) == 0o600
