"""The coach: hints with a reason, and tips in a first game."""

from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess, TableLink


def test_a_hint_has_a_reason_marks_its_move_and_can_be_clicked_to_play(
    ann: BrowserUser, table: TableLink, tables: TableAccess
) -> None:
    ann.press("h")
    ann.sees("#hint .reason", ".")
    ann.sees("#hint .chance", "wins about")
    best = ann.page.locator("#hint .advised-move")
    move = str(best.get_attribute("value"))
    assert move in tables.game(table.id).legal_moves()
    expect(ann.spot(str(ann.offers[move].target))).to_contain_class("hint")
    instead = ann.page.locator("#hint .instead button")
    for other in instead.all():
        assert other.get_attribute("value") in tables.game(table.id).legal_moves()
    expect(ann.page.locator("#hint .instead .chance").first).to_contain_text("%")
    row = ann.row
    best.click()
    ann.wait_for_row(row + 1)
    assert tables.rows(table.id)[row] == move
    expect(ann.page.locator("#hint")).to_be_empty()
