"""The log of errors: a message that repeats is logged a few times a minute, and counted."""

import logging

from manual_clock import ManualClock

from teahorse.server.http.quiet_log import MOST_KINDS, MOST_REPEATS, WINDOW, RepeatFilter


def record(text: str = "Invalid HTTP request received.", line: int = 1) -> logging.LogRecord:
    return logging.LogRecord("uvicorn.error", logging.WARNING, "h11_impl.py", line, text, (), None)


def test_a_message_that_repeats_is_logged_a_few_times_a_minute(clock: ManualClock) -> None:
    quiet = RepeatFilter(clock)
    assert sum(quiet.filter(record()) for _ in range(100_000)) == MOST_REPEATS
    assert quiet.filter(record(line=2))
    clock.now = WINDOW
    later = record()
    assert quiet.filter(later)
    assert later.getMessage() == f"{record().getMessage()} ({100_000 - MOST_REPEATS} more of these were not logged.)"


def test_errors_from_different_places_are_different_messages(clock: ManualClock) -> None:
    quiet = RepeatFilter(clock)

    def logged(error: Exception) -> bool:
        each = record("Exception in ASGI application\n")
        try:
            raise error
        except Exception as raised:
            each.exc_info = (type(raised), raised, raised.__traceback__)
        return quiet.filter(each)

    assert [logged(ValueError()) for _ in range(MOST_REPEATS + 1)] == [True] * MOST_REPEATS + [False]
    assert logged(KeyError())


def test_the_filter_does_not_grow_without_end(clock: ManualClock) -> None:
    quiet = RepeatFilter(clock)
    for line in range(3 * MOST_KINDS):
        quiet.filter(record(line=line))
    assert len(quiet._seen) == MOST_KINDS
