"""People who come in: each with a browser profile of their own, watched for what should not happen."""

from contextlib import ExitStack
from typing import Any

from browser_user import Person
from page_watch import Watch
from playwright.sync_api import Browser

PATIENCE = 60_000  # milliseconds: the machine may be busy with other things
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


class Visits:
    """Lets people in, and remembers what went wrong in their browsers."""

    def __init__(self, browser: Browser, address: str, stack: ExitStack) -> None:
        self._browser = browser
        self._address = address
        self._stack = stack
        self._watches: list[Watch] = []

    def __call__(
        self, speed: str = "off", phone: bool = False, cookies: dict[str, str] | None = None, **how: Any
    ) -> Person:
        """Someone comes in; `how` is what Playwright takes for a profile: a locale, a colour scheme, an old state."""
        context = self._browser.new_context(**{"locale": "en-GB", **(PHONE if phone else DESKTOP), **how})
        self._stack.callback(context.close)
        context.set_default_timeout(PATIENCE)
        self._watches.append(Watch(context, self._address))
        chosen = {"speed": speed} | (cookies or {})
        context.add_cookies([{"name": name, "value": value, "url": self._address} for name, value in chosen.items()])
        return Person(context, context.new_page(), self._address)

    def announce(self, *signs: int | str) -> None:
        """Everyone may meet answers with this status, or messages of the console with this text."""
        for watch in self._watches:
            watch.announce(*signs)

    @property
    def faults(self) -> list[str]:
        """What nobody announced."""
        return [fault for watch in self._watches for fault in watch.faults]
