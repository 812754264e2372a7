"""Reviews: what a search thinks of every decision, in the background, kept, and never twice at once."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from table_setup import PERSON, config_for, play_greedily, play_moves
from teahorse.bots.chances import share_over, shown_chances
from teahorse.bots.transcript import GameTranscript
from teahorse.game import Game
from teahorse.server.history.history import moves_of
from teahorse.server.storage.database import Database
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table
from teahorse.server.thinking import worker_main as thinking
from teahorse.server.thinking.pool import WorkerPool
from teahorse.server.thinking.review import DONE, FAILED, RUNNING, WAITING, WATCHED_FOR, Review, Reviews
from teahorse.server.thinking.review_points import points_of
from teahorse.server.thinking.work_queue import Busy
from teahorse.server.thinking.worker_main import Analysis

GAMES = Path(__file__).parents[1] / "games"
SIMULATIONS = 3
Watched = Callable[[], bool]
SECONDS = 60


class Here:
    """Thinks in this process; each stint waits until the test lets it, if it should."""

    def __init__(self, may: asyncio.Semaphore | None = None) -> None:
        self.may = may
        self.stints = 0

    async def analyse(
        self, game_id: str, told: GameTranscript, positions: list[int], simulations: int | None, is_watched: Watched
    ) -> list[Analysis]:
        if self.may is not None:
            await self.may.acquire()
        await asyncio.sleep(0)
        self.stints += 1
        return thinking.analyse(game_id, told, positions, simulations)


def reviewing(
    storage: Database,
    here: object,
    act: Callable[[Reviews], Awaitable[None]],
    waits: Sequence[float] = (),
    looks: int = 0,
    **limits: Any,
) -> None:
    async def run() -> None:
        reviews = Reviews(storage, cast(WorkerPool, here), SIMULATIONS, looks, waits, **limits)
        await reviews.start()
        try:
            await act(reviews)
        finally:
            await reviews.stop()

    asyncio.run(run())


async def finished(reviews: Reviews, table: Table) -> Review:
    """A review, once it is there."""
    review = reviews.find_or_start(table)
    await asyncio.sleep(0)  # lets it begin
    await asyncio.gather(*reviews._tasks)
    assert review.state in (DONE, FAILED)
    return review


def finished_game(tables: TableService, *who: str | None) -> Table:
    table_id, key = tables.create(config_for(*who))
    return play_greedily(tables, table_id, key)


@pytest.mark.parametrize("people", [2, 3])
def test_every_decision_of_a_game_is_a_point(tables: TableService, storage: Database, people: int) -> None:
    table = finished_game(tables, *[PERSON] * people)

    async def act(reviews: Reviews) -> None:
        review = await finished(reviews, table)
        decisions = [step for step in table.history.steps if step.player != "chance"]
        assert review.state == DONE and review.done == review.of == len(decisions)
        assert [(p.row, p.player, p.move) for p in review.points] == [(s.row, s.player, s.move) for s in decisions]
        for point in review.points:
            assert sum(point.values) == pytest.approx(1, abs=0.001) and len(point.values) == people
            assert 0 <= point.loss <= 1
            assert point.move != point.best or point.loss == 0
        assert [point.round for point in review.points] == sorted(point.round for point in review.points)

    reviewing(storage, Here(), act)


def test_at_the_end_the_winner_has_won(tables: TableService, storage: Database) -> None:
    table = finished_game(tables, PERSON, PERSON, PERSON)

    async def act(reviews: Reviews) -> None:
        values = (await finished(reviews, table)).points[-1].values
        winner = table.history.game.standings()[0]["player"]
        assert values == tuple(float(player == winner) for player in ("p1", "p2", "p3"))

    reviewing(storage, Here(), act)


def test_two_colours_are_one_persons_chance(tables: TableService, storage: Database) -> None:
    game = Game.from_record((GAMES / "two-colours-2-presents.yunnan").read_text())
    wish = config_for(PERSON, PERSON, two_players="two-colours")
    table = tables.open(tables.create(replace(wish, rules=game.rules, moves=tuple(game.moves)))[0])

    async def act(reviews: Reviews) -> None:
        values = (await finished(reviews, table)).points[-1].values
        assert values == ((1.0, 0.0) if table.history.game.standings()[0]["player"] == "p1+p3" else (0.0, 1.0))

    reviewing(storage, Here(), act)


def test_a_game_that_goes_on_can_be_reviewed_and_after_another_move_anew(
    tables: TableService, storage: Database
) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    before = play_moves(tables, table_id, key, "market", "bid school 9")

    async def act(reviews: Reviews) -> None:
        assert [point.move for point in (await finished(reviews, before)).points] == ["market", "bid school 9"]
        after = play_moves(tables, table_id, key, "pass")
        assert reviews.find(after) is None
        assert [point.move for point in (await finished(reviews, after)).points] == moves_of(after.history.steps)
        again = tables.undo(table_id, [key], after.next_number, whole=False)
        assert len((await finished(reviews, again)).points) == 2

    reviewing(storage, Here(), act)


def test_a_second_request_joins_the_running_hint(tables: TableService, storage: Database) -> None:
    table = finished_game(tables, PERSON, PERSON, PERSON)
    may = asyncio.Semaphore(0)
    here = Here(may)

    async def act(reviews: Reviews) -> None:
        review = reviews.find_or_start(table)
        assert review.state == WAITING and reviews.find_or_start(table) is review and reviews.find(table) is review
        may.release()
        while here.stints == 0 or review.state == WAITING:
            await asyncio.sleep(0)
        assert review.state == RUNNING and 0 < review.done < review.of
        assert len(review.points) == review.done - 1 and reviews.find_or_start(table) is review
        for _ in range(review.of):
            may.release()
        await asyncio.gather(*reviews._tasks)
        assert review.state == DONE and here.stints == -(-review.of // 5)

    reviewing(storage, here, act)


def test_two_who_ask_in_the_same_moment_share_a_review(
    tables: TableService, storage: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished_game(tables, PERSON, PERSON, PERSON)
    first: list[Review] = []

    async def act(reviews: Reviews) -> None:
        def look_up(table_id: str, rows_count: int) -> None:
            monkeypatch.undo()
            first.append(reviews.find_or_start(table))  # someone else, just before us

        monkeypatch.setattr(storage, "review", look_up)
        assert await finished(reviews, table) is first[0]
        assert reviews._jobs == {}  # it is in the database now

    reviewing(storage, Here(), act)


def test_a_review_is_kept_and_an_unfinished_one_begins_anew_after_a_restart(
    tables: TableService, database: str
) -> None:
    table = finished_game(tables, PERSON, PERSON, PERSON)
    found: list[Review] = []

    async def stop_early(reviews: Reviews) -> None:
        reviews.find_or_start(table)
        await asyncio.sleep(0)

    async def finish(reviews: Reviews) -> None:
        assert reviews.find(table) is None
        found.append(await finished(reviews, table))

    async def find(reviews: Reviews) -> None:
        kept = reviews.find_or_start(table)
        assert kept == found[0] and kept.state == DONE

    for here, act in ((Here(asyncio.Semaphore(0)), stop_early), (Here(), finish), (None, find)):
        storage = Database(database)
        reviewing(storage, here, act)
        storage.close()


class Failing(Here):
    """Fails this number of times in the third stint."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures

    async def analyse(
        self, game_id: str, told: GameTranscript, positions: list[int], simulations: int | None, is_watched: Watched
    ) -> list[Analysis]:
        if self.stints == 2 and self.failures:
            self.failures -= 1
            raise RuntimeError("Something breaks.")
        return await super().analyse(game_id, told, positions, simulations, is_watched)


