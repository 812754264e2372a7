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


OUTBID = ("bid school 5", "bid school 9", "pass")  # Ann's bid, and what the bots answer
NO_COINS = ("bid school 9", "bid horse 9", "bid guild 9")


def test_tips_appear_once_beside_the_board_and_can_be_turned_off(ann: BrowserUser, tables: TableAccess) -> None:
    ann.visit("/")
    ann.sees(".hero-start", "two novices")
    ann.page.click(".hero-start button")
    ann.wait_for_turn()
    tip = ann.page.locator("#tips .tip:visible")
    expect(tip).to_contain_text("Each bid sends a trader into a building.")

    # Answered, it never comes back.
    tip.get_by_role("button", name="Got it").click()
    expect(tip).to_have_count(0)
    ann.page.reload()
    ann.wait_for_turn()
    expect(tip).to_have_count(0)

    # What happens brings the next one; it does not cover the board, and goes when the game goes on.
    ann.sit_down(tables.create(None, "novice", "novice", moves=OUTBID).seat_path)
    expect(tip).to_contain_text("Outbid! Your trader is back, and you may bid again.")
    box, board = tip.bounding_box(), ann.page.locator("#map-area").bounding_box()
    assert box is not None and board is not None
    assert box["x"] >= board["x"] + board["width"] or box["y"] >= board["y"] + board["height"]
    ann.make("bid horse 9")
    expect(tip).to_have_count(0)
    ann.sit_down(tables.create(None, "novice", "novice", moves=OUTBID).seat_path)
    ann.wait_for_turn()
    expect(tip).to_have_count(0)

    # And all of them can be turned off.
    ann.sit_down(tables.create(None, "novice", "novice", moves=NO_COINS).seat_path)
    expect(tip).to_contain_text("No coins for another bid?")
    tip.get_by_role("button", name="No more tips").click()
    ann.page.reload()
    ann.wait_for_turn()
    expect(ann.page.locator("#tips .tip")).not_to_have_count(0)
    expect(tip).to_have_count(0)
