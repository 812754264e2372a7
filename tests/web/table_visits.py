"""A visitor at a table: requests as the page makes them, and what the answers say."""

import json
import re
from typing import Any

from table_setup import config_for
from teahorse.server.tables.keys import ListedKey
from teahorse.server.tables.service import TableService
from teahorse.web.routes import hint, table
from visitor import Visitor

SCRIPT = {"X-Table": "1"}


def sit_down(tables: TableService, *bots: str | None, **options: Any) -> ListedKey:
    return ListedKey(*tables.create(config_for(*bots, **options)))


def visit(tables: TableService, *held: ListedKey) -> Visitor:
    visitor = Visitor(tables, *held)
    visitor.app.router.routes.extend(table.router.routes)
    visitor.app.router.routes.extend(hint.router.routes)
    return visitor


def post(visitor: Visitor, held: ListedKey, what: str, **values: Any) -> Any:
    return visitor.post(f"/t/{held.table}/{what}", data=values, headers=SCRIPT)


def told(story: list[dict[str, Any]], page: list[str] | None = None) -> list[list[str]]:
    """The lines of the table after each row of a story, as `page_lines.js` writes them out."""
    pages = [page or []]
    for chapter in story:
        parts = [[part] if isinstance(part, str) else pages[-1][part[0] : sum(part)] for part in chapter["changes"]]
        pages.append([line for part in parts for line in part])
    return pages[1:]


def html_of(story: list[dict[str, Any]]) -> str:
    """The table after the last row of a story that was told from its beginning."""
    return "\n".join(told(story)[-1])


def offers_in(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="offers">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    offered: dict[str, Any] = json.loads(found[1])
    return offered
