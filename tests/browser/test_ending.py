"""The end of a game in the browser: the markers run, the podium appears, a picture is shared, a rematch begins."""

from pathlib import Path

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess, TableLink

from teahorse import Game
from teahorse.bots import bot_named

PNG = b"\x89PNG\r\n\x1a\n"
SHORT = 20  # VP that end a short game
PLACES_OF_MARKERS = """() => {
  const markers = [...document.querySelectorAll('#board [id^="points-"]')];
  return markers.map(marker => `${marker.id} ${getComputedStyle(marker).transform}`).sort();
}"""
TRACK_IS_SEEN = """() => {
  const [map, bar] = ["map-area", "bar"].map(name => document.getElementById(name).getBoundingClientRect());
  const numbers = [...document.querySelectorAll("#board .label.track")].map(number => number.getBoundingClientRect());
  const track = numbers.filter(box => box.height > 0);
  return track.length >= 20 && track.every(box => box.top >= map.top && box.bottom <= bar.top);
}"""
# Notes what the page shows then: a moment later something else is counted.
COINS_ARE_COUNTED = """() => {
  const [ticker, bar] = ["ticker", "telling"].map(name => document.getElementById(name));
  if (!ticker.textContent.includes("Coins: ")) return false;
  const result = /(w[oi]ns?|number \\d) with /u;
  window.toldEarly = [...document.querySelectorAll(".outcome, .podium, #log li")]
    .filter(each => result.test(each.textContent) && each.checkVisibility({ visibilityProperty: true }))
    .map(each => each.textContent);
  if (/ won|win/u.test(document.title)) window.toldEarly.push(document.title);
  window.tickerTop = ticker.getBoundingClientRect().top;
  window.barBottom = bar.getBoundingClientRect().bottom;
  return true;
}"""

SCORING_ORDER = (
    "() => [...document.querySelectorAll('.scoring-points [data-number]')].map(e => e.dataset.number.slice(3))"
)
PANEL_ORDER = "() => [...document.querySelectorAll('#players .panel')].map(e => e.id.slice(6))"


def last_move_is_next(game: Game) -> bool:
    """Whether the move of a greedy bot ends the game."""
    if game.phase != "convert":
        return False
    after = Game.from_snapshot(game.snapshot())
    after.play(bot_named("greedy", 1).choose(game))
    return after.is_over


def nearly_over(tables: TableAccess) -> tuple[TableLink, str]:
    """A table whose game ends with the next move, and that move."""
    table = tables.create(None, None, None, vp_end=SHORT, until=last_move_is_next)
    return table, bot_named("greedy", 1).choose(tables.game(table.id))


def test_markers_run_to_the_final_points_and_the_podium_appears(sessions: BrowserSessions, tables: TableAccess) -> None:
    user = sessions.open(speed="quick")
    table, move = nearly_over(tables)
    user.sit_down(table.seat_path)
    user.choose(move)
    user.wait_until(COINS_ARE_COUNTED)
    assert user.page.evaluate("() => window.toldEarly") == []
    expect(user.page.locator("#result.revealed")).to_be_visible()
    user.sees("#question .outcome", "won with")
    assert user.page.title() == user.page.get_attribute("#table", "data-title")
    ranking = tables.game(table.id).standings()
    expect(user.page.locator(".podium .place-1")).to_contain_text(f"{ranking[0]['vp']} VP")
    expect(user.page.locator(".podium li")).to_have_count(3)
    expect(user.page.locator(".stack")).to_have_count(3)
    user.page.hover(".stack .segment >> nth=0")
    expect(user.page.locator("#label")).to_contain_text("The VP track: ")
    expect(user.page.locator("#label")).to_be_visible()
    user.page.click("#watch-scoring")
    expect(user.page.locator(".podium")).to_be_hidden()
    assert user.page.evaluate(SCORING_ORDER) == user.page.evaluate(PANEL_ORDER)
    user.page.keyboard.press("Escape")
    expect(user.page.locator(".podium")).to_be_visible()


def test_on_a_phone_the_scoring_is_seen_and_undoing_the_end_puts_the_markers_back(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    user = sessions.open(phone=True, speed="normal")
    table, move = nearly_over(tables)
    user.sit_down(table.seat_path)
    before, row = user.page.evaluate(f"() => JSON.stringify(({PLACES_OF_MARKERS})())"), user.row
    user.choose(move)
    user.wait_until(f"() => ({COINS_ARE_COUNTED})() && ({TRACK_IS_SEEN})()")
    assert user.page.evaluate("() => window.tickerTop >= window.barBottom")
    expect(user.page.locator("#result.revealed")).to_be_visible()
    user.page.wait_for_function(TRACK_IS_SEEN)
    expect(user.page.locator("#telling")).to_be_hidden()
    user.page.locator("#undo-step").tap()
    user.wait_for_row(row + 2)  # the move, and taking it back
    user.page.wait_for_function(f"before => JSON.stringify(({PLACES_OF_MARKERS})()) === before", arg=before)


def test_the_picture_is_a_png_made_in_the_browser_and_the_rematch_has_the_same_seats(
    ann: BrowserUser, tables: TableAccess, tmp_path: Path
) -> None:
    table = tables.create(None, "novice", "novice", vp_end=SHORT, until=lambda game: game.is_over)
    ann.sit_down(table.seat_path)
    ann.page.evaluate("() => { navigator.canShare = () => false; }")
    with ann.page.expect_download() as download:
        ann.page.click("#share")
    assert download.value.suggested_filename == "yunnan.png"
    ann.sees("#ticker", "The picture is saved with your downloads.")
    download.value.save_as(tmp_path / "yunnan.png")
    data = (tmp_path / "yunnan.png").read_bytes()
    assert data.startswith(PNG) and len(data) > 100_000
    ann.page.click(".turning-points a >> nth=0")
    ann.sees("#replay")
    ann.visit(table.path)
    ann.page.click("text=Rematch")
    ann.wait_until("old => !location.pathname.includes(old)", table.id)
    ann.wait_for_row(0)
    game = ann.game()
    assert {game.headers[f"Player.{player}"] for player in ("p1", "p2", "p3")} == {"Ann", "Bartholomäus", "Cleo"}
    assert game.rules == tables.game(table.id).rules
    ann.wait_for_turn()


def test_a_spectator_sees_the_result_and_can_start_a_game_of_their_own(
    sessions: BrowserSessions, tables: TableAccess
) -> None:
    table = tables.create(None, None, None, None, None, vp_end=SHORT, until=lambda game: game.is_over)
    phone = sessions.open(phone=True)
    phone.sit_down(table.path)
    expect(phone.page.locator(".others li")).to_have_count(2)
    expect(phone.page.locator("text=Rematch")).to_have_count(0)
    phone.sees('#result a[href="/new"]', "New game")
    assert phone.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
