"""A request can't cost much more than it is worth: large, deep, slow or endless ones, and files."""

import json
import time
from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from asgi_client import ask
from teahorse.server.http.rate_limits import Rates
from teahorse.server.settings import Settings
from teahorse.web.app import make_app
from teahorse.web.security import MOST_BYTES

PEOPLE = [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]
AS_JSON = {"content-type": "application/json"}
A_SECOND = 1.0
HEADER = '[Edition "2023"]\n[People "3"]\n'


@pytest.fixture
def app(database: str) -> Iterator[FastAPI]:
    app = make_app(Settings(database, rates=Rates(per_address=40, changes_per_client=30)))
    yield app
    app.state.storage.close()


def test_a_large_body_is_refused_unread(app: FastAPI) -> None:
    for path, kind in (("/api/v1/tables", "application/json"), ("/open", "multipart/form-data; boundary=x")):
        body, headers = b" " * (MOST_BYTES + 1), {"content-type": kind}
        assert ask(app, "POST", path, content=body, headers=headers).status_code == 413


@pytest.mark.parametrize("depth", [100, 10_000, 900_000])
def test_deeply_nested_json_is_refused_quickly(app: FastAPI, depth: int) -> None:
    begun = time.process_time()
    for text in ("[" * depth, "[" * depth + "]" * depth, '{"a":' * (depth // 5) + "1" + "}" * (depth // 5)):
        answer = ask(app, "POST", "/api/v1/tables", content=text, headers=AS_JSON)
        assert answer.status_code in (400, 422) and len(answer.text) < 2000
    assert time.process_time() - begun < A_SECOND


@pytest.mark.parametrize(
    "wish",
    [
        {"seats": PEOPLE * 1000},
        {"seats": [{"name": "x" * 1_000_000}, *PEOPLE]},
        {"title": "x" * 1_000_000},
        {"options": {str(number): number for number in range(50_000)}},
        {"board": {"bank": list(range(100_000))}},
        {"seed": None},  # with 5,000 digits; see below
        {"seats": [{"name": "Ann", "bot": "search:999999999s"}, *PEOPLE[1:]]},
        {"seats": [{"name": "Ann", "bot": "search:999999999999"}, *PEOPLE[1:]]},
    ],
)
def test_oversized_values_are_refused_quickly(app: FastAPI, wish: dict[str, object]) -> None:
    text = json.dumps({"seats": PEOPLE} | {key: value for key, value in wish.items() if key != "seed"})
    if "seed" in wish:
        text = text[:-1] + ', "seed": ' + "9" * 5000 + "}"
    begun = time.process_time()
    answer = ask(app, "POST", "/api/v1/tables", content=text, headers=AS_JSON)
    assert answer.status_code in (400, 422) and len(answer.text) < 2000
    assert time.process_time() - begun < A_SECOND


@pytest.mark.parametrize(
    "record",
    [
        HEADER + "bid school 9\n" * 70_000,
        HEADER + "pass\n" * 150_000,
        HEADER + "(" * 900_000,
        HEADER + "bid school 9 " * 70_000,
        '[Edition "2023"]\n' * 50_000,
        HEADER + '[Board "' + "[" * 400_000 + '"]\n',
        "\x00" * 1_000_000,
        "x" * (1_000_001),
    ],
    ids=["moves", "passes", "brackets", "a long line", "headers", "a deep board", "zeros", "too long"],
)
def test_a_record_that_costs_too_much_is_refused_quickly(app: FastAPI, record: str) -> None:
    begun = time.process_time()
    answer = ask(app, "POST", "/open", files={"file": ("a.yunnan", record.encode())})
    assert answer.status_code in (413, 422)
    assert time.process_time() - begun < 2 * A_SECOND


def test_an_address_cannot_ask_without_end(app: FastAPI) -> None:
    statuses = [ask(app, "GET", "/settings").status_code for _ in range(45)]
    assert statuses.count(200) == 40 and statuses[-1] == 429
    assert ask(app, "GET", "/settings", address="10.0.0.9").status_code == 200


def test_static_files_do_not_lead_out_of_their_folder(app: FastAPI) -> None:
    for path in ("../app.py", "..%2fapp.py", "%2e%2e/app.py", "....//app.py", "/etc/passwd", "..\\app.py", "%00"):
        answer = ask(app, "GET", f"/static/{path}")
        assert answer.status_code in (400, 404) and "import" not in answer.text and "root:" not in answer.text
