"""Settings for short series, and the bots of `strangers.py` by their names."""

from collections.abc import Callable
from pathlib import Path

import pytest

STRANGERS = Path(__file__).parent / "strangers.py"


@pytest.fixture(scope="session")
def stranger() -> Callable[[str], str]:
    """The name of a bot in `strangers.py`."""
    return lambda wanted: f"{STRANGERS}:{wanted}"
