"""Hints, the review of a game, and the guided first game."""

from browser_sessions import Visits
from browser_user import PATIENCE_WITH_REVIEWS, Person
from playwright.sync_api import expect
from table_access import Hall

STEPS = 10


def test_a_hint_names_moves_and_marks_the_best_on_the_board(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None)
    ann.sit_down(sitting.door)
    ann.press("h")
    ann.sees("#hint li", "% of its thought")
    best = str(ann.page.locator("#hint li").first.get_attribute("data-move"))
    assert best in hall.game(sitting.id).legal_moves()
    expect(ann.spot(str(ann.offers[best].target))).to_contain_class("hint")
    ann.make(best)
    expect(ann.page.locator("#hint li")).to_have_count(0)


def test_a_review_gets_done_and_leads_to_positions(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None, vp_end=20, until=lambda game: game.is_over, player="random")
    ann.sit_down(sitting.door)
    ann.page.click("#result a.primary")
    expect(ann.page.locator(".chart")).to_be_visible(timeout=PATIENCE_WITH_REVIEWS)
    expect(ann.page.locator(".chart path.curve")).to_have_count(3)
    link = ann.page.locator(".costly-link").first
    row = str(link.get_attribute("href")).rpartition("/")[2]
    link.click()
    ann.wait_for_row(int(row))
    ann.sees("#replay", f"Position {row} of")


def test_the_guided_game_is_played_by_clicking_what_glows(ann: Person, hall: Hall) -> None:
    ann.visit("/learn")
    ann.page.click(".guided button")
    for step in range(1, STEPS + 1):
        ann.wait_for_turn()
        ann.sees("#lesson", f"Step {step} of")
        row, move = ann.row, str(ann.page.get_attribute("#table", "data-lesson-move"))
        offer = ann.offers[move]
        glowing = ann.page.locator("#board .lesson").evaluate_all("spots => spots.map(spot => spot.dataset.spot)")
        assert set(glowing) == {spot for spot in (offer.source, offer.target) if spot is not None}
        if offer.target is None and not move.startswith("convert"):
            ann.sees(f'#turn button.lesson[value="{move}"]')
        ann.make(move)
        assert hall.rows(ann.table_id)[row] == move


def test_another_move_than_the_lesson_is_about_is_refused_kindly(ann: Person, hall: Hall, visits: Visits) -> None:
    visits.announce(422)
    ann.visit("/learn")
    ann.page.click(".guided button")
    ann.wait_for_turn()
    asked = ann.page.get_attribute("#table", "data-lesson-move")
    ann.choose("bid horse 7")
    ann.sees("#complaint", "In this lesson something else comes next")
    assert asked != "bid horse 7" and hall.rows(ann.table_id) == []
    ann.sees("#board .lesson")
