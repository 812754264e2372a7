"""The pages of accounts and players: cookies, what others see, and links from other sites."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from table_setup import PERSON, config_for
from teahorse.server.accounts.ratings import new_skills
from teahorse.server.settings import Settings
from teahorse.server.storage.database import Database, now
from teahorse.server.storage.ratings import RatedGame
from teahorse.server.tables.keys import new_id
from teahorse.web.app import make_app
from visitor import page_text

HOST = "tables.example"
PASSWORD = "tea from Pu'er"
FOLLOWED = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}  # a link on another site


@pytest.fixture
def app(database: str) -> Iterator[FastAPI]:
    app = make_app(Settings(database, names=(HOST,)))
    yield app
    app.state.storage.close()


class Device:
    """A browser with its own cookies."""

    def __init__(self, app: FastAPI, scheme: str = "http") -> None:
        self._app = app
        self._base = f"{scheme}://{HOST}"
        self.cookies = httpx.Cookies()

    def ask(self, method: str, path: str, **what: Any) -> httpx.Response:
        return asyncio.run(self._ask(method, path, **what))

    async def _ask(self, method: str, path: str, **what: Any) -> httpx.Response:
        way = httpx.ASGITransport(self._app)
        spoken = {"accept-language": "en", **what.pop("headers", {})}
        async with httpx.AsyncClient(
            transport=way, base_url=self._base, cookies=self.cookies, headers=spoken
        ) as client:
            answer = await client.request(method, path, **what)
            self.cookies = client.cookies
        return answer

    def get(self, path: str, **what: Any) -> httpx.Response:
        return self.ask("GET", path, **what)

    def post(self, path: str, _headers: dict[str, str] | None = None, **fields: str) -> httpx.Response:
        return self.ask("POST", path, data=fields, headers=_headers or {})

    def sign_up(self, name: str, **fields: str) -> httpx.Response:
        return self.post("/account/new", name=name, password=PASSWORD, again=PASSWORD, **fields)

    def sign_in(self, name: str, password: str = PASSWORD, **fields: str) -> httpx.Response:
        return self.post("/account", name=name, password=password, **fields)


@pytest.fixture
def ann(app: FastAPI) -> Device:
    device = Device(app)
    assert device.sign_up("Ann", public="on").status_code == 303
    return device


def cookie_line(answer: httpx.Response, name: str) -> str:
    (line,) = [line for line in answer.headers.get_list("set-cookie") if line.startswith(f"{name}=")]
    return line


# --- Names ----------------------------------------------------------------------------------------------


def test_who_is_signed_in_sits_down_by_the_name_of_the_account(ann: Device, app: FastAPI) -> None:
    assert 'placeholder="Ann"' in ann.get("/new").text
    assert 'placeholder="Ann"' not in Device(app).get("/new").text


# --- Cookies ------------------------------------------------------------------------------------------


def test_the_cookie_of_a_session_is_strict_and_out_of_reach_for_scripts(app: FastAPI) -> None:
    line = cookie_line(Device(app).sign_up("Ann"), "session")
    assert "HttpOnly" in line and "SameSite=strict" in line and "Path=/" in line and "Secure" not in line
    line = cookie_line(Device(app, "https").sign_up("Bo"), "__Host-session")
    assert "HttpOnly" in line and "SameSite=strict" in line and "Secure" in line


def test_over_https_a_cookie_that_a_plain_connection_set_is_ignored(app: FastAPI, ann: Device) -> None:
    secure = Device(app, "https")
    secure.cookies.set("session", ann.cookies["session"], domain=HOST)
    assert "Sign in" in page_text(secure.get("/account").text)


@pytest.mark.parametrize("path", ["/account/sign-out", "/account/sign-out-everywhere", "/account/delete"])
def test_forms_of_other_sites_are_refused(ann: Device, path: str) -> None:
    for headers in (
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example"},
    ):
        assert ann.post(path, headers, password=PASSWORD).status_code == 403
    assert "Your account since" in ann.get("/account").text


def test_a_link_on_another_site_leads_to_the_page_of_someone_who_is_signed_in(app: FastAPI, ann: Device) -> None:
    service = app.state.table_service
    table_id, key = service.create(config_for(PERSON, PERSON, PERSON))
    ann.get(f"/t/{table_id}/sit/{key}")
    strict = ann.cookies["session"]
    del ann.cookies["session"]  # the browser leaves the strict cookie out
    answer = ann.get(f"/t/{table_id}?a=1&b=2", headers=FOLLOWED)
    assert f'content="0;url=/t/{table_id}?a=1&amp;b=2"' in answer.text and answer.headers["cache-control"] == "no-store"
    assert 'rel="icon"' in answer.text  # or the browser asks for /favicon.ico, and complains
    ann.cookies.set("session", strict, domain=HOST)  # our own page asks, and it is there
    assert 'id="offers"' in ann.get(f"/t/{table_id}", headers={"sec-fetch-site": "same-origin"}).text


def test_nobody_is_sent_round_in_circles(app: FastAPI, ann: Device) -> None:
    del ann.cookies["session"]
    assert "refresh" in ann.get("/rules", headers=FOLLOWED).text
    assert "refresh" not in ann.get("/rules", headers=FOLLOWED).text  # still without the cookie: the page itself
    assert "refresh" not in Device(app).get("/rules", headers=FOLLOWED).text  # a guest is never sent round
    assert ann.ask("POST", "/forget", headers=FOLLOWED).status_code == 403


# --- Signing in and out -------------------------------------------------------------------------------


def test_signing_in_leads_back_to_where_one_was_but_never_to_another_site(app: FastAPI, ann: Device) -> None:
    device = Device(app)
    assert device.sign_in("ann", back="/players").headers["location"] == "/players"
    assert device.sign_in("ann", back="https://evil.example").headers["location"] == "/?done=signed-in"
    assert device.sign_in("ann", back="//evil.example").headers["location"] == "/?done=signed-in"


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(app: FastAPI, ann: Device) -> None:
    answers = [Device(app).sign_in(name, "not the password") for name in ("Ann", "Bob")]
    assert {answer.status_code for answer in answers} == {422}
    one, other = (re.sub("Ann|Bob", "NAME", answer.text) for answer in answers)
    assert one == other and "The name and the password don&#39;t fit together." in one


def test_signing_out_leaves_a_browser_without_seats_id_and_name(app: FastAPI, ann: Device) -> None:
    table_id, key = app.state.table_service.create(config_for(PERSON, PERSON, PERSON))
    ann.get(f"/t/{table_id}/sit/{key}")
    assert table_id in ann.get("/").text
    assert "You are signed in as Ann." in ann.get("/?done=signed-in").text
    left = ann.post("/account/sign-out").headers["location"]
    assert not dict(ann.cookies)
    assert "You are signed out." in ann.get(left).text and "You are signed in" not in ann.get("/?done=signed-in").text
    assert table_id not in ann.get("/").text and "Ann" not in ann.get("/rules").text
    ann.sign_in("Ann")
    assert table_id in ann.get("/").text


def test_a_browser_that_was_signed_out_elsewhere_forgets_the_name(app: FastAPI, ann: Device) -> None:
    other = Device(app)
    other.sign_in("Ann")
    other.post("/account/sign-out-everywhere")
    assert "Ann" not in page_text(ann.get("/").text)
    assert "account" not in ann.cookies and "session" not in ann.cookies
    assert ann.post("/account/password").status_code == 403


def test_errors_stand_at_the_form_and_keep_the_name(app: FastAPI, ann: Device) -> None:
    answer = Device(app).sign_up("ann")
    assert answer.status_code == 422 and "This name is taken" in answer.text and 'value="ann"' in answer.text
    answer = ann.post("/account/delete", password="wrong password")
    assert answer.status_code == 422 and "This is not your password." in answer.text
    answer = ann.post("/account/password", password=PASSWORD, new="short", again="short")
    assert answer.status_code == 422 and "at least 8" in answer.text


def test_too_many_attempts_say_when_to_come_back(app: FastAPI, ann: Device) -> None:
    answers = [Device(app).sign_in("Ann", "wrong password") for _ in range(11)]
    assert [answer.status_code for answer in answers] == [422] * 10 + [429]
    assert int(answers[-1].headers["retry-after"]) > 60 and "tried too often" in answers[-1].text


def test_forms_are_never_kept_by_a_cache(ann: Device, app: FastAPI) -> None:
    for device, path in ((ann, "/account"), (ann, "/account/data.json"), (Device(app), "/account")):
        assert device.get(path).headers["cache-control"] == "no-store"


def test_no_page_asks_a_guest_to_sign_in(app: FastAPI) -> None:
    for path in ("/", "/new", "/learn", "/statistics", "/settings"):
        text = page_text(Device(app).get(path).text)
        assert text.count("Sign in") == 1 and "account" not in text.lower()  # the link in the header


# --- Players ------------------------------------------------------------------------------------------


def rate(storage: Database, *names: str, times: int = 1) -> None:
    accounts = [storage.accounts.named(name.casefold()) for name in names]
    places = {account.id: place for place, account in enumerate(accounts, 1) if account is not None}
    for _ in range(times):
        storage.ratings.rate(RatedGame(new_id(), "2023", 3, now(), places), new_skills)


def test_a_players_page_shows_ratings_with_uncertainty_and_a_chart(app: FastAPI, ann: Device) -> None:
    Device(app).sign_up("Bo", public="on")
    rate(app.state.storage, "Ann", "Bo", times=4)
    text = Device(app).get("/players/Ann").text
    assert "4 rated games, 4 won." in page_text(text) and "rating-chart" in text and "/t/" not in text
    skill = app.state.storage.ratings.standings(app.state.storage.accounts.named("ann").id)[0].skill
    assert f"{round(500 + 40 * skill.mu)} ± {round(80 * skill.sigma)}" in page_text(text)
    assert Device(app).get("/players/ann").headers["location"] == "/players/Ann"
    assert '<a href="/t/' in ann.get("/players/Ann").text  # one's own games have links


def test_a_private_page_looks_to_others_like_one_that_does_not_exist(app: FastAPI, ann: Device) -> None:
    Device(app).sign_up("Bo", public="on")
    rate(app.state.storage, "Ann", "Bo")
    assert ann.post("/account/visibility", visibility="private").status_code == 303
    private, missing = (Device(app).get(f"/players/{name}") for name in ("Ann", "Abc"))
    assert private.status_code == missing.status_code == 404
    assert private.text.replace("Ann", "Abc") == missing.text
    assert "Only you see this page." in ann.get("/players/Ann").text
    board = page_text(Device(app).get("/players?edition=2023&people=3").text)
    assert "Bo" in board and "Ann" not in board
    ann.post("/account/visibility", visibility="public")
    assert Device(app).get("/players/Ann").status_code == 200


def test_a_leaderboard_has_the_best_first_and_marks_the_reader(app: FastAPI, ann: Device) -> None:
    assert "No game is rated yet." in Device(app).get("/players").text
    Device(app).sign_up("Bo", public="on")
    rate(app.state.storage, "Bo", "Ann", times=3)
    text = ann.get("/players").text
    assert text.index(">Bo</a>") < text.index(">Ann</a>") and 'class="own"' in text
    assert 'class="own"' not in Device(app).get("/players?edition=none&people=99").text


def test_statistics_cover_the_person(app: FastAPI, ann: Device) -> None:
    table_id, key = app.state.table_service.create(config_for(PERSON, PERSON, PERSON))
    ann.get(f"/t/{table_id}/sit/{key}")
    other = Device(app)
    other.sign_in("Ann")
    assert "Your finished games, on all devices." in other.get("/statistics").text
    assert other.get("/account/data.json").json()["tables"][0]["table"] == table_id
