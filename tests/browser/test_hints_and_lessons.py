"""The review of a game, and the guided first game."""

import pytest
from browser_sessions import BrowserSessions
from browser_user import REVIEW_TIMEOUT, BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess

STEPS = 10


def test_a_review_finishes_and_links_to_positions(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, vp_end=20, until=lambda game: game.is_over, player="random")
    ann.sit_down(table.seat_path)
    ann.page.click("#result a[href$='/review']")
    expect(ann.page.locator(".chart")).to_be_visible(timeout=REVIEW_TIMEOUT)
    expect(ann.page.locator(".chart path.curve")).to_have_count(3)
    link = ann.page.locator(".costly-link").first
    row = str(link.get_attribute("href")).rpartition("/")[2]
    link.click()
    ann.wait_for_row(int(row))
    ann.sees("#replay", f"Position {row} of")


@pytest.mark.slow
def test_the_guided_game_is_played_by_clicking_the_marked_spots(ann: BrowserUser, tables: TableAccess) -> None:
    ann.visit("/learn")
    ann.page.click(".guided button")
    for step in range(1, STEPS + 1):
        ann.wait_for_turn()
        ann.sees("#lesson", f"Step {step} of")
        row, move = ann.row, str(ann.page.get_attribute("#table", "data-lesson-move"))
        offer = ann.offers[move]
        glowing = ann.page.locator("#board .lesson").evaluate_all("spots => spots.map(spot => spot.dataset.spot)")
        if move.startswith("take"):  # the button of the piece glows, too: a phone's board may not show the camp
            ann.sees("#turn label.lesson")
        assert set(glowing) == {spot for spot in (offer.source, offer.target) if spot is not None}
        if offer.target is None and not move.startswith("convert"):
            ann.sees(f'#turn button.lesson[value="{move}"]')
        ann.make(move)
        assert tables.rows(ann.table_id)[row] == move


def test_the_guided_game_refuses_any_other_move_with_a_friendly_sentence(
    ann: BrowserUser, tables: TableAccess, sessions: BrowserSessions
) -> None:
    sessions.allow_errors(422)
    ann.visit("/learn")
    ann.page.click(".guided button")
    ann.wait_for_turn()
    asked = ann.page.get_attribute("#table", "data-lesson-move")
    ann.choose("bid horse 7")
    ann.sees("#complaint", "In this lesson something else comes next")
    assert asked != "bid horse 7" and tables.rows(ann.table_id) == []
    ann.sees("#board .lesson")
