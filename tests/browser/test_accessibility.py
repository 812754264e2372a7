"""axe finds nothing serious on any page, in both themes, on a large screen and on a phone."""

import pytest
from axe_checks import problems
from browser_sessions import BrowserSessions
from browser_user import REVIEW_TIMEOUT, BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess

from people_apart import table_apart
from teahorse.server.tables import asking, chatting
from teahorse.server.tables.keys import new_id
from teahorse.server.tables.timing.control import TimeControl

PAGES = (
    "/",
    "/new",
    "/learn",
    "/lobby",
    "/rules/3.7",
    "/rules/21",
    "/rules/data",
    "/rules/rulings",
    "/settings",
    "/settings/messages",
    "/statistics",
    "/account",
    "/account/new",
    "/players",
    "/nowhere",
    "/docs",
)
WHOLE_RULEBOOK = "/rules?q=outbid"  # with what was found above it
UNFOLD = "() => { for (const fold of document.querySelectorAll('details')) fold.open = true; }"


# Each page is tested in both themes and on both screens, but not in all four combinations: axe is slow.
@pytest.fixture(params=["light desktop", "dark phone"])
def ann(request: pytest.FixtureRequest, sessions: BrowserSessions) -> BrowserUser:
    """A user with a theme and a screen."""
    theme, screen = request.param.split()
    return sessions.open(phone=screen == "phone", cookies={"theme": theme}, reduced_motion="reduce")


@pytest.mark.slow
def test_axe_finds_nothing_serious_on_pages(ann: BrowserUser, sessions: BrowserSessions) -> None:
    sessions.allow_errors(404)
    found = []
    for path in PAGES:
        ann.visit(path)
        found += problems(ann)
    assert found == []


def test_axe_finds_nothing_serious_on_the_pages_of_seats(ann: BrowserUser, sessions: BrowserSessions) -> None:
    ann.visit("/new?people=3&who-2=link&who-3=link")
    ann.page.locator(".start-bar .primary").click()
    ann.page.wait_for_url("**/seats")
    ann.page.evaluate(UNFOLD)
    found = problems(ann)
    other = sessions.open()
    other.page.goto(ann.page.locator("#invitation").input_value())
    found += problems(other)
    ann.page.goto(ann.page.url.replace("/seats", "/device"))
    assert found + problems(ann) == []


def test_axe_finds_nothing_serious_in_chat_and_requests(ann: BrowserUser, tables: TableAccess) -> None:
    apart = table_apart(tables.service, None, None, None, time=TimeControl.budget(10, 30, "merchant"))
    apart.play("market", "market")
    for seat, text in enumerate(("Hello", "Good luck", "Thanks")):
        chatting.write(tables.service, apart.id, apart.key(seat), text)
    chatting.react(tables.service, apart.id, apart.key(1), "tea")
    asking.ask_undo(tables.service, apart.id, apart.key(0), 3)
    ann.sit_down(f"/t/{apart.id}/sit/{apart.keys[1]}")
    ann.page.evaluate("() => { document.body.dataset.showing = 'talk'; document.getElementById('talk').open = true; }")
    ann.sees("#messages", "Good luck")
    ann.sees("#notices", "would like to take back a move")
    assert problems(ann) == []


def test_axe_finds_nothing_serious_in_your_box_with_errors_and_warnings(ann: BrowserUser) -> None:
    ann.visit("/box")
    ann.page.evaluate(UNFOLD)
    ann.page.fill("#duli-2-S", "0")
    ann.sees("#found-duli.doubt", "Card 3")
    found = problems(ann)
    ann.page.fill("#bank_low-4", "x")
    ann.page.fill("#temple-1", "3")
    ann.sees("#found-bank_low.problem")
    assert found + problems(ann) == []


def test_axe_finds_nothing_serious_in_the_rulebook(ann: BrowserUser) -> None:
    ann.visit(WHOLE_RULEBOOK)
    assert problems(ann) == []


@pytest.mark.parametrize("phase", ["travel", "convert", "over"])
def test_axe_finds_nothing_serious_at_the_table(ann: BrowserUser, tables: TableAccess, phase: str) -> None:
    table = tables.create(*[None] * 5, until=lambda game: game.phase == phase and game.round > 1)
    ann.sit_down(table.seat_path)
    assert problems(ann) == []


@pytest.mark.parametrize("building", ["yard", "temple"])
def test_axe_finds_nothing_serious_in_the_choices_of_a_building(
    ann: BrowserUser, tables: TableAccess, building: str
) -> None:
    ann.sit_down(tables.create(None, None, None, moves=(f"bid {building} 5", "pass", "pass", "pass")).seat_path)
    if building == "yard":
        ann.page.locator('label[for="pick-piece-post"]').click()
    ann.sees("#turn .decision")
    assert problems(ann) == []


@pytest.mark.parametrize("ann", ["light desktop", "dark desktop", "light phone", "dark phone"], indirect=True)
def test_axe_finds_nothing_serious_in_unfolded_sections_and_cards_of_the_table(
    ann: BrowserUser, tables: TableAccess
) -> None:
    table = tables.create(*[None] * 5, until=lambda game: game.round > 1 and "bid school 9" in game.legal_moves())
    tables.play(table, "bid school 9")
    ann.sit_down(table.seat_path)
    ann.page.evaluate(UNFOLD)
    ann.spot("school-9").dispatch_event("click")
    ann.sees("#card .why")
    assert problems(ann) == []


def test_axe_finds_nothing_serious_in_replay_review_and_lesson(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, vp_end=20, until=lambda game: game.is_over)
    found = []
    ann.sit_down(f"{table.path}/at/7")
    found += problems(ann)
    ann.visit(f"{table.path}/aid")
    found += problems(ann)
    ann.visit(f"{table.path}/review")
    found += problems(ann)
    ann.page.click("#review button")
    expect(ann.page.locator(".chart")).to_be_visible(timeout=REVIEW_TIMEOUT)
    ann.page.evaluate(UNFOLD)
    found += problems(ann)
    ann.visit("/learn")
    ann.page.click(".guided button")
    ann.sees("#lesson")
    assert found + problems(ann) == []


def test_axe_finds_nothing_serious_on_the_pages_of_an_account(
    ann: BrowserUser, sessions: BrowserSessions, tables: TableAccess
) -> None:
    sessions.allow_errors(422)
    name = f"Ann {new_id()}"
    ann.visit("/account/new")
    for field, value in (("name", name), ("password", "tea from Pu'er"), ("again", "another one")):
        ann.page.fill(f"[name={field}]", value)
    ann.page.click("main button.primary")
    ann.sees("[role=alert]")
    found = problems(ann)
    for field in ("password", "again"):
        ann.page.fill(f"[name={field}]", "tea from Pu'er")
    ann.page.click("main button.primary")
    ann.sees(".account-link", name)
    tables.rate(name, games=4)
    for path in ("/account", f"/players/{name}", "/players"):
        ann.visit(path)
        ann.page.evaluate(UNFOLD)
        found += problems(ann)
    assert found == []
