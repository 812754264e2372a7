"""Your box: numbers of a printed board typed into the page, saved, and played with."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
from restartable_server import RestartableServer
from table_access import TableAccess

from teahorse.board_files import read_board
from teahorse.rules.names import GORGE

pytestmark = pytest.mark.slow

BANK = [0, 6, 8, 10, 12, 13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 24, 25, 26, 27]


@pytest.fixture
def owner(ann: BrowserUser, tables: TableAccess) -> Iterator[BrowserUser]:
    """A user who owns the printed game; the server that other tests use, too, forgets its tables in the end."""
    yield ann
    tables.forget_default_board()


def start(user: BrowserUser, board: dict[str, Any]) -> None:
    """Start a game, which is played with the tables of a box."""
    user.visit("/new")
    expect(user.page.locator("#own-board")).to_contain_text("tables of a box: bank (high), temple.")
    user.page.click(".start-bar button.primary")
    user.wait_for_row(0)
    assert user.game().rules.board == board
    expect(user.spot("temple-4")).to_have_count(1)


def test_numbers_are_typed_checked_saved_and_played_with(
    owner: BrowserUser, server: RestartableServer, tmp_path: Path
) -> None:
    page = owner.page
    owner.visit("/rules/data")
    page.click('#temple a[href$="#temple"]')
    expect(page.locator("#temple-0")).to_have_value("5")

    page.fill("#bank_high-19", "27O")  # the letter
    expect(page.locator("#found-bank_high")).to_have_text("95+: a whole number from 0 to 255 belongs here.")
    expect(page.locator("#bank_high-19")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#summary")).to_have_text("Needs another look: bank (high).")
    page.fill("#bank_high-19", "2")
    expect(page.locator("#found-bank_high")).to_contain_text("Is that what your board says?")
    page.fill("#bank_high-19", "29")
    expect(page.locator("#found-bank_high")).to_be_empty()
    page.fill("#temple-0", "4")
    expect(page.locator("#summary")).to_have_text("Differs from our tables: bank (high), temple.")

    with page.expect_download() as download:
        page.click('#box button[value="file"]')
    assert download.value.suggested_filename == "board.toml"
    file = tmp_path / "board.toml"
    download.value.save_as(file)
    pays = [[5 * area, pays] for area, pays in enumerate([*BANK[:-1], 29]) if area == 0 or BANK[area - 1] != pays]
    board = {"bank_high": pays, "temple": [4, 7, 9, 12, 15]}
    assert read_board(file.read_text(encoding="utf-8"), file.name) == board

    page.click('#box button[value="default"]')
    owner.sees("#in-force", "New games use your tables from now on.")
    start(owner, board)
    owner.visit("/settings")  # the page of a table would notice that the server is gone
    server.close()
    server.open()
    start(owner, board)

    owner.visit("/new")
    page.check('input[name="our_tables"]')
    page.click(".start-bar button.primary")
    owner.wait_for_row(0)
    assert owner.game().rules.board is None
    owner.visit("/box")
    page.click('button[value="ours"]')
    expect(page.locator("main")).to_contain_text("played with our tables again")
    expect(page.locator("#temple-0")).to_have_value("5")

    page.click("#box > details summary")
    page.set_input_files("#file", file)
    page.click('button[value="load"]')
    expect(page.locator("#temple-0")).to_have_value("4")
    expect(page.locator("#summary")).to_have_text("Differs from our tables: bank (high), temple.")


@pytest.mark.usefixtures("owner")
def test_without_scripts_a_mistake_is_told_when_a_button_is_pressed(sessions: BrowserSessions) -> None:
    owner = sessions.open(java_script_enabled=False)
    sessions.allow_errors(422)
    owner.visit("/box")
    for gorge in GORGE:
        owner.page.uncheck(f"#gorges-{gorge}")
    owner.page.click('#box button[value="default"]')
    expect(owner.page.locator("#found-gorges")).to_contain_text("the blocker needs at least one gorge")
    owner.page.check("#gorges-YQ")
    owner.page.click('#box button[value="default"]')
    expect(owner.page.locator("#in-force")).to_contain_text("gorges")
    expect(owner.page.locator("#gorges-YQ")).to_be_checked()
