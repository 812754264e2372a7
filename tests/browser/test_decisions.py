"""Decisions: pieces are dragged and dropped, choices have buttons with pictures, and income is converted on a scale."""

import re
from typing import Any

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess

PAN = "() => ['--pan-x', '--pan-y'].map(name => document.body.style.getPropertyValue(name))"
# The first player gets a post from the yard, and travels last.
WITH_A_POST = ("bid yard 5", "pass", "pass", "pass", "take post", "done", "done")


# --- Drag and drop --------------------------------------------------------------------------------------


def test_pieces_are_dragged_with_the_mouse_to_where_the_map_glows(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None)
    ann.sit_down(table.seat_path)
    ann.carry("camp-p1", "school-5")
    ann.sees(".carried.trader")
    expect(ann.spot("school-5")).to_have_class(re.compile(r"\bover\b"))
    expect(ann.page.locator("#board .piece.lifted")).to_have_count(1)
    ann.page.mouse.up()
    ann.wait_for_row(1)
    expect(ann.page.locator(".carried, .lifted")).to_have_count(0)
    ann.carry("camp-p2", "school-5")  # a space that is taken
    ann.page.mouse.up()
    ann.sees("#complaint", "rule 3.2")
    expect(ann.page.locator(".carried, .lifted")).to_have_count(0)
    ann.carry("camp-p2", (5, 300))  # the edge of the map
    ann.page.mouse.up()
    ann.sees("#complaint", "It can't go there.")
    ann.carry("camp-p2", "market")
    ann.press("Escape")  # thought better of it
    expect(ann.page.locator(".carried, .lifted")).to_have_count(0)
    ann.page.mouse.up()
    assert tables.game(table.id).moves == ["bid school 5"]


def test_journeys_and_structures_are_dragged_too(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, moves=WITH_A_POST)
    ann.sit_down(table.seat_path)
    for row, (move, kind) in enumerate((("go P-Y", "trader"), ("build post Y", "post")), ann.row):
        offer = ann.offers[move]
        ann.carry(str(offer.source), str(offer.target))
        ann.sees(f".carried.{kind}")
        ann.page.mouse.up()
        ann.wait_for_row(row + 1)
        assert tables.game(table.id).moves[-1] == move


class Finger:
    """A finger on the screen."""

    def __init__(self, user: BrowserUser) -> None:
        self._session = user.context.new_cdp_session(user.page)

    def _send(self, kind: str, *places: tuple[float, float]) -> None:
        points: list[dict[str, Any]] = [{"x": x, "y": y} for x, y in places]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Put it down and move it."""
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self._send("touchStart", start)
        self._send("touchMove", middle)
        self._send("touchMove", end)

    def lift(self) -> None:
        """Lift it."""
        self._send("touchEnd")


def test_a_finger_drags_a_piece_and_elsewhere_the_map(sessions: BrowserSessions, tables: TableAccess) -> None:
    ann = sessions.open(phone=True)
    table = tables.create(None, None, None, moves=WITH_A_POST)
    ann.sit_down(table.seat_path)
    row, offer, finger = ann.row, ann.offers["go P-Y"], Finger(ann)
    before = ann.page.evaluate(PAN)
    finger.drag(ann.place_of(str(offer.source)), ann.place_of(str(offer.target)))
    ann.sees(".carried.trader")
    assert ann.page.evaluate(PAN) == before
    finger.lift()
    ann.wait_for_row(row + 1)
    assert tables.game(table.id).moves[row:] == ["go P-Y"]
    before = ann.page.evaluate(PAN)
    x, y = ann.place_of("province-Q")
    finger.drag((x, y), (x - 40, y - 30))
    expect(ann.page.locator(".carried")).to_have_count(0)
    finger.lift()
    ann.page.wait_for_function(f"before => String(({PAN})()) !== String(before)", arg=before)
    assert ann.row == row + 1
