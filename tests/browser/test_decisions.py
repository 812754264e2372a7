"""Decisions: pieces are dragged and dropped, choices have buttons with pictures, and income is converted on a scale."""

import re
from typing import Any

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from phone_touch import seen_place
from playwright.sync_api import expect
from table_access import TableAccess

PAN = "() => document.getElementById('map-scroll').scrollTop"
# The first player gets a post from the yard, and travels last.
WITH_A_POST = ("bid yard 5", "pass", "pass", "pass", "take post", "done", "done")


# --- Drag and drop --------------------------------------------------------------------------------------


def test_pieces_are_dragged_with_the_mouse_to_where_the_map_glows(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None)
    ann.sit_down(table.seat_path)
    ann.carry("camp-p1", "school-5")
    ann.sees(".carried.trader")
    expect(ann.spot("school-5")).to_have_class(re.compile(r"\bover\b"))
    expect(ann.page.locator("#board .piece.lifted")).to_have_count(1)
    ann.page.mouse.up()
    ann.wait_for_row(1)
    expect(ann.page.locator(".carried, .lifted")).to_have_count(0)
    ann.carry("camp-p2", "school-5")  # a space that is taken
    ann.page.mouse.up()
    ann.sees("#complaint", "rule 3.2")
    expect(ann.page.locator(".carried, .lifted")).to_have_count(0)
    ann.carry("camp-p2", (5, 300))  # the edge of the map
    ann.page.mouse.up()
    ann.sees("#complaint", "It can't go there.")
    ann.carry("camp-p2", "market")
    ann.press("Escape")  # thought better of it
    expect(ann.page.locator(".carried, .lifted")).to_have_count(0)
    ann.page.mouse.up()
    assert tables.game(table.id).moves == ["bid school 5"]


def test_journeys_and_structures_are_dragged_too(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, moves=WITH_A_POST)
    ann.sit_down(table.seat_path)
    for row, (move, kind) in enumerate((("go P-Y", "trader"), ("build post Y", "post")), ann.row):
        offer = ann.offers[move]
        ann.carry(str(offer.source), str(offer.target))
        ann.sees(f".carried.{kind}")
        ann.page.mouse.up()
        ann.wait_for_row(row + 1)
        assert tables.game(table.id).moves[-1] == move


def test_a_second_trader_goes_where_the_first_one_stands(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, moves=("pass", "pass", "pass", "done", "done"))
    ann.sit_down(table.seat_path)
    ann.make("go P-Y")
    row = ann.row
    ann.click("traders-P-p1")
    ann.click("traders-Y-p1")  # it has travelled, so the province under it is meant
    ann.wait_for_row(row + 1)
    assert tables.game(table.id).moves[-2:] == ["go P-Y", "go P-Y"]


