"""A phone: whole games by touch, turns by tapping, tabs, targets for fingers, no page wider than the screen."""

import pytest
from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from phone_touch import SEEN_PLACE, middle, seen_place, tap, touch
from playwright.sync_api import expect
from table_access import TableAccess

from teahorse.bots import bot_named

LEAST_TARGET = 44
LONG_PRESS = 1000  # milliseconds; browsers send no click after half a second
SHORT = 16  # VP that end a short game


# Spots where a legal move ends that nobody sees without scrolling.
UNSEEN = """() => {
  const map = document.getElementById("map-area").getBoundingClientRect();
  const bottom = Math.min(map.bottom, document.getElementById("bar").getBoundingClientRect().top);
  return [...document.querySelectorAll("#board .legal")]
    .map(spot => [spot.dataset.spot, spot.getBoundingClientRect()])
    .filter(([, box]) => box.top < map.top - 1 || box.bottom > bottom + 1).map(([name]) => name);
}"""
SMALL_SPACES = """least => [...document.querySelectorAll("#board :is(.space, .closed, .camp, .structures, .market)")]
  .filter(spot => { const box = spot.getBoundingClientRect(); return Math.min(box.width, box.height) < least; })
  .map(spot => spot.dataset.spot)"""
# Notes what is told; taps at a place as soon as the bar with the speeds is gone, and notes whether that showed a card.
WATCH_STORY = """([x, y]) => {
  window.told = [];
  const [caption, bar] = ["caption", "telling"].map((id) => document.getElementById(id));
  new MutationObserver(() => window.told.push(caption.textContent)).observe(caption, { childList: true });
  window.tapThere = () => {
    const finger = { pointerType: "touch", pointerId: 77, clientX: x, clientY: y, bubbles: true };
    const below = document.elementFromPoint(x, y);
    for (const kind of ["pointerdown", "pointerup"]) below.dispatchEvent(new PointerEvent(kind, finger));
    return document.getElementById("card").checkVisibility();
  };
  new MutationObserver(() => { if (bar.hidden) window.isLateTapTaken = window.tapThere(); })
    .observe(bar, { attributeFilter: ["hidden"] });
}"""
# Whether the bar with the speeds leaves the log free while someone looks there.
LOG_IS_FREE = """() => {
  document.body.dataset.showing = "log";
  const line = document.querySelector("#log li, #log h2, #log h3").getBoundingClientRect();
  const isFree = line.height > 0 && line.top >= document.getElementById("telling").getBoundingClientRect().bottom;
  document.body.dataset.showing = "map";
  return isFree;
}"""
LAYOUT = """() => ["map-area", "map-pan", "bar", "tabs"].map(id => {
  const box = document.getElementById(id).getBoundingClientRect();
  return [id, box.left, box.width, id === "map-pan" ? box.height : box.top];
})"""


@pytest.fixture
def ann(sessions: BrowserSessions) -> BrowserUser:
    """A user with a small phone."""
    return sessions.open(phone=True)


# --- Whole games ----------------------------------------------------------------------------------------


