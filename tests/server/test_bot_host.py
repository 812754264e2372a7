"""Hosting: bots move by themselves, once each, also after a restart, and never against an undo."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import cast

import pytest
from sqlalchemy import text

from table_setup import PERSON, config_for, play_moves
from teahorse.server.history.history import MOVE, UNDO
from teahorse.server.history.latest_position import LatestPosition
from teahorse.server.storage.database import Database, NewRow, StorageError, now
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table
from teahorse.server.thinking import bot_host as module
from teahorse.server.thinking.bot_host import BotHost
from teahorse.server.thinking.pool import WorkerPool
from teahorse.server.thinking.work_queue import Busy


class Thoughts:
    """Bots that put a trader in the market or pass, or whatever a test wants."""

    def __init__(self, choose: Callable[[Table], Awaitable[str]] | None = None) -> None:
        self._choose = choose
        self.asked: list[int] = []

    async def choose(self, table: Table, player: str) -> str:
        self.asked.append(table.next_number)
        if self._choose is not None:
            return await self._choose(table)
        return table.history.game.legal_moves()[0]


async def until(tables: TableService, hosting: BotHost, table_id: str, is_so: Callable[[Table], bool]) -> Table:
    """Wait for the bell, not for the clock, until a table is as it should be."""
    rung, loop = asyncio.Event(), asyncio.get_running_loop()
    leave = tables.subscribe(lambda _id, _row, _event: loop.call_soon_threadsafe(rung.set), table_id)
    try:
        while not is_so(table := tables.open(table_id)):
            await rung.wait()
            rung.clear()
        return table
    finally:
        leave()


async def idle(hosting: BotHost) -> None:
    """Wait until no bot is at work."""
    while hosting._tasks:
        await asyncio.gather(*hosting._tasks.values(), return_exceptions=True)
        await asyncio.sleep(0)


def host(
    tables: TableService,
    thoughts: Thoughts,
    act: Callable[[BotHost], Awaitable[None]],
    pause: float = 0,
    script: module.Script = module.no_script,
    waits: tuple[float, ...] = (),
) -> None:
    """Start a host, do something, and stop."""

    async def run() -> None:
        hosting = BotHost(tables, cast(WorkerPool, thoughts), pause, script, waits)
        await hosting.start()
        try:
            await act(hosting)
        finally:
            await hosting.stop()

    asyncio.run(run())


def test_bots_answer_a_persons_move(tables: TableService) -> None:
    thoughts = Thoughts()
    table_id, key = tables.create(config_for(PERSON, "greedy", "greedy"))

    async def act(hosting: BotHost) -> None:
        play_moves(tables, table_id, key, "market")
        table = await until(tables, hosting, table_id, lambda table: table.to_move == "p1")
        assert [step.player for step in table.history.steps] == ["p1", "p2", "p3"]
        await idle(hosting)

    host(tables, thoughts, act)
    assert thoughts.asked == [2, 3]


def test_a_table_that_is_created_with_a_bot_to_move_begins_by_itself(tables: TableService) -> None:
    async def act(hosting: BotHost) -> None:
        table_id, _ = tables.create(config_for("greedy", PERSON, "greedy"))
        await until(tables, hosting, table_id, lambda table: table.to_move == "p2")

    host(tables, Thoughts(), act)


def test_however_often_a_table_is_looked_at_each_bot_moves_once(tables: TableService) -> None:
    thoughts = Thoughts()
    table_id, key = tables.create(config_for(PERSON, "greedy", "greedy"))
    play_moves(tables, table_id, key, "market")

    async def act(hosting: BotHost) -> None:
        for _ in range(20):
            hosting.check_table(table_id)
        await until(tables, hosting, table_id, lambda table: table.to_move == "p1")
        hosting.check_table(table_id)
        await asyncio.sleep(0)
        await idle(hosting)

    host(tables, thoughts, act)
    assert thoughts.asked == [2, 3]


def test_a_game_goes_on_after_a_restart_in_its_middle(database: str) -> None:
    first = TableService(Database(database))
    table_id, _ = first.create(config_for("novice", "greedy", "caravaner", seed=3))

    def run(tables: TableService, is_so: Callable[[Table], bool]) -> Table:
        async def play() -> Table:
            thinkers = WorkerPool()
            hosting = BotHost(tables, thinkers, 0)
            await thinkers.start()
            await hosting.start()
            try:
                return await until(tables, hosting, table_id, is_so)
            finally:
                await hosting.stop()
                await thinkers.stop()
                tables.storage.close()

        return asyncio.run(play())

    stopped = run(first, lambda table: len(table.history.rows) >= 20)
    assert stopped.to_move is not None
    over = run(TableService(Database(database)), lambda table: table.to_move is None)
    assert [row.number for row in over.history.rows] == list(range(1, len(over.history.rows) + 1))
    assert {row.kind for row in over.history.rows} == {MOVE}
    assert over.history.rows[: len(stopped.history.rows)] == stopped.history.rows


@pytest.mark.parametrize("damage", ["UPDATE tables SET edition = '1999'", "INSERT INTO rows {row}"])
def test_a_table_that_cannot_be_opened_or_go_on_does_not_keep_others_waiting(tables: TableService, damage: str) -> None:
    broken, _ = tables.create(config_for("greedy", PERSON, PERSON))
    row = f"VALUES ('{broken}', 1, 'move', 'nonsense', 'p1', {now()})"
    with tables.storage._engine.begin() as connection:
        connection.execute(text(damage.format(row=row)))
    fine, _ = tables.create(config_for("greedy", PERSON, PERSON))

    async def act(hosting: BotHost) -> None:
        await until(tables, hosting, fine, lambda table: table.to_move == "p2")

    host(tables, Thoughts(), act)


def test_an_undo_while_a_bot_thinks_is_first(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", "greedy"))
    thinks, may_answer = asyncio.Event(), asyncio.Event()

    async def choose(table: Table) -> str:
        thinks.set()
        await may_answer.wait()
        return "market"

    async def act(hosting: BotHost) -> None:
        play_moves(tables, table_id, key, "bid school 9")
        await thinks.wait()
        tables.undo(table_id, [key], 2, whole=False)
        may_answer.set()
        await idle(hosting)
        table = tables.open(table_id)
        assert [row.kind for row in table.history.rows] == [MOVE, UNDO] and table.to_move == "p1"

    host(tables, Thoughts(choose), act)


def test_after_an_undo_and_another_move_the_bot_thinks_again(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", PERSON))
    asked = asyncio.Event()

    async def choose(table: Table) -> str:
        if not asked.is_set():
            asked.set()
            await asyncio.to_thread(tables.undo, table_id, [key], 2, False)
            await asyncio.to_thread(tables.play, table_id, [key], "bid school 9", 3)
            return "bid yard 9"  # allowed still, but thought of for the game as it was
        return "market"

    async def act(hosting: BotHost) -> None:
        play_moves(tables, table_id, key, "market")
        table = await until(tables, hosting, table_id, lambda table: table.to_move == "p3")
        assert [step.move for step in table.history.steps] == ["bid school 9", "market"]

    host(tables, Thoughts(choose), act)


def test_in_the_pause_before_a_bots_move_a_person_may_take_back(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", "greedy"))
    thoughts, pauses = Thoughts(), []
    sleep = asyncio.sleep

    async def pause(seconds: float) -> None:
        if seconds:
            pauses.append(seconds)
            if len(pauses) == 1:
                tables.undo(table_id, [key], 2, whole=False)
        await sleep(0)

    monkeypatch.setattr(module.asyncio, "sleep", pause)

    async def act(hosting: BotHost) -> None:
        play_moves(tables, table_id, key, "market")
        await until(tables, hosting, table_id, lambda table: len(table.history.rows) == 2)
        await idle(hosting)
        assert thoughts.asked == [] and tables.open(table_id).to_move == "p1"
        tables.play(table_id, [key], "market", 3)
        await until(tables, hosting, table_id, lambda table: len(table.history.steps) == 3)

    host(tables, thoughts, act, pause=1.5)
    assert pauses == [1.5, 1.5]  # one for each move of the person, none between two bots
    assert thoughts.asked == [4, 5]


def test_a_script_moves_for_bots_as_long_as_there_is_one(tables: TableService) -> None:
    thoughts = Thoughts()
    table_id, key = tables.create(config_for(PERSON, "greedy", "greedy"))

    def script(table: Table) -> str | None:
        return "bid yard 9" if table.next_number == 2 else None

    async def act(hosting: BotHost) -> None:
        play_moves(tables, table_id, key, "market")
        table = await until(tables, hosting, table_id, lambda table: table.to_move == "p1")
        assert table.history.steps[1].move == "bid yard 9"

    host(tables, thoughts, act, script=script)
    assert thoughts.asked == [3]


def test_a_bot_that_could_not_move_does_when_someone_looks_again(
    tables: TableService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", PERSON))
    add_rows = tables.storage.add_rows

    def full_disk(*_: object) -> None:
        raise StorageError("The disk is full.")

    async def act(hosting: BotHost) -> None:
        play_moves(tables, table_id, key, "market")
        monkeypatch.setattr(tables.storage, "add_rows", full_disk)
        await asyncio.sleep(0)
        await idle(hosting)
        assert "can't go on" in caplog.text and tables.open(table_id).to_move == "p2"
        monkeypatch.setattr(tables.storage, "add_rows", add_rows)
        hosting.check_table(table_id)
        await until(tables, hosting, table_id, lambda table: table.to_move == "p3")

    host(tables, Thoughts(), act)


def test_a_bot_that_could_not_move_tries_again_by_itself(
    tables: TableService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", PERSON))
    add_rows, refused = tables.storage.add_rows, iter(range(2))

    def full_disk_twice(table: str, rows: Sequence[NewRow], position: LatestPosition) -> int:
        if rows[0].player == "p2" and next(refused, None) is not None:
            raise StorageError("The disk is full.")
        return add_rows(table, rows, position)

    async def act(hosting: BotHost) -> None:
        play_moves(tables, table_id, key, "market")
        await until(tables, hosting, table_id, lambda table: table.to_move == "p3")

    monkeypatch.setattr(tables.storage, "add_rows", full_disk_twice)
    host(tables, Thoughts(), act, waits=(0, 0, 0))
    assert caplog.text.count("they try again in 0 seconds") == 2


def test_a_bot_that_has_to_wait_tries_again_without_an_error(
    tables: TableService, caplog: pytest.LogCaptureFixture
) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", PERSON))
    refusals = [Busy(), Busy()]

    async def choose(table: Table) -> str:
        if refusals:
            raise refusals.pop()
        return "market"

    async def act(hosting: BotHost) -> None:
        play_moves(tables, table_id, key, "market")
        await until(tables, hosting, table_id, lambda table: table.to_move == "p3")

    host(tables, Thoughts(choose), act, waits=(0, 0))
    assert not refusals and "Traceback" not in caplog.text and "can't go on" not in caplog.text
