"""Records the errors of a browser's pages, and requests to other hosts."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

STATUS = re.compile(r"status of (\d+)")
BLOCKED = "Service Worker registration blocked by Playwright"  # as our tests want it (browser_sessions.py)


class PageWatch:
    """The errors in one browser profile; a test says which errors it expects."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self._host = urlsplit(address).netloc
        self._allowed: set[str] = {BLOCKED}
        self._seen: list[str] = []
        context.on("request", self._see_request)
        context.on("page", self.see_page)

    def allow_errors(self, *expected: int | str) -> None:
        """Expect responses with these statuses, or console messages with these texts."""
        self._allowed.update(str(error) for error in expected)

    @property
    def errors(self) -> list[str]:
        """All errors that were not expected."""
        return [error for error in self._seen if not self._is_allowed(error)]

    def _is_allowed(self, error: str) -> bool:
        status = STATUS.search(error)
        return (status[1] in self._allowed) if status else any(text in error for text in self._allowed)

    def see_page(self, page: Page) -> None:
        """Watch a page; those that the profile opens from now on are watched already."""
        page.on("pageerror", lambda error: self._seen.append(f"page error: {error}"))
        page.on("console", self._see_message)

    def _see_message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._seen.append(f"console: {message.text} ({message.location.get('url')})")

    def _see_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self._host:
            self._seen.append(f"request to another host: {request.url}")
