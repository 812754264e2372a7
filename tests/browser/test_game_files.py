"""Saving a game as a file and opening it again, by choosing or by dropping it."""

from pathlib import Path

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess

BROKEN = "[Game Yunnan]\n1. bid nowhere 99\n"
DROP = """([text, name]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name, { type: "text/plain" }));
  for (const kind of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true }));
  }
}"""


def saved(user: BrowserUser, folder: Path) -> Path:
    """Save the game at the table with the menu; gives the file."""
    user.page.click("#menu > summary")
    with user.page.expect_download() as download:
        user.page.click("#menu a[download]")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    assert path.suffix == ".yunnan"
    return path


def test_a_saved_game_is_opened_and_goes_on(ann: BrowserUser, tables: TableAccess, tmp_path: Path) -> None:
    table = tables.create(None, None, None, until=lambda game: game.round == 2)
    ann.sit_down(table.seat_path)
    file = saved(ann, tmp_path)
    ann.visit("/")
    ann.page.set_input_files("#file", file)
    ann.page.click(".open-file button")
    ann.page.wait_for_url("**/t/*")
    ann.wait_for_row(0)
    assert ann.table_id != table.id
    game = ann.game()
    assert game.moves == tables.game(table.id).moves
    ann.sees("#question", game.headers[f"Player.{game.to_move}"])
    ann.make("pass")


def test_a_finished_game_is_dropped_on_the_page_and_opens_as_a_replay(
    ann: BrowserUser, tables: TableAccess, tmp_path: Path
) -> None:
    table = tables.create(None, None, None, until=lambda game: game.is_over)
    ann.sit_down(table.seat_path)
    text = saved(ann, tmp_path).read_text(encoding="utf-8")
    ann.visit("/")
    ann.page.evaluate(DROP, [text, "last evening.yunnan"])
    ann.page.wait_for_url("**/t/*/at/0")
    ann.sees("#replay", f"Position 0 of {len(tables.rows(table.id))}")


def test_a_broken_file_is_refused_with_a_reason(ann: BrowserUser, sessions: BrowserSessions, tmp_path: Path) -> None:
    sessions.allow_errors(422)
    file = tmp_path / "broken.yunnan"
    file.write_text(BROKEN, encoding="utf-8")
    ann.visit("/")
    ann.page.set_input_files("#file", file)
    ann.page.click(".open-file button")
    ann.sees("#problem-file", "broken.yunnan")
    reason = ann.page.inner_text("#problem-file")
    ann.page.evaluate(DROP, [BROKEN, "broken.yunnan"])
    ann.sees("dialog #drop-problem", reason)
    ann.page.click("dialog button")
    expect(ann.page.locator("dialog")).to_have_count(0)
