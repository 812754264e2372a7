"""The home page: a warm first visit, and games that stay up to date while one looks at them."""

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
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
    user.page.click(".game-link")
    user.wait_for_row(1)
