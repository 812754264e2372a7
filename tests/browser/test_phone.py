"""A phone: turns by tapping, tabs, pan and zoom, targets for fingers, no page wider than the screen."""

from typing import Any

import pytest
from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess

LEAST_TARGET = 44
LONG_PRESS = 1000  # milliseconds; browsers send no click after half a second
SMALL_TARGETS = """least => [...document.querySelectorAll("#bar button, #bar a, #bar input, #bar select")]
  .filter(target => target.checkVisibility() && target.type !== "hidden")
  .map(target => [target.outerHTML.slice(0, 80), target.getBoundingClientRect()])
  .filter(([, box]) => box.height < least || box.width < least)
  .map(([what, box]) => `${what}: ${box.width} x ${box.height}`)"""


@pytest.fixture
def ann(sessions: BrowserSessions) -> BrowserUser:
    """A user with a phone."""
    return sessions.open(phone=True)


def tap(user: BrowserUser, name: str) -> None:
    """Tap on a spot, after dragging the map to where it can be seen."""
    bring_into_view(user, name)
    user.page.touchscreen.tap(*user.place_of(name))


def bring_into_view(user: BrowserUser, name: str) -> None:
    """Drag the map with a finger until a spot is in the middle of it, or as near to that as the map goes."""
    area, spot = user.page.locator("#map-area").bounding_box(), user.spot(name).bounding_box()
    assert area is not None and spot is not None
    x, y = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
    right, down = x - spot["x"] - spot["width"] / 2, y - spot["y"] - spot["height"] / 2
    if abs(right) > area["width"] / 3 or abs(down) > area["height"] / 3:
        touch(user, [(x, y)], [(x + right / 2, y + down / 2)], [(x + right, y + down)])


def wait_for_zoom(user: BrowserUser, value: float) -> None:
    """Until the map has this size."""
    close = "value => Math.abs(document.body.style.getPropertyValue('--zoom') - value) < 0.01"
    user.page.wait_for_function(close, arg=value)


def touch(user: BrowserUser, *steps: list[tuple[float, float]], hold: float = 0) -> None:
    """Put fingers down, move them step by step, hold them for some milliseconds, and lift them."""
    session = user.context.new_cdp_session(user.page)

    def send(kind: str, places: list[tuple[float, float]]) -> None:
        points: list[dict[str, Any]] = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", steps[0])
    for places in steps[1:]:
        send("touchMove", places)
    user.page.wait_for_timeout(hold)
    send("touchEnd", [])


def test_the_first_tap_tells_and_the_second_does(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    tap(ann, "school-5")
    ann.sees("#card", "School")
    assert ann.row == 0
    tap(ann, "school-5")
    ann.wait_for_row(1)
    tap(ann, "horse-5")
    ann.page.locator("#card button.offer").tap()
    ann.wait_for_row(2)
    assert tables.game(ann.table_id).moves == ["bid school 5", "bid horse 5"]
    ann.page.locator('#turn button[value="pass"]').tap()
    ann.wait_for_row(3)


def test_a_slow_finger_taps_too(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    bring_into_view(ann, "school-5")
    touch(ann, [ann.place_of("school-5")], hold=LONG_PRESS)
    ann.sees("#card", "School")
    assert ann.row == 0
    touch(ann, [ann.place_of("school-5")], hold=LONG_PRESS)
    ann.wait_for_row(1)
    assert tables.game(ann.table_id).moves == ["bid school 5"]


def test_two_fingers_do_not_tap(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    bring_into_view(ann, "school-5")
    x, y = ann.place_of("school-5")
    touch(ann, [(x, y), (x + 3, y)])
    expect(ann.page.locator("#card")).to_be_hidden()
    touch(ann, [(x, y)])
    ann.sees("#card", "School")
    assert tables.game(ann.table_id).moves == []


def test_a_turn_of_travelling_is_made_by_tapping(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=lambda game: "go P-Y" in game.legal_moves())
    ann.sit_down(table.seat_path)
    row, offer = ann.row, ann.offers["go P-Y"]
    tap(ann, str(offer.source))
    tap(ann, str(offer.target))
    assert ann.row == row
    tap(ann, str(offer.target))
    ann.wait_for_row(row + 1)
    ann.page.locator('#turn button[value="done"]').tap()
    ann.wait_for_row(row + 2)
    assert tables.game(table.id).moves[row:] == ["go P-Y", "done"]


def test_panels_are_behind_tabs(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None, until=lambda game: game.round == 2).seat_path)
    shown = {"players": "#players", "log": "#log", "words": "#words > div"}
    for tab in (*shown, "map"):
        ann.page.locator(f'[data-tab="{tab}"]').tap()
        for name, panel in shown.items():
            expect(ann.page.locator(panel)).to_be_visible(visible=name == tab)
        ann.sees("#question")
    ann.sees("#map-area")


def test_the_map_is_pinched_and_panned(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    box = ann.page.locator("#map-area").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ann.page.locator('[data-zoom="fit"]').tap()
    wait_for_zoom(ann, 1)
    touch(ann, [(x - 20, y), (x + 20, y)], [(x - 30, y), (x + 30, y)], [(x - 50, y), (x + 50, y)])
    wait_for_zoom(ann, 2.5)
    pan = "() => document.body.style.getPropertyValue('--pan-x')"
    before = ann.page.evaluate(pan)
    touch(ann, [(x, y)], [(x - 30, y)], [(x - 60, y)])
    assert ann.page.evaluate(pan) != before
    ann.page.locator('[data-zoom="in"]').click()
    wait_for_zoom(ann, 2.5 * 1.4)
    ann.page.locator('[data-zoom="out"]').click()
    wait_for_zoom(ann, 2.5)
    assert ann.row == 0


@pytest.mark.parametrize("phase", ["bid", "travel", "convert", "over"])
def test_what_is_in_the_bar_is_large_enough_for_a_finger(ann: BrowserUser, tables: TableAccess, phase: str) -> None:
    ann.sit_down(tables.create(None, None, None, until=lambda game: game.phase == phase).seat_path)
    assert ann.page.evaluate(SMALL_TARGETS, LEAST_TARGET) == []


def test_no_page_is_wider_than_the_screen(ann: BrowserUser, tables: TableAccess, sessions: BrowserSessions) -> None:
    sessions.allow_errors(404)
    table = tables.create(None, None, None, until=lambda game: game.is_over)
    paths = [
        "/",
        "/new",
        "/learn",
        "/rules",
        "/rules/3.7",
        "/rules/data",
        "/rules?q=bank",
        "/settings",
        "/nowhere",
        "/docs",
    ]
    for path in [*paths, table.seat_path, f"{table.path}/at/5", f"{table.path}/review"]:
        ann.visit(path)
        assert ann.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
