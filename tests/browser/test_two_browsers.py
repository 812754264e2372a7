"""More than one browser at a table, closed browsers, and a server that dies."""

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import Route, expect
from restartable_server import RestartableServer
from table_access import TableAccess, TableLink


def test_a_spectator_sees_moves_arrive_and_can_make_none(
    ann: BrowserUser, table: TableLink, tables: TableAccess, sessions: BrowserSessions
) -> None:
    eve = sessions.open()
    eve.sit_down(table.path)
    assert eve.script_data["offers"] == []
    for control in ("#turn .answers", "#ask-hint", "#notation"):
        expect(eve.page.locator(control)).to_have_count(0)
    ann.make("bid school 5")
    eve.wait_for_row(1)
    expect(eve.page.locator("#log")).to_contain_text("Ann bids 5")
    eve.click("school-7")
    form: dict[str, str | float | bool] = {"move": "bid school 7", "number": "2"}
    address = f"{eve.address}{table.path}/moves"
    assert eve.context.request.post(address, form=form).status == 403
    answer = eve.context.request.post(address, form=form, headers={"X-Table": "1"})
    assert answer.status == 422 and "someone else" in answer.json()["sentence"]
    assert eve.context.request.post(f"{eve.address}{table.path}/undo", form={"number": "2"}).status in (403, 422)
    assert tables.rows(table.id) == ["bid school 5"]


def test_two_tabs_move_at_once_and_the_later_one_is_refused(
    ann: BrowserUser, table: TableLink, tables: TableAccess, sessions: BrowserSessions
) -> None:
    sessions.allow_errors(409)
    other = BrowserUser(ann.context, ann.context.new_page(), ann.address)
    held: list[Route] = []
    other.page.route("**/story?*", lambda route: held.append(route))  # the first tab's move has not arrived here yet
    other.sit_down(table.path)
    ann.make("bid school 5")
    with other.page.expect_response("**/moves") as answer:
        other.choose("bid horse 7")
    assert answer.value.status == 409
    other.sees("#complaint", "Someone else was faster.")
    other.wait_for_row(1)
    assert tables.rows(table.id) == ["bid school 5"]
    expect(other.page.locator("#log")).to_contain_text("Ann bids 5")
    other.page.unroute_all(behavior="ignoreErrors")
    other.make("bid horse 7")
    ann.wait_for_row(2)


def test_a_game_is_on_the_home_page_after_the_browser_was_closed(
    ann: BrowserUser, tables: TableAccess, sessions: BrowserSessions
) -> None:
    ann.visit("/")
    ann.sees(".welcome")
    ann.page.click(".hero-start button")
    ann.wait_for_turn()
    ann.make("pass")
    table_id, state = ann.table_id, ann.context.storage_state()
    ann.context.close()
    back = sessions.open(storage_state=state)
    back.visit("/")
    back.page.click(f'.games a[href="/t/{table_id}"]')
    back.wait_for_turn()
    assert tables.game(table_id).moves


def test_the_page_reconnects_to_a_killed_server_and_no_move_is_lost(
    ann: BrowserUser, server: RestartableServer, sessions: BrowserSessions
) -> None:
    sessions.allow_errors("net::ERR", 0)
    ann.visit("/new")
    for number in (2, 3):
        ann.page.select_option(f"#who-{number}", "person")
    ann.page.click(".start-bar button.primary")
    ann.wait_for_row(0)
    ann.make("bid school 5")
    server.kill()
    try:
        ann.sees("#lost", "The connection is lost.")
        ann.choose("bid horse 5")
        ann.sees("#unsent", "Your last move is sent when the connection is back.")
    finally:
        server.open()  # for the tests that follow, too
    ann.wait_for_row(2)
    expect(ann.page.locator("#lost")).to_be_hidden()
    assert ann.game().moves == ["bid school 5", "bid horse 5"]
