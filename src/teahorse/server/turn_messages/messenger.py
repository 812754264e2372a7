"""Tells people who are away that it is their turn.

After a move the messenger waits a moment. If it is still a person's turn then and they are not at the table, it claims
the message in the database and sends it. So there is one message for each turn, whichever server sends it, and none for
someone who is looking. Unsent messages of a server that was killed are found again when a server starts.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass

from ...rules.code_cache import StillCompiling
from ..presence import LIFE, Presence
from ..storage.schema import StorageError
from ..storage.turn_messages import Subscription
from ..tables.service import TableService
from ..tables.subscriptions import EVERYWHERE
from ..tables.table import Table
from .channels import Channels, Outcome
from .message import Message

DELAY = 10.0  # seconds after the last move
WAITS = (5.0, 60.0)  # seconds between attempts to send
PATIENCE = LIFE + 5.0  # seconds until it is known whether another process is alive
AT_ONCE = 8  # messages that are being sent
DAYS_BACK = 7  # for messages that were not sent before the server stopped
MOST_RESUMED = 200
CHECK_INTERVAL = 60.0  # seconds between two looks whether anyone wants messages

log = logging.getLogger(__name__)
Compose = Callable[[Table, int, Subscription], Message]
"""Writes the message for a subscription: the table, the number of the seat to move, and who gets it."""


@dataclass(frozen=True)
class Turn:
    """A person's turn: their seat, and how many moves were made before it. An undone move doesn't count."""

    seat: int
    number: int


class Messenger:
    """Sends messages about turns. It lives in the event loop; the work is done in threads."""

    def __init__(
        self,
        service: TableService,
        presence: Presence,
        channels: Channels,
        compose: Compose,
        delay: float = DELAY,
        waits: Sequence[float] = WAITS,
        patience: float = PATIENCE,
    ) -> None:
        self._service = service
        self._presence = presence
        self._channels = channels
        self._store = channels.store
        self._compose = compose
        self._delay = delay
        self._waits = waits
        self._patience = patience
        self._is_wanted = False  # whether anyone has a subscription
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    async def start(self) -> None:
        """Subscribe to new rows, and look for turns whose message was not sent."""
        self._loop = asyncio.get_running_loop()
        self._unsubscribe = self._service.subscribe(self._table_changed, EVERYWHERE)
        self._run(self._keep_looking())

    async def stop(self) -> None:
        """Send nothing more."""
        self._loop = None
        self._unsubscribe()
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def wanted(self) -> None:
        """Note that someone has subscribed."""
        self._is_wanted = True

    def _table_changed(self, table_id: str, row: int, event: int) -> None:
        """Check the table, also if a worker made the last move, which sends no messages itself."""
        self.check_later(table_id)

    def check_later(self, table_id: str) -> None:
        """Check a table after a moment. Can be called from any thread."""
        loop = self._loop
        if loop is not None and self._is_wanted:
            loop.call_soon_threadsafe(self._set_timer, table_id)

    def _set_timer(self, table_id: str, delay: float | None = None) -> None:
        if self._loop is None:
            return
        if table_id in self._timers:
            self._timers.pop(table_id).cancel()
        delay = self._delay if delay is None else delay
        self._timers[table_id] = self._loop.call_later(delay, self._ring, table_id)

    def _ring(self, table_id: str) -> None:
        self._timers.pop(table_id, None)
        self._run(self._check(table_id))

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- Whom to tell -----------------------------------------------------------------------------------

    async def _keep_looking(self) -> None:
        """Notice when the first person subscribes at another server; then, and at the start, check recent tables."""
        while not self._is_wanted:
            try:
                self._is_wanted = await asyncio.to_thread(self._store.exist)
            except StorageError:
                log.warning("The database can't be asked who wants messages; it is asked again.")
            if not self._is_wanted:
                await asyncio.sleep(CHECK_INTERVAL)
        try:
            recent = await asyncio.to_thread(self._service.storage.recent, DAYS_BACK, MOST_RESUMED)
        except StorageError:
            return
        for table_id in recent:
            self._set_timer(table_id)

    async def _check(self, table_id: str) -> None:
        try:
            turn = await asyncio.to_thread(self._turn_at, table_id)
            if turn is None:
                return
            await self._presence.look_elsewhere()
            claimed = await asyncio.to_thread(self._claim, table_id, turn)
        except Exception:  # an error at one table must not stop the others, and nobody else would log it
            log.exception("Nobody could be told of their turn at table %s.", table_id)
            return
        for subscription, message in claimed:
            self._run(self._deliver(subscription, message, table_id))

    def _turn_at(self, table_id: str) -> Turn | None:
        try:
            return turn_of(self._service.open(table_id))
        except StillCompiling:
            return None

    def _claim(self, table_id: str, turn: Turn) -> list[tuple[Subscription, Message]]:
        """The messages about a turn that this process is to send.

        If a move was made after we looked who is here, its player may have come to the table since. That move starts a
        check of its own.
        """
        table = self._service.open(table_id)
        if turn_of(table) != turn:
            return []
        if turn.seat in self._presence.at(table_id, len(table.seats)).seats:
            if not self._presence.is_in_this_process(table_id, turn.seat):
                self._look_again(table_id)
            return []
        people = {number for number, seat in enumerate(table.seats) if seat.bot is None}
        return [
            (subscription, self._compose(table, turn.seat, subscription))
            for subscription, seats in self._store.at_seat(table_id, turn.seat)
            # Someone who plays alone, or around one screen, knows that it is their turn.
            if not people <= seats and self._store.claim(subscription.id, table_id, turn.number)
        ]

    def _look_again(self, table_id: str) -> None:
        """Check a table again when it is known whether the process that has the person's page is alive."""
        loop = self._loop
        if loop is not None:
            loop.call_soon_threadsafe(self._set_timer, table_id, self._patience)

    # --- Sending ----------------------------------------------------------------------------------------

    def send_once(self, to: Subscription, message: Message) -> None:
        """Send a message that is not about a turn. Can be called from any thread; returns at once."""
        loop = self._loop
        if loop is not None:
            loop.call_soon_threadsafe(lambda: self._run(self._deliver(to, message)))

    async def _deliver(self, to: Subscription, message: Message, table_id: str = "") -> None:
        """Send a message, with a few attempts."""
        outcome = Outcome.LATER
        for wait in (0.0, *self._waits):
            await asyncio.sleep(wait)
            async with self._slots:
                outcome = await asyncio.to_thread(self._channels.send, to, message)
            if outcome is not Outcome.LATER:
                break
        try:
            await asyncio.to_thread(self._note, to, outcome, table_id)
        except StorageError:
            log.warning("It could not be noted that a message was sent.")

    def _note(self, to: Subscription, outcome: Outcome, table_id: str) -> None:
        if outcome is Outcome.GONE:
            self._store.remove(to.id)
            return
        self._store.note_sent(to.id, table_id)
        self._store.note_result(to.id, outcome is Outcome.SENT)


def turn_of(table: Table) -> Turn | None:
    """Whose turn it is; None if it is a bot's or nobody's."""
    player = table.to_move
    seat = None if player is None else table.seat_number(player)
    if seat is None or table.bot_of(player) is not None or table.is_waiting or table.is_closed:
        return None
    number = len(table.history.steps)
    for step in reversed(table.history.steps):
        if table.seat_number(step.player) != seat:
            break
        number -= 1
    return Turn(seat, number)
