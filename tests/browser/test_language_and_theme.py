"""Language, theme and animations as users set them, and the size of pages."""

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import Request, expect
from table_access import TableAccess, TableLink

from teahorse.web.static_files import static_url

HEAVIEST = 300_000  # bytes of a page's first load, as sent
PLACES = """() => Object.fromEntries([...document.querySelectorAll("#board .piece.trader")].map(piece =>
  [piece.id, piece.style.getPropertyValue('--w')]))"""
GLIDES = "() => getComputedStyle(document.querySelector('#board .piece')).transitionDuration"

# Counts the pieces that are shown while they move.
COUNT_WALKERS = """() => {
  window.walkers = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...given) {
    if (this.matches(".piece.trader")) window.walkers += 1;
    return animate.apply(this, given);
  };
}"""


# --- Language -------------------------------------------------------------------------------------------


def test_german_is_chosen_on_the_page_and_english_again(ann: BrowserUser) -> None:
    ann.visit("/")
    html = ann.page.locator("html")
    expect(html).to_have_attribute("lang", "en")
    ann.sees(".hero-start button", "Play now")
    ann.page.click('header .language [value="de"]')
    expect(html).to_have_attribute("lang", "de")
    expect(ann.page.locator(".hero-start button")).not_to_contain_text("Play now")
    ann.page.click('header .language [value="en"]')
    expect(html).to_have_attribute("lang", "en")
    ann.sees(".hero-start button", "Play now")


def test_the_table_changes_its_language_in_the_middle_of_a_game(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None, moves=("bid school 9",)).seat_path)
    ann.page.click("#menu > summary")
    ann.page.click('#menu .language [value="de"]')
    ann.wait_for_row(1)
    expect(ann.page.locator("html")).to_have_attribute("lang", "de")
    expect(ann.page.locator("#question")).not_to_contain_text("go to the bank")
    expect(ann.point_at("school-9").locator(".why")).not_to_contain_text("That space is taken")
    ann.make("pass")
    expect(ann.page.locator("#log")).to_contain_text("passt")


def test_a_german_browser_is_answered_in_german(sessions: BrowserSessions, tables: TableAccess) -> None:
    anna = sessions.open(locale="de-AT")
    anna.visit("/")
    expect(anna.page.locator("html")).to_have_attribute("lang", "de")
    anna.sit_down(tables.create(None, None).seat_path)
    expect(anna.page.locator("html")).to_have_attribute("lang", "de")


# --- Theme and animations -------------------------------------------------------------------------------


def test_the_dark_theme_is_chosen_in_the_settings(ann: BrowserUser) -> None:
    ann.visit("/settings")
    ground = "() => getComputedStyle(document.body).backgroundColor"
    light = ann.page.evaluate(ground)
    ann.page.get_by_label("Dark", exact=True).check()
    ann.sees("#kept", "Your settings are kept.")
    assert ann.page.evaluate(ground) != light  # at once, with nothing else to press
    expect(ann.page.locator("#settings button")).to_be_hidden()
    ann.visit("/rules")
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_travelling_trader_glides_and_stays_the_same_element(sessions: BrowserSessions, tables: TableAccess) -> None:
    ann = sessions.open(speed="quick")
    ann.sit_down(tables.create(None, None, None, until=lambda game: "go P-Y" in game.legal_moves()).seat_path)
    assert ann.page.evaluate(GLIDES) != "0s"
    before = ann.page.evaluate(PLACES)
    ann.page.evaluate(COUNT_WALKERS)
    row = ann.row
    ann.choose("go P-Y")
    ann.wait_until("() => document.getElementById('caption').checkVisibility()")  # for half a second
    ann.wait_for_row(row + 1)
    after = ann.page.evaluate(PLACES)
    assert set(after) == set(before)
    assert sum(after[trader] != before[trader] for trader in before) >= 1
    assert ann.page.evaluate("() => window.walkers") >= 1


def test_nothing_is_animated_if_the_user_prefers_reduced_motion(sessions: BrowserSessions, tables: TableAccess) -> None:
    ann = sessions.open(speed="slow", reduced_motion="reduce")
    ann.sit_down(tables.create(None, None, None, until=lambda game: "go P-Y" in game.legal_moves()).seat_path)
    assert set(ann.page.evaluate(GLIDES).split(", ")) == {"0s"}
    ann.page.evaluate(COUNT_WALKERS)
    row = ann.row
    ann.choose("go P-Y")
    ann.wait_for_row(row + 1)
    assert ann.page.evaluate("() => window.walkers") == 0


# --- Size -----------------------------------------------------------------------------------------------


def test_the_first_load_of_a_page_is_small(sessions: BrowserSessions, tables: TableAccess) -> None:
    ann = sessions.open(empty_cache=True)
    ann.page.route("**/nowhere", lambda route: route.continue_())  # Playwright switches the cache off for it
    finished: list[Request] = []
    ann.page.on("requestfinished", lambda request: finished.append(request))
    table = tables.create(*[None] * 5, until=lambda game: game.round == 4 and game.phase == "travel")
    for path in (table.seat_path, "/", "/new", "/learn", "/rules", "/rules/3.7", "/rules/data", "/settings"):
        finished.clear()
        ann.visit(path)
        ann.wait_until("() => document.fonts.status === 'loaded' && document.readyState === 'complete'")
        sizes = {request.url: request.sizes()["responseBodySize"] for request in finished}
        assert 10_000 < sum(sizes.values()) < HEAVIEST, sizes


LOADED = """() => performance.getEntriesByType("resource")
  .filter((entry) => entry.name.includes("/static/"))
  .map((entry) => [new URL(entry.name).pathname, entry.transferSize])"""


def test_a_second_visit_of_a_table_loads_no_file_again(ann: BrowserUser, table: TableLink) -> None:
    ann.sit_down(table.path)
    loaded = dict(ann.page.evaluate(LOADED))
    assert {static_url("base.css"), static_url("vendor/source-sans-3.woff2"), static_url("table/dom.js")} <= set(loaded)
    assert set(loaded.values()) == {0}, loaded


def test_back_from_the_settings_shows_the_table_with_them(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None).seat_path)
    html = ann.page.locator("html")
    ann.page.click("#menu > summary")
    ann.page.click("#menu a[href^='/settings']")
    ann.page.click("label.pick:has([value=dark])")
    ann.sees("#kept", "Your settings are kept.")
    ann.page.go_back()
    expect(html).to_have_attribute("data-theme", "dark")
    expect(ann.page.locator("#board")).to_be_visible()


def test_back_after_another_language_does_not_bring_the_old_choice(ann: BrowserUser) -> None:
    ann.visit("/settings")
    for language in ("en", "de"):
        ann.page.click(f'header .language [value="{language}"]')
        expect(ann.page.locator("html")).to_have_attribute("lang", language)
    ann.page.go_back()
    expect(ann.page.locator("html")).to_have_attribute("lang", "de")
    expect(ann.page.locator("#settings [name=language]:checked")).to_have_value("de")


def test_another_language_keeps_the_way_from_the_settings_to_the_table(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None)
    ann.sit_down(table.seat_path)
    ann.page.click("#menu > summary")
    ann.page.click("#menu a[href^='/settings']")
    ann.page.click('header .language [value="de"]')
    ann.page.click("main .button[href^='/t/']")
    expect(ann.page.locator("html")).to_have_attribute("lang", "de")
    expect(ann.page.locator("#board")).to_be_visible()
    for _ in range(3):  # the settings in German, in English before, the table before
        ann.page.go_back()
        expect(ann.page.locator("html")).to_have_attribute("lang", "de")
