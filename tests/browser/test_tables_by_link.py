"""Tables by link, with several browsers: invite, join, leave and be replaced, spectate, another device, close."""

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import Page, expect
from table_access import TableAccess

from teahorse import Game
from teahorse.bots import bot_named
from teahorse.server.tables.keys import BROWSER_COOKIE

NEW = "/new?people=3&who-1=person&name-1=Ann&who-2=link&who-3=link&order=listed"

HIDE_FROM_LOBBY = """() => fetch(document.querySelector("form[action$='/sharing']").action, {
  method: "POST", body: new URLSearchParams({ watching: "link" }),
})"""


def open_table(host: BrowserUser) -> str:
    """Start a game with two seats by link; gives the invitation."""
    host.visit(NEW)
    host.page.locator(".start-bar .primary").click()
    host.page.wait_for_url("**/seats")
    return host.page.locator("#invitation").input_value()


def join(user: BrowserUser, link: str, name: str) -> None:
    user.page.goto(link)
    user.page.get_by_label("Your name").fill(name)
    user.page.get_by_role("button", name="Sit down").click()
    user.page.wait_for_url(lambda url: "/join" not in url)


def table_id(page: Page) -> str:
    return page.url.partition("/t/")[2].partition("/")[0]


def log(user: BrowserUser) -> str:
    return user.page.locator("#log").inner_text()


def test_back_from_a_game_that_began_with_bots_does_not_lead_to_it_again(ann: BrowserUser) -> None:
    open_table(ann)
    ann.page.get_by_role("button", name="Start with bots on the free seats").click()
    ann.page.wait_for_selector("#table")
    ann.wait_for_row(0)
    ann.page.go_back()  # to the page of the seats, or past it where that page led to the game
    ann.page.wait_for_timeout(1500)  # in which it would hear that the game has begun
    expect(ann.page.locator("#table")).to_have_count(0)


def test_friends_join_by_link_and_play_to_the_end_each_in_their_browser(
    ann: BrowserUser, sessions: BrowserSessions, tables: TableAccess
) -> None:
    invitation = open_table(ann)
    ann.sees(".invite .here-only", "These links work on this machine only.")
    expect(ann.page.locator(".qr")).to_have_count(0)  # no phone could follow it
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.locator('[data-copy-link="invitation"]').click()
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    assert ann.page.evaluate("navigator.clipboard.readText()") == invitation
    lan, tashi = sessions.open(phone=True), sessions.open()
    join(lan, invitation, "Lan")
    for user in (ann, lan):
        expect(user.page.get_by_text("1 seat is free.")).to_be_visible()
        expect(user.page.locator("#seats")).to_contain_text("Lan")
    join(tashi, invitation, "Tashi")
    for user in (ann, lan, tashi):
        user.page.wait_for_selector("#table")
        user.wait_for_row(0)
    seats = {"Ann": ann, "Lan": lan, "Tashi": tashi}
    link = table_id(ann.page)
    for row in range(1, 4):  # everyone moves once, and everyone sees it
        mover = tables.to_move(link)
        seats[mover].wait_for_turn()
        seats[mover].make("market")
        for user in seats.values():
            user.wait_for_row(row)
    assert all("Tashi sits down." in log(user) for user in (ann, tashi))
    last = play_until_the_last_move(tables, link, [browser_key(user) for user in seats.values()])
    for user in seats.values():
        user.visit(f"/t/{link}")
    winner = seats[tables.to_move(link)]
    winner.wait_for_turn()
    winner.make(last)
    for user in seats.values():
        expect(user.page.locator("#result")).to_be_visible()


def browser_key(user: BrowserUser) -> str:
    """What opens the seat of this browser."""
    return next(str(cookie["value"]) for cookie in user.context.cookies() if cookie["name"] == BROWSER_COOKIE)


def play_until_the_last_move(tables: TableAccess, table_id: str, keys: list[str]) -> str:
    """Make everyone's moves but the last one, which is returned."""
    greedy = bot_named("greedy", 1)
    while True:
        table = tables.service.open(table_id)
        game = Game.from_record(table.history.game.record())
        move = greedy.choose(game)
        game.play(move)
        if game.is_over:
            return move
        tables.service.play(table_id, keys, move, table.next_number)


