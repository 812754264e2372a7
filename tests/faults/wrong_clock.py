"""A clock that jumps, for one process: `time.time` and `datetime.now` are wrong by the seconds in a file.

It must be installed before anything else imports them. The clock that only runs forward (`time.monotonic`) never jumps,
neither here nor on a real machine.
"""

import datetime
import time
from pathlib import Path
from typing import Self


def install(file: str) -> None:
    """Replace the clock of this process."""
    path, right, known = Path(file), time.time, [0.0, 0.0]  # the offset, and when it was read

    def now() -> float:
        moment = right()
        if moment - known[1] > 0.05:
            known[:] = float(path.read_text()), moment
        return moment + known[0]

    class Datetime(datetime.datetime):
        """`now` by the wrong clock."""

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Self:
            return cls.fromtimestamp(now(), tz)

    time.time = now
    datetime.datetime = Datetime  # type: ignore[misc]  # a class is replaced on purpose
