"""Time at a table: it is charged, a bot moves when it is used up, nobody pays for pauses, outages and jumps."""

from collections.abc import Iterator

import pytest
from manual_clock import ManualClock

from people_apart import TableApart, set_storage_clock, table_apart
from teahorse.server.storage import timing
from teahorse.server.storage.database import Database
from teahorse.server.tables import asking
from teahorse.server.tables.errors import GamePaused, SeatAway
from teahorse.server.tables.events.seating import CLOSED
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.events.timing import CLOCK_SET_BACK, TIMED_OUT, TIMING
from teahorse.server.tables.game_config import GameConfigError
from teahorse.server.tables.rematch import start_rematch
from teahorse.server.tables.service import TableService
from teahorse.server.tables.timing.clock import GRACE, LEAST_AFTER_RETURN
from teahorse.server.tables.timing.control import TimeControl
from teahorse.server.tables.timing.keeper import LONGEST_WAIT, ClockKeeper
from teahorse.server.tables.timing.outages import Outage, Outages

BUDGET = TimeControl.budget(10, 30, "greedy")
DAYS = TimeControl.days(2, "greedy")
A_DAY, A_QUARTER = 86400, 900  # seconds
PEOPLE = (None, None, None)


@pytest.fixture(autouse=True)
def set_clock(clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    clock.now = 1_800_000_000
    set_storage_clock(monkeypatch, clock)


@pytest.fixture
def others(database: str, tables: TableService) -> Iterator[TableService]:
    """A second server on the same database."""
    storage = Database(database)
    yield TableService(storage)
    storage.close()


def keeper_of(tables: TableService, clock: ManualClock) -> ClockKeeper:
    keeper = ClockKeeper(tables, now=clock)
    tables.subscribe(lambda table_id, row, event: keeper.note_change(table_id))
    return keeper


def pass_time(seconds: int, clock: ManualClock, *keepers: ClockKeeper) -> None:
    """Let time pass, while the keepers look often enough for signs of life."""
    end = clock.now + seconds
    while clock.now < end:
        clock.now = min(end, clock.now + timing.LONGEST_SILENCE - 5)
        for keeper in keepers:
            keeper.look()


def left(apart: TableApart, clock: ManualClock) -> list[int]:
    told = apart.open().clock
    assert told is not None
    return [int(told.left_at(seat, clock.now)) for seat in range(len(told.left))]


def kinds(apart: TableApart) -> list[str]:
    return [event.kind for event in apart.open().events]


def test_a_table_has_no_limits_unless_it_was_created_with_them(tables: TableService) -> None:
    assert table_apart(tables, *PEOPLE).open().clock is None
    for wrong in (
        TimeControl("hours", 60, 0, "greedy"),
        TimeControl.budget(0, 0, "greedy"),
        TimeControl.days(31, "greedy"),
    ):
        with pytest.raises(GameConfigError, match="minutes"):
            table_apart(tables, *PEOPLE, time=wrong)
    with pytest.raises(GameConfigError, match="no bot"):
        table_apart(tables, *PEOPLE, time=TimeControl.days(3, "nobody"))


def test_every_server_reads_the_same_time(tables: TableService, others: TableService, clock: ManualClock) -> None:
    apart = table_apart(tables, *PEOPLE, time=BUDGET)
    others.open(apart.id)
    apart.play("market")
    clock.now += 45
    table = apart.play("market")
    clock.now += 100
    tables.undo(apart.id, apart.keys, table.next_number, whole=False)
    clock.now += 10
    assert left(apart, clock) == [630, 600 - 45 - 10, 600]
    there = others.open(apart.id)
    assert there.turns == apart.open().turns and there.clock == apart.open().clock
    assert TableService(others.storage).open(apart.id).turns == there.turns  # read anew


def test_a_bot_moves_when_time_is_used_up_and_hands_back(tables: TableService, clock: ManualClock) -> None:
    apart = table_apart(tables, *PEOPLE, time=BUDGET)
    keeper = keeper_of(tables, clock)
    apart.play("market")
    pass_time(BUDGET.seconds + GRACE - 1, clock, keeper)
    assert TIMED_OUT not in kinds(apart)
    pass_time(1, clock, keeper)
    assert kinds(apart)[-1] == TIMED_OUT and apart.open().bot_of("p2") == "greedy"
    with pytest.raises(SeatAway):
        tables.play(apart.id, apart.key(1), "market", 2)
    tables.play_for_bot(apart.id, "market", 2)
    pass_time(20, clock, keeper)
    assert left(apart, clock) == [630, 0, 580]
    table = asking.come_back(tables, apart.id, apart.key(1))
    assert table.bot_of("p2") is None and left(apart, clock)[1] == LEAST_AFTER_RETURN
    asking.come_back(tables, apart.id, apart.key(1))  # again: nothing more to hand back
    assert kinds(apart).count("returned") == 1


def test_of_several_servers_one_gives_the_seat_to_the_bot(
    tables: TableService, others: TableService, clock: ManualClock
) -> None:
    apart = table_apart(tables, *PEOPLE, time=BUDGET)
    apart.play("market")
    keepers = keeper_of(tables, clock), keeper_of(others, clock)
    keepers[0].note_change(apart.id)
    pass_time(BUDGET.seconds + 60, clock, *keepers)
    assert kinds(apart).count(TIMED_OUT) == 1


def test_a_server_that_starts_again_notices_what_another_would_have(
    tables: TableService, others: TableService, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "LONGEST_SILENCE", A_QUARTER)  # else two days take 17,000 looks
    apart = table_apart(tables, *PEOPLE, time=DAYS)
    keeper = keeper_of(tables, clock)
    keeper.note_change(apart.id)
    apart.play("market")
    keeper.look()
    fresh = ClockKeeper(others, now=clock)  # nobody told it of this table
    pass_time(600, clock, fresh)
    for _ in range(2 * A_DAY // 3600):
        clock.now += 3600  # it runs on, only not in this test
        others.storage.uptimes.beat(int(clock.now))
    assert TIMED_OUT not in kinds(apart)  # but an hour without a sign of life is an outage
    pass_time(2 * A_DAY, clock, fresh)
    assert kinds(apart)[-1] == TIMED_OUT


def test_a_table_is_looked_at_even_if_a_server_died_before_it_noted_the_time(
    tables: TableService, clock: ManualClock
) -> None:
    apart = table_apart(tables, *PEOPLE, time=BUDGET)
    apart.play("market")
    keeper = keeper_of(tables, clock)
    keeper.note_change(apart.id)
    keeper.look()
    apart.play("market")  # and the server dies: the keeper is not told
    stored = tables.storage.clocks.due(int(clock.now) + LONGEST_WAIT, 10)
    assert list(stored) == [apart.id]


def test_a_clock_that_jumps_ahead_costs_nobody_time(tables: TableService, clock: ManualClock) -> None:
    apart = table_apart(tables, *PEOPLE, time=BUDGET)
    keeper = keeper_of(tables, clock)
    apart.play("market")
    pass_time(60, clock, keeper)
    clock.now += 5 * 3600
    keeper.look()
    assert TIMED_OUT not in kinds(apart) and left(apart, clock)[1] >= 540
    pass_time(30, clock, keeper)
    apart.play("market")
    assert left(apart, clock)[1] >= 540


def test_a_clock_that_is_set_back_costs_nobody_time(tables: TableService, clock: ManualClock) -> None:
    apart = table_apart(tables, *PEOPLE, time=BUDGET)
    keeper = keeper_of(tables, clock)
    apart.play("market")
    pass_time(60, clock, keeper)
    clock.now -= 5 * 3600
    keeper.look()
    assert left(apart, clock)[1] == 600
    pass_time(120, clock, keeper)
    assert TIMED_OUT not in kinds(apart) and left(apart, clock)[1] == 480
    apart.play("market")
    pass_time(60, clock, keeper)
    assert left(apart, clock)[:2] == [630, 510] and left(apart, clock)[2] == 540


@pytest.mark.parametrize("is_restarted", [False, True])
def test_time_runs_on_when_the_clock_was_set_back(
    tables: TableService, others: TableService, clock: ManualClock, is_restarted: bool
) -> None:
    apart, sleeping = (table_apart(tables, *PEOPLE, time=control) for control in (BUDGET, DAYS))
    keeper = keeper_of(tables, clock)
    for each in (apart, sleeping):
        each.play("market")
    pass_time(60, clock, keeper)
    clock.now -= A_QUARTER
    if is_restarted:
        keeper = keeper_of(others, clock)
    pass_time(300, clock, keeper)
    assert 600 - 300 <= left(apart, clock)[1] <= 600 - 280
    assert kinds(apart).count(CLOCK_SET_BACK) == kinds(sleeping).count(CLOCK_SET_BACK) == 1
    pass_time(320, clock, keeper)
    assert TIMED_OUT in kinds(apart) and TIMED_OUT not in kinds(sleeping)
    pass_time(A_QUARTER, clock, keeper)  # past the time of the first row: nothing is given back
    assert left(sleeping, clock)[1] == pytest.approx(DAYS.seconds - 620 - A_QUARTER, abs=20)


def test_time_runs_when_a_jump_ahead_was_put_right(tables: TableService, clock: ManualClock) -> None:
    apart = table_apart(tables, *PEOPLE, time=BUDGET)
    keeper = keeper_of(tables, clock)
    apart.play("market")
    pass_time(60, clock, keeper)
    clock.now += 400 * A_DAY
    pass_time(60, clock, keeper)
    apart.play("market")
    clock.now -= 400 * A_DAY
    pass_time(120, clock, keeper)
    assert left(apart, clock)[0] == 630 and left(apart, clock)[1] == pytest.approx(600 - 120 + 30, abs=20)
    assert left(apart, clock)[2] == pytest.approx(600 - 120, abs=20)


def test_a_pause_stops_time_and_moves_and_bots(tables: TableService, clock: ManualClock) -> None:
    apart = table_apart(tables, None, None, "greedy", time=BUDGET)
    keeper = keeper_of(tables, clock)
    apart.play("market")
    table = asking.ask_pause(tables, apart.id, apart.key(0))
    (request,) = [found for found in [table.open_request("pause")] if found]
    assert request.needed == {1} and not table.is_paused
    table = asking.agree(tables, apart.id, apart.key(1), request.number)
    assert table.is_paused and table.to_move is None
    for play in (
        lambda: apart.tables.play(apart.id, apart.key(1), "market", 2),
        lambda: tables.play_for_bot(apart.id, "market", 2),
    ):
        with pytest.raises(GamePaused):
            play()
    pass_time(3 * BUDGET.seconds, clock, keeper)
    assert left(apart, clock) == [630, 600, 600]
    table = asking.ask_resume(tables, apart.id, apart.key(1))
    resume = table.open_request("resume")
    assert table.is_paused and resume is not None
    table = asking.agree(tables, apart.id, apart.key(0), resume.number)
    assert not table.is_paused and table.to_move == "p2"
    pass_time(10, clock, keeper)
    assert left(apart, clock)[1] == 590


def test_after_a_day_one_player_ends_the_pause(tables: TableService, clock: ManualClock) -> None:
    apart = table_apart(tables, None, None, "greedy", time=DAYS)
    apart.play("market")
    table = asking.ask_pause(tables, apart.id, apart.key(0))
    number = table.events[-1].number
    asking.agree(tables, apart.id, apart.key(1), number)
    clock.now += A_DAY
    assert not asking.ask_resume(tables, apart.id, apart.key(0)).is_paused


def test_a_pause_needs_nobody_whose_time_was_used_up(tables: TableService, clock: ManualClock) -> None:
    apart = table_apart(tables, *PEOPLE, time=BUDGET)
    keeper = keeper_of(tables, clock)
    apart.play("market")
    pass_time(BUDGET.seconds + GRACE, clock, keeper)
    request = asking.ask_pause(tables, apart.id, apart.key(0)).open_request("pause")
    assert request is not None and request.needed == {2}


def test_a_finished_game_needs_no_more_looks(tables: TableService, clock: ManualClock) -> None:
    apart = table_apart(tables, *PEOPLE, time=BUDGET)
    keeper = keeper_of(tables, clock)
    apart.play("market")
    keeper.look()
    assert tables.storage.clocks.count() == 1
    apart.play(*("market", "market", "pass", "pass", "pass"))
    keeper.look()
    tables.append(apart.id, lambda _: [NewEvent(CLOSED)])
    keeper.look()
    assert tables.storage.clocks.count() == 0


def test_a_rematch_has_the_same_time_control(tables: TableService) -> None:
    apart = table_apart(tables, *PEOPLE, time=DAYS)
    new = tables.open(start_rematch(tables, apart.open()))
    assert new.state[TIMING].control == DAYS


def test_a_jump_of_the_clock_is_noted_with_the_next_move_even_if_it_jumps_back_before_a_look(storage: Database) -> None:
    wall, steady = ManualClock(), ManualClock()
    wall.now, steady.now = 1_800_000_000, 500.0
    outages = Outages(storage.uptimes, wall, steady)
    outages.note(int(wall.now))
    outages.notice_jump()
    assert outages.known() == ()
    wall.now += A_DAY
    outages.notice_jump()
    wall.now -= A_DAY
    outages.notice_jump()
    wall.now, steady.now = wall.now + 3, steady.now + 3  # time that passes is no jump
    outages.notice_jump()
    assert outages.known() == (Outage(1_800_000_000, 1_800_000_000 + A_DAY),)
