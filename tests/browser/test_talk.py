"""People far apart at one table: chat, mute, undo by consent, time that is used up and a return, a pause."""

import time

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess

from people_apart import TableApart, table_apart
from teahorse.server.tables.timing.control import BUDGET, TimeControl


def sit(user: BrowserUser, apart: TableApart, seat: int) -> BrowserUser:
    user.sit_down(f"/t/{apart.id}/sit/{apart.keys[seat]}")
    return user


def test_people_chat_react_mute_and_undo_by_consent(
    ann: BrowserUser, sessions: BrowserSessions, tables: TableAccess
) -> None:
    apart = table_apart(tables.service, None, None, None)
    bob, cleo = sessions.open(phone=True), sessions.open()
    for seat, user in enumerate((ann, bob, cleo)):
        sit(user, apart, seat)
    # A message reaches everyone at once; who hasn't opened the chat sees a dot.
    ann.page.click("#talk > summary")
    ann.page.fill("#talk-text", "Good luck, <b>everyone</b>!")
    ann.page.press("#talk-text", "Enter")
    expect(ann.page.locator("#messages")).to_contain_text("Good luck, <b>everyone</b>!")
    expect(ann.page.locator("#talk-text")).to_have_value("")
    expect(bob.page.locator(".tabs .dot")).to_be_visible()
    expect(cleo.page.locator("#talk .dot")).to_be_visible()
    expect(cleo.page.locator("#talk .latest")).to_contain_text("Good luck")
    expect(cleo.page.locator("#announcer")).to_contain_text("Good luck")
    bob.page.click('[data-tab="talk"]')
    expect(bob.page.locator("#messages")).to_contain_text("Good luck")
    expect(bob.page.locator(".tabs .dot")).to_be_hidden()
    # A text that is being typed stays when something arrives.
    bob.page.fill("#talk-text", "Not yet sent")
    ann.page.click('.reactions [value="tea"]')
    expect(bob.page.locator(".reaction-bubble")).to_be_visible()
    expect(bob.page.locator("#messages svg.reaction")).to_be_visible()
    expect(bob.page.locator("#talk-text")).to_have_value("Not yet sent")
    # Bob mutes Ann, and reads her again.
    bob.page.locator(".message-menu > summary").first.click()
    bob.page.get_by_role("button", name="Hide messages of Person 1").first.click()
    expect(bob.page.locator("#talk")).to_contain_text("Messages of Person 1 are hidden.")
    expect(bob.page.locator("#messages")).not_to_contain_text("Good luck")
    bob.page.get_by_role("button", name="Show them").click()
    expect(bob.page.locator("#messages")).to_contain_text("Good luck")
    bob.page.click('[data-tab="map"]')
    # The host removes a message for everyone.
    ann.page.locator(".message-menu > summary").first.click()
    ann.page.get_by_role("button", name="Remove for everyone").first.click()
    expect(bob.page.locator("#messages")).not_to_contain_text("Good luck")
    # Ann asks for an undo past Bob's move; Cleo has not moved, so only Bob is asked.
    ann.make("market")
    bob.wait_for_row(1)
    apart.tables.play(apart.id, apart.key(1), "market", 2)
    ann.wait_for_row(2)
    ann.page.click("#ask-undo")
    ann.sees("#notices", "Waiting for Person 2.")
    cleo.sees("#notices", "would like to take back a move")
    expect(cleo.page.locator("#notices button")).to_have_count(0)
    bob.page.get_by_role("button", name="Refuse").click()
    ann.sees("#notices", "Person 2 doesn't agree.")
    ann.page.click("#ask-undo")
    bob.page.get_by_role("button", name="Agree").click()
    for user in (ann, bob, cleo):
        user.wait_for_row(4)
        expect(user.page.locator("#notices")).to_have_count(0)
    assert apart.open().history.steps == []
    ann.make("bid school 5")


def test_a_bot_moves_when_time_is_used_up_and_hands_back_and_a_pause_stops_it_all(
    ann: BrowserUser, sessions: BrowserSessions, tables: TableAccess
) -> None:
    apart = table_apart(tables.service, None, None, "greedy", time=TimeControl(BUDGET, 60, 0, "greedy"))
    bob = sessions.open()
    sit(ann, apart, 0)
    sit(bob, apart, 1)
    # A pause by consent: nobody can move until everyone goes on.
    ann.make("market")
    bob.wait_for_turn()
    digits = bob.page.locator(".turn-clock .digits")
    before = digits.inner_text()
    expect(digits).not_to_have_text(before)  # it ticks
    ann.page.click("#menu > summary")
    ann.page.click("#ask-pause")
    bob.page.get_by_role("button", name="Agree").click()
    for user in (ann, bob):
        user.sees("#notices", "The game is paused")
        expect(user.page.locator(".clock.running")).to_have_count(0)
    expect(bob.page.locator("#turn .answers")).to_have_count(0)
    bob.page.get_by_role("button", name="Go on").click()
    ann.page.get_by_role("button", name="Agree").click()
    bob.wait_for_turn()
    # Bob's minute runs out: a bot moves for him, and Ann is next.
    started = time.monotonic()
    bob.sees("#notices", "a bot (greedy) moves for you")
    assert time.monotonic() - started < 75
    ann.wait_for_turn()
    rows = ann.row
    bob.page.get_by_role("button", name="I'm back").click()
    expect(bob.page.locator("#notices")).to_have_count(0)
    ann.make("pass")
    bob.wait_for_turn()
    assert bob.row >= rows + 1 and apart.open().bot_of("p2") is None
