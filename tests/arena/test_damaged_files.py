"""Damaged results files: each is read, or an error names the line and what is wrong with it."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from teahorse.arena import Settings, play_series, read_series, summarise
from teahorse.arena.csv_export import write_csv
from teahorse.cli.arena_summary import show_summary
from teahorse.errors import TeahorseError
from teahorse.lab import Report, load_dataset, open_series

GAMES = 3
INSERTED = (b"\n", b"\0", b'"', b"]", b"{", b",", b"\xff", b"[" * 2000)
NO_RESULT = "can't be read as the result of a game:"
OTHERS: list[Any] = [
    *(None, True, False, 0, -1, 1, 7, 2**70, 1.5, -0.5, float("nan"), float("inf"), "", "x", "1", "\ud800", [], {}),
    *([None], [[]], [0, 0, 0], ["x"] * 3, {"x": 1}, {"number": 1}),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, failing_bot: Callable[[str], str]) -> list[bytes]:
    """Files of two series: plain ones, and with options, a board and a bot that forfeits moves."""
    folder = tmp_path_factory.mktemp("arena")
    plain = Settings.of(["greedy", "random"], players=3, options={"vp_end": 10}, seed=1)  # so that games are short
    board = {"temple": [2, 4], "gorges": ["YK"]}
    odd = Settings.of(
        [failing_bot("Crashes"), "random"], "2023", 2, {"vp_end": 10, "horse_vp": [1, 2, 3, 4, 5]}, board, 2
    )
    written = []
    for number, settings in enumerate((plain, odd)):
        path = folder / f"{number}.jsonl"
        play_series(settings, GAMES, path, cores=1)
        written.append(path.read_bytes())
    return written


def read_all_of_it(path: Path, out: Path) -> None:
    """Do everything that the commands `arena` and `lab` do with a results file before they show it."""
    series = read_series(path)
    if series.results:
        summary = summarise(series)
        json.dumps(summary, ensure_ascii=False).encode()
        show_summary(summary)
        write_csv(series, out)
    Report.of(load_dataset(open_series([path])), "teahorse lab").page().encode()


def check(path: Path, data: bytes, how: str) -> bool:
    """Whether a damaged file can be read; if not, the error must name the file and the line."""
    path.write_bytes(data)
    try:
        read_all_of_it(path, path.with_suffix(".csv"))
    except TeahorseError as error:
        sentence = str(error)
        assert path.name in sentence and len(sentence) < 2000, how
        assert "line " in sentence or "no finished game" in sentence, (how, sentence)
        return False
    except Exception as error:
        raise AssertionError(f"{how} raises {error!r}") from error
    return True


def places_in(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value inside a value, itself included."""
    yield way
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places_in(part, (*way, key))


def put(value: Any, way: tuple[Any, ...], change: Callable[[Any, Any], None]) -> Any:
    """A copy of a value with one change."""
    holder = [copy.deepcopy(value)]
    spot: Any = holder
    for key in (0, *way)[:-1]:
        spot = spot[key]
    change(spot, (0, *way)[-1])
    return holder[0] if holder else None


def written(lines: list[Any]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@pytest.mark.parametrize("which", [0, 1])
def test_every_value_may_be_of_another_kind_or_missing(files: list[bytes], which: int, tmp_path: Path) -> None:
    luck, path = random.Random(which), tmp_path / "games.jsonl"
    lines = [json.loads(line) for line in files[which].splitlines()]
    kept = refused = 0
    for at in (0, 1, len(lines) - 1):
        places = list(places_in(lines[at]))
        for way in luck.sample(places, min(len(places), 40)):
            other = luck.choice(OTHERS)

            def replace(spot: Any, key: Any, other: Any = other) -> None:
                spot[key] = other

            def drop(spot: Any, key: Any) -> None:
                del spot[key]

            for change in (replace, drop) if way else (replace,):
                damaged = [*lines[:at], put(lines[at], way, change), *lines[at + 1 :]]
                if check(path, written(damaged), f"{change.__name__} {way} of line {at + 1} by {other!r}"):
                    kept += 1
                else:
                    refused += 1
    assert kept and refused


@pytest.mark.parametrize("which", [0, 1])
def test_bytes_may_be_flipped_cut_out_doubled_or_put_elsewhere(files: list[bytes], which: int, tmp_path: Path) -> None:
    luck, path, whole = random.Random(which), tmp_path / "games.jsonl", files[which]
    refused = 0
    for number in range(120):
        at = luck.randrange(len(whole))
        if number % 2:
            at = luck.randrange(whole.index(b"\n"))  # the header is short, and has the most that can break
        end = min(len(whole), at + luck.choice((1, 2, 10, 300, 3000)))
        match number % 6:
            case 0 | 1:
                data = whole[:at] + bytes([whole[at] ^ (1 << luck.randrange(8))]) + whole[at + 1 :]
            case 2:
                data = whole[:at] + whole[end:]
            case 3:
                data = whole[:end] + whole[at:]
            case 4:
                data = whole[:at] + luck.randbytes(end - at) + whole[end:]
            case _:
                data = whole[:at] + luck.choice(INSERTED) + whole[at:]
        refused += not check(path, data, f"damage {number} at {at}")
    assert refused


def test_lines_may_be_gone_doubled_or_in_another_order(files: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for whole in files:
        lines = whole.splitlines(keepends=True)
        for order in ([1, 2, 3, 0], [0, 0, 1, 2, 3], [0, 1, 1, 2, 3], [0, 3, 2, 1], [0], [1, 2], []):
            check(path, b"".join(lines[number] for number in order), f"lines {order}")
    check(path, files[0].splitlines(keepends=True)[0] + files[1].splitlines(keepends=True)[1], "another series")


def test_the_reason_and_the_line_are_told(files: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    header, first, second, third = (json.loads(line) for line in files[0].splitlines())
    for lines, told in (
        (
            [header, first | {"ranking": [0, 0, 1]}, second],
            f"line 2, {NO_RESULT} `ranking` can't be [0, 0, 1]",
        ),
        ([header, first, second | {"totals": None}, third], f"line 3, {NO_RESULT} `totals` can't be None"),
        ([header, first, second, third | {"reason": 7}], f"line 4, {NO_RESULT} `reason` can't be 7"),
        ([header | {"seed": "x"}, first], "line 1: the settings of the series can't be read: `seed` can't be 'x'"),
        ([header | {"players": 9}, first], "line 1: the settings of the series can't be read: Yunnan is for 2 to 5"),
        ([header, first | {"moves": "pass; fly"}], "line 2: game "),
    ):
        path.write_bytes(written(lines))
        with pytest.raises(TeahorseError) as raised:
            read_all_of_it(path, tmp_path / "games.csv")
        assert f"{path}, {told}" in str(raised.value)
