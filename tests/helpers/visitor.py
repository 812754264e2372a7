"""An HTTP client for pages: keeps cookies, and runs the routes on a real database without a server process."""

import asyncio
import re
from collections.abc import Iterable
from html import unescape
from typing import Any

import httpx
from fastapi import FastAPI, Request

from teahorse.server.http.connections import Limits
from teahorse.server.http.event_streams import EventStreams
from teahorse.server.http.rate_limits import UNLIMITED, RateLimits, Rates
from teahorse.server.tables.browsers import MOST_KEYS
from teahorse.server.tables.keys import BROWSER_COOKIE, ListedKey, hash_of, new_key
from teahorse.server.tables.new_table_limit import NewTableLimit
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table
from teahorse.server.thinking.review import Review
from teahorse.server.thinking.viewers import Viewers
from teahorse.web.page_versions import PageVersions
from teahorse.web.routes import home, new_game, preferences, review

HOST = "yunnan"


class FixedReview:
    """Stands in for the reviews: every game has the same one."""

    def __init__(self, known: Review | None) -> None:
        self.known = known
        self.asked: list[str] = []

    def find_or_start(self, table: Table) -> Review | None:
        self.asked.append(table.id)
        return self.known

    def find(self, table: Table) -> Review | None:
        return self.known


class NoBotHost:
    """Stands in for the bot host: bots never move by themselves."""

    def check_table(self, table_id: str) -> None:
        pass


class Visitor:
    """A client that reads English, keeps cookies, and does not follow redirects."""

    def __init__(self, tables: TableService, *held: ListedKey, known: Review | None = None) -> None:
        self.app = FastAPI()
        self.app.state.table_service = tables
        self.app.state.rate_limits = RateLimits(Rates())
        self.app.state.new_table_limit = NewTableLimit(tables, UNLIMITED)
        self.app.state.reviews = FixedReview(known)
        self.app.state.event_streams = EventStreams(Limits())
        self.app.state.viewers = Viewers()
        self.app.state.page_versions = PageVersions()
        self.app.state.bot_host = NoBotHost()
        for module in (home, new_game, review, preferences):
            self.app.router.routes.extend(module.router.routes)
        self.cookies = httpx.Cookies()
        if held:
            browser = new_key()
            self.cookies.set(BROWSER_COOKIE, browser, domain=f"{HOST}.local")
            for table_id, key in held:
                seats = tables.storage.seats_by_hash({hash_of(key): table_id})
                tables.storage.add_key(hash_of(browser), seats, MOST_KEYS)

    def get(self, path: str, **what: Any) -> httpx.Response:
        return asyncio.run(self._ask("GET", path, **what))

    def post(self, path: str, **what: Any) -> httpx.Response:
        return asyncio.run(self._ask("POST", path, **what))

    async def _ask(self, method: str, path: str, **what: Any) -> httpx.Response:
        way = httpx.ASGITransport(self.app)
        speaks = {"accept-language": "en"}
        async with httpx.AsyncClient(
            transport=way, base_url=f"http://{HOST}", cookies=self.cookies, headers=speaks
        ) as at:
            answer = await at.request(method, path, **what)
            self.cookies = at.cookies
            return answer


def page_text(page: str) -> str:
    """The text of a page without its tags, with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def request_with_cookies(**cookies: str) -> Request:
    """A request with these cookies."""
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    headers = [(b"cookie", cookie.encode("latin-1", "replace")), (b"host", b"localhost")]
    return Request({"type": "http", "scheme": "http", "path": "/", "query_string": b"", "headers": headers})


def old_keys_cookie(held: Iterable[ListedKey]) -> str:
    """The cookie that version 0.1 wrote."""
    return " ".join(f"{table}.{key}" for table, key in held)
