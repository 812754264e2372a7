"""What a finger does on a phone: taps, swipes and touches with several fingers."""

from typing import Any

from browser_user import BrowserUser
from playwright.sync_api import expect

# Where a spot lies in the part of the map that can be seen, or null.
SEEN_PLACE = """spot => {
  const box = spot.getBoundingClientRect();
  const map = document.getElementById("map-area").getBoundingClientRect();
  const bottom = Math.min(map.bottom, document.getElementById("bar").getBoundingClientRect().top);
  const [top, foot] = [Math.max(box.top, map.top), Math.min(box.bottom, bottom)];
  for (let y = top + 6; y < foot - 3; y += 6) for (let x = box.left + 6; x < box.right; x += 6) {
    if (spot.contains(document.elementFromPoint(x, y))) return [x, y];
  }
  return null;
}"""


def tap(user: BrowserUser, name: str) -> None:
    """Tap on a spot, after scrolling the map to where it can be seen."""
    user.page.touchscreen.tap(*seen_place(user, name))


def seen_place(user: BrowserUser, name: str) -> tuple[float, float]:
    """A point of a spot that can be seen; the map is scrolled with a finger if need be."""
    place = user.spot(name).evaluate(SEEN_PLACE)
    if place is None:
        area, spot = user.page.locator("#map-area").bounding_box(), user.spot(name).bounding_box()
        assert area is not None and spot is not None
        middle = area["y"] + area["height"] / 2
        swipe(user, middle - spot["y"] - spot["height"] / 2)
        place = user.spot(name).evaluate(SEEN_PLACE)
    assert place is not None, f"{name} can't be seen"
    return place[0], place[1]


def swipe(user: BrowserUser, down: float) -> None:
    """Scroll the map with a finger, several times if it is far."""
    area = user.page.locator("#map-area").bounding_box()
    assert area is not None
    x, middle, reach = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2, area["height"] / 2 - 10
    while abs(down) > 1:
        part = max(-reach, min(reach, down))
        touch(user, *([(x, middle + part * step / 8)] for step in range(9)), hold=100)
        down -= part


def touch(user: BrowserUser, *steps: list[tuple[float, float]], hold: float = 0) -> None:
    """Put fingers down, move them step by step, hold them for some milliseconds, and lift them."""
    session = user.context.new_cdp_session(user.page)

    def send(kind: str, places: list[tuple[float, float]]) -> None:
        points: list[dict[str, Any]] = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", steps[0])
    for places in steps[1:]:
        send("touchMove", places)
    user.page.wait_for_timeout(hold)
    send("touchEnd", [])


def middle(user: BrowserUser, selector: str) -> tuple[float, float]:
    """The middle of something, once it can be seen."""
    expect(user.page.locator(selector)).to_be_visible()
    box = user.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
