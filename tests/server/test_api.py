"""The JSON API: tables, refusals, requests of other sites, and its description."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from teahorse.game import Game
from teahorse.server.settings import Settings
from teahorse.server.storage.database import StorageError
from teahorse.server.tables.new_table_limit import NewTableLimit
from teahorse.web import static_files
from teahorse.web.app import make_app
from teahorse.web.static_files import StaticVersion, static_url, static_version

PEOPLE = [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]
HOST = "tables.example"
ADDRESS = f"http://{HOST}"
MOVE = {"move": "bid school 9", "number": 1}


@pytest.fixture
def app(database: str) -> Iterator[FastAPI]:
    app = make_app(Settings(database, bot_pause=0, names=(HOST,)))
    yield app
    app.state.storage.close()


class ApiClient:
    """A client of the API, without a server process; its tables have no bots."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.cookies = httpx.Cookies()

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.ask("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.ask("POST", path, **options)

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        async def answer() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url=ADDRESS, cookies=self.cookies) as client:
                return await client.request(method, path, **options)

        return asyncio.run(answer())


@pytest.fixture
def client(app: FastAPI) -> ApiClient:
    return ApiClient(app)


class ApiTable:
    """A new table with its path and key."""

    def __init__(self, client: ApiClient, **wish: Any) -> None:
        response = client.post("/api/v1/tables", json={"seats": PEOPLE} | wish)
        assert response.status_code == 201, response.text
        self.client, self.key = client, response.json()["key"]
        self.path = f"/api/v1/tables/{response.json()['id']}"
        self.bearer = {"Authorization": f"Bearer {self.key}"}

    def post(self, what: str, body: dict[str, Any], **headers: str) -> httpx.Response:
        return self.client.post(f"{self.path}/{what}", json=body, headers=self.bearer | headers)

    def get(self, what: str = "", **headers: str) -> Any:
        return self.client.get(self.path + what, headers=self.bearer | headers).json()


# --- Tables -------------------------------------------------------------------------------------------


def test_a_program_plays_a_move_and_takes_it_back(client: ApiClient) -> None:
    at = ApiTable(client)
    new = at.get()
    assert new["rows"] == 0 and new["to_move"] == "p1" and "bid school 9" in new["legal_moves"]
    assert new["yours"] == ["p1", "p2", "p3"] and new["snapshot"]["round"] == 1
    assert [seat["colours"] for seat in new["seats"]] == [["red"], ["blue"], ["black"]]
    history = at.post("moves", MOVE)
    assert history.status_code == 200
    assert (history.json()["rows"], history.json()["to_move"], history.json()["undo_turn"]) == (1, "p2", 1)
    undone = at.post("undo", {"number": 2, "whole": "turn"}).json()
    assert undone["rows"] == 2 and undone["to_move"] == "p1" and undone["snapshot"] == new["snapshot"]


def test_a_new_table_has_the_requested_edition_options_and_colours(client: ApiClient) -> None:
    wish = {
        "edition": "2013",
        "options": {"debt": True},
        "seed": 5,
        "title": "Friday",
        "seats": [*PEOPLE[:2], {"name": "Di", "colours": ["red"]}],
    }
    table = ApiTable(client, **wish).get()
    assert table["title"] == "Friday"
    assert table["snapshot"]["edition"] == "2013" and table["snapshot"]["options"] == {"debt": True}
    assert [seat["colours"] for seat in table["seats"]] == [["blue"], ["black"], ["red"]]


def test_a_client_without_a_key_only_watches(client: ApiClient) -> None:
    at = ApiTable(client)
    assert client.get(at.path).json()["yours"] == []
    refused = client.post(f"{at.path}/moves", json=MOVE)
    assert refused.status_code == 403 and "not your turn" in refused.json()["sentence"]


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer x y", "Basic abc", "", "bearer ", "\u00ff" * 10])
def test_a_garbage_key_opens_nothing(client: ApiClient, header: str) -> None:
    at = ApiTable(client)
    headers = {"Authorization": header.encode("latin-1")}
    assert client.post(f"{at.path}/moves", json=MOVE, headers=headers).status_code == 403


def test_the_browsers_cookie_opens_seats_too(client: ApiClient) -> None:
    at = ApiTable(client)
    client.cookies.set("keys", f"garbage {at.path.rpartition('/')[2]}.{at.key}")
    assert client.post(f"{at.path}/moves", json=MOVE).status_code == 200


def test_the_order_of_dulis_cards_is_not_told(client: ApiClient, app: FastAPI) -> None:
    at = ApiTable(client, seats=PEOPLE[:2])
    pile = at.get()["snapshot"]["duli"]["pile"]
    assert pile == sorted(pile) and len(pile) > 10
    kept = app.state.table_service.open(at.path.rpartition("/")[2]).history.game.snapshot()["duli"]["pile"]
    assert kept != pile and sorted(kept) == pile


