"""The review of a game, and the guided first game."""

import pytest
from browser_sessions import BrowserSessions
from browser_user import REVIEW_TIMEOUT, BrowserUser
from phone_touch import seen_place
from playwright.sync_api import expect
from table_access import TableAccess

STEPS = 10
STEP_TO_YUNNAN_AGAIN = 12  # a trader of the learner stands there already
STEP_TO_SICHUAN = 11  # a journey on which two of the learner's places could lead
IS_SEEN = """spot => {
  const [box, map, bar] = [spot, document.getElementById("map-area"), document.getElementById("bar")]
    .map(element => element.getBoundingClientRect());
  return box.top >= map.top && box.bottom <= bar.top;
}"""


def test_a_review_finishes_and_links_to_positions(
    ann: BrowserUser, tables: TableAccess, sessions: BrowserSessions
) -> None:
    table = tables.create(None, None, None, vp_end=20, until=lambda game: game.is_over, player="random")
    ann.sit_down(table.seat_path)
    ann.page.click("#result a[href$='/review']")
    expect(ann.page.locator(".chart")).to_be_visible(timeout=REVIEW_TIMEOUT)
    expect(ann.page.locator(".chart path.curve")).to_have_count(3)
    link = ann.page.locator(".costly-link").first
    row = str(link.get_attribute("href")).rpartition("/")[2]
    played = str(link.locator(".costly-played").inner_text())
    link.click()
    ann.wait_for_row(int(row))
    ann.sees("#replay", f"Position {row} of")
    ann.sees("#replay .remark", played.removeprefix("Played").strip())
    expect(ann.page.locator(f"#replay a[href$='/review#move-{row}']")).to_be_visible()
    ann.page.click("#replay [data-step='on']")
    ann.wait_for_row(int(row) + 1)
    expect(ann.page.locator("#replay a[href*='/review#move-']")).to_be_visible()  # of the last one so far
    phone = sessions.open(phone=True)
    phone.sit_down(f"{table.path}/at/{row}")
    buttons = phone.page.locator("#replay .buttons").bounding_box()
    assert buttons is not None and buttons["height"] < 2 * 44  # one row
    spots = {move: str(phone.page.get_attribute("#replay", f"data-{move}")).split() for move in ("played", "better")}
    for move, marked in spots.items():  # turning income into VP has none
        for spot in marked:
            if not spot.startswith(("camp-", "piece-")):
                expect(phone.spot(spot)).to_contain_class(move)
    if spots["played"]:
        phone.page.wait_for_function(f"spot => ({IS_SEEN})(spot)", arg=phone.spot(spots["played"][0]).element_handle())


@pytest.mark.slow
def test_the_guided_game_is_played_by_clicking_the_marked_spots(ann: BrowserUser, tables: TableAccess) -> None:
    ann.visit("/learn")
    ann.page.click(".guided button")
    for step in range(1, STEPS + 1):
        ann.wait_for_turn()
        ann.sees("#lesson", f"Step {step} of")
        row, move = ann.row, str(ann.page.get_attribute("#table", "data-lesson-move"))
        offer = ann.offers[move]
        glowing = ann.page.locator("#board .lesson").evaluate_all("spots => spots.map(spot => spot.dataset.spot)")
        if move.startswith("take"):  # the button of the piece glows, too: a phone's board may not show the camp
            ann.sees("#turn label.lesson")
        # A trader from the camp needs no click, so it does not glow.
        clicked = [spot for spot in (offer.source, offer.target) if spot and not spot.startswith("camp-")]
        assert sorted(glowing) == sorted(clicked)
        if offer.target is None:
            ann.sees("#turn .slider.lesson" if move.startswith("convert") else f'#turn button.lesson[value="{move}"]')
        ann.make(move)
        assert tables.rows(ann.table_id)[row] == move


def make_and_leave(phone: BrowserUser, move: str) -> None:
    """Make a move, and leave the map: a mouse that rests there would open the card of what comes under it."""
    phone.make(move)
    phone.page.mouse.move(1, 1)


def test_on_a_phone_a_step_has_one_button_of_its_own_that_can_be_seen(sessions: BrowserSessions) -> None:
    phone = sessions.open(phone=True, viewport={"width": 360, "height": 640})
    phone.visit("/learn")
    phone.page.tap(".guided button")
    pressed = set()
    for step in range(1, STEP_TO_SICHUAN):
        phone.wait_for_turn()
        expect(phone.page.locator("#lesson .lesson-count")).to_contain_text(f"Step {step} of")
        expect(phone.page.locator("#lesson-title")).to_be_in_viewport(ratio=1)
        row, move = phone.row, str(phone.page.get_attribute("#table", "data-lesson-move"))
        if move.split()[0] in ("pass", "done", "convert"):
            pressed.add(move.split()[0])
            expect(phone.page.locator("#turn button.lesson:visible")).to_have_count(0)
            expect(phone.page.locator(".lesson-press button")).to_be_in_viewport(ratio=1)
            phone.sees(".lesson-todo", "Press the button")
            phone.page.evaluate("() => { document.getElementById('bar').scrollTop = 999; }")  # read to its end
            phone.page.tap(".lesson-press button")
            phone.page.wait_for_function("row => Number(document.getElementById('table').dataset.row) > row", arg=row)
        else:
            make_and_leave(phone, move)
    assert pressed == {"pass", "done", "convert"}
    on_the_way_to_sichuan(phone, sessions)


