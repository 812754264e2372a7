"""Preferences: kept in cookies, and harmless whatever a cookie says."""

import pytest

from teahorse.server.tables.service import TableService
from teahorse.web.preferences import Preferences
from teahorse.web.routes.preferences import own_path
from visitor import Visitor, page_text


def test_a_new_browser_has_the_usual_preferences() -> None:
    assert Preferences.of({}) == Preferences("auto", "auto", frozenset(), "normal", 0)


def test_cookies_give_back_what_was_kept() -> None:
    kept = Preferences("de", "dark", frozenset({"pass", "bank"}), "off", 40)
    assert Preferences.of({name: value for name, value in kept.cookies().items() if value}) == kept


@pytest.mark.parametrize("garbage", ["", "-", "1", "DARK", "../../etc", "pass-pass--x", "ü", "a" * 5000])
def test_garbage_in_cookies_is_harmless(garbage: str) -> None:
    read = Preferences.of(dict.fromkeys(("language", "theme", "confirm", "speed", "sound"), garbage))
    assert (read.language, read.theme, read.speed) == ("auto", "auto", "normal")
    assert read.sound == (1 if garbage == "1" else 0)
    assert read.confirm <= {"pass"}


def test_what_the_page_sends_holds_from_then_on(tables: TableService) -> None:
    visitor = Visitor(tables)
    form = {"language": "de", "theme": "dark", "speed": "slow", "sound": "30", "confirm": ["none", "done", "bank"]}
    answer = visitor.post("/settings", data=form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/settings?kept=1")
    page = visitor.get("/settings").text
    assert '<html lang="de" data-theme="dark"' in page
    for chosen in ('value="slow" checked', 'value="done" checked', 'value="bank" checked'):
        assert chosen in page
    assert 'value="pass" checked' not in page
    assert 'name="sound" min="0" max="100" step="10" value="30"' in page


def test_a_small_form_changes_one_thing_and_leaves_the_rest(tables: TableService) -> None:
    visitor = Visitor(tables)
    visitor.post("/settings", data={"theme": "dark", "confirm": ["none", "pass"]})
    visitor.post("/settings", data={"language": "de", "back": "/rules"})
    assert Preferences.of(visitor.cookies) == Preferences("de", "dark", frozenset({"pass"}), "normal")


def test_confirmations_can_all_be_switched_off(tables: TableService) -> None:
    visitor = Visitor(tables)
    visitor.post("/settings", data={"confirm": ["none", "pass"]})
    visitor.post("/settings", data={"confirm": ["none"]})
    assert Preferences.of(visitor.cookies).confirm == frozenset()


def test_the_browsers_language_can_be_chosen_again(tables: TableService) -> None:
    visitor = Visitor(tables)
    visitor.post("/settings", data={"language": "de"})
    assert '<html lang="de"' in visitor.get("/settings").text
    visitor.post("/settings", data={"language": "auto"})
    assert '<html lang="en"' in visitor.get("/settings").text


@pytest.mark.parametrize("path", ["/t/abc", "/rules?q=bank", "/"])
def test_one_returns_to_where_one_came_from(tables: TableService, path: str) -> None:
    answer = Visitor(tables).post("/settings", data={"theme": "dark", "back": path})
    assert answer.headers["location"] == path


@pytest.mark.parametrize(
    "path", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "t/abc", "/a\nb", "", None]
)
def test_nobody_is_sent_elsewhere(path: str | None) -> None:
    assert own_path(path, "/settings") == "/settings"


def test_the_way_back_to_the_table_is_on_the_page(tables: TableService) -> None:
    page = Visitor(tables).get("/settings?back=/t/abc").text
    assert 'name="back" value="/t/abc"' in page and 'href="/t/abc"' in page
    assert "elsewhere" not in Visitor(tables).get("/settings?back=//elsewhere.example").text


def test_the_page_says_that_settings_are_kept(tables: TableService) -> None:
    assert "Your settings are kept." in page_text(Visitor(tables).get("/settings?kept=1").text)
