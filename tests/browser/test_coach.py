"""The coach: hints with a reason, and tips in a first game."""

import re

from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess, TableLink

from teahorse import Game


def test_a_hint_has_a_reason_marks_its_move_and_can_be_clicked_to_play(
    ann: BrowserUser, table: TableLink, tables: TableAccess
) -> None:
    ann.press("h")
    ann.sees("#hint .reason", ".")
    ann.sees("#hint .chance", "should win")
    best = ann.page.locator("#hint .advised-move")
    move = str(best.get_attribute("value"))
    assert move in tables.game(table.id).legal_moves()
    expect(ann.spot(str(ann.offers[move].target))).to_contain_class("hint")
    instead = ann.page.locator("#hint .instead button")
    for other in instead.all():
        assert other.get_attribute("value") in tables.game(table.id).legal_moves()
    # Each has its chance, or is about as good.
    ann.sees("#hint", re.compile(r"% of games among equals(.|\n)+(About as good:|Or instead:(.|\n)+(%|as good))"))
    ann.page.hover("#hint .advised .chance")
    expect(ann.page.locator("#label")).to_contain_text("if everyone plays equally well")
    ann.page.click("#ask-hint")  # closes it
    expect(ann.page.locator("#hint")).to_be_empty()
    expect(ann.page.locator("#board .hint")).to_have_count(0)
    ann.page.click("#ask-hint")
    row = ann.row
    best.click()
    ann.wait_for_row(row + 1)
    assert tables.rows(table.id)[row] == move
    expect(ann.page.locator("#hint")).to_be_empty()


OUTBID = ("bid school 5", "bid school 9", "pass")  # Ann's bid, and what the bots answer


def is_anns_journey(game: Game) -> bool:
    """Whether Ann can travel."""
    return game.phase == "travel" and game.to_move == "p1"


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
    expect(ann.page.locator('[data-tip="outbid"]:visible')).to_have_count(0)  # the bots' answers may bring another tip
    ann.sit_down(tables.create(None, "novice", "novice", moves=OUTBID).seat_path)
    ann.wait_for_turn()
    expect(tip).to_have_count(0)

    # And all of them can be turned off.
    ann.sit_down(tables.create(None, "novice", "novice", until=is_anns_journey).seat_path)
    expect(tip).to_contain_text("Send your traders up the road.")
    tip.get_by_role("button", name="No more tips").click()
    ann.page.reload()
    ann.wait_for_turn()
    expect(ann.page.locator("#tips .tip")).not_to_have_count(0)
    expect(tip).to_have_count(0)
