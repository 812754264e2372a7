"""Cards of spots, confirmations, forecasts, and where numbers come from."""

import pytest
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess

from teahorse import Game


def test_the_card_of_a_space_says_what_a_bid_there_does(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    card = ann.point_at("school-5")
    expect(card.locator("h3")).to_contain_text("School")
    expect(card.locator("button.offer strong")).to_be_visible()
    assert card.locator("button.offer .effect").inner_text() != ""
    card.locator("button.offer").click()
    ann.wait_for_row(1)
    assert tables.game(ann.table_id).moves == ["bid school 5"]


def test_the_card_of_a_taken_space_says_why_not_and_links_to_the_rule(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None, moves=("bid school 9",)).seat_path)
    # Where Bob could bid, his blue doesn't let the orange of the spaces through, which would make it gray.
    ghost = ann.page.locator("#ghosts .possible.colour-blue").first
    assert float(ghost.evaluate("ghost => getComputedStyle(ghost).opacity")) > 0.8
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
    assert ann.row == 1 and not tables.game(ann.table_id).is_over


def test_every_spot_of_the_board_has_a_label_and_a_card(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None, until=lambda game: game.phase == "travel").seat_path)
    spots = ann.page.locator("#board [data-spot]").evaluate_all("spots => spots.map(spot => spot.dataset.spot)")
    assert len(spots) >= 50
    told = ann.script_data["abouts"]
    for name in spots:
        assert ann.spot(name).get_attribute("aria-label"), name
        assert name.startswith("piece-") or all(told[name][:2]), name


def test_a_click_where_nothing_can_be_done_does_not_stop_other_spots_from_explaining_themselves(
    ann: BrowserUser, tables: TableAccess
) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    ann.click("province-T")
    expect(ann.page.locator("#card h3")).to_have_text("Tibet")
    ann.point_at("school-9")
    expect(ann.page.locator("#card h3")).to_contain_text("School")


UNDER_THE_CARD = """([left, top, right, bottom], name) => {
  for (let x = left + 2; x < right; x += 6)
    for (let y = top + 2; y < bottom; y += 6)
      if (document.elementFromPoint(x, y)?.closest("[data-spot]")?.dataset.spot === name) return [x, y];
  return null;
}"""


def test_a_card_leaves_the_place_under_the_pointer_free(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None, until=lambda game: "go P-Y" in game.legal_moves()).seat_path)
    card = ann.page.locator("#card")
    for province in ("province-Y", "province-S", "province-K"):
        box = ann.point_at(province).bounding_box()
        assert box is not None
        ann.page.mouse.move(1, 1)
        expect(card).to_be_hidden()
        edges = [box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]]
        place = ann.page.evaluate(f"edges => ({UNDER_THE_CARD})(edges, {province!r})", edges)
        if place is None:
            continue
        ann.page.mouse.move(*place)  # where the card lay a moment ago
        expect(card).to_be_visible()
        assert ann.page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#card') === null", place)
        return
    raise AssertionError("No card lies on its own province.")


def test_with_a_trader_in_hand_spots_that_do_not_matter_show_no_card(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None, until=lambda game: "go P-Y" in game.legal_moves()).seat_path)
    ann.click(str(ann.offers["go P-Y"].source))
    ann.page.mouse.move(*ann.place_of("market"))
    expect(ann.page.locator("#card")).to_be_hidden()
    expect(ann.point_at(str(ann.offers["go P-Y"].target))).to_contain_text("Go from Pu'er to Yunnan")


def test_escape_puts_a_picked_up_trader_down_again(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None, until=lambda game: "go P-Y" in game.legal_moves()).seat_path)
    source = str(ann.offers["go P-Y"].source)
    ann.click(source)
    expect(ann.page.locator("#board .chosen")).to_have_attribute("data-spot", source)
    ann.sees("#ticker", "Now choose where it goes.")
    ann.press("Escape")
    expect(ann.page.locator("#board .chosen")).to_have_count(0)
    expect(ann.page.locator("#ticker")).to_have_text("")
    ann.click(source)
    ann.click(str(ann.offers["go P-Y"].target))
    ann.wait_for_row(ann.row)
    expect(ann.page.locator("#ticker")).to_have_text("")


# --- Confirmation ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["pass", "bank", "done"])
def test_a_move_is_confirmed_if_the_settings_say_so(ann: BrowserUser, tables: TableAccess, kind: str) -> None:
    wanted = {"done": lambda game: game.phase == "travel" and "done" in game.legal_moves()}
    table = tables.create(None, None, None, until=wanted.get(kind))
    ann.visit("/settings")
    ann.page.check(f'[name="confirm"][value="{kind}"]')
    ann.sees("#kept", "Your settings are kept.")
    ann.sit_down(table.seat_path)
    row = ann.row
    ann.choose(kind)
    ann.sees("#confirm")
    ann.page.click('#confirm [value="no"]')
    expect(ann.page.locator("#confirm")).to_be_hidden()
    assert ann.row == row == len(tables.rows(table.id))
    ann.choose(kind)
    ann.page.click('#confirm [value="yes"]')
    ann.wait_for_row(row + 1)
    assert tables.game(table.id).moves[row] == kind


