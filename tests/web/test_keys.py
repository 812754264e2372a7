"""Keys: unguessable, kept only as hashes, and held in a cookie that may hold anything else without harm."""

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.responses import Response
from wishing import PERSON, wish_for

from teahorse.web.tables.keys import (
    Held,
    hash_of,
    held_by,
    keys_at,
    new_id,
    new_key,
    read_cookie,
    remember,
    write_cookie,
)
from teahorse.web.tables.tables import Tables

HELD = st.builds(
    Held, st.from_regex(r"[A-Za-z0-9]{10}", fullmatch=True), st.from_regex(r"[A-Za-z0-9]{22}", fullmatch=True)
)


def browser(cookie: str = "", scheme: str = "http") -> Request:
    headers = [(b"cookie", f"keys={cookie}".encode("latin-1", "replace")), (b"host", b"localhost")]
    return Request({"type": "http", "scheme": scheme, "path": "/", "query_string": b"", "headers": headers})


def after(response: Response) -> Request:
    """What the browser sends next."""
    return browser(response.headers["set-cookie"].partition("keys=")[2].partition(";")[0])


def test_ids_and_keys_are_long_and_never_the_same() -> None:
    assert len({new_id() for _ in range(1000)} | {new_key() for _ in range(1000)}) == 2000
    assert re.fullmatch(r"[A-Za-z0-9]{10}", new_id())
    assert re.fullmatch(r"[A-Za-z0-9]{22}", new_key())


def test_the_database_does_not_hold_the_key(tables: Tables, tmp_path: Path) -> None:
    table_id, key = tables.create(wish_for(PERSON, PERSON, PERSON))
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert table_id.encode() in stored and hash_of(key).encode() in stored
    assert key.encode() not in stored


@given(st.lists(HELD, max_size=40, unique=True))
def test_a_cookie_is_read_as_it_was_written(held: list[Held]) -> None:
    assert read_cookie(write_cookie(held)) == held


@given(st.text())
def test_whatever_is_in_a_cookie_harms_nothing(value: str) -> None:
    for table, key in read_cookie(value):
        assert f"{table}.{key}" in value


@given(st.text())
def test_whatever_is_given_as_a_key_can_be_hashed(key: str) -> None:
    assert re.fullmatch(r"[0-9a-f]{64}", hash_of(key))


def test_half_a_key_among_garbage_is_left_out() -> None:
    good = Held("a" * 10, "b" * 22)
    assert read_cookie(f"; drop {'a' * 10}.{'b' * 21} {good.table}.{good.key} .. {'a' * 11}.{'b' * 22}") == [good]


def test_a_browser_remembers_the_latest_forty_tables() -> None:
    request = browser()
    for number in range(45):
        response = Response()
        remember(request, response, f"{number:010}", "k" * 22)
        request = after(response)
    assert [held.table for held in held_by(request)] == [f"{number:010}" for number in reversed(range(5, 45))]


def test_a_browser_can_hold_two_keys_of_a_table() -> None:
    request = browser()
    for table, key in (("a" * 10, "1" * 22), ("b" * 10, "3" * 22), ("a" * 10, "2" * 22), ("a" * 10, "1" * 22)):
        response = Response()
        remember(request, response, table, key)
        request = after(response)
    assert keys_at(request, "a" * 10) == {"1" * 22, "2" * 22}
    assert [held.table[0] for held in held_by(request)] == ["a", "a", "b"]


def test_no_script_reads_the_cookie_and_no_other_site_sends_it() -> None:
    response = Response()
    remember(browser(), response, "a" * 10, "1" * 22)
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Max-Age=31536000" in cookie
    assert "Secure" not in cookie
    remember(browser(scheme="https"), response, "a" * 10, "1" * 22)
    assert "Secure" in response.headers.getlist("set-cookie")[-1]
