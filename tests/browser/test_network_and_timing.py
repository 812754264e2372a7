"""Where something goes wrong on the way, or too quickly: answers that are none, slow ones, double clicks."""

import re

from browser_sessions import Visits
from browser_user import Person
from playwright.sync_api import Route, expect
from table_access import Hall

LOOK = """seen => {
  Object.defineProperty(document, "hidden", { get: () => !seen, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
HTML_OF_A_PROXY = {"status": 502, "content_type": "text/html", "body": "<h1>Bad Gateway</h1>"}


def test_an_answer_that_is_none_counts_as_a_lost_connection_and_the_page_stays(
    ann: Person, hall: Hall, visits: Visits
) -> None:
    visits.announce(502)
    sitting = hall.table(None, None, None)
    ann.sit_down(sitting.door)
    ann.page.route("**/moves", lambda route: route.fulfill(**HTML_OF_A_PROXY))
    ann.choose("bid school 5")
    ann.sees("#lost", "The connection is lost.")
    ann.page.unroute_all()
    expect(ann.page.locator("#lost")).to_be_hidden()
    ann.make("bid school 5")
    assert hall.rows(sitting.id) == ["bid school 5"]


def test_a_bell_that_was_refused_is_rung_again(ann: Person, hall: Hall, visits: Visits) -> None:
    visits.announce(502)
    sitting = hall.table(None, None, None)
    ann.page.route("**/bell", lambda route: route.fulfill(**HTML_OF_A_PROXY))
    ann.sit_down(sitting.door)
    ann.sees("#lost", "The connection is lost.")
    hall.play(sitting, "bid school 5")
    ann.page.unroute_all()
    ann.wait_for_row(1)
    expect(ann.page.locator("#lost")).to_be_hidden()


def test_a_page_that_nobody_sees_holds_no_connection_and_catches_up_when_it_is_seen(
    ann: Person, hall: Hall, visits: Visits
) -> None:
    sitting = hall.table(None, None, None)
    ann.sit_down(sitting.door)
    eve = visits()
    eve.sit_down(sitting.path)
    with eve.page.expect_event("requestfailed", lambda request: request.url.endswith("/bell")):
        eve.page.evaluate(LOOK, False)
    ann.make("bid school 5")
    eve.page.evaluate(LOOK, True)
    eve.wait_for_row(1)
    ann.make("bid horse 5")
    eve.wait_for_row(2)


def test_a_hint_that_fails_is_told_and_one_that_comes_too_late_is_not(ann: Person, hall: Hall, visits: Visits) -> None:
    visits.announce(503)
    sitting = hall.table(None, None, None)
    ann.sit_down(sitting.door)
    refusal = {"status": 503, "json": {"sentence": "Nobody can think now.", "rule": None}}
    ann.page.route("**/hint", lambda route: route.fulfill(**refusal))
    ann.page.click("#ask-hint")
    ann.sees("#complaint", "Nobody can think now.")
    expect(ann.page.locator("#hint")).to_be_empty()
    held: list[Route] = []
    ann.page.unroute_all()
    ann.page.route("**/hint", lambda route: held.append(route))
    with ann.page.expect_request("**/hint"):
        ann.page.click("#ask-hint")
    ann.page.click("#ask-hint")
    ann.make("bid school 5")
    (hint,) = held
    with ann.page.expect_response("**/hint"):
        hint.fulfill(body='<ol><li data-move="bid school 7">School</li></ol>')
    ann.make("bid horse 5")
    expect(ann.page.locator("#hint")).to_be_empty()


def test_a_double_click_makes_one_move(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None)
    ann.sit_down(sitting.door)
    x, y = ann.place_of("market")
    ann.page.mouse.move(x, y)
    ann.page.mouse.down()
    ann.page.mouse.up()
    ann.wait_for_row(1)
    ann.page.mouse.down(click_count=2)
    ann.page.mouse.up(click_count=2)
    ann.make("bid school 5")
    assert hall.rows(sitting.id) == ["market", "bid school 5"]


def test_of_several_positions_asked_for_the_last_one_is_shown(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None, until=lambda game: game.round == 2)
    ann.sit_down(f"{sitting.path}/at/0")
    held: list[Route] = []
    ann.page.route("**/at/3?part=1", lambda route: held.append(route))
    with ann.page.expect_request("**/at/3?part=1"):
        ann.page.locator("#scrubber").fill("3")
    ann.page.locator("#scrubber").fill("5")
    ann.sees("#replay", "Position 5 of")
    (slow,) = held
    with ann.page.expect_response("**/at/3?part=1"):
        slow.continue_()
    ann.page.evaluate("address => fetch(address).then(answer => answer.text())", f"{sitting.path}/at/5")
    ann.sees("#replay", "Position 5 of")
    assert ann.page.url.endswith("/at/5")


def test_back_leads_out_of_a_replay_in_one_step(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None, until=lambda game: game.round == 2)
    ann.sit_down(sitting.door)
    ann.page.locator("#log li a").first.click()
    ann.page.wait_for_url("**/at/*")
    for _ in range(3):
        ann.page.click('[data-step="back"]')
    ann.page.wait_for_url(re.compile(r"/at/\d+$"))
    ann.page.go_back()
    expect(ann.page.locator("#replay")).to_have_count(0)
    assert ann.page.url.endswith(sitting.path)


def test_what_others_do_does_not_take_the_place_of_an_old_position(ann: Person, hall: Hall, visits: Visits) -> None:
    sitting = hall.table(None, None, None, moves=("bid school 5",))
    ann.sit_down(sitting.door)
    slow = visits(speed="slow")
    slow.sit_down(sitting.path)
    ann.make("bid horse 5")
    expect(slow.page.locator("#table")).to_have_class(re.compile("suspended"))
    slow.page.evaluate("document.querySelector('#entry-1 a').click()")  # without the pointer, which would hurry it
    slow.sees("#replay", "Position 1 of 2")
    ann.make("bid guild 5")
    slow.press("ArrowRight")
    slow.sees("#replay", "Position 2 of 3")
    slow.page.click("#replay a:has-text('Back to the game')")
    slow.wait_for_row(3)


def test_the_space_bar_presses_the_button_that_has_the_focus(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None, until=lambda game: game.round == 2)
    ann.sit_down(f"{sitting.path}/at/0")
    ann.page.focus("#menu summary")
    ann.press("Space")
    expect(ann.page.locator("#menu")).to_have_attribute("open", "")
    expect(ann.page.locator("#replay-play")).to_have_attribute("aria-pressed", "false")


def test_whoever_closes_a_card_with_the_keyboard_is_still_on_the_board(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None, moves=("bid yard 7", "pass", "pass", "pass"))
    ann.sit_down(sitting.door)
    camp = next(offer.target for offer in ann.offers.values() if str(offer.target).startswith("camp-"))
    ann.spot(str(camp)).focus()
    ann.press("Enter")
    expect(ann.page.locator("#card button").first).to_be_focused()
    ann.press("Escape")
    expect(ann.page.locator("#card")).to_be_hidden()
    expect(ann.spot(str(camp))).to_be_focused()


def test_escape_is_a_no_also_after_a_yes(hall: Hall, visits: Visits) -> None:
    ann = visits(cookies={"confirm": "pass"})
    sitting = hall.table(None, None, None)
    ann.sit_down(sitting.door)
    ann.page.click('#turn button[value="pass"]')
    ann.page.click("#confirm button[value=yes]")
    ann.wait_for_row(1)
    ann.page.click('#turn button[value="pass"]')
    ann.sees("#confirm", "Are you sure?")
    ann.press("Escape")
    expect(ann.page.locator("#confirm")).to_be_hidden()
    ann.make("bid school 5")
    assert hall.rows(sitting.id) == ["pass", "bid school 5"]
