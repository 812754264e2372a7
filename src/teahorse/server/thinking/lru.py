"""An LRU cache."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """Keeps the values that were used last: at most so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        """The value of a key; None if it is not kept."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, key: K, value: V) -> V:
        """Keep a value; the one that was not used for longest leaves if there are too many."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return value

    def drop(self, key: K) -> None:
        """Forget a value, if it is kept."""
        self._kept.pop(key, None)

    def shrink(self, size_of: Callable[[V], int], most: int) -> None:
        """Drop values, the one not used for longest first, until all have this size together; the last one stays."""
        total = sum(size_of(value) for value in self._kept.values())
        while total > most and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            total -= size_of(dropped)
