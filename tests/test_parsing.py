"""Texts from outside: what would take too much memory or stack is refused before it is parsed."""

import json
import tomllib
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahorse import Game, RecordError, SnapshotError, TeahorseError
from teahorse.board_files import read_board
from teahorse.parsing import MOST_KEY_PARTS, MOST_LEVELS, ParsingError, check_levels_of, read_json, read_toml
from teahorse.snapshot import to_text
from teahorse.validation import check_snapshot, check_trace

ROOM = 10_000_000
HEADERS = '[Edition "2023"]\n[People "3"]\n'
LEVELS = (60, 500, 970, 1000, 30_000)


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@contextmanager
def little_memory() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < ROOM
    finally:
        tracemalloc.stop()


# --- TOML -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "a." * 20_000 + "a=1",
        "[" + "a." * 20_000 + "a]\n",
        "[[" + "a." * 20_000 + "a]]\n",
        "x = {" + "a." * 20_000 + "a=1}",
        "a . " * 20_000 + "a = 1",
        '"a".' * 20_000 + "a = 1",
        "'a'.\"b\"." * 10_000 + "a = 1",
        "# a comment\nx = 1\n" + "a." * 20_000 + "a = 1",
        'x = "# no comment"\n' + "a." * 20_000 + "a = 1",
        'x = """a\n"""\n' + "a." * 20_000 + "a = 1",
        "x = '''it's'''\n" + "a." * 20_000 + "a = 1",
        "x = 1.5\r\n" + "a." * 20_000 + "a = 1",
    ],
)
def test_a_dotted_key_without_end_takes_little_memory(text: str) -> None:
    with little_memory(), pytest.raises(ParsingError, match=f"a key has more than {MOST_KEY_PARTS} parts"):
        read_toml(text, ROOM)


@pytest.mark.parametrize("levels", LEVELS)
@pytest.mark.parametrize("opening", ["x = " + "[" * 7, "x = ", "x = [{a=1},"])
def test_deep_toml_gets_a_sentence(levels: int, opening: str) -> None:
    with pytest.raises(ParsingError, match=f"nested more than {MOST_LEVELS} levels deep"):
        read_toml(opening + "[" * levels + "]" * levels, ROOM)
    with pytest.raises(ParsingError, match=f"nested more than {MOST_LEVELS} levels deep"):
        read_toml("x = " + "{a=" * levels + "1" + "}" * levels, ROOM)


@pytest.mark.parametrize(
    "text",
    [
        'a = "' + "." * 100 + "[" * 100 + '"',
        "a = '" + "." * 100 + "[" * 100 + "'",
        'a = """\n' + "." * 100 + "[" * 100 + '"""',
        "# " + "." * 100 + "[" * 100 + "\na = 1",
        "a = [" + "1.5, " * 100 + "]",
        "\n".join(f"a{number}.b.c = 1.5" for number in range(100)),
        'a = "\\"' + "." * 100 + '"',
        "a = 1979-05-27T00:32:00.999999-07:00",
    ],
)
def test_ordinary_toml_is_read_as_ever(text: str) -> None:
    assert read_toml(text, ROOM) == tomllib.loads(text)


@pytest.mark.parametrize("text", ['"' * 90_000, "'" * 90_000, '\\"' * 45_000, '"\\"' * 30_000, "[" * 90_000])
@pytest.mark.parametrize("read", [read_json, read_toml])
def test_broken_texts_are_refused_at_once(text: str, read: Callable[[str, int], Any]) -> None:
    with little_memory(), pytest.raises(ParsingError):
        read(text, ROOM)


# --- JSON -----------------------------------------------------------------------------------------------


SIGNS = st.text('[]{}"\\a', max_size=5)
VALUES = st.recursive(
    st.none() | st.integers() | SIGNS, lambda parts: st.lists(parts) | st.dictionaries(SIGNS, parts), max_leaves=20
)


@given(VALUES)
def test_ordinary_json_is_read_as_ever(value: Any) -> None:
    assert read_json(json.dumps(value), ROOM) == value


@pytest.mark.parametrize("levels", LEVELS)
def test_deep_json_gets_a_sentence(levels: int) -> None:
    for text in ("[" * levels, "[" * levels + "]" * levels, '{"a":' * levels + "1" + "}" * levels):
        with pytest.raises(ParsingError, match=f"nested more than {MOST_LEVELS} levels deep"):
            read_json(text, ROOM)