def test_a_lesson_begins_at_its_top_after_what_happened_was_told_again(sessions: BrowserSessions) -> None:
    phone = sessions.open(phone=True, viewport={"width": 360, "height": 640})
    phone.visit("/learn")
    phone.page.tap(".guided button")
    for _ in range(1, STEP_TO_SICHUAN):
        phone.wait_for_turn()
        if phone.page.locator("#again").count():
            break
        make_and_leave(phone, str(phone.page.get_attribute("#table", "data-lesson-move")))
    phone.page.evaluate("() => { document.getElementById('bar').scrollTop = 999; }")
    phone.page.tap("#again")
    expect(phone.page.locator("#again")).to_be_focused()
    expect(phone.page.locator("#lesson-title")).to_be_in_viewport(ratio=1)


def test_a_tap_on_a_trader_where_the_lesson_leads_means_the_place(sessions: BrowserSessions) -> None:
    phone = sessions.open(phone=True, viewport={"width": 360, "height": 640})
    phone.visit("/learn")
    phone.page.tap(".guided button")
    for _ in range(STEP_TO_YUNNAN_AGAIN - 1):
        phone.wait_for_turn()
        row, move = phone.row, str(phone.page.get_attribute("#table", "data-lesson-move"))
        if move.split()[0] in ("pass", "done", "convert"):
            phone.page.tap(".lesson-press button")
            phone.wait_for_row(row + 1)
        else:
            make_and_leave(phone, move)
    phone.wait_for_turn()
    assert phone.page.get_attribute("#table", "data-lesson-move") == "go P-Y"
    phone.page.touchscreen.tap(*seen_place(phone, "traders-Y-p1"))
    expect(phone.page.locator("#card .offer.lesson")).to_have_count(1)
    phone.page.tap("#card .offer.lesson")
    expect(phone.page.locator("#lesson .lesson-count")).to_contain_text(f"Step {STEP_TO_YUNNAN_AGAIN + 1} of")


def on_the_way_to_sichuan(phone: BrowserUser, sessions: BrowserSessions) -> None:
    """The traders that glow are seen, the card offers their journey first, and the refusal of another can be read."""
    sessions.allow_errors(422)
    phone.wait_for_turn()
    assert phone.page.get_attribute("#table", "data-lesson-move") == "go Y-S"
    phone.page.wait_for_function(f"spot => ({IS_SEEN})(spot)", arg=phone.spot("traders-Y-p1").element_handle())
    phone.spot("province-S").dispatch_event("focusin")
    phone.spot("province-S").press("Enter")
    expect(phone.page.locator("#card .offer")).to_have_count(2)
    expect(phone.page.locator("#card .offer >> nth=0")).to_have_class("offer lesson")
    phone.page.tap("#card .offer >> nth=1")
    expect(phone.page.locator("#complaint")).to_contain_text("In this lesson something else comes next")
    expect(phone.page.locator("#complaint")).to_be_in_viewport(ratio=1)
    foot, tabs = (phone.page.locator(name).bounding_box() for name in ("#complaint", "#tabs"))
    assert foot is not None and tabs is not None and foot["y"] + foot["height"] <= tabs["y"]


def test_the_guided_game_refuses_any_other_move_with_a_friendly_sentence(
    ann: BrowserUser, tables: TableAccess, sessions: BrowserSessions
) -> None:
    sessions.allow_errors(422)
    ann.visit("/learn")
    ann.page.click(".guided button")
    ann.wait_for_turn()
    asked = ann.page.get_attribute("#table", "data-lesson-move")
    ann.choose("bid horse 7")
    ann.sees("#complaint", "In this lesson something else comes next")
    assert asked != "bid horse 7" and tables.rows(ann.table_id) == []
    expect(ann.page.locator("#ghosts .pointed")).to_have_count(0)  # as if nobody had bid there
    ann.sees("#board .lesson")
    for player in ("p1", "p2", "p3"):  # all are in sight, in a low window, too
        expect(ann.page.locator(f"#panel-{player}")).to_be_in_viewport(ratio=0.98)
