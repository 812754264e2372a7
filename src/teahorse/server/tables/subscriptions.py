"""Who wants to hear of new rows and events: at one table, or at all."""

import threading
from collections.abc import Callable

Listener = Callable[[str, int, int], None]
"""Called with a table's id, and the numbers of its last row and of its last event, when one was added."""
EVERYWHERE = "*"  # stands for all tables, also as other processes change them


class Subscriptions:
    """The listeners of all tables. Can be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # held only briefly
        self._by_table: dict[str | None, tuple[Listener, ...]] = {}  # None for those who listen to all tables

    def add(self, listener: Listener, table_id: str | None) -> Callable[[], None]:
        """Add a listener. Returns a function that removes it."""
        with self._lock:
            self._by_table[table_id] = (*self._by_table.get(table_id, ()), listener)

        def remove() -> None:
            with self._lock:
                left = list(self._by_table[table_id])
                left.remove(listener)
                self._by_table[table_id] = tuple(left)
                if not left:
                    del self._by_table[table_id]

        return remove

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._by_table

    def tables(self) -> list[str]:
        """The tables that someone listens to."""
        with self._lock:
            return [table_id for table_id in self._by_table if table_id not in (None, EVERYWHERE)]

    def tell_all(self, table_id: str, row: int, event: int) -> None:
        """Tell all who listen to a table, also those who want only what happens here."""
        for listener in self._by_table.get(None, ()):
            listener(table_id, row, event)
        self.tell(table_id, row, event)

    def tell(self, table_id: str, row: int, event: int) -> None:
        """Tell those who listen to a table, and those who listen everywhere."""
        for listener in (*self._by_table.get(table_id, ()), *self._by_table.get(EVERYWHERE, ())):
            listener(table_id, row, event)
