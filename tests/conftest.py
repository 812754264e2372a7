"""Compiles what the tests need. Helpers that several folders of tests share are in `helpers`, which is on the path."""

import pytest

from teahorse.precompile import ensure_compiled


def pytest_configure(config: pytest.Config) -> None:
    """Compile what a server needs before the first test: no test waits for that, or shows a page that does."""
    if not hasattr(config, "workerinput"):
        ensure_compiled("rules")
        ensure_compiled("bots")
