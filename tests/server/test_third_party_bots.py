"""Third-party bots at the server's tables: they play in subprocesses, and harm nobody when they fail."""

import asyncio
import logging
import multiprocessing
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from plugin_package import plugin_package
from table_setup import PERSON, config_for, play_moves
from teahorse.bots.subprocess_bot import BotFailed
from teahorse.errors import TeahorseError
from teahorse.game import Game
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table
from teahorse.server.thinking.bot_host import BotHost
from teahorse.server.thinking.pool import WorkerPool
from teahorse.server.thinking.third_party import STRIKES, ThirdPartyBots
from teahorse.server.thinking.worker_main import Player

R = TypeVar("R")


@pytest.fixture(autouse=True)
def package(tmp_path: Path) -> Iterator[None]:
    """An installed package with bots."""
    with plugin_package(tmp_path / "site-packages"):
        yield


def with_bots(act: Callable[[ThirdPartyBots], Awaitable[R]], processes: int = 2, limit: float = 60) -> R:
    """Let bots play, and end their processes."""

    async def run() -> R:
        bots = ThirdPartyBots(processes, limit)
        try:
            return await act(bots)
        finally:
            await bots.stop()

    before = children()
    answer = asyncio.run(run())
    assert children() <= before
    return answer


def children() -> set[int | None]:
    """The child processes of this one; other tests may have left some."""
    return {process.pid for process in multiprocessing.active_children()}


def player(bot: str, seat: int = 0) -> Player:
    return Player("table", seat, bot, 7)


def test_a_table_plays_with_the_bot_of_a_package(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, "stubborn", "crashing"))

    async def play() -> Table:
        pool = WorkerPool()
        host = BotHost(tables, pool, pause=0)
        await host.start()
        try:
            play_moves(tables, table_id, key, "pass")
            while (table := tables.open(table_id)).to_move == "p3" or len(table.history.rows) < 3:
                await asyncio.sleep(0.05)
            return table
        finally:
            await host.stop()
            await pool.stop()

    others = children()
    table = asyncio.run(play())
    before = Game.new(players=3)
    before.play("pass")
    assert table.history.game.moves[1] == before.legal_moves()[-1]  # as stubborn as it is
    assert table.history.rows[2].text  # greedy has moved for the one that crashes
    assert "teahorse_stubborn" not in sys.modules  # nothing of the package runs in the server
    assert children() <= others


def test_a_table_takes_only_names_of_bots_that_are_there(tables: TableService) -> None:
    for name in ("granny", "stubborn/racer", "mine.py:Mine"):
        with pytest.raises(TeahorseError, match=r"There is no bot .* here; there are .* stubborn"):
            tables.create(config_for(PERSON, name, "greedy"))


def test_a_bot_that_hangs_delays_no_other_and_is_asked_three_times(caplog: pytest.LogCaptureFixture) -> None:
    game = Game.new(players=3)

    async def act(bots: ThirdPartyBots) -> None:
        hanging = asyncio.create_task(bots.choose(game, player("hanging", 1)))
        for _ in range(3):  # also in the process that it has already
            assert await bots.choose(game, player("stubborn")) == game.legal_moves()[-1]
        assert not hanging.done()
        hanging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hanging
        bots._limit = 0.5
        for _ in range(STRIKES):
            with pytest.raises(BotFailed, match=r"took longer than 0\.5 s"):
                await bots.choose(game, player("hanging", 2))
        with pytest.raises(BotFailed, match="failed 3 times in this game"):
            await bots.choose(game, player("hanging", 2))

    with_bots(act)


def test_the_number_of_processes_at_a_time_is_limited() -> None:
    game = Game.new(players=3)

    others = children()

    async def act(bots: ThirdPartyBots) -> None:
        moves = await asyncio.gather(*(bots.choose(game, player("stubborn", seat)) for seat in range(3)))
        assert moves == [game.legal_moves()[-1]] * 3
        assert len(bots._bots) == 1 == len(children() - others)

    with_bots(act, processes=1)


def test_a_move_that_is_not_allowed_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(players=3)

    async def act(bots: ThirdPartyBots) -> None:
        for move, why in (("done", "not allowed"), ("fly home", "not a move")):
            monkeypatch.setattr("teahorse.bots.subprocess_bot.SubprocessBot.choose", lambda *_, move=move, **__: move)
            with pytest.raises(BotFailed, match=why):
                await bots.choose(game, player("stubborn"))

    with_bots(act)


def test_a_bot_that_is_not_installed_any_more_is_replaced_by_greedy(
    tables: TableService, caplog: pytest.LogCaptureFixture
) -> None:
    table = tables.open(tables.create(config_for("missing", PERSON, PERSON))[0])

    async def choose() -> str:
        pool = WorkerPool()
        try:
            return await pool.choose(table, "p1")
        finally:
            await pool.stop()

    with caplog.at_level(logging.WARNING):
        assert asyncio.run(choose()) in table.history.game.legal_moves()
    assert "The bot missing gives no move, and greedy moves in its place" in caplog.text
    assert "can't be imported" in caplog.text
