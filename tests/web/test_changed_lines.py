"""Replies carry only the lines of the table that changed, and each position is judged once."""

import gzip
from statistics import median
from typing import Any

import pytest
from table_visits import html_of, post, sit_down, told, visit

from table_setup import PERSON, play_greedily
from teahorse.rules import engine
from teahorse.server.tables.service import TableService
from teahorse.web.drawing import svg

# Bytes at a table of five; a reply and a page before compression.
MOST_IN_A_REPLY, MOST_IN_A_PAGE, MOST_IN_A_COMPRESSED_PAGE = 14_000, 147_000, 25_500
GROUPS = (svg._spots, svg._labels, svg._pieces, svg._icons, svg._lines, svg._walks)


def test_each_row_carries_only_what_changed_and_gives_the_table_as_the_page_has_it(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    visitor = visit(tables, held)
    version, page, sent, whole = "", [], 0, 0
    while len(tables.open(held.table).history.rows) < 60:
        row = len(tables.open(held.table).history.rows)
        play_greedily(tables, *held, rows=row + 3)
        answer = visitor.get(f"/t/{held.table}/story?after={row}&version={version}")
        *_, page = told(answer.json(), page)
        shown = visitor.get(f"/t/{held.table}?part=1").text
        assert "\n".join(page) == shown
        if version:
            sent, whole = sent + len(answer.text), whole + 3 * len(shown)
        version = answer.json()[-1]["version"]
    assert sent < whole / 3


def test_a_version_that_the_server_does_not_know_is_told_from_the_beginning(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    visitor = visit(tables, held)
    story = post(visitor, held, "moves", move="bid school 9", number=1, after=0, version="gone").json()["story"]
    assert html_of(story) == visitor.get(f"/t/{held.table}?part=1").text


def test_each_position_is_judged_once(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    visitor = visit(tables, held)
    play_greedily(tables, *held, rows=30)
    judged: list[bytes] = []
    judge = engine.judge

    def count(position: Any, *others: Any) -> Any:
        judged.append(position.tobytes())
        return judge(position, *others)

    monkeypatch.setattr(engine, "judge", count)
    for row in range(30, 45):
        move = tables.open(held.table).history.game.legal_moves()[0]
        judged.clear()
        post(visitor, held, "moves", move=move, number=row + 1, after=row)
        assert len(judged) == 1  # the position after the move
    judged.clear()
    visitor.get(f"/t/{held.table}/story?after=40")
    assert len(judged) == len(set(judged)) <= 4  # the last was judged before


def test_the_database_is_asked_once_which_seats_a_browser_has(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    seats_opened = tables.storage.seats_opened
    monkeypatch.setattr(tables.storage, "seats_opened", lambda *given: asked.append(given[0]) or seats_opened(*given))
    held = sit_down(tables, PERSON, PERSON, PERSON)
    visitor = visit(tables, held)
    asked.clear()
    post(visitor, held, "moves", move="market", number=1, after=0)
    assert asked == [held.table]


def test_replies_and_pages_stay_small(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON, PERSON, PERSON)
    visitor = visit(tables, held)
    play_greedily(tables, *held, rows=40)
    version, sizes = "", []
    for row in range(40, 70):
        move = tables.open(held.table).history.game.legal_moves()[0]
        answer = post(visitor, held, "moves", move=move, number=row + 1, after=row, version=version)
        version = answer.json()["story"][-1]["version"]
        sizes.append(len(answer.content))
    page = visitor.get(f"/t/{held.table}").content
    assert median(sizes[1:]) < MOST_IN_A_REPLY
    assert len(page) < MOST_IN_A_PAGE
    assert len(gzip.compress(page)) < MOST_IN_A_COMPRESSED_PAGE


def test_only_groups_of_the_board_that_changed_are_written_again(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    visitor = visit(tables, held)
    play_greedily(tables, *held, rows=30)
    visitor.get(f"/t/{held.table}/story?after=29")

    def counts() -> tuple[int, int]:
        found = [written.cache_info() for written in GROUPS]
        return sum(each.misses for each in found), sum(each.hits + each.misses for each in found)

    before = counts()
    play_greedily(tables, *held, rows=40)
    story = visitor.get(f"/t/{held.table}/story?after=30").json()  # nine positions on the way, and the last one
    written, all_groups = (after - earlier for after, earlier in zip(counts(), before, strict=True))
    assert len(story) == 10 and all_groups > 350
    assert written < all_groups / 5
