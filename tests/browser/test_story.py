"""What happened is told beat by beat, and can be told again."""

import re
from typing import Any

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import Route, expect
from table_access import TableAccess

from teahorse import Game
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.events.timing import TIME_CONTROL
from teahorse.server.tables.timing.control import TimeControl

# Notes every caption with what the page shows at that moment.
WATCH_CAPTIONS = """() => {
  window.told = [];
  window.watch?.disconnect();
  const caption = document.getElementById("caption");
  const number = (name) => document.querySelector(`#players [data-number="${name}"]`)?.textContent;
  window.watch = new MutationObserver(() => {
    const seen = ["map-area", "caption", "telling"].map((id) => document.getElementById(id));
    const [area, box, bar] = seen.map((each) => each.getBoundingClientRect());
    const numbers = [...document.querySelectorAll("#board .label.track")];
    window.told.push({
      text: caption.textContent,
      part: document.querySelector(".phases [aria-current]")?.dataset.part,
      heading: document.getElementById("question").textContent,
      forecast: document.querySelector("#turn .ahead").checkVisibility({ visibilityProperty: true }),
      answers: [...document.querySelectorAll("#turn .answers button")]
        .filter((each) => each.checkVisibility({ opacityProperty: true })).length,
      acting: document.querySelector(".panel.acting")?.id ?? "",
      coins: ["p1", "p2", "p3"].map((player) => number(`coins-${player}`)),
      incomes: ["p1", "p2", "p3"].map((player) => number(`income-${player}`)),
      order: [...document.querySelectorAll("#players > li")].map((seat) => seat.id),
      inside: box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom,
      middle: [box.left + box.width / 2, box.bottom],
      skip: document.getElementById("skip-telling").checkVisibility(),
      covered: numbers.map((number) => number.getBoundingClientRect())
        .filter((number) => number.height > 0 && number.right > bar.left && number.left < bar.right &&
          number.bottom > bar.top && number.top < bar.bottom).length,
      said: document.getElementById("announcer").textContent,
    });
  });
  window.watch.observe(caption, { childList: true });
}"""
# Clicks in the page as soon as it can: a story may be over before a click from here has come.
SKIP = "() => { const skip = document.getElementById('skip-telling'); return skip.checkVisibility() && !skip.click(); }"
SLOW = """() => {
  const bar = document.getElementById("telling");
  const slow = [...bar.querySelectorAll("label")].find((label) => label.textContent.includes("Slow"));
  return bar.checkVisibility() && !slow.click();
}"""
# Notes what is said to screen readers: the bots' moves follow at once.
NOTE_WORDS = """() => {
  window.words = [];
  const announcer = document.getElementById("announcer");
  new MutationObserver(() => window.words.push(announcer.textContent)).observe(announcer, { childList: true });
}"""
TOLD = "() => !document.querySelector('.suspended') && document.getElementById('telling').hidden"


def tell(user: BrowserUser, move: str) -> list[dict[str, Any]]:
    """Make a move, wait for the end of its story, and give what was shown at each caption."""
    user.page.evaluate(WATCH_CAPTIONS)
    user.make(move)
    user.wait_until(TOLD)
    return list(user.page.evaluate("() => window.told"))


def test_panels_and_stepper_show_the_moment_that_is_told(sessions: BrowserSessions, tables: TableAccess) -> None:
    table = tables.create(None, None, None, moves=("bid school 9", "bank", "pass"))
    ann = sessions.open(speed="quick")
    ann.sit_down(table.seat_path)

    passes, bank, paid, hired = tell(ann, "pass")
    assert [moment["part"] for moment in (passes, bank, paid, hired)] == ["bid", "resolve", "resolve", "resolve"]
    assert [moment["acting"] for moment in (passes, bank, paid)] == ["panel-p1", "panel-p2", "panel-p1"]
    assert [moment["heading"] for moment in (bank, paid, hired)] == ["Resolving"] * 3
    assert [(moment["forecast"], moment["answers"]) for moment in (passes, bank)] == [(True, 1), (False, 0)]
    assert "pays" in bank["text"] and bank["said"] in bank["text"]
    coins = [moment["coins"] for moment in (passes, bank, paid)]
    assert coins == [["9", "9", "12"], ["9", "15", "12"], ["0", "15", "12"]]
    assert all(moment["inside"] and moment["skip"] for moment in (passes, bank, paid, hired))
    assert all(moment["covered"] == 0 for moment in (passes, bank, paid, hired))  # numbers of the track
    ann.sees("#side header + #bar .phases [aria-current]")
    expect(ann.page.locator("#caption")).to_be_hidden()

    for move in ("go P-Y", "done", "done"):
        ann.make(move)
        ann.wait_until(TOLD)
    told = tell(ann, "done")
    parts = [moment["part"] for moment in told]
    assert parts == ["travel", "inspector", "inspector", "income", "income", "income", "order"]
    assert [moment["heading"] for moment in told[1::5]] == ["Inspector", "Turn order"]
    assert told[1]["text"].startswith("Inspector") and told[-1]["text"].startswith("Turn order")
    assert [sum(bool(income) for income in moment["incomes"]) for moment in told[2:6]] == [0, 1, 2, 3]
    assert told[-1]["order"] != told[-2]["order"]
    spot = ann.spot("province-Y").bounding_box()
    assert spot is not None and spot["x"] < told[1]["middle"][0] < spot["x"] + spot["width"]

    headings = ann.page.locator("#round-1 h3")
    assert headings.all_text_contents()[:4] == ["Turn order", "Income", "Inspector", "Build and travel"]
    expect(ann.page.locator(".incomes tbody tr")).to_have_count(3)


