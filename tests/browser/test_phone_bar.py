"""The bar below the map of a phone: what is in view there, and how large it is."""

import pytest
from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from phone_touch import middle, seen_place
from playwright.sync_api import Locator, expect
from table_access import TableAccess

LEAST_TARGET = 44
LINE = 18  # pixels
SMALL_TARGETS = """least => [...document.querySelectorAll("#bar button, #bar a, #bar input, #bar select")]
  .filter(target => target.checkVisibility() && target.type !== "hidden")
  .map(target => [target.outerHTML.slice(0, 80), target.getBoundingClientRect()])
  .filter(([, box]) => box.height < least || box.width < least)
  .map(([what, box]) => `${what}: ${box.width} x ${box.height}`)"""


@pytest.fixture
def ann(sessions: BrowserSessions) -> BrowserUser:
    """A user with a small phone."""
    return sessions.open(phone=True)


def test_what_lies_ahead_fits_below_a_question_of_two_lines(sessions: BrowserSessions, tables: TableAccess) -> None:
    ann = sessions.open(phone=True, viewport={"width": 390, "height": 844})
    only_done = tables.create(None, None, None, until=lambda game: game.legal_moves() == ["done"])
    ann.sit_down(only_done.seat_path)
    ann.page.locator("#tips .tip:visible button").first.tap()
    expect(ann.page.locator(".ahead")).to_be_visible()
    question, ahead, tabs = (ann.page.locator(name).bounding_box() for name in ("#question", ".ahead", "#tabs"))
    assert question is not None and ahead is not None and tabs is not None
    assert question["height"] > LEAST_TARGET / 2 and ahead["y"] + ahead["height"] <= tabs["y"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_small_phone_all_buttons_are_in_one_row_above_income_and_inspector(
    sessions: BrowserSessions, tables: TableAccess, language: str
) -> None:
    ann = sessions.open(phone=True, viewport={"width": 360, "height": 640}, cookies={"language": language})
    ann.page.add_init_script("""localStorage.setItem("tips", '["all"]')""")
    link = tables.create(None, None, None, until=lambda game: game.round == 2 and game.phase == "travel")
    ann.sit_down(tables.seat_path(link, int(str(tables.game(link.id).to_move)[1:]) - 1))  # far from the others
    buttons = ann.page.locator("#turn :is(.answers, .tools) :is(button, .button):visible")
    tops = {round(box["y"]) for box in (button.bounding_box() for button in buttons.all()) if box is not None}
    assert buttons.count() == 4 and len(tops) == 1
    ann.sees("#again")
    words = {"en": "What happened?", "de": "Was ist passiert?"}[language]  # for screen readers; the button has a symbol
    expect(ann.page.get_by_role("link", name=words)).to_be_visible()
    lines, tabs = ann.page.locator(".ahead dt:visible"), ann.page.locator("#tabs").bounding_box()
    assert lines.count() == 2 and tabs is not None  # income and inspector
    for line in lines.all():
        box = line.bounding_box()
        assert box is not None and box["y"] + LINE <= tabs["y"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_small_phone_a_tip_and_a_warning_are_read_without_scrolling(
    sessions: BrowserSessions, tables: TableAccess, language: str
) -> None:
    ann = sessions.open(phone=True, viewport={"width": 360, "height": 640}, cookies={"language": language})
    moves = ("bid horse 5", "pass", "pass", "pass", "done", "done", "go P-S")  # with nobody in Yunnan
    link = tables.create(None, None, None, moves=moves)
    ann.sit_down(tables.seat_path(link, 0))
    tips = ann.page.locator("#tips .tip:visible")
    assert tips.count() > 0
    while tips.count() > 0:
        assert is_above_the_tabs(ann, tips.first)
        tips.first.locator("button").first.tap()
    warning = ann.page.locator(".ahead .warning")
    expect(warning).to_contain_text("Sichuan")
    assert is_above_the_tabs(ann, warning)


def is_above_the_tabs(user: BrowserUser, element: Locator) -> bool:
    """Whether all of an element is in view above a phone's tabs."""
    box, tabs = element.bounding_box(), user.page.locator("#tabs").bounding_box()
    assert box is not None and tabs is not None
    return box["y"] + box["height"] <= tabs["y"]


def test_a_tap_beside_the_menu_only_closes_it(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    menu = ann.page.locator("#side > header .menu")
    beside = (20, seen_place(ann, "customs-5")[1])  # on the building
    ann.page.touchscreen.tap(*beside)
    ann.sees("#card")
    ann.page.locator("#card .close").tap()
    for place in (beside, middle(ann, "#turn button[value='pass']")):
        menu.locator("> summary").tap()
        expect(menu).to_have_attribute("open", "")
        ann.page.touchscreen.tap(*place)
        expect(menu).not_to_have_attribute("open", "")
        expect(ann.page.locator("#card")).to_be_hidden()
        assert ann.row == 0
    ann.page.touchscreen.tap(*place)  # the next tap does what lies there
    ann.wait_for_row(1)


def test_a_hint_comes_into_view_below_the_slider(sessions: BrowserSessions, tables: TableAccess) -> None:
    ann = sessions.open(phone=True, viewport={"width": 360, "height": 640})
    ann.sit_down(tables.create(None, None, None, until=lambda game: game.phase == "convert").seat_path)
    ann.page.locator("#ask-hint").tap()
    expect(ann.page.locator("#hint .advised-move")).to_be_visible()
    hint, tabs = (ann.page.locator(name).bounding_box() for name in ("#hint .advised-move", "#tabs"))
    assert hint is not None and tabs is not None
    assert hint["y"] + hint["height"] <= tabs["y"]


@pytest.mark.parametrize("phase", ["bid", "travel", "convert", "over"])
def test_what_is_in_the_bar_is_large_enough_for_a_finger(ann: BrowserUser, tables: TableAccess, phase: str) -> None:
    ann.sit_down(tables.create(None, None, None, until=lambda game: game.phase == phase).seat_path)
    assert ann.page.evaluate(SMALL_TARGETS, LEAST_TARGET) == []
