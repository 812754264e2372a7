"""The work queue: who is next, and what happens when too much waits."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from teahorse.server.thinking import work_queue as module
from teahorse.server.thinking.viewers import LINGER, Viewers
from teahorse.server.thinking.work_queue import Busy, Urgency, Work, WorkQueue


@pytest.fixture(autouse=True)
def loop() -> Any:
    """Answers are futures, which belong to an event loop."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield loop
    asyncio.set_event_loop(None)
    loop.close()


def work(table: str, urgency: Urgency | Callable[[], Urgency]) -> Work:
    asked = urgency if callable(urgency) else lambda: urgency
    return Work(lambda: None, table, asked, asyncio.get_event_loop().create_future())


def queue_of(*works: Work, most: int = 1000) -> WorkQueue:
    queue = WorkQueue(most)
    for each in works:
        assert queue.add(each) is None
    return queue


def order_of(queue: WorkQueue) -> list[str]:
    order = []
    while (following := queue.next()) is not None:
        order.append(following.table)
    return order


def test_a_bots_move_is_next_however_many_hints_wait() -> None:
    hints = [work(f"hint {number}", Urgency.HINT) for number in range(60)]
    queue = queue_of(*hints, work("played", Urgency.PLAYED))
    assert order_of(queue)[0] == "played"


def test_tables_of_players_come_first_then_hints_then_spectators_then_tables_that_nobody_watches() -> None:
    queue = queue_of(*(work(urgency.name, urgency) for urgency in reversed(Urgency)))
    assert order_of(queue) == ["PLAYED", "HINT", "WATCHED", "UNWATCHED"]


def test_the_table_that_was_served_longest_ago_is_next() -> None:
    queue = queue_of(*(work(table, Urgency.PLAYED) for table in "abcd"))
    for _ in range(3):  # each that is served has another move to think about at once
        for _ in range(4):
            served = queue.next()
            assert served is not None
            queue.add(work(served.table, Urgency.PLAYED))
    queue.add(work("new", Urgency.PLAYED))
    assert order_of(queue) == ["new", "a", "b", "c", "d"]


def test_a_table_with_much_to_do_gets_no_more_than_its_share() -> None:
    greedy = [work("greedy", Urgency.PLAYED) for _ in range(5)]
    modest = [work(table, Urgency.PLAYED) for table in "ab"]
    assert order_of(queue_of(*greedy, *modest)) == ["greedy", "a", "b", "greedy", "greedy", "greedy", "greedy"]


def test_a_table_that_someone_opens_while_its_work_waits_comes_first() -> None:
    viewers = Viewers()
    tables = [f"table {number}" for number in range(60)]
    queue = queue_of(*(work(table, lambda table=table: viewers.urgency(table)) for table in tables))
    with viewers.listening("table 41", has_seat=True), viewers.listening("table 7", has_seat=False):
        assert [getattr(queue.next(), "table", None) for _ in range(3)] == ["table 41", "table 7", "table 0"]


def test_cancelled_work_leaves_the_queue() -> None:
    first, second = work("a", Urgency.HINT), work("b", Urgency.HINT)
    queue = queue_of(first, second)
    assert queue.remove(first) and not queue.remove(first)
    assert order_of(queue) == ["b"] and not queue.remove(second)


def test_a_full_queue_refuses_work_that_is_not_more_urgent() -> None:
    queue = queue_of(work("a", Urgency.UNWATCHED), work("b", Urgency.HINT), most=2)
    with pytest.raises(Busy) as refused:
        queue.add(work("c", Urgency.UNWATCHED))
    assert refused.value.retry_after > 0 and len(queue) == 2


def test_in_a_full_queue_the_least_urgent_work_makes_room() -> None:
    first, last = (work(table, Urgency.UNWATCHED) for table in ("a", "last"))
    queue = queue_of(first, last, most=2)
    assert queue.add(work("b", Urgency.PLAYED)) is last
    assert order_of(queue) == ["b", "a"]


def test_the_number_of_tables_in_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TABLES_REMEMBERED", 3)
    queue = queue_of(*(work(f"table {number}", Urgency.PLAYED) for number in range(9)))
    order_of(queue)
    assert len(queue._served) == 3


# --- Watchers ---------------------------------------------------------------------------------------------


def test_a_table_stays_watched_for_a_while_after_the_last_look() -> None:
    now = 100.0
    viewers = Viewers(lambda: now)
    assert viewers.urgency("a") == Urgency.UNWATCHED
    with viewers.listening("a", has_seat=False), viewers.listening("a", has_seat=True):
        assert viewers.urgency("a") == Urgency.PLAYED and viewers.urgency("b") == Urgency.UNWATCHED
        now += 10 * LINGER
        assert viewers.urgency("a") == Urgency.PLAYED
    now += LINGER / 2
    assert viewers.urgency("a") == Urgency.PLAYED
    viewers.record_visit("b")
    now += LINGER / 2
    assert viewers.urgency("a") == Urgency.UNWATCHED and viewers.urgency("b") == Urgency.PLAYED


def test_a_spectator_counts_less_than_a_player() -> None:
    viewers = Viewers()
    with viewers.listening("a", has_seat=False):
        assert viewers.urgency("a") == Urgency.WATCHED


def test_looks_of_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahorse.server.thinking.viewers.MOST_REMEMBERED", 10)
    now = 0.0
    viewers = Viewers(lambda: now)
    for number in range(100):
        now += LINGER / 5
        viewers.record_visit(f"table {number}")
    assert len(viewers._looked) <= 11
