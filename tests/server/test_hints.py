"""Hints: one for each table, ended when nobody waits for it, and not too many at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from table_setup import PERSON, config_for, play_moves
from teahorse.bots import Considered
from teahorse.server.tables.errors import TooLate
from teahorse.server.tables.keys import ListedKey
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table
from teahorse.server.thinking.hints import Hints
from teahorse.server.thinking.work_queue import Busy
from teahorse.web.error_pages import add_error_handlers
from teahorse.web.routes import hint
from visitor import Visitor, page_text

SECONDS_FOR_A_TEST = 20  # far more than it takes; a reader who waits for ever fails the test
ADVICE = [Considered("pass", 1, (0.5, 0.3, 0.2))]


class Master:
    """Thinks until the test lets it answer; notes what it was asked, and what was cancelled."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()
        self.asked: list[str] = []
        self.cancelled: list[str] = []

    async def consider(self, table: Table) -> list[Considered]:
        self.asked.append(table.id)
        try:
            await self.may_answer.wait()
        except asyncio.CancelledError:
            self.cancelled.append(table.id)
            raise
        return ADVICE


def run(act: Callable[[Master, Hints], Awaitable[None]], most: int = 3) -> None:
    async def acted() -> None:
        master = Master()
        await act(master, Hints(master.consider, most))

    asyncio.run(asyncio.wait_for(acted(), SECONDS_FOR_A_TEST))


def new_table(tables: TableService) -> Table:
    return tables.open(tables.create(config_for(PERSON, PERSON, PERSON))[0])


async def begun(*asked: "asyncio.Task[list[Considered]]") -> None:
    """Let those who ask get as far as they can."""
    for _ in range(5):
        await asyncio.sleep(0)
    assert not any(task.done() for task in asked)


def test_a_hint_ends_when_its_reader_leaves(tables: TableService) -> None:
    table = new_table(tables)

    async def act(master: Master, hints: Hints) -> None:
        reader = asyncio.create_task(hints.ask(table))
        await begun(reader)
        reader.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reader
        await asyncio.sleep(0)
        assert master.cancelled == [table.id] and not hints._by_table

    run(act)


def test_two_readers_share_a_hint_and_one_may_leave(tables: TableService) -> None:
    table = new_table(tables)

    async def act(master: Master, hints: Hints) -> None:
        first, second = (asyncio.create_task(hints.ask(table)) for _ in range(2))
        await begun(first, second)
        first.cancel()
        await asyncio.sleep(0)
        master.may_answer.set()
        assert await second == ADVICE and master.asked == [table.id] and master.cancelled == []

    run(act)


def test_asking_again_about_the_same_position_is_answered_at_once(tables: TableService) -> None:
    table = new_table(tables)

    async def act(master: Master, hints: Hints) -> None:
        master.may_answer.set()
        assert await hints.ask(table) == await hints.ask(table) == ADVICE
        assert master.asked == [table.id]

    run(act)


def test_a_hint_about_a_later_position_ends_the_earlier_one(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    before = tables.open(table_id)

    async def act(master: Master, hints: Hints) -> None:
        earlier = asyncio.create_task(hints.ask(before))
        await begun(earlier)
        later = asyncio.create_task(hints.ask(play_moves(tables, table_id, key, "market")))
        with pytest.raises(TooLate):
            await earlier
        master.may_answer.set()
        assert await later == ADVICE and master.cancelled == [table_id]

    run(act)


def test_the_number_of_hints_at_a_time_is_limited(tables: TableService) -> None:
    several = [new_table(tables) for _ in range(4)]

    async def act(master: Master, hints: Hints) -> None:
        readers = [asyncio.create_task(hints.ask(table)) for table in several[:3]]
        await begun(*readers)
        with pytest.raises(Busy):
            await hints.ask(several[3])
        readers[0].cancel()
        await asyncio.sleep(0)
        readers.append(asyncio.create_task(hints.ask(several[3])))
        await begun(*readers[1:])
        master.may_answer.set()
        assert await asyncio.gather(*readers[1:]) == [ADVICE] * 3

    run(act)


def test_a_master_who_fails_is_heard_of_and_asked_again(tables: TableService) -> None:
    table = new_table(tables)
    failures = [RuntimeError("Something breaks.")]

    async def consider(table: Table) -> list[Considered]:
        if failures:
            raise failures.pop()
        return ADVICE

    async def act(_: Master, __: Hints) -> None:
        hints = Hints(consider)
        with pytest.raises(RuntimeError):
            await hints.ask(table)
        assert await hints.ask(table) == ADVICE

    run(act)


# --- Over HTTP ------------------------------------------------------------------------------------------------


def asking(tables: TableService, hints: Hints) -> tuple[Visitor, str]:
    """Someone whose turn it is, and the address of a hint."""
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    visitor = Visitor(tables, held)
    visitor.app.router.routes.extend(hint.router.routes)
    add_error_handlers(visitor.app)
    visitor.app.state.hints = hints
    return visitor, f"/t/{held.table}/hint"


def test_closing_the_connection_ends_the_hint(tables: TableService) -> None:
    async def act(master: Master, hints: Hints) -> None:
        visitor, path = asking(tables, hints)
        cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.cookies.jar)
        scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "query_string": b"",
            "headers": [(b"cookie", cookie.encode()), (b"accept-language", b"en")],
        }
        left, answers = asyncio.Event(), []
        messages = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if messages:
                return messages.pop()
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            answers.append(message)

        answering = asyncio.create_task(visitor.app(scope, receive, send))
        while not master.asked:
            await asyncio.sleep(0.001)
        left.set()
        await answering
        assert master.cancelled == master.asked and answers[0]["status"] == hint.CLIENT_LEFT

    run(act)


def test_too_many_hints_are_refused_with_a_sentence_and_when_to_try_again(tables: TableService) -> None:
    async def consider(table: Table) -> list[Considered]:
        return ADVICE

    visitor, path = asking(tables, Hints(consider, most=0))
    refused = visitor.post(path)
    assert refused.status_code == 503 and int(refused.headers["retry-after"]) > 0
    assert "The server is busy thinking for others." in page_text(refused.text)
    told = visitor.post(path, headers={"X-Table": "1"})
    assert told.status_code == 503 and told.json()["sentence"].startswith("The server is busy thinking for others.")
