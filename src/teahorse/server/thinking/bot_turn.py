"""One turn of a bot: it thinks, and its move is stored, unless something happened meanwhile."""

import asyncio
import logging
from collections.abc import Callable

from ..history.history import UNDO
from ..tables.errors import GamePaused, NotYourSeat, TableClosed, TooLate
from ..tables.service import TableService
from ..tables.table import Table
from .pool import WorkerPool

log = logging.getLogger(__name__)

Script = Callable[[Table], str | None]
"""The prepared move of a bot, in a lesson for example; None if the bot should think."""


def no_script(table: Table) -> str | None:
    """No prepared moves: bots think."""
    return None


def bot_to_move(table: Table) -> str | None:
    """The player to move, if it is a bot."""
    return None if table.bot_of(table.to_move) is None else table.to_move


async def play_turn(
    service: TableService, workers: WorkerPool, table_id: str, pause: float, script: Script = no_script
) -> bool:
    """Play one move if it is a bot's turn; drop it if something else has happened at the table meanwhile.

    After a person's move it waits for `pause` seconds first, so that the move can be undone. Returns whether it was a
    bot's turn.
    """
    table = await asyncio.to_thread(service.open, table_id)
    player = bot_to_move(table)
    if player is None:
        return False
    if pause and _person_moved_last(table):
        await asyncio.sleep(pause)
        now = await asyncio.to_thread(service.open, table_id)
        if now.next_number != table.next_number:
            return True
    move = script(table) or await workers.choose(table, player)
    try:
        await asyncio.to_thread(service.play_for_bot, table_id, move, table.next_number)
    except (TooLate, NotYourSeat, GamePaused, TableClosed):
        log.debug("Something happened at table %s while a bot thought.", table_id)
    return True


def _person_moved_last(table: Table) -> bool:
    """Whether a person made or undid the last move, and may want to undo it."""
    if not table.history.rows:
        return False
    if table.history.rows[-1].kind == UNDO:
        return True
    return table.bot_of(table.history.steps[-1].player) is None
