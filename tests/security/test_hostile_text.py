"""No text of a user becomes HTML or script: hostile names, titles and messages on every page."""

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from addresses import addresses
from fastapi import FastAPI
from hostile import EVIL, TEXTS, Elements

from asgi_client import ask
from table_setup import PERSON, config_for, play_greedily
from teahorse.server.settings import Settings
from teahorse.server.tables import chatting
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.keys import hash_of, new_key
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.web.app import make_app

# What the pages need in their addresses; a table is filled in. Addresses that are not pages are left out.
VALUES = {"row": "3", "number": "1", "rule": "1.1", "key": "A" * 22}
QUERIES = {"/t/{table_id}/story": "?after=0", "/t/{table_id}/again": "?row=1", "/t/{table_id}/review/state": "?rows=4"}
STREAMS = {"/t/{table_id}/bell", "/api/v1/tables/{table_id}/events"}


class Pages:
    """Tables with hostile names and titles, one of them finished, and a browser with seats at them."""

    def __init__(self, app: FastAPI) -> None:
        self.app, self.browser = app, new_key()
        tables = app.state.table_service
        self.tables = []
        for first in range(0, len(TEXTS), 2):
            names = [TEXTS[(first + number) % len(TEXTS)][:40] for number in range(3)]
            seats = tuple(Seat(name, (COLOURS[number],)) for number, name in enumerate(names))
            rules = config_for(PERSON, PERSON, PERSON).rules
            title = TEXTS[first]
            config = GameConfig(rules, seats, 7, title=title, headers={"Event": title.replace('"', "'")})
            table_id, key = tables.create(config)
            tables.storage.add_key(hash_of(self.browser), {table_id: (0, 1, 2)}, 100)
            for text in TEXTS:
                chatting.write(tables, table_id, [key], text)
            play_greedily(tables, table_id, key, None if first == 0 else 4)
            self.tables.append(table_id)

    def get(self, path: str) -> httpx.Response:
        return ask(self.app, "GET", path, headers={"cookie": f"browser={self.browser}; account=%3C{EVIL}%3E"})


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    folder = tmp_path_factory.mktemp("hostile")
    app = make_app(Settings(f"sqlite:///{folder}/games.sqlite", bot_pause=0))
    yield Pages(app)
    app.state.storage.close()


PAGES = [path for method, path in addresses() if method == "GET" and path not in STREAMS]


@pytest.mark.parametrize("address", PAGES)
def test_hostile_text_becomes_no_element_on_any_page(pages: Pages, address: str) -> None:
    assert "&lt;x-evil&gt;" in pages.get(f"/t/{pages.tables[0]}").text  # the names are on the pages
    for table_id in pages.tables if "{table_id}" in address else pages.tables[:1]:
        path = address.replace("{table_id}", table_id)
        for name in re.findall(r"{(\w+)(?::\w+)?}", path):
            path = re.sub(rf"{{{name}(:\w+)?}}", VALUES.get(name, "1"), path)
        answer = pages.get(path + QUERIES.get(address, ""))
        assert answer.status_code < 500, answer.text
        kind = answer.headers.get("content-type", "")
        if kind.startswith("application/json"):
            texts = [answer.text] if f"<{EVIL}" not in answer.text else _html_in(json.loads(answer.text))
        elif kind.startswith(("text/html", "image/svg")):
            texts = [answer.text]
        else:
            continue
        for text in texts:
            found = Elements(text)
            assert not found.evil and not found.scripts and not found.handlers, (path, found.evil, found.scripts)


def _html_in(value: object) -> list[str]:
    """The lines of HTML in a story; other fields of JSON are data, which no page renders as HTML."""
    if isinstance(value, dict):
        changed = value.get("changes")
        if isinstance(changed, list):
            return ["\n".join(str(line) for line in changed if isinstance(line, str))]
        return [line for each in value.values() for line in _html_in(each)]
    return [line for each in value for line in _html_in(each)] if isinstance(value, list) else []