class Finger:
    """A finger on the screen."""

    def __init__(self, user: BrowserUser) -> None:
        self._session = user.context.new_cdp_session(user.page)

    def _send(self, kind: str, *places: tuple[float, float]) -> None:
        points: list[dict[str, Any]] = [{"x": x, "y": y} for x, y in places]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Put it down and move it."""
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self._send("touchStart", start)
        self._send("touchMove", middle)
        self._send("touchMove", end)

    def lift(self) -> None:
        """Lift it."""
        self._send("touchEnd")


def test_a_finger_drags_a_piece_and_elsewhere_the_map(sessions: BrowserSessions, tables: TableAccess) -> None:
    ann = sessions.open(phone=True)
    table = tables.create(None, None, None, moves=WITH_A_POST)
    ann.sit_down(table.seat_path)
    row, offer, finger = ann.row, ann.offers["go P-Y"], Finger(ann)
    before = ann.page.evaluate(PAN)
    finger.drag(ann.place_of(str(offer.source)), ann.place_of(str(offer.target)))
    ann.sees(".carried.trader")
    assert ann.page.evaluate(PAN) == before
    finger.lift()
    ann.wait_for_row(row + 1)
    assert tables.game(table.id).moves[row:] == ["go P-Y"]
    before = ann.page.evaluate(PAN)
    x, y = ann.place_of("province-S")
    finger.drag((x, y), (x - 10, y - 60))
    expect(ann.page.locator(".carried")).to_have_count(0)
    finger.lift()
    ann.wait_until(f"before => String(({PAN})()) !== String(before)", before)
    assert ann.row == row + 1


def test_a_finger_drags_a_trader_from_the_camp_to_a_bid(sessions: BrowserSessions, tables: TableAccess) -> None:
    ann = sessions.open(phone=True)
    table = tables.create(None, None, None)
    ann.sit_down(tables.seat_path(table, 0))
    seen_place(ann, "camp-p1")  # scrolls there
    trader = ann.page.locator(".piece.trader.colour-red").first.bounding_box()
    assert trader is not None
    finger = Finger(ann)
    finger.drag((trader["x"] + trader["width"] / 2, trader["y"] + trader["height"] / 2), ann.place_of("temple-5"))
    ann.sees(".carried.trader")
    finger.lift()
    ann.wait_for_row(1)
    assert tables.game(table.id).moves == ["bid temple 5"]


def test_dragging_a_trader_that_has_travelled_says_why_it_stays(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, moves=("pass", "pass", "pass", "done", "done", "go P-Y"))
    ann.sit_down(table.seat_path)
    ann.carry("traders-Y-p1", "province-S")
    expect(ann.page.locator(".carried")).to_have_count(0)
    ann.page.mouse.up()
    ann.sees("#complaint", "have made their journey this turn")
    assert ann.row == len(tables.rows(table.id))
    why = ann.point_at("province-S").locator(".why")
    expect(why.first).to_contain_text("rule 5.")  # the journeys first, before the structures


# --- Buttons with pictures ------------------------------------------------------------------------------


def test_the_yard_offers_structures_by_buttons_and_at_the_yard_itself(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, moves=("bid yard 5", "pass", "pass", "pass"))
    ann.sit_down(table.seat_path)
    row, sites = ann.row, ann.page.locator("#turn .sites:visible")
    expect(ann.page.locator("#turn .kind label")).to_have_text(["Post", "Bridge", "Teahouse"])
    expect(ann.page.locator("#turn .kind label svg.colour-red use")).to_have_count(3)
    expect(sites).to_have_count(0)
    ann.click("house-yard")
    ann.page.locator("#card .offer", has_text="Post").click()
    expect(ann.page.locator("#pick-piece-post")).to_be_checked()
    expect(sites.locator("button")).to_have_count(2)
    expect(ann.spot("province-Y")).to_have_class(re.compile(r"\blegal\b"))
    ann.press("Escape")
    expect(sites).to_have_count(0)
    ann.page.click('label[for="pick-piece-bridge"]')
    expect(ann.spot("piece-bridge")).to_have_class(re.compile(r"\bchosen\b"))
    expect(sites.locator("button")).to_contain_text(["Keep it for later"])
    ann.page.click('label[for="pick-piece-post"]')
    ann.page.hover('button[value="take post at Y"]')
    expect(ann.spot("province-Y")).to_have_class(re.compile(r"\bpointed\b"))
    ann.page.click('button[value="take post at Y"]')
    ann.wait_for_row(row + 1)
    assert tables.game(table.id).moves[row:] == ["take post at Y"]

    other = tables.create(None, None, None, moves=("bid yard 5", "pass", "pass", "pass"))
    ann.sit_down(other.seat_path)
    ghost = ann.page.locator('#ghosts [data-of="province-Y"][data-kind="teahouse"]').bounding_box()
    assert ghost is not None
    ann.page.mouse.click(ghost["x"] + ghost["width"] / 2, ghost["y"] + ghost["height"] / 2)  # no question which one
    ann.wait_for_row(row + 1)
    assert tables.game(other.id).moves[row:] == ["take teahouse at Y"]


def test_the_temple_names_gorges_by_their_provinces_and_the_blocker_is_dragged(
    ann: BrowserUser, tables: TableAccess
) -> None:
    table = tables.create(None, None, None, moves=("bid temple 5", "pass", "pass", "pass"))
    ann.sit_down(table.seat_path)
    row, buttons = ann.row, ann.page.locator("#turn button.decision")
    expect(buttons).to_have_count(4)
    expect(buttons.first).to_contain_text("The gorge between Yunnan and Kang")
    ann.click("temple-5")
    expect(ann.page.locator("#card .offer")).to_have_count(4)
    ann.press("Escape")
    ann.carry("blocker", "gorge-SQ")
    ann.page.mouse.up()
    ann.wait_for_row(row + 1)
    assert tables.game(table.id).moves[row:] == ["block SQ"]


def test_without_scripts_a_structure_is_chosen_and_built(sessions: BrowserSessions, tables: TableAccess) -> None:
    ann = sessions.open(java_script_enabled=False)
    table = tables.create(None, None, None, moves=("bid yard 5", "pass", "pass", "pass"))
    ann.visit(table.seat_path)
    ann.page.click('label[for="pick-piece-teahouse"]')
    ann.page.click('button[value="take teahouse at Y"]')
    ann.page.wait_for_url(f"**{table.path}")
    assert tables.game(table.id).moves[-1] == "take teahouse at Y"


def test_done_stands_out_when_nothing_else_can_be_done(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, moves=WITH_A_POST)
    ann.sit_down(table.seat_path)
    done = ann.page.locator('#turn button[value="done"]')
    expect(done).not_to_have_class("primary")
    for move in ("build post Y", "go P-Y", "go P-Y"):
        expect(done).not_to_have_class("primary")
        ann.make(move)
    expect(done).to_have_class("primary")


# --- Converting -----------------------------------------------------------------------------------------


def test_income_is_converted_by_steps_shortcuts_and_marks(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=lambda game: "convert 9" in game.legal_moves())
    mover = tables.game(table.id).snapshot()["players"][str(tables.game(table.id).to_move)]
    coins, income = mover["coins"], mover["income"]
    ann.sit_down(table.seat_path)
    row, number, left = ann.row, ann.page.locator("#convert-number"), ann.page.locator("#convert-coins")
    more, less = ann.page.locator('[data-convert="1"]'), ann.page.locator('[data-convert="-1"]')
    all_coins, all_points = ann.page.locator('[data-convert="none"]'), ann.page.locator('[data-convert="all"]')
    # The shortcuts belong to the slider: they lie right below it, and the button that converts lies below them.
    places = [ann.page.locator(part).bounding_box() for part in (".scale", ".shortcuts", ".convert .primary")]
    tops = [place["y"] for place in places if place is not None]
    assert len(tops) == 3 and tops == sorted(tops) and len(set(tops)) == 3
    expect(ann.page.locator(".shortcuts #convert-bid")).to_be_visible()
    expect(all_coins).to_be_disabled()  # the slider stands there
    expect(all_points).to_be_enabled()
    less.click()  # nothing is below 0
    more.click()
    expect(all_coins).to_be_enabled()
    more.click()
    expect(number).to_have_text("2")
    less.click()
    expect(left).to_have_text(str(coins + income - 1))
    all_points.click()
    expect(number).to_have_text(str(income))
    expect(left).to_have_text(str(coins))
    marks = ann.page.locator(".convert .mark.bid")
    dearest = max(price for price in (5, 7, 9, 12, 15) if price <= coins + income)
    expect(marks.first).to_have_text(str(dearest))
    all_coins.click()
    expect(ann.page.locator("#convert-bid")).to_have_text(f"Enough for a bid of {dearest} in the next round.")
    expect(ann.page.locator(".convert .primary")).to_have_accessible_name("Keep it all as coins")
    more.click()
    expect(ann.page.locator(".convert .primary")).to_have_accessible_name("Turn 1 into VP")
    ann.page.click(".convert .primary")
    ann.wait_for_row(row + 1)
    assert tables.game(table.id).moves[row:] == ["convert 1"]