def test_nesting_is_counted_not_brackets() -> None:
    text = "[" + ", ".join(["[[]]"] * 1000) + "]"
    assert len(read_json(text, ROOM)) == 1000


def test_a_long_text_is_not_read() -> None:
    for read in (read_json, read_toml):
        with pytest.raises(ParsingError, match="longer than 9 characters"):
            read(" " * 10, 9)


def test_data_that_holds_itself_is_too_deep() -> None:
    circle: list[Any] = []
    circle += [circle, circle]
    with pytest.raises(ParsingError):
        check_levels_of(circle)
    check_levels_of(nested(MOST_LEVELS))


# --- Wherever it comes in -------------------------------------------------------------------------------


def _with(**changes: Any) -> dict[str, Any]:
    return Game.new(players=3).snapshot() | changes


@pytest.mark.parametrize("levels", LEVELS)
def test_deep_nesting_is_a_sentence_wherever_it_comes_in(levels: int) -> None:
    deep = "[" * levels + "]" * levels
    short: dict[str, Any] = {"match": "nested more than 50 levels deep"}
    with pytest.raises(RecordError, **short):
        Game.from_record(HEADERS + f'[Board "{deep}"]\n')
    text = to_text(Game.new(players=3).snapshot())
    for key in ("options", "board", "round", "players", "duli"):
        with pytest.raises(SnapshotError, **short):
            Game.from_snapshot(text.replace(f'"{key}":', f'"{key}":{deep[:levels]}', 1))
        with pytest.raises(SnapshotError, **short):
            Game.from_snapshot(_with(**{key: nested(levels)}))
    with pytest.raises(SnapshotError, **short):
        check_snapshot(deep)
    with pytest.raises(SnapshotError, **short):
        check_trace(f'{{"snapshot": {deep}}}')
    for name in ("a.toml", "a.json"):
        with pytest.raises(TeahorseError, **short):
            read_board(f"temple = {deep}" if name == "a.toml" else deep, name)
    tower = nested(levels)
    for wish in ({"board": tower}, {"board": {"temple": tower}}, {"options": {"bank": tower}}):
        with pytest.raises(TeahorseError) as raised:
            Game.new(**wish)
        assert len(str(raised.value)) < 1500


@pytest.mark.parametrize("size", [5000, 190_000, 3_000_000])
def test_no_sentence_quotes_very_long_values(size: int) -> None:
    long = "x" * size
    reads: list[Any] = [
        lambda: Game.from_record(long),
        lambda: Game.from_record(f"[{long}"),
        lambda: Game.from_record(HEADERS + long),
        lambda: Game.from_record(HEADERS + f'[Board "{long}"]\n'),
        lambda: Game.from_record(f'[Edition "{long}"]\n[People "3"]\n'),
        lambda: Game.from_record(f'[Edition "2023"]\n[People "{long}"]\n'),
        lambda: Game.from_record(HEADERS + f'[Option.bank "{long}"]\n'),
        lambda: Game.from_record(HEADERS + f'[Option.{long} "1"]\n'),
        lambda: Game.from_record(HEADERS + f"bid school {long}"),
        lambda: Game.from_snapshot(long),
        lambda: Game.from_snapshot(_with(phase=long)),
        lambda: Game.from_snapshot(_with(edition=long)),
        lambda: Game.from_snapshot(_with(board={long: 1})),
        lambda: Game.from_snapshot(_with(options={long: 1})),
        lambda: Game.from_snapshot(_with(players={long: 1})),
        lambda: Game.from_snapshot(_with(**{long: 1})),
        lambda: Game.new(options={"bank": [long] * 100}),
        lambda: Game.new(board={"gorges": [long] * 100}),
        lambda: Game.new(edition=long),
        lambda: Game.new(players=long),
        lambda: Game.new().play(long),
        lambda: read_board(long, "a.toml"),
        lambda: Game.new(board=read_board(f"{long} = 1", f"{long}.toml")),
        lambda: check_trace(f'{{"snapshot": "{long}"}}'),
    ]
    for read in reads:
        with pytest.raises(TeahorseError) as raised:
            read()
        assert len(str(raised.value)) < 6000
