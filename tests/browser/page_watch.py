"""Watches a browser during a test: errors of pages, and requests to other hosts."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

STATUS = re.compile(r"status of (\d+)")


class Watch:
    """What should not have happened in a browser; a test may announce answers that it provokes."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self._host = urlsplit(address).netloc
        self._announced: set[str] = set()
        self._seen: list[str] = []
        context.on("request", self._see_request)
        context.on("page", self._see_page)

    def announce(self, *signs: int | str) -> None:
        """Expect answers with a status, or another message of the console that has this text in it."""
        self._announced.update(str(sign) for sign in signs)

    @property
    def faults(self) -> list[str]:
        """Everything that was not announced."""
        return [fault for fault in self._seen if not self._is_announced(fault)]

    def _is_announced(self, fault: str) -> bool:
        status = STATUS.search(fault)
        return (status[1] in self._announced) if status else any(sign in fault for sign in self._announced)

    def _see_page(self, page: Page) -> None:
        page.on("pageerror", lambda error: self._seen.append(f"page error: {error}"))
        page.on("console", self._see_message)

    def _see_message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._seen.append(f"console: {message.text} ({message.location.get('url')})")

    def _see_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self._host:
            self._seen.append(f"request to another host: {request.url}")
