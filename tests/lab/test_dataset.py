"""Files of results put together: what belongs together, what is twice, and what can't be read."""

from collections.abc import Callable
from pathlib import Path

import pytest
from known_game import known_game, known_settings, result_of, write_series

from teahorse.arena import Settings
from teahorse.errors import TeahorseError
from teahorse.lab import Dataset, load_dataset, open_series

Played = Callable[..., Path]


def gathered(*paths: Path) -> Dataset:
    return load_dataset(open_series(paths))


def test_games_by_the_same_rules_are_one_chapter_and_others_another(series: Played, known: Path) -> None:
    dataset = gathered(
        known,
        series("greedy", "random", games=2, edition="2013", players=2),
        series("greedy", "random", games=2, players=3, seed=1),
        series("greedy", "random", games=2, players=3, seed=2),
        series("greedy", "random", games=2, players=2),
    )
    assert [(chapter.title, len(chapter.games)) for chapter in dataset.chapters] == [
        ("Edition 2023, 2 players with Dúli", 2),
        ("Edition 2023, 3 players", 4),
        ("Edition 2023, 3 players, vp end 10", 1),
        ("Edition 2013, 2 players, two colours each", 2),
    ]
    assert dataset.games == 9
    assert len({chapter.name for chapter in dataset.chapters}) == 4
    assert dataset.chapters[-1].seats == ["p1+p3", "p2+p4"]


def test_a_game_that_stands_in_two_files_counts_once(series: Played, tmp_path: Path) -> None:
    path = series("greedy", "random", games=3, players=3)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(b"\n".join(path.read_bytes().split(b"\n")[:3]) + b"\n")
    heard: list[int] = []
    dataset = load_dataset(open_series([path, copy]), lambda: heard.append(1))
    assert [(file.games, file.studied) for file in dataset.files] == [(3, 3), (2, 0)]
    assert dataset.games == 3
    assert len(heard) == 5


def test_the_file_of_a_users_bot_need_not_be_there_and_an_edited_bot_is_another(tmp_path: Path) -> None:
    paths = []
    for number, fingerprint in enumerate(("aa", "bb", "aa")):
        settings = Settings(
            ("gone/mine.py:Mine", "greedy", "greedy"),
            "2023",
            3,
            {"vp_end": 10},
            None,
            number,
            {"gone/mine.py:Mine": fingerprint},
        )
        paths.append(tmp_path / f"{number}.jsonl")
        write_series(paths[-1], settings, [result_of(known_game(), 0, settings.bots)])
    (chapter,) = gathered(*paths).chapters
    assert chapter.bots == ["greedy", "mine.py:Mine", "mine.py:Mine (2)"]
    assert [game.bots[0] for game in chapter.games] == ["mine.py:Mine", "mine.py:Mine (2)", "mine.py:Mine"]


def test_games_of_several_versions_are_read_and_their_versions_known(tmp_path: Path, known: Path) -> None:
    older = tmp_path / "older.jsonl"
    write_series(older, known_settings(seed=1), [result_of(known_game(), 0, ["greedy"] * 3)], teahorse="0.0.9")
    dataset = gathered(known, older)
    assert dataset.versions[0] == "0.0.9" and len(dataset.versions) == 2
    assert len(dataset.chapters[0].versions) == 2
    assert len(dataset.chapters[0].courses) == 1  # both are the same game, move by move


def test_a_game_that_this_version_plays_otherwise_is_told_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "older.jsonl"
    result = result_of(known_game(), 7, ["greedy"] * 3)
    result.totals[0] += 1
    write_series(path, known_settings(), [result], teahorse="0.0.9")
    with pytest.raises(TeahorseError, match=r"older.jsonl, line 2: game 7, which teahorse 0.0.9 played, does not end"):
        gathered(path)


def test_files_without_a_finished_game_leave_nothing_to_study(tmp_path: Path, known: Path) -> None:
    empty = tmp_path / "begun.jsonl"
    write_series(empty, known_settings(seed=3), [])
    with pytest.raises(TeahorseError, match=r"begun.jsonl has no finished game yet"):
        open_series([empty])
    assert gathered(empty, known).games == 1


def test_a_torn_last_line_is_left_out(tmp_path: Path, series: Played) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_bytes(series("greedy", "random", games=3, players=3).read_bytes()[:-40])
    (file,) = open_series([path])
    assert file.torn and file.games == 2
    assert load_dataset([file]).games == 2