def test_a_seat_passes_from_a_person_to_a_bot_to_another_person_and_another_device(
    ann: BrowserUser, sessions: BrowserSessions
) -> None:
    invitation = open_table(ann)
    lan, yong, phone = sessions.open(), sessions.open(), sessions.open(phone=True)
    join(lan, invitation, "Lan")
    ann.page.get_by_role("button", name="Start with bots").click()
    for user in (ann, lan):
        user.page.wait_for_selector("#table")
    lan.visit(f"/t/{table_id(lan.page)}/device")  # Lan goes on with the phone
    phone.page.goto(lan.page.locator("#device").input_value())
    phone.page.wait_for_selector("#table")
    phone.page.goto(f"{phone.page.url}/seats")
    phone.page.locator(".leave summary").click()
    phone.page.get_by_role("button", name="Leave this seat").click()
    expect(phone.page.locator(".chip.yours")).to_have_count(0)
    expect(ann.page.locator("#log")).to_contain_text("Lan left;")
    expect(ann.page.locator("#log")).to_contain_text("plays on.")
    ann.visit(f"/t/{table_id(ann.page)}/seats")
    ann.page.get_by_role("button", name="Give the seat to a person").first.click()
    expect(ann.page.locator(".seat-line.free")).to_have_count(1)
    ann.page.locator(".seat-link summary").click()
    seat_link = ann.page.locator(".seat-link input").input_value()
    join(yong, seat_link, "Yong")
    expect(ann.page.locator("#seats")).to_contain_text("Yong")  # without a reload
    yong.page.wait_for_selector("#table")
    expect(yong.page.locator(".panel .you")).to_have_count(1)


def test_the_host_shows_a_table_in_the_lobby_hides_it_from_spectators_and_closes_it(
    ann: BrowserUser, sessions: BrowserSessions
) -> None:
    open_table(ann)
    lobby, eve = sessions.open(), sessions.open()
    lobby.visit("/lobby")
    ann.page.get_by_label("Show it among the open tables").check()
    ann.page.get_by_label("Only those with the spectators' link may watch").check()
    ann.page.get_by_role("button", name="Save").click()
    address = table_id(ann.page)
    spectators = ann.page.locator("#spectators").input_value()
    assert "/watch/" in spectators
    card = lobby.page.locator(f"#open-{address}")
    expect(card).to_contain_text("2 free seats")  # without a reload
    before = ann.context.request.get(f"{ann.address}/t/{address}/seats?part=1").text()
    card.get_by_role("link", name="Take a seat").click()
    lobby.page.get_by_label("Your name").fill("Lan")
    lobby.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.get_by_text("1 seat is free.")).to_be_visible()
    # An answer that was overtaken by a later one is not shown.
    ann.page.route("**/seats?part=1", lambda route: route.fulfill(body=before, content_type="text/html"))
    with ann.page.expect_response("**/seats?part=1"):
        ann.page.evaluate(HIDE_FROM_LOBBY)
    ann.page.evaluate("() => fetch('/offline').then((answer) => answer.text())")
    expect(ann.page.get_by_text("1 seat is free.")).to_be_visible()
    ann.page.get_by_role("button", name="Start with bots").click()
    sessions.allow_errors(404)
    eve.visit(f"/t/{address}")
    expect(eve.page.get_by_text("There is no table at this address.")).to_be_visible()
    eve.page.goto(spectators)
    eve.page.wait_for_selector("#table")
    expect(eve.page.get_by_text("You are watching.")).to_be_visible()
    ann.page.wait_for_selector("#table")
    ann.visit(f"/t/{address}/seats")
    ann.page.locator("#close summary").click()
    ann.page.get_by_role("button", name="Ask the others").click()
    expect(ann.page.locator("#close")).to_contain_text("Waiting for Lan.")
    request = lobby.page.locator("#notices")
    expect(request).to_contain_text("asks to close the table. The game would end without a result.")
    request.get_by_role("button", name="Agree").click()
    for user in (lobby, eve):
        expect(user.page.locator("#bar")).to_contain_text("The host has closed this table.")
