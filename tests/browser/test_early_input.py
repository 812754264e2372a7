"""Input before the scripts or an answer have come: on a slow connection nothing that people entered is lost."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from browser_user import SLIDE, BrowserUser
from playwright.sync_api import Route, expect
from table_access import TableAccess

SCRIPTS = "**/static/**/*.js"


@contextmanager
def before_scripts(user: BrowserUser, path: str, scripts: str = SCRIPTS) -> Iterator[None]:
    """Open a page whose scripts arrive only when the block ends."""
    held: list[Route] = []
    is_early = True

    def hold(route: Route) -> None:
        if is_early:
            held.append(route)
        else:
            route.continue_()

    user.page.route(scripts, hold)
    user.page.goto(user.address + path, wait_until="commit")
    yield
    is_early = False
    for route in held:
        route.continue_()


def slide(user: BrowserUser, selector: str, value: int) -> None:
    """Move a slider."""
    user.page.evaluate(SLIDE, [user.page.locator(selector).element_handle(), value])


def test_two_seats_swap_colours_and_a_person_without_a_name_is_called_by_the_new_one(ann: BrowserUser) -> None:
    with before_scripts(ann, "/new"):
        first, second = (ann.page.locator(f'input[name="colour-{seat}"]:checked') for seat in (1, 2))
        red, blue = first.input_value(), second.input_value()
        ann.page.locator(f'label:has(input[name="colour-1"][value="{blue}"])').click()
    expect(second).to_have_value(red)
    expect(first).to_have_value(blue)
    expect(ann.page.locator("#name-1")).to_have_attribute("placeholder", blue.capitalize())


HTMX_STARTS_LATE = "const start = setTimeout; window.setTimeout = (task, delay = 0) => start(task, delay + 300);"
HTMX_STARTS_EARLY = ""


@pytest.mark.parametrize(
    ("scripts", "first"),
    [(SCRIPTS, HTMX_STARTS_LATE), ("**/static/*/new.js", HTMX_STARTS_EARLY)],
    ids=["late", "early"],
)
def test_the_form_for_a_new_game_adapts(ann: BrowserUser, scripts: str, first: str) -> None:
    ann.page.add_init_script(first)
    with before_scripts(ann, "/new", scripts):
        ann.page.locator('input[name="people"][value="2"]').check()
    expect(ann.page.locator("#seat-3")).to_be_hidden()


def test_an_answer_leaves_alone_what_was_entered_meanwhile(ann: BrowserUser) -> None:
    held: list[Route] = []
    ann.visit("/new")
    ann.page.fill("#name-1", "An")
    ann.page.route("**/new", lambda route: held.append(route))
    with ann.page.expect_request("**/new"):
        ann.page.locator('input[name="people"][value="4"]').check()
    ann.page.fill("#name-1", "Ann")
    ann.page.get_by_text("House rules", exact=True).click()
    ann.page.fill("#house-vp_end", "40")
    ann.page.fill("#seed", "7")
    for route in held:
        route.continue_()
    expect(ann.page.locator("#seat-4")).to_be_visible()
    expect(ann.page.locator("#house-vp_end")).to_be_visible()
    entered = [ann.page.locator(f"#{field}").input_value() for field in ("name-1", "house-vp_end", "seed")]
    assert entered == ["Ann", "40", "7"]


def test_the_slider_for_converting_shows_its_outcome(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=lambda game: "convert 1" in game.legal_moves())
    with before_scripts(ann, table.seat_path):
        coins = int(ann.page.locator("#convert-coins").inner_text())
        slide(ann, "#convert-slider", 1)
    expect(ann.page.locator("#convert-number")).to_have_text("1")
    expect(ann.page.locator("#convert-coins")).to_have_text(str(coins - 1))


def test_a_structure_is_picked_up(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, moves=("bid yard 5", "pass", "pass", "pass"))
    with before_scripts(ann, table.seat_path):
        ann.page.locator('label[for="pick-piece-bridge"]').click()
    expect(ann.spot("piece-bridge")).to_have_attribute("aria-pressed", "true")
    expect(ann.page.locator("#pick-piece-bridge")).to_be_checked()


def test_the_slider_of_a_replay_leads_to_its_position(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, moves=("bid school 5", "pass", "pass"))
    with before_scripts(ann, f"{table.path}/at/0"):
        slide(ann, "#scrubber", 2)
    expect(ann.page.locator("#table")).to_have_attribute("data-row", "2")