def test_why_not_tells_the_rule(client: ApiClient) -> None:
    at = ApiTable(client)
    at.post("moves", MOVE)
    assert at.get("/why-not?move=market") == {"allowed": True, "rule": None, "code": None, "sentence": None}
    why = at.get("/why-not?move=bid+school+9")
    assert why["allowed"] is False and why["rule"] == "3.2" and "taken" in why["sentence"]
    unreadable = client.get(f"{at.path}/why-not?move=dance")
    assert unreadable.status_code == 422 and "is not a move" in unreadable.json()["sentence"]


def test_a_record_is_read_by_the_game(client: ApiClient) -> None:
    at = ApiTable(client)
    at.post("moves", MOVE)
    game = Game.from_record(client.get(f"{at.path}/record").text)
    assert game.moves == ["bid school 9"] and game.headers["Player.p2"] == "Bo"


# --- Refusals -----------------------------------------------------------------------------------------


def test_a_move_that_the_rules_refuse_names_the_rule(client: ApiClient) -> None:
    at = ApiTable(client)
    at.post("moves", MOVE)
    refused = at.post("moves", MOVE | {"number": 2})
    assert refused.status_code == 422 and refused.json()["rule"] == "3.2"


def test_a_number_that_is_taken_is_a_conflict(client: ApiClient) -> None:
    at = ApiTable(client)
    at.post("moves", MOVE)
    assert at.post("moves", MOVE).status_code == at.post("undo", {"number": 1}).status_code == 409
    assert at.get()["rows"] == 1


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"move": "market"}, "number: Field required."),
        ({"move": "market", "number": "soon"}, "number: Input should be a valid integer"),
        ({"move": "x" * 1000, "number": 1}, "move: String should have at most 200 characters."),
        ({"move": None, "number": 1}, "move: Input should be a valid string."),
        ([], "valid dictionary"),
    ],
)
def test_an_invalid_request_body_gets_a_sentence(client: ApiClient, body: Any, sentence: str) -> None:
    refused = ApiTable(client).post("moves", body)
    assert refused.status_code == 422 and sentence in refused.json()["sentence"]


@pytest.mark.parametrize(
    "wish",
    [
        {"seats": []},
        {"seats": PEOPLE * 2},
        {"edition": "1999"},
        {"options": {"dragons": True}},
        {"seats": [*PEOPLE, {"name": "Eve", "bot": "evil.py:Bot"}]},
        {"seats": [{"name": "Ann", "colours": ["red", "blue", "black", "yellow", "purple"]}, *PEOPLE]},
        {"seed": 2**70},
        {"take_back": "always"},
    ],
)
def test_an_impossible_table_is_refused(client: ApiClient, wish: dict[str, Any]) -> None:
    refused = client.post("/api/v1/tables", json={"seats": PEOPLE} | wish)
    assert refused.status_code == 422 and refused.json()["sentence"].endswith(".")


def test_a_missing_address_is_answered_as_json_or_as_a_page(client: ApiClient) -> None:
    for path in ("/api/v1/tables/nowhere", "/api/nothing"):
        assert client.get(path).status_code == 404 and client.get(path).json()["sentence"]
    missing = client.get("/nothing")
    assert missing.status_code == 404 and "There is nothing at this address." in missing.text
    assert client.ask("PUT", "/api/v1/tables").status_code == 405


def test_an_internal_error_is_answered_with_an_apology_and_no_traceback(client: ApiClient, app: FastAPI) -> None:
    def break_down(*_: object) -> None:
        raise RuntimeError("secret detail")

    app.state.table_service.open = break_down
    for path in ("/api/v1/tables/abcdefghij", "/t/abcdefghij"):
        broken = client.get(path)
        assert broken.status_code == 500 and "Something went wrong here." in broken.text
        assert "secret" not in broken.text and "Traceback" not in broken.text


def test_an_error_about_a_lost_database_hides_its_address(
    client: ApiClient, app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    at = ApiTable(client)

    def fail(*_: object, **__: object) -> None:
        raise StorageError(
            'The database of games can\'t be used: connection to server at "10.1.2.3", port 5432 failed.'
        )

    app.state.storage.add_rows = app.state.storage.events.news = fail
    page = f"/t/{at.path.rpartition('/')[2]}"
    plain, form = {"accept-language": "en"}, {"move": "market", "number": 1}
    client.cookies.set("keys", f"{at.path.rpartition('/')[2]}.{at.key}")
    answers = [
        client.get(at.path, headers=plain),
        at.post("moves", MOVE, **plain),
        client.get(page, headers=plain),
        client.post(f"{page}/moves", data=form, headers=plain),
        client.post(f"{page}/moves", data=form, headers=plain | {"x-table": "1"}),
    ]
    for answer in answers:
        assert answer.status_code == 503 and "10.1.2.3" not in answer.text and "5432" not in answer.text
        assert "be used right now. Try again in a moment" in answer.text
    assert len(caplog.records) == len(answers) and all("10.1.2.3" in told.getMessage() for told in caplog.records)


# --- Other sites --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_requests_from_other_sites_are_refused(client: ApiClient, headers: dict[str, str]) -> None:
    at = ApiTable(client)
    assert at.post("moves", MOVE, **headers).status_code == 403
    assert at.get()["rows"] == 0


@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": "http://tables.example"}, {"Origin": "https://tables.example"}, {"Sec-Fetch-Site": "same-origin"}],
)
def test_requests_from_our_own_pages_are_accepted(client: ApiClient, headers: dict[str, str]) -> None:
    assert ApiTable(client).post("moves", MOVE, **headers).status_code == 200


