"""The installed game: the service worker keeps the shell and the rules, never a table."""

from browser_sessions import BrowserSessions
from playwright.sync_api import expect
from table_access import TableAccess

from teahorse.web.static_files import static_url

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    found.push(...(await cache.keys()).map((request) => new URL(request.url).pathname));
  }
  return found;
}"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"


def test_offline_one_reads_rules_and_is_told_what_needs_the_server(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    user = sessions.open(service_workers="allow")
    sessions.allow_errors("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    table = tables.create(None, None, None)
    user.visit("/")
    user.wait_until(CONTROLLED)
    assert {"/offline", static_url("base.css"), static_url("seal.svg")} <= set(user.page.evaluate(KEPT))
    user.visit("/rules/3.7")
    user.sit_down(table.seat_path)
    user.visit("/")
    user.wait_until(f"async () => (await ({KEPT})()).includes('/rules/3.7')")
    user.context.set_offline(True)
    user.visit("/")
    user.sees("h1", "No connection")
    user.visit(table.path)
    user.sees("h1", "No connection")
    user.visit("/rules/3.7")
    user.sees("main", "Outbid")
    kept = user.page.evaluate(KEPT)
    assert all(path == "/offline" or path.startswith(("/static/", "/rules")) for path in kept), kept
    user.context.set_offline(False)
    user.visit(table.path)
    expect(user.page.locator("#question")).to_be_visible()
