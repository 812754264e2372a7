"""Thinking through the queue in PostgreSQL: bots' moves, hints and reviews, shared by processes that may vanish."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import psycopg
import pytest

from table_setup import PERSON, config_for, play_greedily, play_moves
from teahorse.bots import Considered
from teahorse.game import Game
from teahorse.server.storage.database import Database
from teahorse.server.storage.notifications import address_of, notifications_of
from teahorse.server.tables import other_processes
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table
from teahorse.server.thinking import worker_main
from teahorse.server.thinking.bot_turn import no_script
from teahorse.server.thinking.hints import Hints
from teahorse.server.thinking.job_queue import JobQueue
from teahorse.server.thinking.pool import WorkerPool
from teahorse.server.thinking.queued import Work
from teahorse.server.thinking.queued_bots import BotPlayer, QueuedBots
from teahorse.server.thinking.queued_hints import HintMaker, QueuedHints
from teahorse.server.thinking.queued_reviews import QueuedReviews, Reviewer
from teahorse.server.thinking.review import DONE, FAILED, RUNNING, Review
from teahorse.server.thinking.shared_viewers import SharedViewers
from teahorse.server.thinking.viewers import Viewers
from teahorse.server.thinking.work_queue import Busy, Urgency
from teahorse.server.thinking.worker_main import Analysis

SECONDS = 30  # at most; usually far fewer
ADVICE = [Considered("pass", 1, (0.5, 0.3, 0.2), ("market",))]
pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


class Workers:
    """Stands in for the worker processes: thinks at once, or until the test lets it."""

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.may.set()
        self.asked: list[str] = []
        self.cancelled: list[str] = []
        self.fails = False

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def choose(self, table: Table, player: str) -> str:
        await self._think(f"{table.id} {table.next_number}")
        return table.history.game.legal_moves()[0]

    async def consider(self, game: Game, table_id: str) -> list[Considered]:
        await self._think(f"hint {table_id}")
        return ADVICE

    async def analyse(
        self, game_id: str, told: Any, positions: list[int], simulations: int | None, _: Any
    ) -> list[Analysis]:
        await self._think(f"{game_id}: {positions}{'' if simulations else ' again'}")
        return await asyncio.to_thread(worker_main.analyse, game_id, told, positions, simulations)

    async def _think(self, about: str) -> None:
        self.asked.append(about)
        if self.fails:
            raise RuntimeError("Something breaks.")
        try:
            await self.may.wait()
        except asyncio.CancelledError:
            self.cancelled.append(about)
            raise


class Process:
    """What a server or a worker has of tables and thinking."""

    def __init__(self, database: str, workers: Workers | None) -> None:
        self.storage = Database(database)
        self.tables = TableService(self.storage)
        self.notifications = notifications_of(database, self.storage.process)
        other_processes.connect(self.tables, self.notifications)
        self.queue = JobQueue(database)
        self.viewers = Viewers()
        self.shared_viewers = SharedViewers(self.viewers, self.notifications)
        self.bots = QueuedBots(self.tables, self.queue, self.viewers)
        self.hints = QueuedHints(self.storage.thinking_results, self.queue, self.notifications)
        self.reviews = QueuedReviews(self.storage, self.queue, most=2)
        self.work: Work | None = None
        if workers is not None:
            pool = cast(WorkerPool, workers)
            BotPlayer(self.tables, pool, self.bots, 0, no_script).join(self.queue)
            HintMaker(self.tables, self.storage.thinking_results, pool, self.hints).join(self.queue)
            Reviewer(self.tables, self.storage.thinking_results, pool, 3, 1).join(self.queue)
            self.work = Work(self.queue, pool, 1)

    async def start(self) -> None:
        self.notifications.start()
        await self.queue.open()
        await self.bots.start()
        await self.reviews.start()
        if self.work is not None:
            await self.work.start()

    async def stop(self) -> None:
        if self.work is not None:
            await self.work.stop()
        await self.reviews.stop()
        await self.bots.stop()
        await self.queue.close()
        await asyncio.to_thread(self.notifications.stop)
        self.storage.close()


@asynccontextmanager
async def running(database: str, workers: Workers | None = None) -> AsyncIterator[Process]:
    process = Process(database, workers)
    await process.start()
    try:
        yield process
    finally:
        await process.stop()


def run(act: Callable[[], Awaitable[None]]) -> None:
    async def acted() -> None:
        await asyncio.wait_for(act(), SECONDS)

    asyncio.run(acted())


async def until(is_so: Callable[[], bool]) -> None:
    while not await asyncio.to_thread(is_so):
        await asyncio.sleep(0.02)


def rows(process: Process, table_id: str) -> int:
    return len(process.tables.open(table_id).history.rows)


def waiting(database: str) -> list[Any]:
    with psycopg.connect(address_of(database)) as connection:
        return connection.execute(
            "SELECT queue_name, priority FROM procrastinate_jobs ORDER BY priority DESC"
        ).fetchall()


def test_a_worker_plays_the_bots_of_a_server_until_a_person_is_to_move(database: str) -> None:
    async def act() -> None:
        workers = Workers()
        async with running(database) as server, running(database, workers):
            table_id, key = server.tables.create(config_for(PERSON, "greedy", "greedy"))
            await asyncio.to_thread(play_moves, server.tables, table_id, key, "market")
            await until(lambda: rows(server, table_id) == 3)
            assert workers.asked == [f"{table_id} 2", f"{table_id} 3"]

    run(act)


def test_a_bot_that_is_asked_for_again_and_again_moves_once(database: str) -> None:
    async def act() -> None:
        one, other = Workers(), Workers()
        async with running(database) as server, running(database, one) as near, running(database, other) as far:
            table_id, key = server.tables.create(config_for(PERSON, "greedy", PERSON))
            await asyncio.to_thread(play_moves, server.tables, table_id, key, "market")
            for process in (server, near, far, server, near, far):
                process.bots.check_table(table_id)
            await until(lambda: rows(server, table_id) == 2)
            await asyncio.sleep(0.5)  # more jobs may wait, which must not move
            assert rows(server, table_id) == 2
            assert len(one.asked + other.asked) == 1

    run(act)


def test_the_job_of_a_lost_worker_is_done_by_another(database: str) -> None:
    async def act() -> None:
        workers = Workers()
        async with running(database) as server:
            table_id, key = server.tables.create(config_for(PERSON, "greedy", PERSON))
            play_moves(server.tables, table_id, key, "market")
            await server.bots.ask_for_move(table_id)
            with psycopg.connect(address_of(database), autocommit=True) as connection:  # as a killed worker leaves it
                connection.execute(
                    "INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '1 day')"
                )
                connection.execute("UPDATE procrastinate_jobs SET status = 'doing', worker_id = 1")
            async with running(database, workers):
                await until(lambda: rows(server, table_id) == 2)
            assert workers.asked == [f"{table_id} 2"]

    run(act)


def test_a_worker_that_stops_gives_its_job_back(database: str) -> None:
    async def act() -> None:
        stuck, fresh = Workers(), Workers()
        stuck.may.clear()
        async with running(database) as server:
            async with running(database, stuck):
                table_id, key = server.tables.create(config_for(PERSON, "greedy", PERSON))
                await asyncio.to_thread(play_moves, server.tables, table_id, key, "market")
                await until(lambda: bool(stuck.asked))
            assert stuck.cancelled == [f"{table_id} 2"]
            async with running(database, fresh):
                await until(lambda: rows(server, table_id) == 2)

    run(act)


def test_bots_at_watched_tables_have_a_queue_of_their_own(database: str) -> None:
    async def act() -> None:
        async with running(database) as server:
            table_id, key = server.tables.create(config_for(PERSON, "greedy", PERSON))
            play_moves(server.tables, table_id, key, "market")
            await server.bots.ask_for_move(table_id)
            assert await asyncio.to_thread(waiting, database) == [("later", -3)]
            server.viewers.record_visit(table_id)
            await server.bots.ask_for_move(table_id)
            assert await asyncio.to_thread(waiting, database) == [("moves", 0), ("later", -3)]

    run(act)


def test_workers_learn_which_tables_are_watched_at_servers(database: str) -> None:
    async def act() -> None:
        async with running(database) as server, running(database) as worker:
            table_id, _ = server.tables.create(config_for(PERSON, "greedy", PERSON))
            with server.viewers.listening(table_id, has_seat=False):
                await until(lambda: worker.viewers.urgency(table_id) == Urgency.WATCHED)
            server.viewers.record_visit(table_id)
            await until(lambda: worker.viewers.urgency(table_id) == Urgency.PLAYED)

    run(act)


def test_a_hint_is_made_by_a_worker_and_shared(database: str) -> None:
    async def act() -> None:
        workers = Workers()
        async with running(database) as server, running(database) as other, running(database, workers):
            table = server.tables.open(server.tables.create(config_for(PERSON, PERSON, PERSON))[0])
            assert await Hints(server.hints.consider).ask(table) == ADVICE
            assert await Hints(other.hints.consider).ask(table) == ADVICE
            assert workers.asked == [f"hint {table.id}"]

    run(act)


def test_a_hint_is_cancelled_when_its_reader_leaves(database: str) -> None:
    async def act() -> None:
        workers = Workers()
        workers.may.clear()
        async with running(database) as server, running(database, workers):
            table = server.tables.open(server.tables.create(config_for(PERSON, PERSON, PERSON))[0])
            asking = asyncio.create_task(server.hints.consider(table))
            await until(lambda: bool(workers.asked))
            asking.cancel()
            await until(lambda: workers.cancelled == [f"hint {table.id}"])

    run(act)


def test_a_hint_that_fails_is_refused(database: str) -> None:
    async def act() -> None:
        workers = Workers()
        workers.fails = True
        async with running(database) as server, running(database, workers):
            table = server.tables.open(server.tables.create(config_for(PERSON, PERSON, PERSON))[0])
            with pytest.raises(Busy):
                await server.hints.consider(table)

    run(act)


def test_a_review_is_made_by_workers_and_seen_everywhere(database: str) -> None:
    async def act() -> None:
        one, other = Workers(), Workers()
        async with running(database) as server, running(database) as second:
            table_id, key = server.tables.create(config_for(PERSON, PERSON, PERSON))
            await asyncio.to_thread(play_moves, server.tables, table_id, key, "pass")  # costly
            table = await asyncio.to_thread(play_greedily, server.tables, table_id, key, 12)
            await asyncio.to_thread(server.reviews.find_or_start, table)
            async with running(database, one):
                await until(lambda: _state(second, table).state == RUNNING)
            async with running(database, other):  # goes on where the first one ended
                await until(lambda: _state(second, table).state == DONE)
            assert len(_state(second, table).points) == 12
            positions = [about.partition(": ")[2] for about in one.asked + other.asked]
            assert positions[0] == "[0, 1, 2, 3, 4]" and positions[-2] == "[10, 11, 12]"
            assert positions[-1].endswith(" again")  # a look at what seems the costliest move
            assert other.asked and positions.count("[0, 1, 2, 3, 4]") == 1

    run(act)


def test_too_many_watched_reviews_are_refused_and_unwatched_ones_make_room(database: str) -> None:
    async def act() -> None:
        async with running(database) as server:
            tables = []
            for _ in range(3):
                table_id, key = server.tables.create(config_for(PERSON, PERSON, PERSON))
                tables.append(play_moves(server.tables, table_id, key, "market"))
            for table in tables[:2]:
                await asyncio.to_thread(server.reviews.find_or_start, table)
            with pytest.raises(Busy):
                await asyncio.to_thread(server.reviews.find_or_start, tables[2])
            server.storage.thinking_results.note_look(tables[0].id, 1, 0)
            await asyncio.to_thread(server.reviews.find_or_start, tables[2])
            assert server.reviews.find(tables[0]) is None
            assert server.reviews.find(tables[1]) is not None

    run(act)


def test_a_review_that_fails_says_so_and_can_be_started_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahorse.server.thinking.queued_reviews.WAITS", (0,))

    async def act() -> None:
        workers = Workers()
        workers.fails = True
        async with running(database) as server, running(database, workers):
            table_id, key = server.tables.create(config_for(PERSON, PERSON, PERSON))
            table = play_moves(server.tables, table_id, key, "market")
            await asyncio.to_thread(server.reviews.find_or_start, table)
            await until(lambda: _state(server, table).state == FAILED)
            workers.fails = False
            await asyncio.to_thread(server.reviews.find_or_start, table)
            await until(lambda: _state(server, table).state == DONE)

    run(act)


def test_work_goes_on_after_the_database_was_gone(database: str) -> None:
    async def act() -> None:
        workers = Workers()
        async with running(database) as server, running(database, workers):
            table_id, key = server.tables.create(config_for(PERSON, "greedy", PERSON))
            with psycopg.connect(address_of(database), autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
                )
            await asyncio.to_thread(play_moves, server.tables, table_id, key, "market")
            await until(lambda: rows(server, table_id) == 2)

    run(act)


def test_a_queue_of_another_version_is_made_anew(database: str) -> None:
    JobQueue(database)
    with psycopg.connect(address_of(database), autocommit=True) as connection:
        connection.execute("INSERT INTO procrastinate_jobs (queue_name, task_name) VALUES ('moves', 'play')")
        JobQueue(database)
        assert connection.execute("SELECT count(*) FROM procrastinate_jobs").fetchone() == (1,)
        connection.execute("COMMENT ON TABLE procrastinate_jobs IS 'another'")
        JobQueue(database)
        assert connection.execute("SELECT count(*) FROM procrastinate_jobs").fetchone() == (0,)


def test_processes_that_start_together_create_one_queue(database: str) -> None:
    threads = [threading.Thread(target=JobQueue, args=(database,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with psycopg.connect(address_of(database)) as connection:
        assert connection.execute("SELECT count(*) FROM procrastinate_jobs").fetchone() == (0,)


def _state(process: Process, table: Table) -> Review:
    return process.reviews.find(table) or Review("missing", 0, 0)