def test_every_answer_forbids_what_comes_from_elsewhere(client: ApiClient) -> None:
    for path in ("/docs", "/api/v1/tables/nowhere", "/nothing", "/static/base.css"):
        headers = client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert headers["referrer-policy"] == "same-origin"


def test_the_page_of_operations_lists_them_all_and_loads_nothing_from_elsewhere(client: ApiClient) -> None:
    page, description = client.get("/docs").text, client.get("/openapi.json").json()
    assert len(description["paths"]) >= 8
    for path in description["paths"]:
        assert path in page
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", page)


@pytest.mark.parametrize(
    ("method", "path", "options", "status"),
    [
        ("POST", "/api/v1/tables", {"content": b"\xff", "headers": {"content-type": "application/json"}}, 400),
        ("POST", "/api/v1/tables", {"json": {"seats": PEOPLE}, "headers": {"host": "evil.example"}}, 400),
        ("POST", "/api/v1/tables", {"json": {"seats": PEOPLE}, "headers": {"origin": "http://evil.example"}}, 403),
        ("POST", "/api/v1/tables", {"content": b" " * 2_000_001}, 413),
        ("POST", "/api/v1/tables", {"json": {"seats": []}}, 422),
        ("POST", "/api/v1/tables", {"json": {"seats": PEOPLE}}, 429),
        ("GET", "/api/v1/tables/{table_id}", {}, 404),
        ("POST", "/api/v1/tables/{table_id}/moves", {"json": MOVE}, 404),
        ("GET", "/api/v1/tables/{table_id}/record", {}, 404),
        ("GET", "/api/v1/tables/{table_id}/why-not", {}, 422),
    ],
)
def test_every_error_answer_is_described(
    client: ApiClient, app: FastAPI, method: str, path: str, options: dict[str, Any], status: int
) -> None:
    if status == 429:
        app.state.new_table_limit = NewTableLimit(app.state.table_service, 1)
        ApiTable(client)
    answer = client.ask(method, path.format(table_id="nowhere"), **options)
    assert answer.status_code == status and set(answer.json()) == {"sentence", "rule"}
    operation = client.get("/openapi.json").json()["paths"][path][method.lower()]
    for described in {str(status), "400", "422", "500", "503"}:
        content = operation["responses"][described]["content"]["application/json"]
        assert content["schema"]["$ref"].endswith("/Problem"), described


def test_a_refusal_without_scripts_links_back_to_the_table(client: ApiClient) -> None:
    at = ApiTable(client)
    table = at.path.removeprefix("/api/v1/tables")
    answer = client.post(f"/t{table}/moves", data={"move": "fly", "number": 1})
    assert answer.status_code == 403
    assert f'href="/t{table}"' in answer.text and f'name="back" value="/t{table}"' in answer.text


def test_static_files_are_cached_for_good_only_if_their_address_has_todays_hash(client: ApiClient) -> None:
    today = client.get(static_url("table/main.js"))
    assert "immutable" in today.headers["cache-control"]
    for other in ("/static/table/main.js", "/static/0123456789/table/main.js"):  # of a page from before an upgrade
        answer = client.get(other)
        assert (answer.status_code, answer.content) == (200, today.content)
        assert answer.headers["cache-control"] == "no-cache"
    for wrong in ("/static/../app.py", f"{static_version().root}../../app.py", "/static/0123456789"):
        assert client.get(wrong).status_code == 404


def test_a_static_file_that_changed_while_the_server_runs_is_not_cached(
    client: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = StaticVersion(static_version().digest, read_at=0)  # an upgrade has replaced all files since
    monkeypatch.setattr(static_files, "static_version", lambda: before)
    assert client.get(f"{before.root}table/main.js").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("levels", [60, 500, 900, 970, 5000])
@pytest.mark.parametrize(
    "body",
    [
        "{deep}",
        '{{"seats": {deep}}}',
        '{{"seats": [{{"name": "Ann"}}, {{"name": "Bob"}}], "options": {{"bank": {deep}}}}}',
    ],
)
def test_deep_nesting_gets_a_sentence(client: ApiClient, levels: int, body: str) -> None:
    text = body.format(deep="[" * levels + "]" * levels)
    answer = client.post("/api/v1/tables", content=text, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert 0 < len(answer.json()["sentence"]) < 1000


def test_no_answer_quotes_very_long_values(client: ApiClient) -> None:
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    for wish in (
        {"options": {"bank": "x" * 1_000_000}},
        {"options": {"x" * 1_000_000: 1}},
        {"edition": "x" * 1_000_000},
    ):
        answer = client.post("/api/v1/tables", json={"seats": seats} | wish)
        assert answer.status_code == 422 and len(answer.text) < 2000
