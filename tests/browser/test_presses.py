"""A press means what lay under the pointer when it went down, also if a story ends or is skipped meanwhile."""

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from phone_touch import middle, touch
from playwright.sync_api import expect
from table_access import TableAccess, TableLink

PASS = "#turn button[value='pass']"
IS_TOLD = "() => document.querySelector('#table.suspended') && document.getElementById('caption').checkVisibility()"
HOLD = 350  # milliseconds: the table after the story is shown meanwhile, and it is no long press yet
# Notes in each frame where the button is; an empty text while it is not there.
WATCH_UNDO = """() => {
  window.places = new Set();
  const note = () => {
    const button = document.getElementById("undo-step");
    const { x, y, width } = button?.getBoundingClientRect() ?? {};
    window.places.add(button?.checkVisibility() ? [x, y, width].map(Math.round).join() : "");
    requestAnimationFrame(note);
  };
  note();
}"""


def bid_and_watch_the_others(user: BrowserUser, tables: TableAccess, table: TableLink) -> None:
    """Bid, let the two others bid, and wait until that is being told."""
    user.make("bid school 9")
    tables.play(table, "bid customs 9", "bid guild 9")
    user.page.evaluate("() => window.dispatchEvent(new Event('online'))")  # it asks what is new
    user.wait_until(IS_TOLD)


def test_a_tap_that_skips_a_story_presses_no_button_that_comes_then(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    ann = sessions.open(phone=True, speed="slow")
    table = tables.create(None, None, None)
    ann.sit_down(tables.seat_path(table, 0))
    place = middle(ann, PASS)
    bid_and_watch_the_others(ann, tables, table)
    touch(ann, [place], hold=HOLD)
    ann.wait_for_row(3)
    assert middle(ann, PASS) == place  # the finger was lifted there
    ann.page.wait_for_timeout(HOLD)
    assert len(tables.rows(table.id)) == 3
    ann.page.touchscreen.tap(*place)  # the next tap passes
    ann.wait_for_row(4)


def test_a_click_that_skips_a_story_makes_no_move_on_the_map(sessions: BrowserSessions, tables: TableAccess) -> None:
    ann = sessions.open(speed="slow")
    table = tables.create(None, None, None)
    ann.sit_down(tables.seat_path(table, 0))
    place = ann.place_of("market")
    bid_and_watch_the_others(ann, tables, table)
    ann.page.mouse.move(*place)
    ann.page.mouse.down()
    ann.wait_for_row(3)
    ann.page.mouse.up()
    ann.page.wait_for_timeout(HOLD)
    assert len(tables.rows(table.id)) == 3
    ann.page.mouse.click(*place)
    ann.wait_for_row(4)


def test_undo_stays_in_its_place_and_undoes_at_once_while_moves_of_bots_are_told(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    ann = sessions.open(phone=True, speed="normal")
    table = tables.create(None, "novice", "novice", take_back=None, moves=("market", "bid school 9", "bid guild 9"))
    ann.sit_down(table.seat_path)
    place = middle(ann, "#undo-step")
    ann.page.evaluate(WATCH_UNDO)
    ann.page.locator(PASS).tap()
    ann.wait_until(f"() => ({IS_TOLD})() && Number(document.getElementById('table').dataset.row) > 3")  # a bot's move
    ann.page.touchscreen.tap(*place)
    ann.wait_until("() => document.querySelector('#table.yours:not(.suspended)')")
    expect(ann.page.locator(PASS)).to_be_visible()
    assert tables.game(table.id).moves == ["market", "bid school 9", "bid guild 9"]
    assert len(ann.page.evaluate("() => [...window.places]")) == 1
