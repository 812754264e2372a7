"""Network errors, late answers, hidden pages, double clicks and other input at the wrong moment."""

import re

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import Route, expect
from table_access import TableAccess, TableLink

LOOK = """seen => {
  Object.defineProperty(document, "hidden", { get: () => !seen, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
HTML_OF_A_PROXY = {"status": 502, "content_type": "text/html", "body": "<h1>Bad Gateway</h1>"}


def test_an_error_of_a_proxy_counts_as_a_lost_connection_and_the_page_stays(
    ann: BrowserUser, table: TableLink, tables: TableAccess, sessions: BrowserSessions
) -> None:
    sessions.allow_errors(502)
    ann.page.route("**/moves", lambda route: route.fulfill(**HTML_OF_A_PROXY))
    ann.choose("bid school 5")
    ann.sees("#lost", "The connection is lost.")
    ann.page.unroute_all()
    ann.wait_for_row(1)  # the move was sent again
    expect(ann.page.locator("#lost")).to_be_hidden()
    assert tables.rows(table.id) == ["bid school 5"]


def test_live_updates_reconnect_after_an_error_of_a_proxy(
    ann: BrowserUser, tables: TableAccess, sessions: BrowserSessions
) -> None:
    sessions.allow_errors(502)
    table = tables.create(None, None, None)
    ann.page.route("**/bell", lambda route: route.fulfill(**HTML_OF_A_PROXY))
    ann.sit_down(table.seat_path)
    ann.sees("#lost", "The connection is lost.")
    tables.play(table, "bid school 5")
    ann.page.unroute_all()
    ann.wait_for_row(1)
    expect(ann.page.locator("#lost")).to_be_hidden()


def test_a_hidden_page_closes_its_connection_and_catches_up_when_shown(
    ann: BrowserUser, table: TableLink, sessions: BrowserSessions
) -> None:
    eve = sessions.open()
    eve.sit_down(table.path)
    with eve.page.expect_event("requestfailed", lambda request: request.url.endswith("/bell")):
        eve.page.evaluate(LOOK, False)
    ann.make("bid school 5")
    eve.page.evaluate(LOOK, True)
    eve.wait_for_row(1)
    ann.make("bid horse 5")
    eve.wait_for_row(2)


def test_a_failed_hint_is_reported_and_a_late_hint_is_ignored(
    ann: BrowserUser, table: TableLink, sessions: BrowserSessions
) -> None:
    sessions.allow_errors(503)
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


def test_a_double_click_makes_one_move(ann: BrowserUser, table: TableLink, tables: TableAccess) -> None:
    x, y = ann.place_of("market")
    ann.page.mouse.move(x, y)
    ann.page.mouse.down()
    ann.page.mouse.up()
    ann.wait_for_row(1)
    ann.page.mouse.down(click_count=2)
    ann.page.mouse.up(click_count=2)
    ann.make("bid school 5")
    assert tables.rows(table.id) == ["market", "bid school 5"]


def test_the_position_requested_last_is_shown_even_if_an_earlier_one_arrives_later(
    ann: BrowserUser, tables: TableAccess
) -> None:
    table = tables.create(None, None, None, until=lambda game: game.round == 2)
    ann.sit_down(f"{table.path}/at/0")
    held: list[Route] = []
    ann.page.route("**/at/3?part=1", lambda route: held.append(route))
    with ann.page.expect_request("**/at/3?part=1"):
        ann.page.locator("#scrubber").fill("3")
    ann.page.locator("#scrubber").fill("5")
    ann.sees("#replay", "Position 5 of")
    (slow,) = held
    with ann.page.expect_response("**/at/3?part=1"):
        slow.continue_()
    ann.page.evaluate("address => fetch(address).then(answer => answer.text())", f"{table.path}/at/5")
    ann.sees("#replay", "Position 5 of")
    assert ann.page.url.endswith("/at/5")


def test_back_leads_out_of_a_replay_in_one_step(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=lambda game: game.round == 2)
    ann.sit_down(table.seat_path)
    ann.page.locator("#log li a").first.click()
    ann.page.wait_for_url("**/at/*")
    for _ in range(3):
        ann.page.click('[data-step="back"]')
    ann.page.wait_for_url(re.compile(r"/at/\d+$"))
    ann.page.go_back()
    expect(ann.page.locator("#replay")).to_have_count(0)
    assert ann.page.url.endswith(table.path)


def test_moves_of_others_do_not_replace_an_old_position_on_the_page(
    ann: BrowserUser, tables: TableAccess, sessions: BrowserSessions
) -> None:
    table = tables.create(None, None, None, moves=("bid school 5",))
    ann.sit_down(table.seat_path)
    slow = sessions.open(speed="slow")
    slow.sit_down(table.path)
    ann.make("bid horse 5")
    expect(slow.page.locator("#table")).to_have_class(re.compile("suspended"))
    slow.page.evaluate(
        "document.querySelector('#entry-1 a').click()"
    )  # not with the mouse, which would end the animation
    slow.sees("#replay", "Position 1 of 2")
    ann.make("bid guild 5")
    slow.press("ArrowRight")
    slow.sees("#replay", "Position 2 of 3")
    slow.page.click("#replay a:has-text('Back to the game')")
    slow.wait_for_row(3)


def test_the_space_bar_presses_the_button_that_has_the_focus(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=lambda game: game.round == 2)
    ann.sit_down(f"{table.path}/at/0")
    ann.page.focus("#menu summary")
    ann.press("Space")
    expect(ann.page.locator("#menu")).to_have_attribute("open", "")
    expect(ann.page.locator("#replay-play")).to_have_attribute("aria-pressed", "false")


def test_closing_a_card_with_the_keyboard_puts_the_focus_back_on_the_board(
    ann: BrowserUser, tables: TableAccess
) -> None:
    table = tables.create(None, None, None, moves=("bid yard 7", "pass", "pass", "pass"))
    ann.sit_down(table.seat_path)
    camp = next(offer.target for offer in ann.offers.values() if str(offer.target).startswith("camp-"))
    ann.spot(str(camp)).focus()
    ann.press("Enter")
    expect(ann.page.locator("#card button").first).to_be_focused()
    ann.press("Escape")
    expect(ann.page.locator("#card")).to_be_hidden()
    expect(ann.spot(str(camp))).to_be_focused()


def test_escape_cancels_a_confirmation_even_after_an_earlier_yes(
    tables: TableAccess, sessions: BrowserSessions
) -> None:
    ann = sessions.open(cookies={"confirm": "pass"})
    table = tables.create(None, None, None)
    ann.sit_down(table.seat_path)
    ann.page.click('#turn button[value="pass"]')
    ann.page.click("#confirm button[value=yes]")
    ann.wait_for_row(1)
    ann.page.click('#turn button[value="pass"]')
    ann.sees("#confirm", "Are you sure?")
    ann.press("Escape")
    expect(ann.page.locator("#confirm")).to_be_hidden()
    ann.make("bid school 5")
    assert tables.rows(table.id) == ["pass", "bid school 5"]
