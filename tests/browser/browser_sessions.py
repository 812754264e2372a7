"""Opens browser profiles for the users of a test, and collects their errors."""

from contextlib import ExitStack
from typing import Any

from browser_user import BrowserUser
from page_watch import PageWatch
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from restartable_server import PLAIN_MAP
from reused_page import ReusedPages

TIMEOUT = 60_000  # milliseconds; the machine may be busy
USUAL_PROFILE = {"locale", "reduced_motion"}  # a page with other choices is not used by another test
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


class BrowserSessions:
    """All browser profiles of one test."""

    def __init__(
        self, browser: Browser, address: str, stack: ExitStack, reused_pages: ReusedPages | None = None
    ) -> None:
        self._browser = browser
        self._reused_pages = reused_pages
        self._address = address
        self._stack = stack
        self._watches: list[PageWatch] = []

    def open(
        self,
        speed: str = "off",
        phone: bool = False,
        viewport: ViewportSize | None = None,
        cookies: dict[str, str] | None = None,
        empty_cache: bool = False,
        **profile: Any,
    ) -> BrowserUser:
        """A new user; `profile` goes to Playwright's `new_context`: a locale, a colour scheme, a saved state."""
        # A service worker would answer in place of the server; only the tests of the installed game have one.
        usual = {"locale": "en-GB", "service_workers": "block", **(PHONE if phone else DESKTOP)}
        context, page = self._context(usual | profile, is_usual=set(profile) <= USUAL_PROFILE and not empty_cache)
        context.set_default_timeout(TIMEOUT)
        watch = PageWatch(context, self._address)
        self._watches.append(watch)
        # Who begins with an empty cache wants to see all that a page needs.
        chosen = {"speed": speed} | ({} if empty_cache else {PLAIN_MAP: "1"}) | (cookies or {})
        context.add_cookies([{"name": name, "value": value, "url": self._address} for name, value in chosen.items()])
        if page is None:
            page = context.new_page()
        else:
            watch.see_page(page)
        if viewport:
            page.set_viewport_size(viewport)
        return BrowserUser(context, page, self._address)

    def _context(self, profile: dict[str, Any], is_usual: bool) -> tuple[BrowserContext, Page | None]:
        """A profile for a user, with its page if an earlier test used it, too."""
        if self._reused_pages is not None and is_usual:
            reused = self._reused_pages.take(self._browser, profile)
            self._stack.callback(self._reused_pages.give_back, profile, reused)
            return reused.context, reused.page
        context = self._browser.new_context(**profile)
        self._stack.callback(context.close)
        return context, None

    def allow_errors(self, *expected: int | str) -> None:
        """Expect responses with these statuses, or console messages with these texts, in all browsers."""
        for watch in self._watches:
            watch.allow_errors(*expected)

    @property
    def errors(self) -> list[str]:
        """All errors that no test expected."""
        return [error for watch in self._watches for error in watch.errors]
