"""Wrong snapshots: edits by path, and the errors that reading them gives."""

from collections.abc import Callable
from typing import Any

import pytest

from teahorse import Game
from teahorse.errors import SnapshotError

Snapshot = dict[str, Any]
Edit = Callable[[Snapshot], object]


def snapshot_error(snapshot: object) -> str:
    """The error that reading a snapshot gives; fails if it can be read."""
    with pytest.raises(SnapshotError) as error:
        Game.from_snapshot(snapshot)
    return str(error.value)


def put(path: str, value: object) -> Edit:
    """An edit that puts a value at a path such as `players.p1.coins`."""

    def edit(snapshot: Snapshot) -> None:
        *way, last = path.split(".")
        spot: Any = snapshot
        for key in way:
            spot = spot[key]
        spot[last] = value

    return edit
