"""A log that can't be flooded: a repeated message is logged a few times a minute, then only counted."""

import logging
import time
from collections.abc import Callable, Hashable

WINDOW = 60.0  # seconds
MOST_REPEATS = 5  # of a message in a window
MOST_KINDS = 500  # of messages in memory
REQUEST = "request"  # the attribute of a record about a request, with its data


class RepeatFilter(logging.Filter):
    """Passes a message a few times a minute; the next one says how many were left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[Hashable, tuple[float, int]] = {}  # start of the window, and messages in it

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written. A record of a request always is."""
        if hasattr(record, REQUEST):
            return True
        kind, now = _kind(record), self._clock()
        begun, count = self._seen.get(kind, (now, 0))
        if now - begun >= WINDOW:
            if count > MOST_REPEATS:
                record.msg = f"{record.getMessage()} ({count - MOST_REPEATS} more of these were not logged.)"
                record.args = ()
            begun, count = now, 0
        if kind not in self._seen and len(self._seen) >= MOST_KINDS:
            del self._seen[next(iter(self._seen))]
        self._seen[kind] = begun, count + 1
        return count < MOST_REPEATS


def _kind(record: logging.LogRecord) -> Hashable:
    """Records are the same if they were logged at the same line, with an exception raised at the same line."""
    error = record.exc_info[1] if record.exc_info else None
    trace = error.__traceback__ if error is not None else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    raised_at = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace is not None else None
    return record.name, record.pathname, record.lineno, type(error), raised_at
