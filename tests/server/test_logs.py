"""The log: text or JSON lines, and no secrets in either."""

import json
import logging

import pytest

from teahorse.server.http.logs import JsonFormatter, TextFormatter, without_secrets
from teahorse.server.http.quiet_log import REQUEST
from teahorse.server.tables.keys import new_id, new_key


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("GET /t/AbCd123456/sit/{key}", "GET /t/AbCd…/sit/…"),
        ("Authorization: Bearer {key}", "Authorization: …"),
        ("{'cookie': 'browser={key}; theme=dark'}", "{'cookie': …"),
        ("The bots at table AbCd123456 have to wait.", "The bots at table AbCd… have to wait."),
        ("can't send to ann.b@mail.example.org now", "can't send to …@… now"),
        ("postgresql+psycopg://club:secret@db/games", "postgresql+psycopg://club:…@db/games"),
        ("the key {key} is wrong", "the key … is wrong"),
        ("PytestUnraisableExceptionWarning in test_a_long_name_of_a_function", None),
    ],
)
def test_what_opens_something_or_names_someone_is_left_out(text: str, written: str | None) -> None:
    for _ in range(50):
        given = text.replace("{key}", new_key())
        assert without_secrets(given) == (given if written is None else written)


def test_a_table_is_known_by_its_first_letters_only() -> None:
    table_id = new_id()
    assert without_secrets(f"Table {table_id}; /t/{table_id}/story") != f"Table {table_id}; /t/{table_id}/story"
    assert table_id not in without_secrets(f"table {table_id}; /t/{table_id}/story; /api/v1/tables/{table_id}")


def record(message: str, **extra: object) -> logging.LogRecord:
    made = logging.LogRecord("teahorse.web", logging.INFO, __file__, 1, message, (), None)
    made.__dict__.update(extra)
    return made


def test_json_lines_can_be_read_by_programs() -> None:
    about = {"method": "GET", "route": "/t/{table_id}", "status": 200, "ms": 1.5}
    line = JsonFormatter().format(record("GET /t/{table_id} 200", **{REQUEST: about}))
    read = json.loads(line)
    assert (read["level"], read["logger"], read["status"], read["route"]) == (
        "info",
        "teahorse.web",
        200,
        "/t/{table_id}",
    )
    assert "\n" not in line


def test_a_traceback_has_no_secrets_either() -> None:
    key = new_key()
    try:
        raise ValueError(f"no such key: {key}")
    except ValueError as error:
        failed = record("It fails.", exc_info=(ValueError, error, error.__traceback__))
    for written in (TextFormatter().format(failed), JsonFormatter().format(failed)):
        assert "ValueError" in written and key not in written
