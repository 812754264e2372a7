"""The player aid in its drawer, and the words of symbols: by mouse, by keys and by finger."""

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from phone_touch import middle, touch
from playwright.sync_api import expect
from table_access import TableAccess, TableLink

BESIDE = (200, 300)  # on the map, left of the drawer
HOLD = 700  # milliseconds: a long press

POINT = """([kind, selector, x, y]) => {
  const where = { bubbles: true, pointerType: "mouse", clientX: x, clientY: y };
  document.querySelector(selector).dispatchEvent(new PointerEvent(kind, where));
}"""


def test_the_player_aid_opens_by_button_and_key_and_closes_without_a_move(ann: BrowserUser, table: TableLink) -> None:
    page, drawer = ann.page, ann.page.locator("#aid")
    page.click("#open-aid")
    ann.sees("#aid", "What the buildings give")
    ann.sees("#aid .aid-provinces", "Qinghai")
    expect(drawer.locator('a[href="/rules/data#bank_high"]')).to_have_text("reconstructed")
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(page.locator("#open-aid")).to_be_focused()
    page.keyboard.press("?")
    expect(drawer).to_be_visible()
    page.mouse.click(*BESIDE)
    expect(drawer).to_be_hidden()
    page.keyboard.press("?")
    drawer.get_by_role("button", name="Close").click()
    expect(drawer).to_be_hidden()
    assert ann.row == 0


def test_back_closes_the_player_aid_and_only_then_leaves_the_table(ann: BrowserUser, table: TableLink) -> None:
    page, drawer = ann.page, ann.page.locator("#aid")
    ann.visit("/learn")
    ann.visit(table.path)
    for close in (lambda: page.go_back(), lambda: page.keyboard.press("Escape")):
        page.click("#open-aid")
        ann.sees("#aid", "What the buildings give")
        close()
        expect(drawer).to_be_hidden()
        expect(page).to_have_url(ann.address + table.path)
    page.go_back()
    expect(page).to_have_url(ann.address + "/learn")


def test_without_scripts_the_player_aid_is_a_page(sessions: BrowserSessions, tables: TableAccess) -> None:
    user = sessions.open(java_script_enabled=False)
    user.visit(tables.create(None, None, None).seat_path)
    user.page.click("#open-aid")
    user.sees("main", "Then you add to your VP")
    user.page.click("main >> text=Back to the game")
    user.sees("#question")


def test_symbols_say_what_they_mean(ann: BrowserUser, table: TableLink) -> None:
    page, label = ann.page, ann.page.locator("#label")
    page.hover("#panel-p1 .fact >> nth=2")
    expect(label).to_have_text("Border passes 2")
    page.mouse.move(*BESIDE)
    expect(label).to_be_hidden()
    page.evaluate(POINT, ["pointerover", "#panel-p1 .fact", *BESIDE])
    expect(label).to_be_hidden()  # the panel slid under a mouse at rest
    page.evaluate(POINT, ["pointermove", "#panel-p1 .fact", BESIDE[0] + 1, BESIDE[1]])
    expect(label).to_have_text("Traders in the supply 3")
    page.hover("#question")
    page.focus("#panel-p2 > summary")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#panel-p1 > summary")).to_be_focused()
    for words in ("Coins, and how many are free", "Influence", "Presents"):
        expect(label).to_contain_text(words)
    page.keyboard.press("Escape")
    expect(label).to_be_hidden()
    expect(ann.point_at("inspector")).to_contain_text("highest revenue")
    expect(ann.point_at("blocker")).to_contain_text("Bidders in the temple")
    expect(ann.point_at("order-blue")).to_contain_text("Ann, Bartholomäus and Cleo")
    expect(ann.point_at("points-p1")).to_contain_text("VP")


def test_on_a_phone_a_long_press_labels_a_symbol_and_a_tap_labels_a_piece(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    phone = sessions.open(phone=True)
    phone.sit_down(tables.create(None, None, None).seat_path)
    page = phone.page
    page.tap('[data-tab="players"]')
    touch(phone, [middle(phone, "#panel-p1 .fact >> nth=0")], hold=HOLD)  # takes the focus from the tab
    expect(page.locator("#label")).to_have_text("Traders in the supply 3")
    page.tap('[data-tab="map"]')
    expect(page.locator("#label")).to_be_hidden()
    page.tap("#goal .goal-line > [data-label] >> nth=0")  # does nothing else
    expect(page.locator("#label")).to_contain_text("The game ends after a round in which someone has 80 VP.")
    page.locator("#tips .tip:visible button").first.tap()  # there is no room for both
    page.tap(".ahead .provenance")
    expect(page.locator("#label")).to_contain_text("The higher the bids, the more the bank pays")
    assert len(phone.context.pages) == 1
    page.tap("#question")
    expect(page.locator("#label")).to_be_hidden()
    page.tap("#open-aid")
    phone.sees("#aid", "What the buildings give")
    assert page.evaluate("() => document.getElementById('aid').scrollWidth <= innerWidth")
    page.locator("#aid .aid-symbols").scroll_into_view_if_needed()
    below_the_button = """() => {
      const box = document.querySelector("#aid .close").getBoundingClientRect();
      return document.elementsFromPoint(box.left + 2, box.top + box.height / 2)[1]?.id;
    }"""
    assert page.evaluate(below_the_button) == "aid-title"  # and no text that could be read there
    page.tap("#aid .close")
    phone.sees("#question")
    page.tap("#menu > summary")
    expect(page.locator('#menu a[href="/"]')).to_have_text("Your games")
    expect(page.locator("#menu .language")).to_be_in_viewport()
