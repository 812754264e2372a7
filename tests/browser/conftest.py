"""A real server and a real browser for each worker; a fresh profile for each visitor of a test."""

from collections.abc import Iterator
from contextlib import ExitStack

import chromium
import pytest
from browser_sessions import PATIENCE, Visits
from browser_user import Person
from playwright.sync_api import Browser, Playwright, expect, sync_playwright
from restartable_server import House
from table_access import Hall


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The server of this worker."""
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="session")
def hall(house: House) -> Iterator[Hall]:
    """Its tables, from behind the scenes."""
    hall = Hall(house.database)
    yield hall
    hall.close()


# Its event loop runs as long as it lives, and other tests of this worker want one of their own.
@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """What drives the browser."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The system's Chromium."""
    path = chromium.find()
    if path is None:
        pytest.fail(chromium.HELP)
    expect.set_options(timeout=PATIENCE)
    browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture
def visits(browser: Browser, house: House) -> Iterator[Visits]:
    """Lets people in; the test fails if their pages had errors, asked another host, or made the server complain."""
    before = len(house.complaints)
    with ExitStack() as stack:
        visits = Visits(browser, house.address, stack)
        yield visits
    assert (visits.faults, house.complaints[before:]) == ([], "")


@pytest.fixture
def ann(visits: Visits) -> Person:
    """One person at a large screen."""
    return visits()
