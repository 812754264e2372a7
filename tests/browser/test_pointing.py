"""Pointing at things: what they do, why they can't be used, what is asked once more, what one sees before deciding."""

import pytest
from browser_user import Person
from playwright.sync_api import expect
from table_access import Hall

from teahorse import Game


def test_pointing_at_a_space_tells_what_it_does_and_what_it_leads_to(ann: Person, hall: Hall) -> None:
    ann.sit_down(hall.table(None, None, None).door)
    card = ann.point_at("school-5")
    expect(card.locator("h3")).to_contain_text("School")
    expect(card.locator("button.offer strong")).to_be_visible()
    assert card.locator("button.offer .effect").inner_text() != ""
    card.locator("button.offer").click()
    ann.wait_for_row(1)
    assert hall.game(ann.table_id).moves == ["bid school 5"]


def test_pointing_at_a_taken_space_tells_why_not_with_a_link_that_opens_the_rule(ann: Person, hall: Hall) -> None:
    ann.sit_down(hall.table(None, None, None, moves=("bid school 9",)).door)
    card = ann.point_at("school-9")
    why = card.locator(".why")
    expect(why).to_contain_text("That space is taken by Ann.")
    with ann.context.expect_page() as opened:
        why.locator("a").click()
    rule = opened.value
    rule.wait_for_load_state()
    assert rule.url.endswith("/rules/3.2")
    expect(rule.locator("main")).to_contain_text("3.2")
    ann.click("school-9")
    assert ann.row == 1 and not hall.game(ann.table_id).is_over


def test_everything_on_the_board_tells_what_it_is(ann: Person, hall: Hall) -> None:
    ann.sit_down(hall.table(None, None, None, until=lambda game: game.phase == "travel").door)
    spots = ann.page.locator("#board [data-spot]").evaluate_all("spots => spots.map(spot => spot.dataset.spot)")
    assert len(spots) >= 50
    told = ann.told["abouts"]
    for name in spots:
        assert ann.spot(name).get_attribute("aria-label"), name
        assert name.startswith("piece-") or all(told[name][:2]), name


def test_what_was_picked_up_is_put_down_again_by_escape(ann: Person, hall: Hall) -> None:
    ann.sit_down(hall.table(None, None, None, until=lambda game: "go P-Y" in game.legal_moves()).door)
    source = str(ann.offers["go P-Y"].source)
    ann.click(source)
    expect(ann.page.locator("#board .chosen")).to_have_attribute("data-spot", source)
    ann.sees("#ticker", "Now click where it goes.")
    ann.press("Escape")
    expect(ann.page.locator("#board .chosen")).to_have_count(0)


# --- Asking once more -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["pass", "bank", "done"])
def test_who_wants_it_is_asked_once_more(ann: Person, hall: Hall, kind: str) -> None:
    wanted = {"done": lambda game: game.phase == "travel" and "done" in game.legal_moves()}
    sitting = hall.table(None, None, None, until=wanted.get(kind))
    ann.visit("/settings")
    ann.page.check(f'[name="confirm"][value="{kind}"]')
    ann.page.click("form .primary")
    ann.sees(".kept")
    ann.sit_down(sitting.door)
    row = ann.row
    ann.choose(kind)
    ann.sees("#confirm")
    ann.page.click('#confirm [value="no"]')
    expect(ann.page.locator("#confirm")).to_be_hidden()
    assert ann.row == row == len(hall.rows(sitting.id))
    ann.choose(kind)
    ann.page.click('#confirm [value="yes"]')
    ann.wait_for_row(row + 1)
    assert hall.game(sitting.id).moves[row] == kind


def test_nobody_is_asked_who_does_not_want_it(ann: Person, hall: Hall) -> None:
    ann.sit_down(hall.table(None, None, None).door)
    ann.make("pass")
    expect(ann.page.locator("#confirm")).to_be_hidden()


# --- Seeing ahead ---------------------------------------------------------------------------------------


def test_who_bids_sees_what_is_committed_and_what_the_bank_pays(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None, moves=("bid school 5", "pass", "pass"))
    ann.sit_down(sitting.door)
    ahead = ann.page.locator(".ahead")
    expect(ahead).to_contain_text("5 of 9 committed, 4 free")
    expect(ahead).to_contain_text("for standing bids of 5")
    expect(ann.page.locator("#panel-p1")).to_contain_text("4 free")


def test_who_travels_sees_passes_route_income_and_inspector(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None, until=lambda game: game.round == 2 and "go P-Y" in game.legal_moves())
    ann.sit_down(sitting.door)
    left = hall.game(sitting.id).snapshot()["travel"]["passes_left"]
    ahead = ann.page.locator(".ahead")
    expect(ahead).to_contain_text(f"{left} of {left} left")
    expect(ahead).to_contain_text("all connected")
    expect(ahead).to_contain_text("Inspector")
    income = ahead.locator("dt:text-is('Income') + dd")
    before = income.inner_text()
    ann.make("go P-Y")
    expect(ahead).to_contain_text(f"{left - 1} of {left} left")
    expect(income).not_to_have_text(before)


def converts_to_the_end(game: Game) -> bool:
    """Whether the mover may end the game by converting, or not."""
    if game.phase != "convert":
        return False
    mover = game.snapshot()["players"][str(game.to_move)]
    return bool(mover["vp"] + 1 < 80 <= mover["vp"] + mover["income"])


def test_the_slider_of_converting_marks_what_ends_the_game(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None, until=converts_to_the_end)
    mover = hall.game(sitting.id).snapshot()["players"][str(hall.game(sitting.id).to_move)]
    ends_from = 80 - mover["vp"]
    ann.sit_down(sitting.door)
    ann.sees(".convert", f"From {ends_from} on, the game ends after this round.")
    ann.sees(".convert .mark")
    ends = ann.page.locator("#convert-ends")
    for value, is_the_end in ((0, False), (ends_from - 1, False), (ends_from, True), (mover["income"], True)):
        ann.slide(value)
        expect(ends).to_be_visible() if is_the_end else expect(ends).to_be_hidden()
        expect(ann.page.locator("#convert-vp")).to_have_text(str(mover["vp"] + value))
        expect(ann.page.locator("#convert-coins")).to_have_text(str(mover["coins"] + mover["income"] - value))
    ann.make(f"convert {ends_from}")


def test_panels_tell_what_everyone_would_have_if_it_ended_now(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None, until=lambda game: game.round == 3)
    ann.sit_down(sitting.door)
    for place in hall.game(sitting.id).standings():
        panel = ann.page.locator(f"#panel-{place['player']}")
        expect(panel).to_contain_text(f"→ {place['vp']}")
        panel.locator("summary").click()
        expect(panel.locator("table tr").last).to_contain_text(str(place["vp"]))


# --- Where numbers come from ----------------------------------------------------------------------------


def test_the_card_of_the_bank_says_that_its_number_is_reconstructed_and_leads_to_the_table(
    ann: Person, hall: Hall
) -> None:
    ann.sit_down(hall.table(None, None, None).door)
    mark = ann.point_at("bank-0").locator("a.provenance")
    expect(mark).to_have_text("reconstructed")
    with ann.context.expect_page() as opened:
        mark.click()
    expect(opened.value.locator("#bank_high")).to_be_in_viewport()
    opened.value.close()
    card = ann.point_at("school-5")
    expect(card.locator("h3")).to_contain_text("School")
    expect(card.locator("a.provenance")).to_have_count(0)
