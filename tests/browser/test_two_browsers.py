"""More than one browser at a table, closed browsers, and a server that dies."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser_sessions import Visits
from browser_user import Person
from playwright.sync_api import Browser, Route, expect
from restartable_server import House
from table_access import Hall


def test_a_spectator_sees_moves_arrive_and_can_make_none(ann: Person, hall: Hall, visits: Visits) -> None:
    sitting = hall.table(None, None, None)
    ann.sit_down(sitting.door)
    eve = visits()
    eve.sit_down(sitting.path)
    assert eve.told["offers"] == []
    for control in ("#turn .answers", "#ask-hint", "#notation"):
        expect(eve.page.locator(control)).to_have_count(0)
    ann.make("bid school 5")
    eve.wait_for_row(1)
    expect(eve.page.locator("#log")).to_contain_text("Ann bids 5")
    eve.click("school-7")
    form: dict[str, str | float | bool] = {"move": "bid school 7", "number": "2"}
    address = f"{eve.address}{sitting.path}/moves"
    assert eve.context.request.post(address, form=form).status == 403
    answer = eve.context.request.post(address, form=form, headers={"X-Table": "1"})
    assert answer.status == 422 and "someone else" in answer.json()["sentence"]
    assert eve.context.request.post(f"{eve.address}{sitting.path}/undo", form={"number": "2"}).status in (403, 422)
    assert hall.rows(sitting.id) == ["bid school 5"]


def test_of_two_tabs_that_want_the_same_turn_one_wins_and_the_other_is_told(
    ann: Person, hall: Hall, visits: Visits
) -> None:
    visits.announce(409)
    sitting = hall.table(None, None, None)
    ann.sit_down(sitting.door)
    other = Person(ann.context, ann.context.new_page(), ann.address)
    held: list[Route] = []
    other.page.route("**/story?*", lambda route: held.append(route))  # the news of the first tab's move is on its way
    other.sit_down(sitting.path)
    ann.make("bid school 5")
    with other.page.expect_response("**/moves") as answer:
        other.choose("bid horse 7")
    assert answer.value.status == 409
    other.sees("#complaint", "Something else has happened")
    other.wait_for_row(1)
    assert hall.rows(sitting.id) == ["bid school 5"]
    expect(other.page.locator("#log")).to_contain_text("Ann bids 5")
    other.page.unroute_all(behavior="ignoreErrors")
    other.make("bid horse 7")
    ann.wait_for_row(2)


def test_whoever_closes_the_browser_finds_the_game_at_home(ann: Person, hall: Hall, visits: Visits) -> None:
    ann.visit("/")
    ann.sees(".empty")
    ann.page.click(".hero-start button")
    ann.wait_for_turn()
    ann.make("pass")
    table_id, state = ann.table_id, ann.context.storage_state()
    ann.context.close()
    back = visits(storage_state=state)
    back.visit("/")
    back.page.click(f'.games a[href="/t/{table_id}"]')
    back.wait_for_turn()
    assert hall.game(table_id).moves


@pytest.fixture
def frail_house(tmp_path: Path) -> Iterator[House]:
    """A server for a test that kills it."""
    with House(tmp_path) as house:
        yield house


def test_a_killed_server_goes_on_where_it_was_and_the_page_finds_it(browser: Browser, frail_house: House) -> None:
    with ExitStack() as stack:
        visits = Visits(browser, frail_house.address, stack)
        ann = visits()
        visits.announce("net::ERR", 0)
        ann.visit("/new")
        for number in (2, 3):
            ann.page.select_option(f"#who-{number}", "person")
        ann.page.click(".start-bar button.primary")
        ann.wait_for_row(0)
        ann.make("bid school 5")
        frail_house.kill()
        ann.sees("#lost", "The connection is lost.")
        ann.choose("bid horse 5")
        expect(ann.page.locator("#lost")).to_be_visible()
        frail_house.open()
        expect(ann.page.locator("#lost")).to_be_hidden()
        assert ann.row == 1
        ann.make("bid horse 5")
        assert ann.game().moves == ["bid school 5", "bid horse 5"]
        assert visits.faults == []