def test_a_review_that_failed_is_told_and_can_be_asked_for_again(tables: TableService, storage: Database) -> None:
    table = finished_game(tables, PERSON, PERSON, PERSON)

    async def act(reviews: Reviews) -> None:
        assert (await finished(reviews, table)).state == FAILED
        failed = reviews.find(table)
        assert failed is not None and failed.state == FAILED and not reviews._jobs
        assert (await finished(reviews, table)).state == DONE
        assert len(reviews._failed) == 0

    reviewing(storage, Failing(1), act)


def test_a_review_goes_on_by_itself_after_a_failure(tables: TableService, storage: Database) -> None:
    table = finished_game(tables, PERSON, PERSON, PERSON)

    async def act(reviews: Reviews) -> None:
        assert (await finished(reviews, table)).state == DONE

    reviewing(storage, Failing(2), act, waits=(0, 0))


# --- Limits ---------------------------------------------------------------------------------------------------


def test_a_review_of_a_later_position_stops_the_earlier_one(tables: TableService, storage: Database) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    before = play_moves(tables, table_id, key, "market", "bid school 9")
    may = asyncio.Semaphore(0)
    here = Here(may)

    async def act(reviews: Reviews) -> None:
        reviews.find_or_start(before)
        await asyncio.sleep(0)
        (earlier,) = reviews._tasks
        after = play_moves(tables, table_id, key, "pass")
        reviews.find_or_start(after)
        with pytest.raises(asyncio.CancelledError):
            await earlier
        assert reviews.find(before) is None and here.stints == 0
        may.release()
        await asyncio.gather(*reviews._tasks)
        kept = reviews.find(after)
        assert kept is not None and kept.state == DONE and here.stints == 1

    reviewing(storage, here, act)


def test_the_number_of_reviews_is_limited_and_an_unwatched_one_makes_room(
    tables: TableService, storage: Database
) -> None:
    first, second, third = (
        play_moves(tables, *tables.create(config_for(PERSON, PERSON, PERSON)), "market") for _ in range(3)
    )
    now = 0.0

    async def act(reviews: Reviews) -> None:
        nonlocal now
        reviews.find_or_start(first)
        reviews.find_or_start(second)
        with pytest.raises(Busy) as refused:
            reviews.find_or_start(third)
        assert refused.value.retry_after > 0 and reviews.find(third) is None
        now += WATCHED_FOR
        assert reviews.find(first) is not None
        assert reviews.find_or_start(third).state == WAITING
        assert reviews.find(first) is not None and reviews.find(second) is None

    reviewing(storage, Here(asyncio.Semaphore(0)), act, most=2, clock=lambda: now)


