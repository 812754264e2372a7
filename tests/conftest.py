"""Compiles what the tests need. Helpers that several folders of tests share are in `helpers`, which is on the path."""

import gc
import multiprocessing
import os
from pathlib import Path

import pytest
from hypothesis import settings

from fork_server import share_fork_server, worker_python
from quick_fields import read_fields_quickly
from teahorse import processes
from teahorse.precompile import ensure_compiled
from teahorse.rules.state import GAME, RULES

BROWSER = Path(__file__).parent / "browser"
YOUNG_OBJECTS = 50_000  # between two looks for garbage; Python's 700 take a quarter of the time that importing takes
gc.set_threshold(YOUNG_OBJECTS)
read_fields_quickly(GAME, RULES)
settings.register_profile("patient", deadline=None)  # a busy machine may be slow at any moment
settings.load_profile("patient")

# Worker processes of tests are forked from one that has imported what they need, which saves most of their time.
# `test_processes.py` starts them as they start in use; so does every server that a test starts.
processes.START_METHOD = "forkserver"
multiprocessing.set_forkserver_preload(["teahorse.arena.worker_pool", "teahorse.server.thinking.worker_main"])


def pytest_configure(config: pytest.Config) -> None:
    """Compile what a server needs before the first test: no test waits for that, or shows a page that does.

    Workers that run all tests are forked from one process that has collected them.
    """
    if hasattr(config, "workerinput"):
        return
    ensure_compiled("rules")
    ensure_compiled("bots")
    if config.getoption("tx", None) and config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        share_fork_server()
        config.option.tx = [f"popen//python={worker_python()}"] * len(config.option.tx)


def pytest_collection_finish() -> None:
    """What is there before the first test stays; looking through it for garbage again and again would be in vain."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in the order in which workers run them: pytest-xdist gives each a part, and moves tests at its end.

    Each worker begins with slow tests, so that none is left at the end. Half of the workers have browser tests, each
    whole files of them, since every worker with browser tests starts a server and a browser.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    files: dict[Path, list[pytest.Item]] = {}
    slow: list[pytest.Item] = []
    quick: list[pytest.Item] = []
    for item in items:
        if BROWSER in item.path.parents:
            files.setdefault(item.path, []).append(item)
        else:
            (slow if item.get_closest_marker("slow") else quick).append(item)
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for tests in sorted(files.values(), key=len, reverse=True):
        min(parts[: max(1, workers // 2)], key=len).extend(tests)
    left = len(items)
    items.clear()
    for number, part in enumerate(parts):
        size = left // (workers - number)
        left -= size
        part += slow[number::workers]
        part.sort(key=lambda item: item.get_closest_marker("slow") is None)
        missing = max(0, size - len(part))
        items += part + quick[:missing]
        del quick[:missing]
    items += quick
