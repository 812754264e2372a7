"""Pages while the rules are being compiled: what needs none works, a table shows how far it is."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI

from teahorse.rules.code_cache import StillCompiling
from teahorse.rules.dispatching import CPUDispatcher
from teahorse.server.settings import Settings
from teahorse.web.app import make_app
from visitor import page_text


class Halfway:
    """A compilation that stands still: half of the rules, and nothing of the bots."""

    def is_ready(self, room: str) -> bool:
        return False

    def progress(self, room: str) -> float:
        return 0.5 if room == "rules" else 0.0


@pytest.fixture
def app(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[FastAPI]:
    """A server on a new machine: no compiled function can be called."""
    app = make_app(Settings(database))
    app.state.compilation = Halfway()
    monkeypatch.setattr(CPUDispatcher, "__call__", refuse_to_run, raising=False)
    yield app
    app.state.storage.close()


def refuse_to_run(self: object, *arguments: object) -> None:
    raise StillCompiling("The rules are still being compiled. Try again in a few seconds.")


def ask(app: FastAPI, method: str, path: str, **what: object) -> httpx.Response:
    async def asked() -> httpx.Response:
        at = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1")
        async with at:
            return await at.request(method, path, **what)

    return asyncio.run(asked())


@pytest.mark.parametrize(
    "path", ["/", "/new", "/learn", "/rules", "/rules/3.4", "/rules/3", "/rules/data", "/settings", "/docs"]
)
def test_pages_that_need_no_rules_work_meanwhile(app: FastAPI, path: str) -> None:
    assert ask(app, "GET", path).status_code == 200


def test_learning_has_its_words_before_its_pictures(app: FastAPI) -> None:
    assert "Bid in the city, with your traders and your coins." in page_text(ask(app, "GET", "/learn").text)


def test_a_picture_of_a_rule_comes_later(app: FastAPI) -> None:
    answer = ask(app, "GET", "/rules/3.4/picture")
    assert (answer.status_code, answer.text.strip()) == (503, "")


def test_a_new_game_waits_and_its_form_is_sent_again(app: FastAPI) -> None:
    answer = ask(app, "POST", "/new", data={"title": "Evening & tea", "edition": "2013"})
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert 'data-waits-for="rules"' in answer.text
    assert '<progress max="100" value="50"' in answer.text
    assert '<form method="post" action="/new">' in answer.text
    assert '<textarea name="title" hidden>\nEvening &amp; tea</textarea>' in answer.text


def test_the_guided_game_waits_too(app: FastAPI) -> None:
    assert '<form method="post" action="/learn">' in ask(app, "POST", "/learn").text


def test_programs_are_told_to_try_again(app: FastAPI) -> None:
    answer = ask(app, "POST", "/api/v1/tables", json={"seats": [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cy"}]})
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert answer.json()["sentence"] == "The rules are still being compiled. Try again in a few seconds."


def test_pages_are_told_how_far_it_is(app: FastAPI) -> None:
    assert ask(app, "GET", "/compiling").json() == {
        "rules": {"ready": False, "percent": 50},
        "bots": {"ready": False, "percent": 0},
    }
