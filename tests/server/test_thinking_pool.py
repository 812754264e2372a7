"""Processes that think: one that dies is replaced, and a bot that fails does not stop the game."""

import asyncio
import logging
import os
import signal
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from table_setup import PERSON, config_for, play_moves
from teahorse.bots import Budget, bot_named
from teahorse.bots.search_bot import SearchBot
from teahorse.bots.transcript import GameTranscript
from teahorse.game import Game
from teahorse.server.tables.service import TableService
from teahorse.server.thinking import worker_main as thinking
from teahorse.server.thinking.pool import TREE_BYTES, WorkerPool
from teahorse.server.thinking.work_queue import Busy, Urgency
from teahorse.server.thinking.worker import Worker, WorkerDied
from teahorse.server.thinking.worker_main import Player

R = TypeVar("R")


def with_thinkers(ask: Callable[[WorkerPool], Awaitable[R]], processes: int = 1) -> R:
    """Let someone ask, and end the processes."""

    async def run() -> R:
        thinkers = WorkerPool(processes)
        await thinkers.start()
        try:
            return await ask(thinkers)
        finally:
            await thinkers.stop()

    return asyncio.run(run())


def test_a_bot_chooses_a_move_that_is_allowed(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, "caravaner", "novice"))

    async def play(thinkers: WorkerPool) -> None:
        table = play_moves(tables, table_id, key, "market")
        for _ in range(2):
            move = await thinkers.choose(table, str(table.to_move))
            table = tables.play_for_bot(table_id, move, table.next_number)
        assert table.to_move == "p1"

    with_thinkers(play)


def test_a_grandmaster_waits_until_the_network_is_compiled(tables: TableService) -> None:
    table_id, _ = tables.create(config_for("novice", "grandmaster", "novice"))
    waited: list[str] = []

    async def compiled() -> None:
        waited.append(str(tables.open(table_id).to_move))

    async def play() -> None:
        thinkers = WorkerPool(network_compiled=compiled)
        try:
            for _ in range(3):
                table = tables.open(table_id)
                move = await thinkers.choose(table, str(table.to_move))
                tables.play_for_bot(table_id, move, table.next_number)
        finally:
            await thinkers.stop()

    asyncio.run(play())
    assert waited == ["p2"]


def test_the_bots_of_a_table_stay_in_one_process() -> None:
    async def ask(thinkers: WorkerPool) -> None:
        tables = [f"table{number:05}" for number in range(20)]
        first = {table: await thinkers.at(table).ask(os.getpid) for table in tables}
        assert first == {table: await thinkers.at(table).ask(os.getpid) for table in tables}
        assert len(set(first.values())) == 2 and os.getpid() not in first.values()

    with_thinkers(ask, processes=2)


def test_a_process_that_was_killed_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    async def ask(thinkers: WorkerPool) -> tuple[int, int, int]:
        thinker = thinkers.at("table")
        first = await thinker.ask(os.getpid)
        os.kill(first, signal.SIGKILL)
        second = await thinker.ask(os.getpid)
        return first, second, await thinker.ask(os.getpid)

    first, second, third = with_thinkers(ask)
    assert first != second == third
    assert "another takes its place" in caplog.text


def test_all_who_wait_for_a_process_that_dies_get_their_answer() -> None:
    async def ask(thinkers: WorkerPool) -> list[int]:
        thinker = thinkers.at("table")
        pid = await thinker.ask(os.getpid)
        asked = [asyncio.create_task(thinker.ask(thinking.warm_up)) for _ in range(5)]
        await asyncio.sleep(0)
        os.kill(pid, signal.SIGKILL)
        pids = await asyncio.gather(*asked)
        assert thinker.load == 0
        return pids

    assert len(set(with_thinkers(ask))) == 1


def test_work_that_ends_every_process_is_given_up() -> None:
    async def ask(thinkers: WorkerPool) -> int:
        with pytest.raises(WorkerDied):
            await thinkers.at("table").ask(partial(os._exit, 7))
        return await thinkers.at("table").ask(os.getpid)

    assert with_thinkers(ask) != os.getpid()


def end_process(told: GameTranscript, player: Player) -> str:
    os._exit(7)


