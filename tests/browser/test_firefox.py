"""The game in the system's Firefox: a table against bots, undo, a phone's size, settings, the end."""

from collections.abc import Iterator

import pytest
from bidi import Bidi, firefox
from firefox_user import FirefoxUser
from restartable_server import RestartableServer
from system_browsers import FIREFOX
from table_access import TableAccess

READY = "document.body.classList.contains('ready') && document.querySelector('#board [aria-disabled]')"
TOLD = "document.getElementById('telling').hidden"  # until then, what is to be clicked may move
YOURS = f"{READY} && document.getElementById('table').classList.contains('yours') && {TOLD}"
PICTURE = """(() => {
  navigator.canShare = undefined;
  window.made = null;
  URL.createObjectURL = (file) => { window.made = file; return "#made"; };
})()"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bidi]:
    """The system's Firefox."""
    path = FIREFOX.find()
    if path is None:
        pytest.fail(FIREFOX.help)
    with firefox(path, tmp_path_factory.mktemp("firefox") / "profile") as session:
        yield session


@pytest.fixture
def user(session: Bidi, server: RestartableServer) -> Iterator[FirefoxUser]:
    """A user with a tab; the test fails on errors of its pages."""
    before = len(session.events)
    user = FirefoxUser(session, server.address)
    user.resize(1280, 720)
    yield user
    del session.events[:before]
    assert user.errors == []


def row(user: FirefoxUser) -> int:
    return int(user.ask("document.getElementById('table').dataset.row"))


def test_a_first_game_is_started_played_and_a_move_undone(user: FirefoxUser) -> None:
    user.visit("/")
    user.sees("h1", "Yunnan")
    user.click(".hero-start button")
    user.wait_until(YOURS)
    before = row(user)
    user.click('#board [data-spot="market"]')  # a bot may have bid already, but the market has room for everyone
    user.wait_until(f"Number(document.getElementById('table').dataset.row) > {before}")
    user.wait_until(YOURS)
    user.click("#undo-step")
    user.wait_until("!document.querySelector('#undo-step')")  # the only own move is taken back
    user.wait_until(YOURS)
    user.click("#open-aid")
    user.sees("#aid", "What the buildings give")
    user.click("#aid .close")
    user.wait_until("!document.getElementById('aid').open")


def test_the_table_fits_a_phone_and_is_used_by_touch(user: FirefoxUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None)
    user.resize(390, 844)
    user.visit(table.seat_path)
    user.wait_until(YOURS)
    assert user.ask("document.documentElement.scrollWidth <= innerWidth")
    user.click('[data-tab="players"]', touch=True)
    user.sees("#panel-p1", "Ann")
    user.click('[data-tab="map"]', touch=True)
    user.click('#turn button[value="pass"]', touch=True)
    user.wait_until("Number(document.getElementById('table').dataset.row) >= 1")


def test_settings_are_kept_and_the_end_has_a_picture(user: FirefoxUser, tables: TableAccess) -> None:
    table = tables.create(None, "novice", "novice", vp_end=20, until=lambda game: game.is_over)
    user.visit("/settings")
    user.click('input[name="language"][value="de"]')
    user.wait_until("document.documentElement.lang === 'de' && document.querySelector('#settings button').hidden")
    user.click('input[name="theme"][value="dark"]')
    user.wait_until("document.documentElement.dataset.theme === 'dark'")
    user.visit(table.seat_path)
    user.wait_until(READY)
    user.sees("#result", "Revanche")
    user.ask(PICTURE)
    user.click("#share")
    user.wait_until("window.made?.type === 'image/png' && window.made.size > 100_000")
    user.visit("/settings")
    user.click('input[name="language"][value="auto"]')
    user.wait_until("document.documentElement.lang === 'en'")
