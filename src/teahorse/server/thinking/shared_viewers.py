"""Tells the workers of other processes which tables are watched here, so that bots at watched tables think first."""

import asyncio
from collections.abc import Iterable

from ..storage.notifications import Notifications
from .viewers import Viewers, Watch

WATCHED = "watched"  # the kind of message
SECONDS_BETWEEN_MESSAGES = 10.0  # less than the time that a table counts as watched after a visit
MOST_AT_ONCE = 400  # tables in a message; PostgreSQL allows 8,000 bytes


class SharedViewers:
    """Sends what is watched here, and notes what is watched elsewhere."""

    def __init__(self, viewers: Viewers, notifications: Notifications) -> None:
        self._viewers = viewers
        self._notifications = notifications
        self._task: asyncio.Task[None] | None = None
        viewers.on_news(lambda watch: self._send([watch]), SECONDS_BETWEEN_MESSAGES)
        notifications.receive(WATCHED, self._received)

    async def start(self) -> None:
        """Send from time to time what is watched."""
        self._task = asyncio.create_task(self._repeat())

    async def stop(self) -> None:
        """Send no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_MESSAGES)
            watched = self._viewers.listened_to()
            for first in range(0, len(watched), MOST_AT_ONCE):
                self._send(watched[first : first + MOST_AT_ONCE])

    def _send(self, watched: Iterable[Watch]) -> None:
        text = " ".join(f"{table_id}{'+' if has_seat else '-'}" for table_id, has_seat in watched)
        self._notifications.send(WATCHED, text)

    def _received(self, text: str) -> None:
        for each in text.split(" "):
            self._viewers.note((each[:-1], each.endswith("+")))