def test_greedy_moves_where_a_bot_ends_every_process(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tables.open(tables.create(config_for("master", PERSON, PERSON))[0])
    monkeypatch.setattr(thinking, "choose", end_process)
    move = with_thinkers(lambda thinkers: thinkers.choose(table, "p1"))
    assert move in table.history.game.legal_moves()


def test_greedy_moves_where_a_bot_fails(caplog: pytest.LogCaptureFixture) -> None:
    game = Game.new(players=3)
    move = thinking.choose(GameTranscript.of(game), Player("table", 0, "nobody", 1))
    assert move in game.legal_moves()
    assert "The bot nobody fails." in caplog.text


def test_greedy_moves_where_a_bot_wants_what_is_not_allowed(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, player = Game.new(players=3), Player("table", 0, "greedy", 1)

    class Cheat:
        def choose(self, game: Game) -> str:
            return "done"

    monkeypatch.setattr(thinking, "_bots", {player: Cheat()})
    assert thinking.choose(GameTranscript.of(game), player) in game.legal_moves()
    assert "which is not allowed" in caplog.text


def test_a_game_is_followed_after_moves_were_taken_back() -> None:
    game, player = Game.new(players=3), Player("followed", 0, "greedy", 1)
    for _ in range(6):
        game.play(thinking.choose(GameTranscript.of(game), player))
    for _ in range(4):
        game.undo()
    game.play("pass")
    assert thinking.choose(GameTranscript.of(game), player) in game.legal_moves()
    kept = thinking._games.get("followed")
    assert kept is not None and kept.moves == game.moves


def test_a_hint_ranks_moves_with_everyones_chances(caplog: pytest.LogCaptureFixture) -> None:
    game = Game.new(players=3)
    caplog.set_level(logging.INFO)
    ranked = with_thinkers(lambda thinkers: thinkers.consider(game, budget=Budget(50)))
    assert ranked[0].move in game.legal_moves() and sum(considered.visits for considered in ranked) == 50
    assert sum(ranked[0].values) == pytest.approx(1)


def test_seats_at_a_table_think_each_for_themselves(tables: TableService) -> None:
    from teahorse.server.thinking.pool import _player

    table = tables.open(tables.create(config_for("novice", "novice", two_players="two-colours"))[0])
    players = [_player(table, f"p{number}") for number in (1, 2, 3, 4)]
    assert players[0] == players[2] and players[1] == players[3]  # two colours, one head
    assert players[0].seed != players[1].seed


def test_a_process_ends_with_the_server() -> None:
    async def ask() -> int:
        thinker = Worker()
        pid = await thinker.ask(os.getpid)
        await thinker.stop()
        return pid

    with pytest.raises(ProcessLookupError):
        os.kill(asyncio.run(ask()), 0)


# --- Turns, and an end before the answer ----------------------------------------------------------------------


def think_for_hours(told: GameTranscript) -> None:
    """A search that only an order of the server ends in time."""
    bot_named("search:10000000").consider(told.catch_up(None, 0), watch=thinking._watch)


async def at_work(thinker: Worker, table: str) -> None:
    """Wait until a process thinks for a table."""
    while thinker._running is None or thinker._running.table != table:
        await asyncio.sleep(0.001)


def note(path: Path, word: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(word + "\n")


def test_a_cancelled_request_stops_the_search(caplog: pytest.LogCaptureFixture) -> None:
    told = GameTranscript.of(Game.new(players=3))

    async def ask(thinkers: WorkerPool) -> tuple[int, int]:
        thinker = thinkers.at("table")
        before = await thinker.ask(os.getpid)
        for _ in range(3):
            asked = asyncio.create_task(thinker.ask(partial(think_for_hours, told), "hint"))
            await at_work(thinker, "hint")
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
        return before, await thinker.ask(os.getpid)  # the same process, and it is free

    before, after = with_thinkers(ask)
    assert before == after and "another takes its place" not in caplog.text


def test_work_for_an_unwatched_table_makes_way_and_is_done_later() -> None:
    told, urgency = GameTranscript.of(Game.new(players=3)), Urgency.UNWATCHED

    async def ask(thinkers: WorkerPool) -> None:
        thinker = thinkers.at("table")
        pid = await thinker.ask(os.getpid)
        unwatched = asyncio.create_task(thinker.ask(partial(think_for_hours, told), "unwatched", lambda: urgency))
        for _ in range(3):
            await at_work(thinker, "unwatched")
            assert await thinker.ask(os.getpid, "played") == pid
            assert not unwatched.done() and thinker.load == 1  # it waits, or thinks again
        unwatched.cancel()
        assert await thinker.ask(os.getpid) == pid

    with_thinkers(ask)


def test_a_bot_that_has_to_make_way_thinks_again(tables: TableService) -> None:
    table = tables.open(tables.create(config_for("master", PERSON, PERSON))[0])

    async def ask(thinkers: WorkerPool) -> None:
        thinker = thinkers.at(table.id)
        await thinker.ask(os.getpid)
        move = asyncio.create_task(thinkers.choose(table, "p1"))
        await at_work(thinker, table.id)
        await thinker.ask(os.getpid, "played")
        assert await move in table.history.game.legal_moves()

    with_thinkers(ask)


def test_work_that_someone_waits_for_is_not_interrupted() -> None:
    told = GameTranscript.of(Game.new(players=3))

    async def ask(thinkers: WorkerPool) -> None:
        thinker = thinkers.at("table")
        await thinker.ask(os.getpid)
        hint = asyncio.create_task(thinker.ask(partial(think_for_hours, told), "hint", lambda: Urgency.HINT))
        await at_work(thinker, "hint")
        bot = asyncio.create_task(thinker.ask(os.getpid, "played"))
        await asyncio.sleep(0)
        assert thinker._cancelled.value == 0 and thinker.load == 2
        hint.cancel()
        await bot

    with_thinkers(ask)


def test_a_bot_of_another_table_moves_next_however_many_hints_were_asked_for(tmp_path: Path) -> None:
    order = tmp_path / "order"

    async def ask(thinkers: WorkerPool) -> None:
        thinker = thinkers.at("table")
        await thinker.ask(os.getpid)  # it runs
        first = asyncio.create_task(thinker.ask(partial(note, order, "first"), "other"))
        hints = [
            asyncio.create_task(thinker.ask(partial(note, order, "hint"), f"table {number}", lambda: Urgency.HINT))
            for number in range(60)
        ]
        await asyncio.sleep(0)
        bot = asyncio.create_task(thinker.ask(partial(note, order, "bot"), "table"))
        await asyncio.gather(first, bot)
        for hint in hints[2:]:
            hint.cancel()  # nobody waits for these any more, and nothing is thought for them
        await asyncio.gather(*hints, return_exceptions=True)
        await thinker.ask(partial(note, order, "last"))

    with_thinkers(ask)
    done = order.read_text(encoding="utf-8").split()
    assert done[:2] == ["first", "bot"] and done[-1] == "last" and done.count("hint") < 5


def test_work_that_makes_room_for_more_urgent_work_is_told() -> None:
    async def ask() -> None:
        thinker = Worker(most_waiting=1)
        running = asyncio.create_task(thinker.ask(os.getpid))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(thinker.ask(os.getpid, "unwatched", lambda: Urgency.UNWATCHED))
        await asyncio.sleep(0)
        urgent = asyncio.create_task(thinker.ask(os.getpid, "played"))
        with pytest.raises(Busy):
            await waiting
        assert await running == await urgent
        await thinker.stop()

    asyncio.run(ask())


def test_bots_keep_no_more_memory_for_their_trees_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_bots", thinking.bot_cache(1 << 40))
    one = memory_of_a_bot(0)
    monkeypatch.setattr(thinking, "_bots", bots := thinking.bot_cache(3 * one))
    for seat in range(5):
        memory_of_a_bot(seat)
    assert {player.seat for player in bots} == {2, 3, 4} and one > 0
    monkeypatch.setattr(thinking, "_bots", bots := thinking.bot_cache(one // 2))
    for seat in range(2):
        memory_of_a_bot(seat)
    assert {player.seat for player in bots} == {1}  # one bot always fits


def test_at_most_60_bots_are_kept() -> None:
    bots = thinking.bot_cache(thinking.TREE_BYTES)
    for seat in range(70):
        bots[Player("table", seat, "greedy", 1)] = bot_named("greedy")
    assert {player.seat for player in bots} == set(range(10, 70))


def memory_of_a_bot(seat: int) -> int:
    """Let a bot move; returns the memory of its trees."""
    player = Player("table", seat, "merchant", seat)
    thinking.choose(GameTranscript.of(Game.new(players=3)), player)
    bot = thinking._bots[player]
    assert isinstance(bot, SearchBot)
    return bot.tree_bytes


def test_all_processes_together_keep_no_more_memory_than_one_server_may() -> None:
    for processes in (1, 2, 16):
        limits = [thinker._tree_bytes for thinker in WorkerPool(processes)._for_bots]
        assert sum(limits) <= TREE_BYTES and limits[0] <= thinking.TREE_BYTES
