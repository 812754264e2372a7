"""The home page: a warm first visit, and games that stay up to date while one looks at them."""

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import Route, expect
from table_access import TableAccess


def test_a_first_visitor_is_welcomed_and_can_start_the_guided_game(ann: BrowserUser) -> None:
    ann.visit("/")
    ann.sees(".welcome", "Three good ways to begin")
    ann.page.click(".welcome form button")
    ann.sees("#lesson")
    ann.visit("/")
    expect(ann.page.locator(".welcome")).to_have_count(0)
    expect(ann.page.locator(".small-board")).to_have_count(1)


def test_the_list_of_games_follows_the_games(sessions: BrowserSessions, tables: TableAccess) -> None:
    user = sessions.open()
    table = tables.create(None, None, None)
    user.sit_down(table.seat_path)
    user.visit("/")
    expect(user.page.locator(".game-seat.to-move")).to_have_text("Ann")
    tables.play(table, "pass")
    # The page looks again when it comes into view.
    user.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(user.page.locator(".game-seat.to-move")).to_have_text("Bartholomäus")
    # What the player begins to use while an answer is on its way stays.
    held: list[Route] = []
    user.page.route("**/games?*", lambda route: held.append(route))
    with user.page.expect_request("**/games?*"):
        user.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    user.page.click(".forget summary")
    with user.page.expect_response("**/games?*"):
        held[0].continue_()
    user.page.evaluate("() => fetch('/offline').then((answer) => answer.text())")
    user.sees(".forget-question", "This browser forgets its seats there.")
    user.page.click(".game-link")
    user.wait_for_row(1)


def test_games_that_wait_come_first_are_counted_in_the_title_and_can_be_shown_alone(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    user = sessions.open()
    waiting, running = tables.create(None, None, None), tables.create(None, None, None)
    for table in (waiting, running):
        user.sit_down(tables.seat_path(table, 0))
    tables.play(running, "pass")
    user.visit("/")
    links = user.page.locator(".game-link")
    expect(links).to_have_count(2)
    expect(links.first).to_have_attribute("href", waiting.path)
    expect(links.first).to_contain_text("It is your turn. Your turn began")
    assert user.page.title().startswith("(1) Yunnan")
    user.page.get_by_role("link", name="Others wait for you").click()
    expect(links).to_have_count(1)
    tables.play(waiting, "pass")
    user.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(user.page.locator(".game-seat.to-move").first).to_have_text("Bartholomäus")
    user.wait_until("() => document.title.startsWith('Yunnan')")
