"""People far apart at one table: chat, mute, undo by consent, time that is used up and a return, a pause."""

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess

from people_apart import TableApart, table_apart
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.events.timing import TIME_CONTROL
from teahorse.server.tables.timing.control import BUDGET, TimeControl

HIDDEN_PLAYERS = "() => { const all = document.getElementById('players'); return all.scrollHeight - all.clientHeight; }"


def sit(user: BrowserUser, apart: TableApart, seat: int) -> BrowserUser:
    user.sit_down(f"/t/{apart.id}/sit/{apart.keys[seat]}")
    return user


def test_people_chat_react_mute_and_undo_by_consent(
    ann: BrowserUser, sessions: BrowserSessions, tables: TableAccess
) -> None:
    apart = table_apart(tables.service, None, None, None)
    bob, cleo = sessions.open(), sessions.open(phone=True)
    for seat, user in enumerate((ann, bob, cleo)):
        sit(user, apart, seat)
    # Log and chat are tabs. A double click on one opens it and sends nothing; everyone stays in sight.
    ann.page.set_viewport_size({"width": 1280, "height": 720})
    ann.page.dblclick("#talk > summary .log-title")
    expect(ann.page.locator("#log")).to_be_visible()
    ann.page.dblclick("#talk > summary .talk-title")
    expect(ann.page.locator("#talk-text")).to_be_visible()
    expect(ann.page.locator("#log")).to_be_hidden()
    assert ann.page.evaluate(HIDDEN_PLAYERS) <= 2
    ann.page.click("#talk > summary .log-title")
    expect(ann.page.locator("#log")).to_be_visible()
    ann.page.click("#talk > summary .talk-title")
    # A message reaches everyone at once; who hasn't opened the chat sees a dot.
    ann.page.fill("#talk-text", "Good luck, <b>everyone</b>!")
    ann.page.press("#talk-text", "Enter")
    expect(ann.page.locator("#messages")).to_contain_text("Good luck, <b>everyone</b>!")
    expect(ann.page.locator("#messages .message")).to_have_count(1)
    expect(ann.page.locator("#talk-text")).to_have_value("")
    expect(cleo.page.locator(".tabs .dot")).to_be_visible()
    expect(bob.page.locator("#talk .dot")).to_be_visible()
    expect(bob.page.locator("#talk .latest")).to_contain_text("Good luck")
    expect(bob.page.locator("#announcer")).to_contain_text("Good luck")
    cleo.page.click('[data-tab="talk"]')
    expect(cleo.page.locator("#messages")).to_contain_text("Good luck")
    expect(cleo.page.locator(".tabs .dot")).to_be_hidden()
    # A text that is being typed stays when something arrives.
    cleo.page.fill("#talk-text", "Not yet sent")
    ann.page.click('.reactions [value="tea"]')
    expect(cleo.page.locator(".reaction-bubble")).to_be_visible()
    expect(cleo.page.locator("#messages svg.reaction")).to_be_visible()
    expect(cleo.page.locator("#talk-text")).to_have_value("Not yet sent")
    # Cleo mutes Ann, and reads her again.
    cleo.page.locator(".message-menu > summary").first.click()
    cleo.page.get_by_role("button", name="Hide messages of Person 1").first.click()
    expect(cleo.page.locator("#talk")).to_contain_text("Messages of Person 1 are hidden.")
    expect(cleo.page.locator("#messages")).not_to_contain_text("Good luck")
    cleo.page.get_by_role("button", name="Show them").click()
    expect(cleo.page.locator("#messages")).to_contain_text("Good luck")
    cleo.page.click('[data-tab="map"]')
    # The host removes a message for everyone.
    ann.page.locator(".message-menu > summary").first.click()
    ann.page.get_by_role("button", name="Remove for everyone").first.click()
    expect(cleo.page.locator("#messages")).not_to_contain_text("Good luck")
    # Ann asks for an undo past Bob's move; Cleo has not moved, so only Bob is asked.
    ann.make("market")
    bob.wait_for_turn()
    bob.make("market")
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
        expect(user.page.locator("#log")).to_contain_text("Person 1 took back 2 moves.")
    expect(ann.page.locator("#notices")).to_have_count(0)
    cleo.sees("#notices", "Person 1 took back 2 moves.")
    assert apart.open().history.steps == []
    ann.make("bid school 5")
    expect(cleo.page.locator("#notices")).to_have_count(0)


def test_a_pause_by_consent_stops_the_game_and_its_clocks(
    ann: BrowserUser, sessions: BrowserSessions, tables: TableAccess
) -> None:
    apart = table_apart(tables.service, None, None, "greedy", time=TimeControl.budget(10, 0, "greedy"))
    bob = sessions.open()
    sit(ann, apart, 0)
    sit(bob, apart, 1)
    ann.make("market")
    bob.wait_for_turn()
    digits = bob.page.locator(".turn-clock .digits")
    expect(digits).not_to_have_text(digits.inner_text())  # it ticks
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
    bob.make("market")


def test_a_bot_moves_when_time_is_used_up_and_hands_back(
    ann: BrowserUser, sessions: BrowserSessions, tables: TableAccess
) -> None:
    """Ann has time after her first turn, Bob has three seconds."""
    apart = table_apart(tables.service, None, None, None)
    control = TimeControl(BUDGET, 3, 600, "greedy")
    tables.service.append(apart.id, lambda _: [NewEvent(TIME_CONTROL, None, control.data)])
    bob = sessions.open()
    sit(ann, apart, 0)
    sit(bob, apart, 1)
    ann.make("market")
    bob.sees("#notices", "a bot (greedy) moves for you")
    bob.wait_for_row(2)  # the bot has moved, and the third player, who has three seconds, too, isn't here
    ann.wait_for_turn()
    assert apart.open().bot_of("p2") == "greedy"
    bob.page.get_by_role("button", name="I'm back").click()
    expect(bob.page.locator("#notices")).to_have_count(0)
    assert apart.open().bot_of("p2") is None
    ann.make("pass")
    bob.sees("#notices", "a bot (greedy) moves for you")
