"""A page that one test after the other uses: a new one costs Chromium more than most tests do.

After each test it has no cookies, no storage, no handlers and the usual size again. A page whose test failed, or
changed what can't be changed back, is closed.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Browser, BrowserContext, Error, Page

from teahorse.web.static_files import static_url

MOST_TESTS = 30  # of one page
LASTING = (
    "add_init_script",
    "emulate_media",
    "expose_binding",
    "expose_function",
    "grant_permissions",
    "route_from_har",
    "set_extra_http_headers",
    "set_geolocation",
    "set_offline",
)
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); return Date.now() / 1000; }"
EMPTY = static_url("seal.svg")  # of the same server: for a page of another one Chromium starts a process
SAME_CLOCK = 60  # seconds by which a page's clock may differ from ours


class ReusedPage:
    """A browser profile with one page, and what a test did to it."""

    def __init__(self, browser: Browser, profile: dict[str, Any]) -> None:
        self.context: BrowserContext = browser.new_context(**profile)
        self.page: Page = self.context.new_page()
        self._viewport = profile["viewport"]
        self._tests = 0
        self._is_lasting = False
        self._handlers: list[tuple[Any, str, Any]] = []
        for owner in (self.context, self.page):
            for name in LASTING:
                if hasattr(owner, name):
                    setattr(owner, name, self._noted(getattr(owner, name)))
            for name in ("on", "once"):
                setattr(owner, name, self._listening(owner, getattr(owner, name)))

    def _noted(self, change: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*args: Any, **options: Any) -> Any:
            self._is_lasting = True
            return change(*args, **options)

        return changed

    def _listening(self, owner: Any, listen: Callable[..., Any]) -> Callable[..., Any]:
        def listened(event: str, handler: Any) -> Any:
            self._handlers.append((owner, event, handler))
            return listen(event, handler)

        return listened

    def reset(self) -> bool:
        """Make it as good as new; False if it has to be closed."""
        self._tests += 1
        if self._is_lasting or self._tests >= MOST_TESTS:
            return False
        try:
            return self._reset()
        except Error:
            return False

    def _reset(self) -> bool:
        for owner, event, handler in self._handlers:
            with suppress(KeyError):  # it was heard once, and is gone
                owner.remove_listener(event, handler)
        self._handlers.clear()
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.page.unroute_all(behavior="ignoreErrors")
        self.context.unroute_all(behavior="ignoreErrors")
        if self.page.url.startswith("http"):
            now = self.page.evaluate(FORGET)
            self.page.goto(urljoin(self.page.url, EMPTY))
        else:
            now = time.time()
            self.page.goto("about:blank")
        self.context.clear_cookies()
        self.page.set_viewport_size(self._viewport)
        self.page.mouse.move(-10, -10)
        return bool(abs(now - time.time()) < SAME_CLOCK)


class ReusedPages:
    """The free pages of a browser, by their profiles."""

    def __init__(self) -> None:
        self._free: dict[str, list[ReusedPage]] = {}
        self.has_failed = False  # the test that ends now

    def take(self, browser: Browser, profile: dict[str, Any]) -> ReusedPage:
        """A free page with this profile, or a new one."""
        free = self._free.get(repr(profile))
        return free.pop() if free else ReusedPage(browser, profile)

    def give_back(self, profile: dict[str, Any], page: ReusedPage) -> None:
        """A test is over; if all went well its page is used again."""
        if not self.has_failed and page.reset():
            self._free.setdefault(repr(profile), []).append(page)
            return
        with suppress(Error):
            page.context.close()

    def clear(self) -> None:
        """The browser is closed, and its pages with it."""
        self._free.clear()