def test_a_review_whose_progress_someone_watches_comes_first(tables: TableService, storage: Database) -> None:
    table = play_moves(tables, *tables.create(config_for(PERSON, PERSON, PERSON)), "market")
    now, asked = 0.0, []

    class Noting(Here):
        async def analyse(
            self, game_id: str, told: GameTranscript, positions: list[int], simulations: int | None, is_watched: Watched
        ) -> list[Analysis]:
            nonlocal now
            asked.append(is_watched())
            now += WATCHED_FOR
            asked.append(is_watched())
            return await super().analyse(game_id, told, positions, simulations, is_watched)

    async def act(reviews: Reviews) -> None:
        await finished(reviews, table)

    reviewing(storage, Noting(), act, clock=lambda: now)
    assert asked == [True, False]


def thought(best: str, best_values: tuple[float, ...], values: tuple[float, ...]) -> Analysis:
    return Analysis(values, best, best_values, None, tuple(0.05 for _ in values))


def test_a_move_loses_what_the_best_one_had_more(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    history = play_moves(tables, table_id, key, "market", "bid school 9").history
    thoughts = [
        thought("bid school 9", (0.6, 0.2, 0.2), (0.5, 0.3, 0.2)),
        thought("bid school 9", (0.3, 0.4, 0.3), (0.35, 0.35, 0.3)),
        thought("pass", (0.2, 0.2, 0.6), (0.1, 0.3, 0.6)),
    ]
    first, second = points_of(history, [0, 1, 2], thoughts)
    shown = [shown_chances(each.values, history.steps[0].before, history.rules) for each in thoughts]
    best = shown_chances(thoughts[0].best_values, history.steps[0].before, history.rules)
    assert (
        first.best == "bid school 9"
        and first.loss == pytest.approx(best[0] - shown[1][0], abs=0.0001)
        and first.loss > 0
    )
    assert first.values == pytest.approx(shown[1], abs=0.0001)
    assert second.values == pytest.approx(shown[2], abs=0.0001) and shown[2] != thoughts[2].values
    assert second.loss == 0  # it was the best, whatever came of it
    assert len(points_of(history, [0, 1, 2], thoughts[:2])) == 1


def test_a_move_made_later_in_the_same_turn_is_no_mistake(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    moves = ("pass", "pass", "pass", "done", "done", "go P-Y", "go P-Y", "done")
    history = play_moves(tables, table_id, key, *moves).history
    good, bad = (0.9, 0.05, 0.05), (0.1, 0.45, 0.45)
    made, never = (
        points_of(history, [5, 6], [thought(best, good, good), thought("go P-Y", bad, bad)])
        for best in ("done", "build post Y")
    )
    assert made[0].loss == 0  # the turn ended so, after all
    assert never[0].loss > 0.2


def test_bringing_the_end_nearer_loses_nothing(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    history = play_greedily(tables, table_id, key, 60).history
    at = next(n for n, step in enumerate(history.steps) if step.move.startswith("convert") and step.move != "convert 0")
    step = history.steps[at]
    assert share_over(step.after, history.rules) > share_over(step.before, history.rules)
    behind = tuple(0.1 if person == int(step.player[1:]) - 1 else 0.45 for person in range(3))
    thoughts = [thought("another", behind, behind), thought("pass", behind, behind)]
    (point,) = points_of(history, [at, at + 1, at + 2], thoughts)
    assert point.loss == 0


def test_the_luck_of_a_card_is_not_a_mistake(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON))
    table = tables.open(table_id)
    while not any(event.name == "card-drawn" for event in table.history.steps[-1].events):
        table = play_greedily(tables, table_id, key, len(table.history.rows) + 1)
    at = len(table.history.steps) - 1
    is_first = table.history.steps[-1].player == "p1"

    def values(of_mover: float) -> tuple[float, float]:
        return (of_mover, 1 - of_mover) if is_first else (1 - of_mover, of_mover)

    made = replace(thought("another", values(0.6), values(0.5)), made_values=values(0.58))
    disaster = thought("pass", values(0.0), values(0.0))
    (point,) = points_of(table.history, [at, at + 1], [made, disaster])
    before, after = table.history.steps[-1].before, table.history.steps[-1].after
    mover = 0 if is_first else 1

    def shown(of_mover: float, position: Any) -> float:
        return shown_chances(values(of_mover), position, table.rules)[mover]

    assert point.values[mover] == pytest.approx(shown(0.0, after), abs=0.0001)
    assert point.loss == pytest.approx(shown(0.6, before) - shown(0.58, before), abs=0.0001)


def test_a_real_process_reviews_a_game(tables: TableService, storage: Database) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    table = play_moves(tables, table_id, key, "market", "market")

    async def run() -> Review:
        thinkers = WorkerPool()
        reviews = Reviews(storage, thinkers, SIMULATIONS, 1)
        await reviews.start()
        try:
            return await finished(reviews, table)
        finally:
            await reviews.stop()
            await thinkers.stop()

    assert len(asyncio.run(run()).points) == 2
