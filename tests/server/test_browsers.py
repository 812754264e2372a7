"""The seats of a browser: no game is ever lost, old cookies are taken over, and no cookie costs much."""

import threading
from collections.abc import Callable

import httpx
import pytest
from sqlalchemy import event
from starlette.responses import Response

from table_setup import PERSON, config_for, play_moves
from teahorse.server.storage.database import Database
from teahorse.server.tables.browsers import MOST_KEYS, Browser
from teahorse.server.tables.errors import TooManyBrowsers
from teahorse.server.tables.keys import BROWSER_COOKIE, LIST_COOKIE, ListedKey, hash_of, new_key
from teahorse.server.tables.service import TableService
from teahorse.text.language import language_named
from teahorse.web.presenters.my_games import GAMES_ON_A_PAGE, my_games
from teahorse.web.routes import table as table_routes
from visitor import Visitor, old_keys_cookie, page_text, request_with_cookies

ENGLISH = language_named("en")
THREE = (PERSON, PERSON, PERSON)


def sit_down(tables: TableService) -> ListedKey:
    return ListedKey(*tables.create(config_for(*THREE)))


def queries_of(storage: Database, work: Callable[[], object]) -> int:
    """How many statements some work sends to the database."""
    sent: list[str] = []

    def note(connection: object, cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    event.listen(storage._engine, "before_cursor_execute", note)
    try:
        work()
    finally:
        event.remove(storage._engine, "before_cursor_execute", note)
    return len(sent)


def visitor_at(tables: TableService) -> Visitor:
    visitor = Visitor(tables)
    visitor.app.router.routes.extend(table_routes.router.routes)
    return visitor


# --- Nothing is lost ----------------------------------------------------------------------------------------


def test_a_browser_loses_no_game_however_many_it_plays(tables: TableService) -> None:
    games = [sit_down(tables) for _ in range(45)]
    visitor = visitor_at(tables)
    for held in games:
        assert visitor.get(f"/t/{held.table}/sit/{held.key}").status_code == 303
    browser = visitor.cookies[BROWSER_COOKIE]
    for held in games:
        assert tables.open(held.table).players_of([browser]) == {"p1", "p2", "p3"}
    listed = "".join(visitor.get(f"/?page={page}").text for page in (1, 2, 3))
    assert all(f'href="/t/{held.table}"' in listed for held in games)


def test_two_tabs_of_a_new_browser_that_start_a_game_at_once_keep_both(tables: TableService) -> None:
    first = visitor_at(tables)
    first.get("/")
    second = visitor_at(tables)
    second.cookies = httpx.Cookies(first.cookies)
    for tab in (first, second):  # neither has heard the answer to the other
        assert tab.get(tab.post("/new", data={"seed": "1"}).headers["location"]).status_code == 303
    assert page_text(first.get("/").text).count("Round 1.") == 2


def test_the_cookie_stays_small_is_read_by_no_script_and_sent_by_no_other_site(tables: TableService) -> None:
    visitor = visitor_at(tables)
    for held in [sit_down(tables) for _ in range(3)]:
        answer = visitor.get(f"/t/{held.table}/sit/{held.key}")
        (cookie,) = answer.headers.get_list("set-cookie")
        assert len(cookie) < 150
        assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Max-Age=31536000" in cookie
        assert "Secure" not in cookie


def test_the_database_does_not_hold_the_id_of_a_browser(tables: TableService) -> None:
    held = sit_down(tables)
    browser = Browser(request_with_cookies(), tables.storage)
    browser.sit(*held)
    with tables.storage._engine.connect() as connection:
        kept = str(connection.exec_driver_sql("SELECT * FROM keys").all())
    assert browser.id is not None and browser.id not in kept and hash_of(browser.id) in kept


def test_a_wrong_key_opens_no_seat_and_leaves_no_trace(tables: TableService) -> None:
    held, other = sit_down(tables), sit_down(tables)
    visitor = visitor_at(tables)
    for key in (new_key(), other.key, "x"):
        assert visitor.get(f"/t/{held.table}/sit/{key}").status_code == 303
    assert BROWSER_COOKIE not in visitor.cookies


def test_two_keys_of_a_table_open_the_seats_of_both(storage: Database, tables: TableService) -> None:
    table_id, _ = sit_down(tables)
    first, second = new_key(), new_key()
    storage.add_key(hash_of(first), {table_id: [0]}, MOST_KEYS)
    storage.add_key(hash_of(second), {table_id: [2]}, MOST_KEYS)
    browser = Browser(request_with_cookies(), storage)
    for key in (first, second, first):
        browser.sit(table_id, key)
    assert tables.open(table_id).players_of([str(browser.id)]) == {"p1", "p3"}
    assert browser.count() == 1


def test_seats_taken_at_another_server_of_the_same_database_are_known_at_once(
    database: str, tables: TableService
) -> None:
    held = sit_down(tables)
    browser = Browser(request_with_cookies(), tables.storage)
    browser.sit(*held)
    assert tables.open(held.table).players_of([str(browser.id)])
    elsewhere = Database(database)
    late = Browser(request_with_cookies(), elsewhere)
    late.sit(*held)
    elsewhere.close()
    assert tables.open(held.table).players_of([str(late.id)]) == {"p1", "p2", "p3"}


def test_many_sit_down_in_one_browser_at_the_same_time(database: str, tables: TableService) -> None:
    games, request = [sit_down(tables) for _ in range(8)], request_with_cookies(browser=new_key())
    threads = [threading.Thread(target=Browser(request, tables.storage).sit, args=held) for held in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Browser(request, tables.storage).count() == 8


def test_a_table_does_not_take_browsers_without_end(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahorse.server.tables.browsers.MOST_KEYS", 3)
    held = sit_down(tables)
    browsers = [Browser(request_with_cookies(), tables.storage) for _ in range(3)]
    for browser in browsers[:2]:
        browser.sit(*held)
    with pytest.raises(TooManyBrowsers, match="in use in 3 browsers"):
        browsers[2].sit(*held)
    browsers[0].sit(*held)  # those who have seats may follow the link again
    browsers[0].leave(held.table)
    browsers[2].sit(*held)


# --- Cookies of version 0.1 ---------------------------------------------------------------------------------


def with_list(tables: TableService, *held: ListedKey) -> Visitor:
    """A browser whose cookie version 0.1 wrote."""
    visitor = visitor_at(tables)
    visitor.cookies.set(LIST_COOKIE, f'"{old_keys_cookie(held)}"', domain="yunnan.local")
    return visitor


def test_an_old_cookie_is_taken_over_when_the_home_page_is_visited(tables: TableService) -> None:
    games = [sit_down(tables) for _ in range(40)]
    visitor = with_list(tables, *games)
    page = visitor.get("/").text
    assert "Page 1 of 2" in page_text(page)
    assert LIST_COOKIE not in visitor.cookies
    for held in games:
        assert tables.open(held.table).players_of([visitor.cookies[BROWSER_COOKIE]]) == {"p1", "p2", "p3"}


def test_an_old_cookie_moves_at_once_and_is_taken_over_when_its_browser_sits_down_elsewhere(
    tables: TableService,
) -> None:
    old, new = sit_down(tables), sit_down(tables)
    visitor = with_list(tables, old)
    move = {"move": "market", "number": 1}
    assert visitor.post(f"/t/{old.table}/moves", data=move).status_code == 303
    visitor.get(f"/t/{new.table}/sit/{new.key}")
    assert LIST_COOKIE not in visitor.cookies
    assert visitor.post(f"/t/{old.table}/moves", data=move | {"number": 2}).status_code == 303
    page = visitor.get("/").text
    assert old.table in page and new.table in page


def test_a_game_removed_from_an_old_list_is_gone_and_the_others_stay(tables: TableService) -> None:
    kept, removed = sit_down(tables), sit_down(tables)
    visitor = with_list(tables, kept, removed)
    visitor.post("/forget", data={"table": removed.table})
    page = visitor.get("/").text
    assert kept.table in page and removed.table not in page


def test_an_old_cookie_stays_while_something_in_it_can_not_be_taken_over(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = sit_down(tables)
    monkeypatch.setattr("teahorse.server.tables.browsers.MOST_KEYS", 1)
    visitor = with_list(tables, held)
    visitor.get("/")
    assert LIST_COOKIE in visitor.cookies
    assert visitor.post(f"/t/{held.table}/moves", data={"move": "market", "number": 1}).status_code == 303


def test_a_forged_list_costs_one_query_and_makes_no_browser(tables: TableService) -> None:
    forged = [ListedKey("x" * 10, new_key()) for _ in range(200)]
    request = request_with_cookies(keys=old_keys_cookie(forged))
    response = Response()

    def visit() -> None:
        browser = Browser(request, tables.storage)
        browser.remember_in(response)
        assert my_games(tables.storage, browser, ENGLISH).games == []

    assert queries_of(tables.storage, visit) <= 2  # a transaction is begun, and one statement sent
    assert BROWSER_COOKIE not in str(response.headers)


def test_a_key_does_not_open_another_table_than_its_own(tables: TableService) -> None:
    mine, other = sit_down(tables), sit_down(tables)
    visitor = with_list(tables, ListedKey(other.table, mine.key))
    visitor.get("/")
    for held in (mine, other):
        assert tables.open(held.table).players_of([visitor.cookies[BROWSER_COOKIE]]) == frozenset()


# --- Pages of games -----------------------------------------------------------------------------------------


def test_the_list_comes_in_pages_and_a_page_costs_the_same_however_many_there_are(tables: TableService) -> None:
    browser = Browser(request_with_cookies(), tables.storage)
    counts = []
    for most in (GAMES_ON_A_PAGE, 3 * GAMES_ON_A_PAGE):
        while browser.count() < most:
            browser.sit(*sit_down(tables))
        counts.append(queries_of(tables.storage, lambda: my_games(tables.storage, browser, ENGLISH, 1)))
    assert counts[0] == counts[1]
    pages = [my_games(tables.storage, browser, ENGLISH, page) for page in (1, 2, 3)]
    assert [len(page.games) for page in pages] == [GAMES_ON_A_PAGE] * 3
    assert len({game.id for page in pages for game in page.games}) == 3 * GAMES_ON_A_PAGE


@pytest.mark.parametrize(("asked", "shown"), [(-5, 1), (0, 1), (2, 2), (3, 2), (10**30, 2)])
def test_a_page_that_does_not_exist_is_the_nearest_that_does(tables: TableService, asked: int, shown: int) -> None:
    browser = Browser(request_with_cookies(), tables.storage)
    for _ in range(GAMES_ON_A_PAGE + 1):
        browser.sit(*sit_down(tables))
    page = my_games(tables.storage, browser, ENGLISH, asked)
    assert (page.page, page.pages) == (shown, 2)


def test_the_game_played_last_is_on_the_first_page(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1_700_000_000, 1_800_000_000))
    monkeypatch.setattr("teahorse.server.storage.stored.now", lambda: next(clock))
    browser = Browser(request_with_cookies(), tables.storage)
    first = sit_down(tables)
    browser.sit(*first)
    for _ in range(GAMES_ON_A_PAGE):
        browser.sit(*sit_down(tables))
    assert my_games(tables.storage, browser, ENGLISH, 2).games[0].id == first.table
    play_moves(tables, *first, "market")
    assert my_games(tables.storage, browser, ENGLISH).games[0].id == first.table
