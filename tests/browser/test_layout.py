"""Nothing is cut off or covered on any screen: five players, long names, German, in a game and after its end."""

from typing import Any

import pytest
from browser_sessions import BrowserSessions
from playwright.sync_api import ViewportSize, expect
from table_access import TableAccess, TableLink

from teahorse import Game

LONG_NAMES = ("Bartholomäus von Hohenzollern", "Alexandra-Katharina", "Maximiliane Weiß", "Wolfgang A.", "Þórgunnur")
SCREENS = {"laptop": (1280, 720), "tablet": (768, 1024), "phone": (360, 640)}
SIDEWAYS: ViewportSize = {"width": 740, "height": 360}
# Boxes that must lie within the window and must not cover each other. A box that is not shown has no size.
REGIONS = """() => ["#map-area", "#side > header", "#goal", "#question", "#players", "#log", "#tabs"]
  .flatMap(selector => {
  const found = document.querySelector(selector);
  if (!found?.checkVisibility()) return [];
  const box = found.getBoundingClientRect();
  return box.width * box.height > 0 ? [[selector, box.left, box.top, box.right, box.bottom]] : [];
})"""
# What a player needs in a turn, and whether it can be seen and pressed where it is.
NEEDED = """() => [...document.querySelectorAll("#question, #menu > summary, #turn .answers button, #result .primary")]
  .filter(each => each.checkVisibility()).slice(0, 4).flatMap(each => {
    const box = each.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const isSeen = box.top >= 0 && box.bottom <= innerHeight + 1 && box.left >= 0 && box.right <= innerWidth + 1;
    return isSeen && each.contains(hit) ? [] : [each.outerHTML.slice(0, 90)];
  })"""
# Words that are wider than what they stand in, unless they end with an ellipsis.
CUT_OFF = """() => [...document.querySelectorAll("#turn *, #result *, #goal *, #players *, #tabs button")]
  .filter(each => each.checkVisibility() && each.childElementCount === 0 && each.textContent.trim())
  .filter(each => each.clientWidth > 1 && getComputedStyle(each).display !== "inline")
  .filter(each => each.scrollWidth > each.clientWidth + 2 && getComputedStyle(each).textOverflow !== "ellipsis")
  .map(each => `${each.tagName} ${each.className} ${each.textContent.slice(0, 40)}`)"""
# Words on the board that lie on each other, or outside of it.
LABELS = """() => {
  const board = document.getElementById("map-pan").getBoundingClientRect();
  const shown = [...document.querySelectorAll("#board :is(.name, .building, .player, .count, .value, .order, .round)")]
    .filter(label => label.checkVisibility())
    .map(label => [label.textContent, label.getBoundingClientRect()]);
  const outside = shown.filter(([, box]) => box.left < board.left || box.right > board.right).map(([text]) => text);
  const depth = (one, other) => Math.min(
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  );
  const covered = shown.flatMap(([text, box], index) => shown.slice(index + 1)
    .filter(([, other]) => depth(box, other) > 3.5).map(([other]) => `${text} and ${other}`));
  return [...outside, ...covered];
}"""


def overlapping(regions: list[list[Any]]) -> list[str]:
    """The regions that cover each other."""
    found = []
    for index, (name, left, top, right, bottom) in enumerate(regions):
        for other, *box in regions[index + 1 :]:
            across, down = min(right, box[2]) - max(left, box[0]), min(bottom, box[3]) - max(top, box[1])
            if across > 1 and down > 1:
                found.append(f"{name} and {other}")
    return found


@pytest.fixture(scope="module")
def crowded(tables: TableAccess) -> dict[str, TableLink]:
    """Tables of five: while bidding, while travelling, and after the end."""

    def at(phase: str, least: int) -> TableLink:
        def until(game: Game) -> bool:
            return game.phase == phase and game.round >= least

        return tables.create(*[None] * 5, until=until, names=LONG_NAMES)

    return {"bid": at("bid", 3), "travel": at("travel", 3), "over": at("over", 1)}


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_cut_off_or_covered(sessions: BrowserSessions, crowded: dict[str, TableLink], screen: str) -> None:
    width, height = SCREENS[screen]
    user = sessions.open(phone=screen == "phone", viewport={"width": width, "height": height}, locale="de-DE")
    for phase, table in crowded.items():
        user.sit_down(table.seat_path)
        user.wait_until("() => document.fonts.status === 'loaded'")
        where = f"{phase} on a {screen}"
        assert user.page.evaluate("() => [document.documentElement.scrollWidth, scrollY]") == [width, 0], where
        regions = user.page.evaluate(REGIONS)
        assert overlapping([region for region in regions if phase != "over" or region[0] != "#map-area"]) == [], where
        assert all(left >= 0 and right <= width for _, left, _, right, _ in regions), where
        problems = [*user.page.evaluate(NEEDED), *user.page.evaluate(CUT_OFF), *user.page.evaluate(LABELS)]
        assert problems == [], where


def test_five_panels_are_in_sight_on_a_laptop_while_a_tip_shows(sessions: BrowserSessions, tables: TableAccess) -> None:
    user = sessions.open(viewport={"width": 1280, "height": 720})
    user.sit_down(tables.create(None, *["novice"] * 4).seat_path)
    user.sees("#tips .tip:not([hidden])", "Each bid sends a trader into a building.")
    hidden = "() => { const all = document.getElementById('players'); return all.scrollHeight - all.clientHeight; }"
    assert user.page.evaluate(hidden) <= 2


def test_the_chat_leaves_room_for_what_lies_ahead_on_a_laptop(sessions: BrowserSessions, tables: TableAccess) -> None:
    user = sessions.open(viewport={"width": 1280, "height": 720})
    link = tables.create(None, None, None, until=lambda game: game.round == 2 and game.phase == "travel")
    user.sit_down(tables.seat_path(link, int(str(tables.game(link.id).to_move)[1:]) - 1))
    user.sees("#tips .tip:not([hidden])")
    user.page.click("#talk > summary .talk-title")
    for part in (".ahead dt >> nth=1", ".ahead dt >> nth=2", "#talk input[type='text'], #talk textarea"):
        expect(user.page.locator(part).first).to_be_in_viewport(ratio=1)


def test_on_a_phone_held_sideways_the_question_is_in_sight(
    sessions: BrowserSessions, crowded: dict[str, TableLink]
) -> None:
    user = sessions.open(phone=True, viewport=SIDEWAYS)
    user.sit_down(crowded["travel"].seat_path)
    assert user.page.evaluate("() => document.getElementById('side').scrollTop") == 0
    assert user.page.evaluate("() => document.getElementById('question').getBoundingClientRect().bottom") < 360
