"""One Chromium for the browser tests that a worker runs one after the other: starting it takes seconds."""

import pytest
from browser_sessions import TIMEOUT
from playwright.sync_api import Browser, Playwright, expect, sync_playwright
from reused_page import ReusedPages
from system_browsers import CHROMIUM

# Without a GPU, Chromium would imitate one to draw pages; its plain way of drawing takes a sixth less time in all.
FLAGS = ["--no-sandbox", "--disable-gpu"]


class SharedChromium:
    """The system's Chromium, started when it is first needed."""

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self.pages = ReusedPages()

    def open(self) -> Browser:
        """The running browser; a new one if it has crashed."""
        if self._browser is None or not self._browser.is_connected():
            path = CHROMIUM.find()
            if path is None:
                pytest.fail(CHROMIUM.help)
            self.close()
            expect.set_options(timeout=TIMEOUT)
            self._playwright = sync_playwright().start()
            self._browser = self._playwright.chromium.launch(executable_path=path, args=FLAGS)
        return self._browser

    def close(self) -> None:
        """End both: Playwright runs an event loop, and tests without a browser start their own."""
        if self._browser is not None:
            self._browser.close()
        if self._playwright is not None:
            self._playwright.stop()
        self._browser = self._playwright = None
        self.pages.clear()
