"""Menus close as people expect: with Escape, with a click elsewhere, and when something in them was chosen."""

from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableLink


def test_the_menu_closes_with_escape_and_with_a_click_elsewhere(ann: BrowserUser, table: TableLink) -> None:
    menu, button = ann.page.locator("#menu > div"), ann.page.locator("#menu > summary")
    button.click()
    expect(menu).to_be_visible()
    sizes = menu.locator("> :is(a, button)").evaluate_all("lines => lines.map(line => getComputedStyle(line).fontSize)")
    assert len(set(sizes)) == 1
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    ann.click("school-5")
    expect(menu).to_be_hidden()
    ann.wait_for_row(1)
    button.click()
    ann.page.click('#menu [data-copy$="/at/1"]')
    expect(menu).to_be_hidden()


def test_the_question_before_a_game_is_removed_closes_too(ann: BrowserUser, table: TableLink) -> None:
    ann.visit("/")
    question = ann.page.locator(".forget form")
    ann.page.click(".forget > summary")
    expect(question).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    ann.page.click(".forget > summary")
    ann.page.mouse.click(3, 300)
    expect(question).to_be_hidden()