def test_a_whole_game_is_played_by_touch_on_two_phones_without_zooming_or_typing(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    """A round on a small phone, the rest on a larger one."""
    table = tables.create(None, None, None, vp_end=SHORT)
    greedy = bot_named("greedy", 1)
    for width, height, rounds in ((360, 640, {1}), (390, 844, {2, 3, 4})):
        ann = sessions.open(phone=True, viewport={"width": width, "height": height})
        ann.sit_down(table.seat_path)
        before, kinds = ann.page.evaluate(LAYOUT), set()
        while (game := tables.game(table.id)).round in rounds and not game.is_over:
            move = greedy.choose(game)
            kinds.add(move.split()[0])
            make_by_touch(ann, move)
        assert {"bid", "go", "convert"} <= kinds
        assert ann.page.evaluate("() => [visualViewport.scale, scrollX, scrollY]") == [1, 0, 0]
        now = ann.page.evaluate(LAYOUT)
        assert [place for place in now if place[0] != "bar"] == [place for place in before if place[0] != "bar"]
    assert tables.game(table.id).is_over
    ann.sees("#result")


def make_by_touch(user: BrowserUser, move: str) -> None:
    """Make a move with a finger, and wait until the page shows it. Income is turned into about as many points."""
    row, offer = user.row, user.offers[move]
    if move.startswith("convert"):
        slide_by_touch(user, int(move.split()[1]))
        user.page.locator(".convert button.primary").tap()
    elif offer.target is None:
        user.page.locator(f'#turn button[value="{move}"]').tap()
    else:
        if offer.source is not None and not offer.source.startswith("camp-"):
            tap(user, offer.source)
        tap(user, offer.target)
        user.page.locator("#card button.offer").first.tap()
    user.wait_for_row(row + 1)


def slide_by_touch(user: BrowserUser, value: int) -> None:
    """Tap on the slider for converting."""
    slider = user.page.locator("#convert-slider")
    box, most = slider.bounding_box(), int(str(slider.get_attribute("max")))
    assert box is not None
    user.page.touchscreen.tap(box["x"] + 8 + (box["width"] - 16) * value / most, box["y"] + box["height"] / 2)


# --- The board ------------------------------------------------------------------------------------------


def test_the_board_is_drawn_for_the_phone_and_turning_it_shows_the_other_layout(
    ann: BrowserUser, tables: TableAccess, sessions: BrowserSessions
) -> None:
    table = tables.create(*[None] * 5, until=lambda game: game.round == 3 and game.phase == "bid")
    watcher = sessions.open(phone=True)
    watcher.sit_down(table.path)
    assert watcher.spot("temple-15").evaluate(SEEN_PLACE) is not None  # who waits sees the bidding
    ann.sit_down(table.seat_path)
    assert ann.page.evaluate(SMALL_SPACES, LEAST_TARGET) == []
    assert ann.page.evaluate(UNSEEN) == []  # all bids, the bank and the market at once
    narrow = ann.spot("school-9").bounding_box()
    ann.page.set_viewport_size({"width": 844, "height": 390})
    wide = ann.spot("school-9").bounding_box()
    assert narrow is not None and wide is not None and wide["width"] < narrow["width"] / 2
    assert ann.page.evaluate("() => document.querySelector('.ground img').currentSrc").count("narrow") == 0


def test_the_map_follows_the_action_and_lies_still_otherwise(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=lambda game: game.round == 2 and game.phase == "bid")
    ann.sit_down(table.seat_path)
    offset = "() => document.getElementById('map-scroll').scrollTop"
    in_city = ann.page.evaluate(offset)
    layout = ann.page.evaluate(LAYOUT)
    assert in_city > 0
    tap(ann, "school-5")
    ann.sees("#card")
    for tab in ("players", "map"):
        ann.page.locator(f'[data-tab="{tab}"]').tap()
    tap(ann, "school-5")
    row = ann.row
    ann.page.locator("#card button.offer").tap()
    ann.wait_for_row(row + 1)
    assert (ann.page.evaluate(offset), ann.page.evaluate(LAYOUT)) == (in_city, layout)
    while (game := tables.game(table.id)).phase != "travel":
        make_by_touch(ann, "pass" if "pass" in game.legal_moves() else game.legal_moves()[0])
    ann.wait_until("before => document.getElementById('map-scroll').scrollTop < before", in_city)
    assert ann.spot("province-Y").evaluate(SEEN_PLACE) is not None
    assert ann.page.evaluate(LAYOUT) == layout


# --- Tapping --------------------------------------------------------------------------------------------


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


def test_a_space_whose_card_was_closed_looks_free_again(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    tap(ann, "school-5")
    ann.page.tap("#card .close")
    expect(ann.page.locator("#card")).to_be_hidden()
    expect(ann.page.locator("#ghosts > .pointed")).to_have_count(0)


def test_a_slow_finger_taps_too(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    touch(ann, [seen_place(ann, "school-5")], hold=LONG_PRESS)
    ann.sees("#card", "School")
    assert ann.row == 0
    touch(ann, [seen_place(ann, "school-5")], hold=LONG_PRESS)
    ann.wait_for_row(1)
    assert tables.game(ann.table_id).moves == ["bid school 5"]


def test_a_finger_that_scrolls_the_settings_over_a_slider_leaves_it_as_it_was(sessions: BrowserSessions) -> None:
    ann = sessions.open(phone=True, viewport={"width": 390, "height": 500})
    ann.visit("/settings")
    slider = ann.page.locator('[name="sound"]')
    slider.scroll_into_view_if_needed()
    expect(slider).to_have_value("0")
    box = slider.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2
    before = ann.page.evaluate("() => scrollY")
    touch(ann, *([(x, y - 12 * step)] for step in range(9)))
    ann.wait_until("before => scrollY !== before", before)
    expect(slider).to_have_value("0")


def test_two_fingers_do_not_tap(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    x, y = seen_place(ann, "school-5")
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


def test_while_others_move_a_finger_sets_the_speed_and_skips(sessions: BrowserSessions, tables: TableAccess) -> None:
    ann = sessions.open(speed="slow", phone=True)
    ann.sit_down(tables.create(None, None, None, moves=("bid school 9", "bank", "pass")).seat_path)
    ann.page.locator('#turn button[value="pass"]').tap()
    speeds = {speed: middle(ann, f'#telling label:has([value="{speed}"])') for speed in ("quick", "slow")}
    assert ann.page.evaluate(LOG_IS_FREE)
    ann.page.evaluate(WATCH_STORY, speeds["quick"])
    for speed, place in speeds.items():
        ann.page.touchscreen.tap(*place)
        expect(ann.page.locator("body")).to_have_attribute("data-speed", speed)
    ann.page.touchscreen.tap(*middle(ann, "#skip-telling"))
    expect(ann.page.locator("#telling")).to_be_hidden()
    assert not any("hires" in caption for caption in ann.page.evaluate("() => window.told"))  # the last thing told
    assert ann.page.evaluate("() => window.isLateTapTaken") is False
    ann.wait_until("() => window.tapThere()")  # a later tap is meant for the map


def test_panels_are_behind_tabs(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None, until=lambda game: game.round == 2).seat_path)
    shown = {"players": "#players", "log": "#log", "words": "#words > div"}
    for tab in (*shown, "map"):
        ann.page.locator(f'[data-tab="{tab}"]').tap()
        for name, panel in shown.items():
            expect(ann.page.locator(panel)).to_be_visible(visible=name == tab)
        ann.sees("#question")
    ann.sees("#map-area")


def test_on_a_tablet_the_map_is_pinched_and_panned(sessions: BrowserSessions, tables: TableAccess) -> None:
    ann = sessions.open(phone=True, viewport={"width": 768, "height": 1024})
    ann.sit_down(tables.create(None, None, None).seat_path)
    box = ann.page.locator("#map-area").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch(ann, [(x - 20, y), (x + 20, y)], [(x - 30, y), (x + 30, y)], [(x - 50, y), (x + 50, y)])
    ann.wait_until("() => Math.abs(document.body.style.getPropertyValue('--zoom') - 2.5) < 0.01")
    pan = "() => document.body.style.getPropertyValue('--pan-x')"
    before = ann.page.evaluate(pan)
    touch(ann, [(x, y)], [(x - 30, y)], [(x - 60, y)])
    assert ann.page.evaluate(pan) != before
    assert ann.row == 0


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
