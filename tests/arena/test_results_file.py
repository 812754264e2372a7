"""The results file: no finished game is lost however a series stops, and the series goes on with the same results."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from teahorse.arena import Series, Settings, play_series, read_series, summarise
from teahorse.errors import TeahorseError

SETTINGS = Settings.of(["greedy", "greedy", "random"], players=3, seed=4)
GAMES = 9


def play(path: Path, games: int = GAMES, settings: Settings = SETTINGS, cores: int = 1, **wishes: Any) -> Series:
    return play_series(settings, games, path, cores=cores, **wishes)


def figures(series: Series) -> dict[str, object]:
    return {name: figure for name, figure in summarise(series).items() if name != "seconds"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a series that was played without a break."""
    path = tmp_path_factory.mktemp("arena") / "whole.jsonl"
    play(path)
    return path.read_bytes()


def test_a_line_is_written_as_each_game_ends(tmp_path: Path) -> None:
    lines = []
    play(
        tmp_path / "games.jsonl",
        ended=lambda _: lines.append(len((tmp_path / "games.jsonl").read_bytes().splitlines())),
    )
    assert lines == list(range(2, GAMES + 2))


def test_a_series_cut_anywhere_goes_on_to_the_same_figures(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole)
    expected = figures(read_series(path))
    first_line = whole.index(b"\n")
    for cut in (0, 1, first_line - 1, first_line, first_line + 1, first_line + 2, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:cut])
        begun: list[Series] = []
        assert figures(play(path, begun=begun.append)) == expected
        assert figures(read_series(path)) == expected
        assert len(begun[0].results) == max(0, whole[:cut].count(b"\n") - 1)
        assert path.read_bytes()[: first_line + 1] == whole[: first_line + 1]


def test_a_series_that_names_no_tables_keeps_the_first_ones(tmp_path: Path, whole: bytes) -> None:  # 16
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole.replace(b'"tables":2,', b"", 1))
    settings = read_series(path).settings
    assert settings.board is not None and settings.board["temple"] == [3, 5, 7, 9]
    assert read_series_of(path, settings).settings == settings
    with pytest.raises(TeahorseError, match="played on another board, or with other tables"):
        play(path)


def read_series_of(path: Path, settings: Settings) -> Series:
    """The settings, written and read again."""
    again = path.with_name("again.jsonl")
    again.write_text(json.dumps(settings.as_data()) + "\n", encoding="utf-8")
    return read_series(again)


def test_the_game_of_an_incomplete_last_line_is_played_again(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole[:-300] + b"\0" * 299 + b"\n")
    series = play(path)
    assert [result.number for result in series.results] == list(range(GAMES))
    assert b"\0" not in path.read_bytes()


def test_on_several_cores_the_results_are_the_same(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole)
    alone = read_series(path)
    together = play(tmp_path / "together.jsonl", cores=2)
    assert figures(together) == figures(alone)
    assert [result.moves for result in together.results] == [result.moves for result in alone.results]


def test_a_finished_series_goes_on_if_more_games_are_wanted(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole)
    ended: list[int] = []
    more = play(path, GAMES + 2, ended=lambda result: ended.append(result.number))
    assert ended == [GAMES, GAMES + 1]
    assert path.read_bytes().startswith(whole)
    assert len(more.results) == GAMES + 2
    assert [result.number for result in play(path, 4).results] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (Settings.of(["greedy"], players=3, seed=4), "bots greedy,greedy,random and not greedy"),
        (Settings.of(["greedy", "greedy", "random"], players=3, seed=5), "seed 4 and not 5"),
        (Settings.of(["greedy", "greedy", "random"], players=4, seed=4), "players 3 and not 4"),
        (Settings.of(["greedy", "greedy", "random"], "2013", 3, seed=4), "edition 2023 and not 2013"),
        (Settings.of(["greedy", "greedy", "random"], players=3, seed=4, options={"guards": "yes"}), "options"),
    ],
)
def test_a_file_of_another_series_is_refused_and_stays_as_it_is(
    tmp_path: Path, whole: bytes, other: Settings, told: str
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole)
    with pytest.raises(TeahorseError, match=told):
        play(path, settings=other)
    assert path.read_bytes() == whole


def test_a_bot_that_was_edited_is_another_bot(tmp_path: Path, failing_bot: Callable[[str], str]) -> None:
    source = Path(failing_bot("x").rpartition(":")[0]).read_text(encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    mine = [f"{file}:Careful", "greedy"]
    before = Settings.of(mine, players=3)
    play(tmp_path / "games.jsonl", 1, before)
    file.write_text(source + "\n# better now\n", encoding="utf-8")
    after = Settings.of(mine, players=3)
    assert after.file_name() != before.file_name()
    with pytest.raises(TeahorseError, match=r"another version of .*mine\.py"):
        play(tmp_path / "games.jsonl", 1, after)


def test_a_bot_that_is_edited_while_it_plays_ends_the_series(tmp_path: Path, failing_bot: Callable[[str], str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text(Path(failing_bot("x").rpartition(":")[0]).read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(TeahorseError, match=r"mine\.py has changed since the series began\."):
        play(
            tmp_path / "games.jsonl",
            2,
            Settings.of([f"{file}:Careful", "greedy"], players=3),
            ended=lambda _: file.write_text("", encoding="utf-8"),
        )
    assert len(read_series(tmp_path / "games.jsonl").results) == 1


def test_results_of_another_version_are_read_but_not_mixed(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole.replace(f'"teahorse":"{SETTINGS.version}"'.encode(), b'"teahorse":"0.0.1"', 1))
    assert len(read_series(path).results) == GAMES
    with pytest.raises(TeahorseError, match=r"version of teahorse 0\.0\.1"):
        play(path)


def test_two_arenas_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    refused: list[str] = []

    def interfere(_: object) -> None:
        with pytest.raises(TeahorseError) as error:
            play(path)
        refused.append(str(error.value))

    play(path, 1, ended=interfere)
    assert len(refused) == 1 and "Another arena is writing" in refused[0]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is not a results file"),
        (b'[Edition "2023"]\n', "is not a results file"),
        (b"[]\n", "is not a results file"),
        (b"\xff\xfe\n", "is not a results file"),
        (b'{"teahorse_arena":99}\n', "format 99"),
        (b'{"teahorse_arena":1}\n', "line 1"),
    ],
)
def test_a_file_that_is_no_results_file_is_an_error(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    with pytest.raises(TeahorseError, match=told):
        read_series(path)


def test_a_broken_line_in_the_middle_is_named_and_left_alone(tmp_path: Path, whole: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    lines[3] = b'{"game":2}\n'
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(lines))
    with pytest.raises(TeahorseError, match="line 4"):
        play(path)
    assert path.read_bytes() == b"".join(lines)


def test_the_file_is_plain_lines_of_json(whole: bytes) -> None:
    header, *lines = map(json.loads, whole.splitlines())
    assert header["teahorse_arena"] == 1
    assert header["bots"] == ["greedy", "greedy", "random"]
    assert {line["game"] for line in lines} == set(range(GAMES))
    assert list(lines[0]) == [
        *("game", "seats", "ranking", "totals", "points", "rounds"),
        *("reason", "decisions", "seconds", "forfeits", "moves"),
    ]
