"""Compiles what the tests need. Helpers that several folders of tests share are in `helpers`, which is on the path."""

import gc
import os

import pytest

from teahorse.precompile import ensure_compiled

YOUNG_OBJECTS = 50_000  # between two looks for garbage; Python's 700 take a quarter of the time that importing takes
gc.set_threshold(YOUNG_OBJECTS)


def pytest_configure(config: pytest.Config) -> None:
    """Compile what a server needs before the first test: no test waits for that, or shows a page that does."""
    if not hasattr(config, "workerinput"):
        ensure_compiled("rules")
        ensure_compiled("bots")


def pytest_collection_finish() -> None:
    """What is there before the first test stays; looking through it for garbage again and again would be in vain."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each worker begin with slow tests: pytest-xdist gives each a part of the list, and moves tests at its end."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    size = -(-len(items) // workers)
    items.clear()
    for worker in range(workers):
        first = slow[worker::workers]
        items += first + quick[: size - len(first)]
        del quick[: size - len(first)]
