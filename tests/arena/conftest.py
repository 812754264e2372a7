"""Names of the bots in `failing_bots.py`."""

from collections.abc import Callable
from pathlib import Path

import pytest

FAILING_BOTS = Path(__file__).parent / "failing_bots.py"


@pytest.fixture(scope="session")
def failing_bot() -> Callable[[str], str]:
    """The name of a bot in `failing_bots.py`."""
    return lambda wanted: f"{FAILING_BOTS}:{wanted}"
