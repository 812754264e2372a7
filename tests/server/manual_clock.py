"""A clock for tests that only moves when it is set."""


class ManualClock:
    """Gives `now` as the time, in seconds."""

    now = 0.0

    def __call__(self) -> float:
        return self.now
