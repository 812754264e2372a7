"""Opens browser profiles for the users of a test, and collects their errors."""

from contextlib import ExitStack
from typing import Any

from browser_user import BrowserUser
from page_watch import PageWatch
from playwright.sync_api import Browser

TIMEOUT = 60_000  # milliseconds; the machine may be busy
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


class BrowserSessions:
    """All browser profiles of one test."""

    def __init__(self, browser: Browser, address: str, stack: ExitStack) -> None:
        self._browser = browser
        self._address = address
        self._stack = stack
        self._watches: list[PageWatch] = []

    def open(
        self, speed: str = "off", phone: bool = False, cookies: dict[str, str] | None = None, **profile: Any
    ) -> BrowserUser:
        """A new user; `profile` goes to Playwright's `new_context`: a locale, a colour scheme, a saved state."""
        # A service worker would answer in place of the server; only the tests of the installed game have one.
        usual = {"locale": "en-GB", "service_workers": "block", **(PHONE if phone else DESKTOP)}
        context = self._browser.new_context(**usual | profile)
        self._stack.callback(context.close)
        context.set_default_timeout(TIMEOUT)
        self._watches.append(PageWatch(context, self._address))
        chosen = {"speed": speed} | (cookies or {})
        context.add_cookies([{"name": name, "value": value, "url": self._address} for name, value in chosen.items()])
        return BrowserUser(context, context.new_page(), self._address)

    def allow_errors(self, *expected: int | str) -> None:
        """Expect responses with these statuses, or console messages with these texts, in all browsers."""
        for watch in self._watches:
            watch.allow_errors(*expected)

    @property
    def errors(self) -> list[str]:
        """All errors that no test expected."""
        return [error for watch in self._watches for error in watch.errors]
