"""Replies carry only the lines of the table that changed, and each position is judged once."""

from typing import Any

import pytest
from table_visits import html_of, post, sit_down, told, visit

from table_setup import PERSON, play_greedily
from teahorse.rules import engine
from teahorse.server.tables.service import TableService


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
