"""Whose games wait: those where other people wait for a person come first, and are counted."""

import pytest
from manual_clock import ManualClock

from people_apart import set_storage_clock, table_apart
from table_setup import PERSON, config_for, play_moves
from teahorse.server.storage import stored
from teahorse.server.tables import asking
from teahorse.server.tables.browsers import Browser
from teahorse.server.tables.keys import hash_of, new_key
from teahorse.server.tables.my_turns import KINDS, TableStatus, sorted_tables
from teahorse.server.tables.people import People
from teahorse.server.tables.service import TableService
from teahorse.server.tables.timing.control import A_DAY, TimeControl
from teahorse.server.tables.timing.keeper import ClockKeeper
from teahorse.text.language import language_named
from teahorse.web.presenters.my_games import my_games
from teahorse.web.presenters.seat_events import seat_lines
from visitor import request_with_cookies

ENGLISH, GERMAN = language_named("en"), language_named("de")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time that is stored, which a test sets."""
    now = [1_700_000_000]
    monkeypatch.setattr(stored, "now", lambda: now[0])
    return now


def table_of(tables: TableService, key: str, *bots: str | None, seats: tuple[int, ...] = (0,), moves: int = 0) -> str:
    """A table where this key opens some seats, after some moves."""
    table_id, all_seats = tables.create(config_for(*bots))
    tables.storage.add_key(hash_of(key), {table_id: seats}, 100)
    play_moves(tables, table_id, all_seats, *["market"] * moves)
    return table_id


def test_games_where_others_wait_come_first_the_longest_wait_at_the_top(tables: TableService, clock: list[int]) -> None:
    key, three = new_key(), (PERSON, PERSON, PERSON)
    long_wait = table_of(tables, key, *three)
    clock[0] += 60
    alone = table_of(tables, key, PERSON, "random", "random")
    clock[0] += 60
    one_screen = table_of(tables, key, *three, seats=(0, 1, 2))
    clock[0] += 60
    short_wait = table_of(tables, key, *three, moves=3)
    clock[0] += 60
    others_turn = table_of(tables, key, *three, moves=1)
    found = sorted_tables(tables.storage.game_lists.of(hash_of(key), 100, KINDS))
    assert [(table.id, standing) for table, standing in found] == [
        (long_wait, TableStatus.WAITING),
        (short_wait, TableStatus.WAITING),
        (others_turn, TableStatus.RUNNING),
        (one_screen, TableStatus.RUNNING),  # nobody waits elsewhere
        (alone, TableStatus.RUNNING),
    ]
    assert tables.storage.game_lists.of(hash_of(new_key()), 100, KINDS) == []


def test_a_person_with_two_colours_is_waited_for_in_both(tables: TableService) -> None:
    key = new_key()
    table_id, all_seats = tables.create(config_for(PERSON, PERSON, two_players="two-colours"))
    tables.storage.add_key(hash_of(key), {table_id: [0]}, 100)

    def standing() -> TableStatus:
        return sorted_tables(tables.storage.game_lists.of(hash_of(key), 1, KINDS))[0][1]

    seen = []
    for _ in range(4):
        mover = tables.open(table_id).to_move
        assert mover is not None
        assert (standing() is TableStatus.WAITING) == (tables.open(table_id).seat_number(mover) == 0)
        seen.append(standing())
        play_moves(tables, table_id, all_seats, "market")
    assert seen.count(TableStatus.WAITING) == 2


def test_the_list_says_how_long_and_shows_some_of_the_games(tables: TableService, clock: list[int]) -> None:
    key, three = new_key(), (PERSON, PERSON, PERSON)
    waiting = table_of(tables, key, *three)
    clock[0] += 3600
    running = table_of(tables, key, *three, moves=1)
    browser = Browser(request_with_cookies(browser=key), tables.storage)
    mine = my_games(tables.storage, browser, ENGLISH)
    assert [game.id for game in mine.games] == [waiting, running] and mine.waiting == 1
    assert mine.games[0].waiting.startswith("Your turn began ") and mine.games[0].waiting.endswith("years ago.")
    assert mine.games[1].waiting == ""
    assert my_games(tables.storage, browser, GERMAN).games[0].waiting.startswith("Dein Zug begann vor ")
    shown = {
        show: [game.id for game in my_games(tables.storage, browser, ENGLISH, show=show).games]
        for show in ("waiting", "running", "finished", "nonsense")
    }
    everything = [waiting, running]  # where there is nothing to show, too
    assert shown == {"waiting": [waiting], "running": everything, "finished": everything, "nonsense": everything}
    assert mine.counts == {"all": 2, "waiting": 1, "running": 2, "finished": 0}


def test_a_pause_a_stand_in_and_people_who_left_keep_nobody_waiting(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ManualClock()
    clock.now = 1_800_000_000
    set_storage_clock(monkeypatch, clock)
    control = TimeControl.days(1, "merchant")
    at = table_apart(tables, PERSON, PERSON, "novice", time=control)
    browser = Browser(request_with_cookies(browser=at.keys[0]), tables.storage)

    def shown() -> tuple[TableStatus, str, bool]:
        (line,) = my_games(tables.storage, browser, ENGLISH).games
        return browser.sorted_tables(9)[0][1], line.state, line.is_mine

    its_turn = (TableStatus.WAITING, "It is your turn.", True)
    assert shown() == its_turn
    asking.ask_pause(tables, at.id, at.key(0))
    asking.agree(tables, at.id, at.key(1), at.open().state.number)
    assert shown() == (TableStatus.RUNNING, "The game is paused.", False)
    asking.ask_resume(tables, at.id, at.key(0))
    asking.agree(tables, at.id, at.key(1), at.open().state.number)
    assert shown() == its_turn
    at.play("market", "market", "market")
    clock.now += A_DAY + 60
    ClockKeeper(tables, now=clock)._look_at(at.id)
    assert shown() == (TableStatus.RUNNING, "Your time was used up, and a bot moves for you.", False)
    asking.come_back(tables, at.id, at.key(0))
    assert shown() == its_turn
    People(tables).leave(at.id, at.key(1), 1, "novice")
    assert shown() == (TableStatus.RUNNING, "It is your turn.", True)  # only bots are left to wait
    lines = seat_lines(at.open(), at.open().history.steps, ENGLISH.say)
    assert [line for row in sorted(lines) for line in lines[row]] == [
        "The game is paused.",
        "The game goes on.",
        "Person 1 has no time left; a bot (merchant) moves.",
        "Person 1 is back.",
        "Person 2 left; Tashi, a bot (novice), plays on.",
    ]


def test_a_position_of_another_version_is_listed(tables: TableService) -> None:
    key = new_key()
    table_id = table_of(tables, key, PERSON, PERSON, PERSON)
    (listed,) = tables.storage.game_lists.of(hash_of(key), 1, KINDS)
    old = type(listed)(**{**vars(listed), "position": b"short"})
    assert sorted_tables([old]) == [(old, TableStatus.RUNNING)] and old.id == table_id
