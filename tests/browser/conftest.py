"""Fixtures: a server and a browser for each test worker, and a fresh profile for each user."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import Browser
from restartable_server import RestartableServer
from shared_chromium import SharedChromium
from table_access import TableAccess, TableLink

HERE = Path(__file__).parent
CHROMIUM = SharedChromium()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RestartableServer]:
    """The server that this worker's tests share."""
    with RestartableServer(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="session")
def tables(server: RestartableServer) -> Iterator[TableAccess]:
    """Access to the server's tables through its database."""
    tables = TableAccess(server.database)
    yield tables
    tables.close()


@pytest.fixture
def browser() -> Browser:
    """The system's Chromium."""
    return CHROMIUM.open()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """End the browser after the last of the browser tests that follow one another."""
    try:
        return (yield)
    finally:
        if nextitem is None or HERE not in nextitem.path.parents:
            CHROMIUM.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Iterator[None]:
    """The pages of a test that failed are not used again."""
    if call.when == "call":
        CHROMIUM.pages.has_failed = call.excinfo is not None
    return (yield)


@pytest.fixture
def sessions(browser: Browser, server: RestartableServer) -> Iterator[BrowserSessions]:
    """Opens browsers; the test fails on errors of a page, requests to other hosts, and errors of the server."""
    before = len(server.stderr)
    with ExitStack() as stack:
        sessions = BrowserSessions(browser, server.address, stack, CHROMIUM.pages)
        yield sessions
    assert (sessions.errors, server.stderr[before:]) == ([], "")


@pytest.fixture
def ann(sessions: BrowserSessions) -> BrowserUser:
    """A user with a large screen."""
    return sessions.open()


@pytest.fixture
def table(ann: BrowserUser, tables: TableAccess) -> TableLink:
    """A new table of three people, with Ann on all seats."""
    table = tables.create(None, None, None)
    ann.sit_down(table.seat_path)
    return table
