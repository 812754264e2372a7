"""The log, the replay, and links to positions."""

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess

PIECES = """() => [...document.querySelectorAll("#board .piece")].map(piece =>
  `${piece.id} ${piece.getAttribute("class")} ${piece.getAttribute("style")}`).sort()"""


def shown_position(user: BrowserUser) -> list[str]:
    """Every piece on the board with its class and style."""
    return list(user.page.evaluate(PIECES))


def test_the_log_shows_what_each_move_changed_and_links_to_its_position(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=lambda game: game.phase == "convert")
    ann.sit_down(table.seat_path)
    move = ann.page.locator("#log li", has=ann.page.locator(".changes")).first
    expect(move.locator(".change.gain, .change.loss").first).to_be_visible()
    row = str(move.locator("a").get_attribute("href")).rpartition("/")[2]
    move.locator("a").click()
    ann.page.wait_for_url(f"**/t/{table.id}/at/{row}")
    ann.sees("#replay", f"Position {row} of {len(tables.rows(table.id))}")
    assert ann.row == int(row) and ann.script_data["offers"] == []
    ann.page.go_back()
    expect(ann.page.locator("#replay")).to_have_count(0)
    assert ann.row == len(tables.rows(table.id))


def test_a_replay_is_moved_by_scrubber_buttons_and_keys(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=lambda game: game.is_over)
    last = len(tables.rows(table.id))
    ann.sit_down(f"{table.path}/at/0")
    ann.sees("#replay", f"Position 0 of {last}")
    for step, position in (("on", 1), ("on", 2), ("back", 1), ("last", last), ("first", 0)):
        ann.page.click(f'[data-step="{step}"]')
        ann.sees("#replay", f"Position {position} of {last}")
    ann.page.locator("body").press("End")
    ann.sees("#replay", f"Position {last} of {last}")
    ann.sees("#result")
    for key, position in (("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)):
        ann.press(key)
        ann.sees("#replay", f"Position {position} of {last}")
    ann.page.locator("#scrubber").fill("20")
    ann.sees("#replay", f"Position 20 of {last}")
    ann.page.wait_for_url("**/at/20")
    ann.page.click("#replay a:has-text('Back to the game')")
    ann.wait_for_row(last)
    expect(ann.page.locator("#replay")).to_have_count(0)


def test_a_replay_plays_by_itself_until_it_is_stopped(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=lambda game: game.round == 2)
    ann.sit_down(f"{table.path}/at/0")
    ann.page.select_option("#replay-speed", "4")
    ann.page.click("#replay-play")
    ann.wait_for_row(3)
    expect(ann.page.locator("#replay-play")).to_have_attribute("aria-pressed", "true")
    ann.page.click("#replay-play")
    expect(ann.page.locator("#replay-play")).to_have_attribute("aria-pressed", "false")


def test_a_link_to_a_position_shows_it_to_anyone(
    ann: BrowserUser, tables: TableAccess, sessions: BrowserSessions
) -> None:
    table = tables.create(None, None, None, until=lambda game: game.round == 3)
    ann.sit_down(f"{table.path}/at/11")
    link = ann.page.locator("#replay [data-copy]").get_attribute("data-copy")
    stranger = sessions.open()
    stranger.sit_down(str(link))
    stranger.sees("#replay", "Position 11 of")
    assert shown_position(stranger) == shown_position(ann)
    stranger.page.click('[data-step="on"]')
    stranger.wait_for_row(12)
    assert shown_position(stranger) != shown_position(ann)


def test_older_rounds_of_the_log_are_fetched_when_they_are_unfolded(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=lambda game: game.round == 4)
    ann.sit_down(table.seat_path)
    first = ann.page.locator("#round-1")
    expect(first.locator("li")).to_have_count(0)
    first.locator("summary").click()
    expect(ann.page.locator("#round-1 #entry-1")).to_be_visible()