def test_what_happened_since_ones_last_move_is_marked_and_told_again(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    ann = sessions.open(speed="off")
    ann.sit_down(tables.create(None, "novice", "novice").seat_path)
    expect(ann.page.locator("#again")).to_have_count(0)
    ann.page.evaluate(NOTE_WORDS)
    ann.make("bid school 9")
    ann.wait_until("() => window.words.some(each => each.includes('school'))")  # said, though nothing moves
    ann.wait_until("() => document.querySelector('#table.yours') && document.querySelector('.since-mark')")
    ann.sees("#log li.since", "Since your last move")
    latest = ann.row

    ann.page.emulate_media(reduced_motion="reduce")
    ann.page.evaluate(WATCH_CAPTIONS)
    ann.page.click("#again")
    ann.wait_until("() => document.getElementById('telling').checkVisibility()")
    ann.wait_until(TOLD)
    captions = ann.page.evaluate("() => window.told.map(moment => moment.text)")
    assert len(captions) >= 2 and ann.row == latest  # told, without anything that flies
    expect(ann.page.locator("#again")).to_be_focused()

    ann.page.emulate_media(reduced_motion="no-preference")
    ann.page.click("#again")
    ann.wait_until(SLOW)
    expect(ann.page.locator("body")).to_have_attribute("data-speed", "slow")
    ann.wait_until(SKIP)
    ann.wait_until(TOLD)
    assert ann.row == latest
    expect(ann.page.locator("#table")).to_have_class(re.compile("yours"))
    assert {cookie["name"]: cookie["value"] for cookie in ann.context.cookies()}["speed"] == "slow"
    ann.press("Escape")  # skips nothing, as nothing is told
    ann.make("pass")


def test_telling_again_and_late_news_leave_the_slider_the_hint_and_the_tip_as_they_were(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    def is_anns_income(game: Game) -> bool:
        return game.to_move == "p1" and "convert 3" in game.legal_moves()

    ann = sessions.open(speed="off")
    table = tables.create(None, "novice", "novice", until=is_anns_income)
    ann.sit_down(table.seat_path)
    tip = ann.page.locator("#tips .tip:visible")
    expect(tip).to_have_count(1)
    words, latest = tip.inner_text(), ann.row
    ann.page.fill("#convert-slider", "3")
    ann.page.click("#ask-hint")
    ann.sees("#hint .advised-move")
    hint = ann.page.locator("#hint").inner_text()
    clocks = NewEvent(TIME_CONTROL, None, TimeControl.budget(9, 9, "greedy").data)
    tables.service.append(table.id, lambda _: [clocks])
    held: list[Route] = []
    ann.page.route("**/changes*", lambda route: held.append(route))
    with ann.page.expect_request("**/changes*"):
        ann.page.evaluate("() => window.dispatchEvent(new Event('online'))")  # it asks what is new
    ann.page.click("#again")  # while the answer with the clocks is on its way
    held[0].continue_()
    ann.wait_until(SKIP)
    ann.wait_until(TOLD)
    ann.sees(".turn-clock")
    expect(ann.page.locator("#again")).to_be_focused()
    assert ann.row == latest
    expect(ann.page.locator("#convert-number")).to_have_text("3")
    expect(ann.page.locator("#convert-slider")).to_have_value("3")
    expect(ann.page.locator("#hint")).to_have_text(hint, use_inner_text=True)
    expect(tip).to_have_text(words, use_inner_text=True)


COUNT_SOUNDS = """() => {
  window.sounds = 0;
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...given) {
    window.sounds += 1;
    return start.apply(this, given);
  };
}"""


def test_sounds_are_off_until_the_volume_is_turned_up_and_it_is_remembered(
    ann: BrowserUser, tables: TableAccess
) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    ann.page.evaluate(COUNT_SOUNDS)
    ann.make("bid school 9")
    assert ann.page.evaluate("() => window.sounds") == 0
    ann.page.click("#menu > summary")
    ann.sees("#volume-row", "Off")
    ann.page.locator("#volume").fill("50")
    ann.sees("#volume-row", "50 %")
    ann.press("Escape")
    ann.make("bid horse 9")
    ann.wait_until("() => window.sounds > 0")
    ann.page.reload()
    ann.wait_for_row(2)
    expect(ann.page.locator("#volume")).to_have_value("50")
    ann.visit("/settings")
    expect(ann.page.locator('[name="sound"]')).to_have_value("50")
