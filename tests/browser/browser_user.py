"""A user at the table: points, clicks, types, presses keys, and waits for the page."""

import json
from dataclasses import dataclass
from re import Pattern
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from teahorse import Game

POLLING = 50  # milliseconds; Playwright's default looks at every frame, so the page is drawn all the time
REVIEW_TIMEOUT = 300_000  # milliseconds; reviews have the lowest priority
# A point of a spot that nothing covers, or null.
OPEN_PLACE = """spot => {
  const box = spot.getBoundingClientRect();
  for (const part of [2, 3, 4, 8, 16]) {
    for (let row = 1; row < part; row += 1) for (let column = 1; column < part; column += 1) {
      const [x, y] = [box.left + (box.width * column) / part, box.top + (box.height * row) / part];
      if (spot.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  }
  return null;
}"""
# The page shows this row or a later one, and its scripts have marked which spots can be used.
SHOWN = """least => {
  const table = document.getElementById("table");
  const ready = document.body.classList.contains("ready") && document.querySelector("#board [aria-disabled]");
  return ready && Number(table.dataset.row) >= least;
}"""
TURN = """() => document.querySelector("#board [aria-disabled]") &&
  (document.getElementById("result") || document.getElementById("table").classList.contains("yours"))"""
SLIDE = """([slider, value]) => {
  slider.value = value;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""


@dataclass(frozen=True)
class Offer:
    """Where the page's scripts make a move: the spots to click."""

    source: str | None
    target: str | None


class BrowserUser:
    """A browser profile with one page, and what a user does with it."""

    def __init__(self, context: BrowserContext, page: Page, address: str) -> None:
        self.context = context
        self.page = page
        self.address = address

    # --- Pages and rows ---------------------------------------------------------------------------------

    def visit(self, path: str) -> None:
        """Open a page of the server."""
        self.page.goto(self.address + path)

    def sit_down(self, path: str) -> None:
        """Open a table: with the key of a seat, or without to watch."""
        self.visit(path)
        self.wait_for_row(0)

    @property
    def table_id(self) -> str:
        """The id of the table on the page."""
        return str(self.page.get_attribute("#table", "data-id"))

    @property
    def row(self) -> int:
        """The row that the page shows."""
        return int(str(self.page.get_attribute("#table", "data-row")))

    def wait_for_row(self, least: int) -> None:
        """Wait until the page shows this row or a later one."""
        self.wait_until(SHOWN, least)

    def wait_for_turn(self) -> None:
        """Wait until it is this user's turn, or the game is over."""
        self.wait_until(TURN)

    def game(self) -> Game:
        """The game, read from its record."""
        answer = self.context.request.get(f"{self.address}/t/{self.table_id}/record")
        return Game.from_record(answer.text())

    def wait_until(self, script: str, arg: object = None) -> None:
        """Wait until a function of the page gives something true."""
        self.page.wait_for_function(script, arg=arg, polling=POLLING)

    # --- What the page offers ---------------------------------------------------------------------------

    @property
    def script_data(self) -> dict[str, Any]:
        """The data that the page holds for its scripts."""
        return dict(json.loads(str(self.page.text_content("#offers"))))

    @property
    def offers(self) -> dict[str, Offer]:
        """Every move of the phase, legal or not, by its notation."""
        return {move: Offer(source, target) for move, source, target, *_ in self.script_data["offers"]}

    def spot(self, name: str) -> Locator:
        """A spot of the board."""
        return self.page.locator(f'#board [data-spot="{name}"]')

    def place_of(self, name: str) -> tuple[float, float]:
        """A point of a spot that nothing covers."""
        place = self.spot(name).evaluate(OPEN_PLACE)
        if place is None:  # the card of another spot covers it until the pointer leaves
            self.page.mouse.move(1, 1)
            self.wait_until("() => document.getElementById('card').hidden")
            place = self.spot(name).evaluate(OPEN_PLACE)
        assert place is not None, f"{name} is covered completely"
        return place[0], place[1]

    # --- With the mouse ---------------------------------------------------------------------------------

    def point_at(self, name: str) -> Locator:
        """Point at a spot; gives the card that appears."""
        self.page.mouse.move(*self.place_of(name))
        card = self.page.locator("#card")
        expect(card).to_be_visible()
        return card

    def click(self, name: str) -> None:
        """Click a spot."""
        self.page.mouse.click(*self.place_of(name))

    def carry(self, source: str, target: str | tuple[float, float]) -> None:
        """Drag a piece from a spot to another, or to a point, without letting it go."""
        x, y = self.place_of(source)
        to_x, to_y = target if isinstance(target, tuple) else self.place_of(target)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=3)
        self.page.mouse.move(to_x, to_y)

    def choose(self, move: str) -> None:
        """Make a move with the mouse, without waiting for the answer."""
        offer = self.offers[move]
        if move.startswith("convert"):
            self.slide(int(move.split()[1]))
            self.page.click(".convert .primary")
        elif offer.target is None:
            self.page.click(f'#turn button[value="{move}"]')
        else:
            if offer.source is not None and not offer.source.startswith("camp-"):
                self.click(offer.source)
            self.click(offer.target)

    def make(self, move: str) -> None:
        """Make a move with the mouse, and wait until the page shows it."""
        row = self.row
        self.choose(move)
        self.wait_for_row(row + 1)

    def slide(self, value: int) -> None:
        """Move the slider for converting."""
        self.page.evaluate(SLIDE, [self.page.locator("#convert-slider").element_handle(), value])

    # --- With the keyboard ------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str, most: int = 120) -> None:
        """Press Tab until an element has the focus."""
        matches = "wanted => Boolean(document.activeElement?.matches(wanted))"
        for _ in range(most):
            if self.page.evaluate(matches, selector):
                return
            self.press("Tab")
        raise AssertionError(f"{selector} is not reached by pressing Tab {most} times")

    def make_by_keys(self, move: str) -> None:
        """Make a move with the keyboard, and wait until the page shows it."""
        row, offer = self.row, self.offers[move]
        self.press("b")
        if move.startswith("convert"):
            self.tab_to("#convert-slider")
            self.press("Home", *["ArrowRight"] * int(move.split()[1]))
            self.tab_to(".convert .primary")
        elif offer.target is None:
            self.tab_to(f'#turn button[value="{move}"]')
        else:
            if offer.source is not None and not offer.source.startswith("camp-"):
                self.tab_to(f'#board [data-spot="{offer.source}"]')
                self.press("Enter", "b")
            self.tab_to(f'#board [data-spot="{offer.target}"]')
        self.press("Enter")
        self.wait_for_row(row + 1)

    # --- Typing -----------------------------------------------------------------------------------------

    def type_in(self, text: str) -> None:
        """Type a move, and press Enter."""
        self.page.fill("#notation", text)
        self.page.press("#notation", "Enter")

    # --- Reading ----------------------------------------------------------------------------------------

    def sees(self, selector: str, text: str | Pattern[str] = "") -> None:
        """Check that an element is visible and has this text in it."""
        found = self.page.locator(selector).first
        expect(found).to_be_visible()
        if text:
            expect(found).to_contain_text(text)
