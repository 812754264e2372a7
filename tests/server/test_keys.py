"""Keys: unguessable, kept only as hashes, and read from cookies that may hold anything else without harm."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_setup import PERSON, config_for
from teahorse.server.tables.keys import (
    LONGEST_COOKIE,
    TABLES_IN_LIST,
    ListedKey,
    browser_id,
    hash_of,
    keys_at,
    new_id,
    new_key,
    read_list,
)
from teahorse.server.tables.service import TableService
from visitor import old_keys_cookie, request_with_cookies

HELD = st.builds(
    ListedKey, st.from_regex(r"[A-Za-z0-9]{10}", fullmatch=True), st.from_regex(r"[A-Za-z0-9]{22}", fullmatch=True)
)


def test_ids_and_keys_are_long_and_never_the_same() -> None:
    assert len({new_id() for _ in range(1000)} | {new_key() for _ in range(1000)}) == 2000
    assert re.fullmatch(r"[A-Za-z0-9]{10}", new_id())
    assert re.fullmatch(r"[A-Za-z0-9]{22}", new_key())


def test_the_database_does_not_hold_the_key(tables: TableService, tmp_path: Path) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert table_id.encode() in stored and hash_of(key).encode() in stored
    assert key.encode() not in stored


@given(st.text())
def test_any_text_given_as_a_key_can_be_hashed(key: str) -> None:
    assert re.fullmatch(r"[0-9a-f]{64}", hash_of(key))


# --- Cookies ------------------------------------------------------------------------------------------------


def test_the_id_of_a_browser_is_a_key_at_every_table() -> None:
    browser = new_key()
    assert browser_id(request_with_cookies(browser=browser)) == browser
    assert (
        keys_at(request_with_cookies(browser=browser), "a" * 10)
        == keys_at(request_with_cookies(browser=browser), "b" * 10)
        == {browser}
    )


@pytest.mark.parametrize("value", ["", "x", "a" * 21, "a" * 23, "%" * 22, "a" * 5000])
def test_an_invalid_browser_id_opens_no_seat(value: str) -> None:
    assert browser_id(request_with_cookies(browser=value)) is None
    assert keys_at(request_with_cookies(browser=value), "a" * 10) == frozenset()


@given(st.lists(HELD, max_size=40, unique=True))
def test_a_list_of_version_0_1_is_read_as_it_was_written(held: list[ListedKey]) -> None:
    assert read_list(old_keys_cookie(held)) == held


@given(st.text())
def test_a_garbage_list_of_keys_is_harmless(value: str) -> None:
    for table, key in read_list(value):
        assert f"{table}.{key}" in value


def test_half_a_key_among_garbage_is_left_out() -> None:
    good = ListedKey("a" * 10, "b" * 22)
    assert read_list(f"; drop {'a' * 10}.{'b' * 21} {good.table}.{good.key} .. {'c' * 11}.{'d' * 22}") == [good]


def test_of_a_list_that_is_too_long_only_as_much_is_read_as_was_ever_written() -> None:
    tables = [ListedKey(new_id(), new_key()) for _ in range(150)]
    assert read_list(old_keys_cookie(tables)) == tables[:TABLES_IN_LIST]
    keys = [ListedKey("a" * 10, new_key()) for _ in range(1000)]
    assert len(read_list(old_keys_cookie(keys))) <= LONGEST_COOKIE // 34


def test_keys_of_a_list_still_open_their_table() -> None:
    held = [ListedKey("a" * 10, "1" * 22), ListedKey("b" * 10, "2" * 22), ListedKey("a" * 10, "3" * 22)]
    assert keys_at(request_with_cookies(keys=old_keys_cookie(held)), "a" * 10) == {"1" * 22, "3" * 22}
    assert keys_at(request_with_cookies(keys=old_keys_cookie(held), browser="4" * 22), "b" * 10) == {"2" * 22, "4" * 22}