def test_by_default_no_move_is_confirmed(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    ann.make("pass")
    expect(ann.page.locator("#confirm")).to_be_hidden()


# --- Forecasts ------------------------------------------------------------------------------------------


def test_during_bidding_the_forecast_shows_committed_coins_and_what_the_bank_pays(
    ann: BrowserUser, tables: TableAccess
) -> None:
    table = tables.create(None, None, None, moves=("bid school 5", "pass", "pass"))
    ann.sit_down(table.seat_path)
    ahead = ann.page.locator(".ahead")
    expect(ahead).to_contain_text("5 of 9 committed, 4 free")
    expect(ahead).to_contain_text("for bids of 5")
    expect(ann.page.locator("#panel-p1")).to_contain_text("4 free")


def test_during_travel_the_forecast_shows_passes_route_income_and_inspector(
    ann: BrowserUser, tables: TableAccess
) -> None:
    table = tables.create(None, None, None, until=lambda game: game.round == 2 and "go P-Y" in game.legal_moves())
    ann.sit_down(table.seat_path)
    left = tables.game(table.id).snapshot()["travel"]["passes_left"]
    ahead = ann.page.locator(".ahead")
    expect(ahead).to_contain_text(f"{left} of {left} left")
    expect(ahead).to_contain_text("all connected")
    expect(ahead).to_contain_text("Inspector")
    expect(ahead).to_contain_text("(so far)")
    income = ahead.locator("dt:text-is('Income') + dd")
    before = income.inner_text()
    ann.make("go P-Y")
    expect(ahead).to_contain_text(f"{left - 1} of {left} left")
    expect(income).not_to_have_text(before)


def converts_to_the_end(game: Game) -> bool:
    """Whether the player to move can, but need not, end the game by converting."""
    if game.phase != "convert":
        return False
    mover = game.snapshot()["players"][str(game.to_move)]
    return bool(mover["vp"] + 1 < 80 <= mover["vp"] + mover["income"])


def test_the_slider_for_converting_marks_the_values_that_end_the_game(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=converts_to_the_end)
    mover = tables.game(table.id).snapshot()["players"][str(tables.game(table.id).to_move)]
    ends_from = 80 - mover["vp"]
    ann.sit_down(table.seat_path)
    ann.sees(".convert", f"From {ends_from} on, the game ends after this round.")
    ann.sees(".convert .mark")
    ends = ann.page.locator("#convert-ends")
    for value, is_the_end in ((0, False), (ends_from - 1, False), (ends_from, True), (mover["income"], True)):
        ann.slide(value)
        expect(ends).to_be_visible() if is_the_end else expect(ends).to_be_hidden()
        expect(ann.page.locator("#convert-vp")).to_have_text(str(mover["vp"] + value))
        expect(ann.page.locator("#convert-coins")).to_have_text(str(mover["coins"] + mover["income"] - value))
    ann.make(f"convert {ends_from}")


def test_panels_show_the_score_if_the_game_ended_now(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=lambda game: game.round == 3)
    ann.sit_down(table.seat_path)
    for place in tables.game(table.id).standings():
        panel = ann.page.locator(f"#panel-{place['player']}")
        expect(panel).to_contain_text(f"→ {place['vp']}")
        panel.locator("summary").click()
        expect(panel.locator("table tr").last).to_contain_text(str(place["vp"]))


def test_a_click_on_a_card_without_a_choice_closes_it(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, moves=("bid school 9",))
    ann.sit_down(table.seat_path)
    ann.click("school-5")  # outbid: the card says why, and lies over other spaces
    box = ann.page.locator("#card").bounding_box()
    assert box is not None
    ann.page.mouse.click(box["x"] + 4, box["y"] + box["height"] - 4)
    expect(ann.page.locator("#card")).to_be_hidden()
    ann.click("school-12")  # a card with its reason again
    ann.sees("#card .why")


# --- Where numbers come from ----------------------------------------------------------------------------


def test_the_card_of_the_bank_says_that_its_number_is_reconstructed_and_leads_to_the_table(
    ann: BrowserUser, tables: TableAccess
) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    mark = ann.point_at("bank-0").locator("a.provenance")
    expect(mark).to_have_text("reconstructed")
    with ann.context.expect_page() as opened:
        mark.click()
    expect(opened.value.locator("#bank_high")).to_be_in_viewport()
    opened.value.close()
    card = ann.point_at("school-5")
    expect(card.locator("h3")).to_contain_text("School")
    expect(card.locator("a.provenance")).to_have_count(0)
