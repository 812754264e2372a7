"""A browser without a window: it visits the pages around the table, over a real database."""

import asyncio
import re
from html import unescape
from typing import Any

import httpx
from fastapi import FastAPI

from teahorse.web.new_tables import UNLIMITED, NewTables
from teahorse.web.routes import home, new, review, settings
from teahorse.web.tables.keys import COOKIE, Held, write_cookie
from teahorse.web.tables.tables import Table, Tables
from teahorse.web.thinking.review import Review
from teahorse.web.thinking.watching import Watchers

HOST = "yunnan"


class KnownReview:
    """Stands for all reviews: every game has this one."""

    def __init__(self, known: Review | None) -> None:
        self.known = known
        self.asked: list[str] = []

    def ask(self, table: Table) -> Review | None:
        self.asked.append(table.id)
        return self.known

    def look(self, table: Table) -> Review | None:
        return self.known


class NoHost:
    """Stands for the host who lets bots move: at these tables only the test does."""

    def attend(self, table_id: str) -> None:
        pass


class Visitor:
    """Someone with a browser: speaks English, keeps cookies, and follows no redirect unseen."""

    def __init__(self, tables: Tables, *held: Held, known: Review | None = None) -> None:
        self.app = FastAPI()
        self.app.state.tables = tables
        self.app.state.new_tables = NewTables(tables, UNLIMITED)
        self.app.state.reviews = KnownReview(known)
        self.app.state.watchers = Watchers()
        self.app.state.hosting = NoHost()
        for room in (home, new, review, settings):
            self.app.include_router(room.router)
        self.cookies = httpx.Cookies()
        if held:
            self.cookies.set(COOKIE, f'"{write_cookie(held)}"', domain=f"{HOST}.local")  # as a browser notes it down

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


def words_of(page: str) -> str:
    """What a page says, without its elements, in single blanks."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())
