"""The clock of a table: what time costs whom, and that no jump of the machine's clock costs anybody anything."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from teahorse.server.storage.timing import Uptime
from teahorse.server.tables.timing import clock as clocks
from teahorse.server.tables.timing.clock import GRACE, Clock, Mark, Turn, read_clock
from teahorse.server.tables.timing.control import TimeControl
from teahorse.server.tables.timing.outages import Outage, outages_between, seconds_in_service

BUDGET = TimeControl.budget(10, 30, "merchant")
DAYS = TimeControl.days(3, "merchant")
THREE_PEOPLE = (True, True, True)
NOON = 1_800_000_000


def moves(*thinking: int, people: int = 3, begin: int = NOON) -> list[Turn]:
    """Rows in turn order; each took its player this long."""
    turns, at = [], begin
    for number, seconds in enumerate(thinking):
        at += seconds
        turns.append(Turn(at, number % people, (number + 1) % people))
    return turns


def clock_after(turns: list[Turn], *marks: Mark, control: TimeControl = BUDGET, **options: object) -> Clock:
    return read_clock(control, THREE_PEOPLE, 0, turns, marks, **options)  # type: ignore[arg-type]  # options of any kind


def test_thinking_costs_the_player_to_move_and_each_turn_earns_the_increment() -> None:
    clock = clock_after(moves(500, 40, 20, 90))
    assert clock.left == (600 + 30 - 90 + 30, 600 - 40 + 30, 600 - 20 + 30)  # nothing runs before the first move
    assert clock.running == 1 and clock.left_at(1, clock.since + 15) == 575
    assert clock.left_at(2, clock.since + 15) == 610


def test_several_moves_in_one_turn_earn_one_increment() -> None:
    clock = clock_after([Turn(NOON, 0, 0), Turn(NOON + 10, 0, 0), Turn(NOON + 20, 0, 1)])
    assert clock.left[0] == 600 - 20 + 30


def test_the_game_starts_the_clock_where_seats_had_to_be_taken_first() -> None:
    clock = clock_after(moves(50), Mark(0, NOON, clocks.STARTED))
    assert clock.left[0] == 600 - 50 + 30


def test_with_days_per_move_every_move_gives_all_days_again() -> None:
    clock = clock_after(moves(5, 100_000, 7, 9), control=DAYS)
    assert set(clock.left) == {3 * 86400} and clock.seconds_until_used_up(clock.since + 10) == 3 * 86400 + GRACE - 10


def test_a_pause_stops_the_clock() -> None:
    turns = moves(5, 20)
    at = turns[-1].at
    marks = (Mark(2, at + 10, clocks.PAUSED), Mark(2, at + 5000, clocks.RESUMED))
    paused = clock_after(turns, marks[0])
    assert paused.is_paused and paused.running is None and paused.seconds_until_used_up(at) is None
    assert paused.left_at(2, at + 4000) == 590
    assert clock_after(turns, *marks).left_at(2, at + 5001) == 589


def test_used_up_time_gives_the_seat_to_a_bot_until_the_person_returns() -> None:
    turns = moves(5, 20)
    at = turns[-1].at
    assert not clock_after(turns).is_used_up(at + 600 + GRACE - 1)
    assert clock_after(turns).is_used_up(at + 600 + GRACE)
    out = Mark(2, at + 602, clocks.TIMED_OUT, 2)
    gone = clock_after([*turns, Turn(at + 605, 2, 0)], out)
    assert gone.away == {2} and gone.left[2] == 0  # the bot's moves earn nothing
    back = clock_after([*turns, Turn(at + 605, 2, 0)], out, Mark(3, at + 700, clocks.RETURNED, 2))
    assert back.away == frozenset() and back.left[2] == clocks.LEAST_AFTER_RETURN and back.running == 0
    fresh = clock_after(turns, Mark(2, at, clocks.TIMED_OUT, 2), Mark(2, at, clocks.RETURNED, 2), control=DAYS)
    assert fresh.left[2] == DAYS.seconds


def test_no_time_runs_for_bots_and_after_the_end() -> None:
    bot = read_clock(BUDGET, (True, False), 0, [Turn(NOON, 0, 1)], ())
    assert bot.running is None and not bot.is_used_up(NOON + 10_000)
    assert clock_after([Turn(NOON, 0, None)]).running is None
    left = clock_after(moves(5, 20), Mark(2, NOON + 30, clocks.VACATED, 2))
    assert left.running is None
    taken = clock_after(moves(5, 20), Mark(2, NOON + 30, clocks.VACATED, 2), Mark(2, NOON + 90, clocks.RETURNED, 2))
    assert taken.running == 2


def test_an_undo_takes_the_increment_back_and_costs_the_others_nothing() -> None:
    turns = [*moves(5, 20), Turn(NOON + 125, 1, 1, True)]
    clock = clock_after(turns)
    assert clock.left == (630, 580, 600) and clock.running == 1  # the third player's 100 s of thinking are free
    own = clock_after([Turn(NOON, 0, 0), Turn(NOON + 50, 0, 0, True)])
    assert own.left[0] == 550  # one's own thinking before an undo is not


THINKING = st.lists(st.integers(0, 90), min_size=1, max_size=30)


@given(THINKING, st.booleans())
def test_all_time_is_charged_exactly_once(thinking: list[int], by_days: bool) -> None:
    control = DAYS if by_days else replace(BUDGET, seconds=5000)
    clock = clock_after(moves(*thinking), control=control)
    if by_days:
        assert set(clock.left) == {control.seconds}
    else:
        assert sum(clock.left) == 3 * 5000 + 30 * len(thinking) - sum(thinking[1:])


@given(THINKING, st.integers(1, 29), st.integers(1, 10**6), st.booleans())
def test_a_clock_that_is_set_back_costs_nobody_time(thinking: list[int], where: int, jump: int, by_days: bool) -> None:
    turns = moves(*thinking)
    jumped = [*turns[:where], *(turn._replace(at=turn.at - jump) for turn in turns[where:])]
    control = DAYS if by_days else BUDGET
    before, after = clock_after(turns, control=control), clock_after(jumped, control=control)
    assert all(later >= earlier for earlier, later in zip(before.left, after.left, strict=True))
    assert not after.is_used_up(after.since - jump)
    assert after.left_at(after.running or 0, after.since - jump) == after.left[after.running or 0]


@given(THINKING, st.integers(1, 29), st.integers(60, 10**6))
def test_a_clock_that_jumps_ahead_costs_nobody_time(thinking: list[int], where: int, jump: int) -> None:
    turns = moves(*thinking)
    jumped = [*turns[:where], *(turn._replace(at=turn.at + jump) for turn in turns[where:])]
    last = turns[min(where, len(turns)) - 1].at
    before, after = clock_after(turns), clock_after(jumped, outages=[Outage(last, last + jump)])
    assert before.left == after.left
    assert not after.is_used_up(last + jump)


@given(THINKING, st.integers(1, 29), st.integers(1, 10**6))
def test_a_pause_of_any_length_costs_nobody_time(thinking: list[int], where: int, pause: int) -> None:
    turns = moves(*thinking)
    where = min(where, len(turns))
    last = turns[where - 1].at
    late = [*turns[:where], *(turn._replace(at=turn.at + pause) for turn in turns[where:])]
    marks = (Mark(where, last, clocks.PAUSED), Mark(where, last + pause, clocks.RESUMED))
    assert clock_after(late, *marks).left == clock_after(turns).left


@given(THINKING, st.integers(1, 50), st.booleans())
def test_nobody_gains_time_by_moving_and_undoing(thinking: list[int], times: int, by_days: bool) -> None:
    control = DAYS if by_days else BUDGET
    turns = moves(*thinking)
    clock = clock_after(turns, control=control)
    at, seat = turns[-1].at, len(turns) % 3
    there_and_back = [Turn(at, seat, (seat + 1) % 3), Turn(at, seat, seat, True)] * times
    again = clock_after([*turns, *there_and_back], control=control)
    assert again.left == clock.left and again.running == clock.running


ANY_TURN = st.builds(
    Turn, st.integers(-(10**10), 10**10), st.none() | st.integers(0, 2), st.none() | st.integers(0, 2), st.booleans()
)
ANY_MARK = st.builds(
    Mark,
    st.integers(0, 30),
    st.integers(-(10**10), 10**10),
    st.sampled_from([clocks.STARTED, clocks.PAUSED, clocks.RESUMED, clocks.TIMED_OUT, clocks.RETURNED, clocks.VACATED]),
    st.none() | st.integers(0, 4),
)


@given(st.lists(ANY_TURN, max_size=20), st.lists(ANY_MARK, max_size=10), st.integers(-(10**11), 10**11))
def test_no_order_of_times_and_events_breaks_the_clock(turns: list[Turn], marks: list[Mark], now: int) -> None:
    clock = read_clock(BUDGET, THREE_PEOPLE, 0, turns, marks)
    assert all(left >= 0 for left in clock.left)
    assert clock.running is None or clock.running not in clock.away
    assert not clock.is_used_up(clock.since)
    assert clock.is_used_up(now) <= (clock.running is not None)


def test_outages_are_the_gaps_between_signs_of_life() -> None:
    uptimes = [Uptime(100, 200), Uptime(260, 300), Uptime(150, 400), Uptime(500, 500)]
    assert outages_between(uptimes) == (Outage(200, 260), Outage(400, 500))
    assert seconds_in_service(190, 270, outages_between(uptimes)) == 20
    assert seconds_in_service(270, 190, outages_between(uptimes)) == 0


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)).map(lambda pair: Outage(min(pair), max(pair)))),
    st.integers(0, 50),
    st.integers(0, 50),
)
def test_overlapping_outages_count_once(outages: list[Outage], start: int, end: int) -> None:
    counted = [at for at in range(start, end) if not any(o.began_at <= at < o.ended_at for o in outages)]
    assert seconds_in_service(start, end, outages) == len(counted)
