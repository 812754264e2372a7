"""The statistics page in the browser: a finished game is counted, exported and forgotten."""

import json
from pathlib import Path

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess


def test_a_finished_game_is_counted_saved_and_forgotten(ann: BrowserUser, tables: TableAccess, tmp_path: Path) -> None:
    for seed in (1, 2):
        table = tables.create(None, "novice", "merchant", seed=seed, vp_end=40, until=lambda game: game.is_over)
        ann.sit_down(table.seat_path)
    ann.visit("/")
    ann.page.click("header.site >> text=Statistics")
    ann.sees(".tiles", "Finished games")
    ann.sees("#by-round")
    expect(ann.page.locator(".points-chart .single")).to_have_count(2)
    expect(ann.page.locator("section[aria-labelledby='by-opponent'] tbody tr")).to_have_count(2)
    ranking = tables.game(table.id).standings()
    own = next(line["vp"] for line in ranking if line["player"] == "p1")
    ann.sees("section[aria-labelledby='latest-games']", str(own))
    with ann.page.expect_download() as download:
        ann.page.click("text=Save for programs")
    download.value.save_as(tmp_path / "games.json")
    assert len(json.loads((tmp_path / "games.json").read_text())["games"]) == 2
    ann.page.click("summary >> text=Delete the statistics")
    ann.page.click("text=Forget all finished games")
    ann.sees(".empty", "No game is finished yet.")


def test_statistics_fit_a_phone(sessions: BrowserSessions, tables: TableAccess) -> None:
    phone = sessions.open(phone=True, locale="de")
    table = tables.create(None, "novice", "merchant", "novice", "novice", vp_end=40, until=lambda game: game.is_over)
    phone.sit_down(table.seat_path)
    phone.visit("/statistics")
    phone.sees("h1", "Statistik")
    assert phone.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
