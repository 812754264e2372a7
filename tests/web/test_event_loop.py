"""The event loop only waits: positions, forms and pages are worked out in other threads."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from table_setup import PERSON, config_for
from teahorse.bots import Considered
from teahorse.server.tables.keys import ListedKey
from teahorse.server.tables.service import TableService
from teahorse.server.thinking.hints import Hints
from teahorse.web import rendering, table_page
from teahorse.web.new_game import form
from teahorse.web.routes import hint
from visitor import Visitor, page_text


def in_a_thread(work: Callable[..., Any]) -> Callable[..., Any]:
    """The same work; it fails where an event loop runs."""

    def watched(*arguments: Any, **options: Any) -> Any:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        return work(*arguments, **options)

    return watched


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form.Ruleset, "of", in_a_thread(form.Ruleset.of))
    for module, work in ((table_page, "offers"), (rendering, "render")):
        monkeypatch.setattr(module, work, in_a_thread(getattr(module, work)))


class Adviser:
    """Thinks of one move."""

    async def consider(self, table: Any) -> list[Considered]:
        return [Considered("pass", 1, (0.5,) * 3)]


@pytest.mark.parametrize("fields", [{}, {"update": "1"}, {"people": "2", "board_text": "{", "board_name": "a.json"}])
def test_a_new_game_is_set_up_beside_the_event_loop(tables: TableService, fields: dict[str, str]) -> None:
    assert Visitor(tables).post("/new", data=fields).status_code in (200, 303, 422)


def test_a_hint_is_put_into_words_beside_the_event_loop(tables: TableService) -> None:
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    visitor = Visitor(tables, held)
    visitor.app.router.routes.extend(hint.router.routes)
    visitor.app.state.hints = Hints(Adviser().consider)
    answer = visitor.post(f"/t/{held.table}/hint")
    told = "Pass should win 33 % of games among equals 3 traders go to the market, ready to travel."
    assert told in page_text(answer.text)
