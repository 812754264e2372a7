"""Several people at one table: who is here, who is thinking, whose turn it is, and what happens offline."""

import json
import re

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import Route, expect
from table_access import TableAccess

from fake_push_service import FakePushSubscription

LOOK = """seen => {
  Object.defineProperty(document, "hidden", { get: () => !seen, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
ICON = "() => document.querySelector('link[rel=icon]').href"


def test_players_see_who_is_here_who_is_thinking_and_how_many_watch(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    table = tables.create(None, None, None)
    ann, bo, eve = sessions.open(), sessions.open(), sessions.open()
    ann.sit_down(tables.seat_path(table, 0))
    expect(ann.page.locator("#presence-p1")).to_be_hidden()  # oneself
    expect(ann.page.locator("#presence-p2")).to_have_attribute("data-label", re.compile("is not here"))
    expect(ann.page.locator("#panel-p1 .thinking")).to_be_hidden()
    bo.sit_down(tables.seat_path(table, 1))
    expect(ann.page.locator("#presence-p2")).to_have_class(re.compile("here"))
    expect(bo.page.locator("#presence-p1")).to_have_class(re.compile("here"))
    expect(bo.page.locator("#panel-p1 .thinking")).to_be_visible()
    expect(bo.page.locator("#presence-p3")).not_to_have_class(re.compile("here"))
    eve.sit_down(table.path)
    expect(ann.page.locator("#spectators output")).to_have_text("1")
    expect(eve.page.locator(".presence:not([hidden])")).to_have_count(3)
    # Whose turn it is, also in a tab that nobody looks at.
    assert ann.page.title() == "Your turn · Yunnan"
    assert bo.page.title() == "Ann is bidding. · Yunnan"
    bo.page.evaluate(LOOK, False)
    assert "badge" not in bo.page.evaluate(ICON)
    expect(ann.page.locator("#presence-p2")).not_to_have_class(re.compile("here"))  # a hidden page is not here
    ann.make("bid school 5")
    expect(ann.page.locator("#panel-p2 .thinking")).to_be_hidden()
    bo.wait_until("() => document.title === 'Your turn · Yunnan'")
    assert "badge" in bo.page.evaluate(ICON)
    bo.page.evaluate(LOOK, True)
    assert "badge" not in bo.page.evaluate(ICON)
    expect(ann.page.locator("#panel-p2 .thinking")).to_be_visible()
    bo.make("bid horse 5")
    expect(ann.page.locator("#presence-p2")).to_have_class(re.compile("here"))  # and the marks outlive a swap
    eve.page.close()
    expect(ann.page.locator("#spectators")).to_be_hidden()


def test_someone_who_plays_alone_sees_none_of_it(sessions: BrowserSessions, tables: TableAccess) -> None:
    table = tables.create(None, None, None)
    ann = sessions.open()
    ann.sit_down(table.seat_path)
    ann.make("bid school 5")
    expect(ann.page.locator(".presence:not([hidden]), #spectators:not([hidden])")).to_have_count(0)
    expect(ann.page.locator(".thinking").locator("visible=true")).to_have_count(0)


def test_no_bot_thinks_about_a_position_of_the_past(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, "novice", "novice", moves=("bid school 5",))
    ann.sit_down(f"{table.seat_path}")
    ann.visit(f"{table.path}/at/1")
    expect(ann.page.locator(".panel.moving .bot")).to_have_count(1)
    expect(ann.page.locator(".thinking").locator("visible=true")).to_have_count(0)


def test_a_move_made_offline_is_sent_when_the_connection_is_back_and_others_moves_are_caught_up(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    table = tables.create(None, None, None)
    ann, bo = sessions.open(), sessions.open()
    sessions.allow_errors("net::ERR", 0)
    ann.sit_down(tables.seat_path(table, 0))
    bo.sit_down(tables.seat_path(table, 1))
    bo.context.set_offline(True)
    bo.sees("#lost", "The connection is lost.")
    expect(bo.page.locator("#presence-p1")).to_be_hidden()  # nobody knows who is here
    ann.make("bid school 5")
    bo.context.set_offline(False)
    bo.wait_for_row(1)  # without a reload
    expect(bo.page.locator("#lost")).to_be_hidden()
    bo.context.set_offline(True)
    bo.sees("#lost")
    bo.choose("bid horse 5")
    bo.sees("#unsent", "Your last move is sent when the connection is back.")
    bo.page.click("#discard")
    expect(bo.page.locator("#unsent")).to_be_hidden()
    bo.choose("bid yard 5")
    bo.sees("#unsent")
    bo.context.set_offline(False)
    bo.wait_for_row(2)
    ann.wait_for_row(2)
    assert tables.rows(table.id) == ["bid school 5", "bid yard 5"]


def test_a_move_whose_answer_was_lost_is_not_made_twice_and_nobody_complains(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    table = tables.create(None, None, None)
    ann = sessions.open()
    sessions.allow_errors("net::ERR", 0)
    ann.sit_down(table.seat_path)
    lost: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(json.dumps(route.fetch().json()))
        route.abort("connectionreset")

    ann.page.route("**/moves", lose_the_first_answer)
    ann.choose("bid school 5")
    ann.wait_for_row(1)
    expect(ann.page.locator("#lost")).to_be_hidden()
    expect(ann.page.locator("#complaint")).to_be_hidden()
    assert lost and tables.rows(table.id) == ["bid school 5"]
    ann.make("bid horse 5")


PUSH_SERVICE = """() => {
  const keys = %s;
  let subscription = null;
  const made = {
    endpoint: "https://push.example.org/1",
    toJSON: () => ({ endpoint: "https://push.example.org/1", keys }),
    unsubscribe: async () => { subscription = null; return true; },
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey }) => {
      window.serverKeyLength = applicationServerKey.length;
      subscription = made;
      return made;
    },
  };
  Object.defineProperty(ServiceWorkerContainer.prototype, "ready", { get: async () => ({ pushManager }) });
  Notification.requestPermission = async () => "granted";
  Object.defineProperty(Notification, "permission", { get: () => "default" });
}"""


def test_a_browser_is_switched_on_and_off_for_notifications(sessions: BrowserSessions) -> None:
    user = sessions.open()
    user.page.add_init_script(f"({PUSH_SERVICE % json.dumps(FakePushSubscription().keys)})()")
    user.visit("/settings")
    user.page.get_by_role("link", name="When it is your turn").click()
    user.sees("#push-state", "Off.")
    user.page.click("#push-on")
    user.sees("#push-state", "On.")
    assert user.page.evaluate("() => window.serverKeyLength") == 65  # a point of the curve, uncompressed
    expect(user.page.locator("#push-test")).to_be_visible()
    user.page.click("#push-off")
    user.sees("#push-state", "Off.")
    user.page.reload()
    assert user.page.get_attribute("#push", "data-pushes") == "{}"
