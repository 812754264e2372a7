"""The pages of people who play far apart are in the reader's language, too, and no page of the server is forgotten."""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import pytest
from fastapi import FastAPI

from people_apart import TableApart, table_apart
from pseudo_language import CODE, NAMES, pseudo_language, untranslated, untranslated_in, visitor_with
from table_setup import config_for, free_seats, play_greedily
from teahorse.errors import Message
from teahorse.server.accounts import errors as account_errors
from teahorse.server.accounts.ratings import new_skills
from teahorse.server.settings import Settings
from teahorse.server.storage.database import now
from teahorse.server.storage.ratings import RatedGame
from teahorse.server.storage.turn_messages import MAIL, WEBHOOK, Subscription
from teahorse.server.tables import asking, chatting
from teahorse.server.tables import errors as table_errors
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.events.timing import TIMED_OUT
from teahorse.server.tables.keys import BROWSER_COOKIE, ListedKey, hash_of, new_id, new_key
from teahorse.server.tables.timing.control import TimeControl
from teahorse.server.turn_messages.links import CONFIRM, OFF, link_to
from teahorse.server.turn_messages.settings import MessageSettings
from teahorse.text.language import language_named
from teahorse.web import routes
from teahorse.web.app import make_app
from teahorse.web.message_texts import confirmation, turn_message
from teahorse.web.message_texts import test_message as trial_message
from teahorse.web.routes.messages import DONE
from visitor import HOST, Visitor

__all__ = ["pseudo_language"]

PASSWORD = "Łąka, Żółć i Śń"
# Names that tests give, addresses, the month of a date, which Babel writes in Polish, and names of levels.
LEFT = re.compile(r"Person(?= \d)|https?://[^\s\"<]*|ż@example\.org|(?<=\d )\w+(?= \d{4})")
BUDGET = TimeControl.budget(10, 30, "merchant")


@pytest.fixture(scope="module")
def app(pseudo_language: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    database = tmp_path_factory.mktemp("games") / "games.db"
    mail = MessageSettings(mail_server="smtp://127.0.0.1:9", mail_sender="tea@example.org", has_webhooks=True)
    app = make_app(Settings(f"sqlite:///{database}", bot_pause=0, names=(HOST,), messages=mail))
    yield app
    app.state.storage.close()


def left(page: str) -> list[str]:
    """The texts that are not translated."""
    return untranslated_in(re.sub(LEFT, "", page))


def reader_at(app: FastAPI, apart: TableApart, seat: int) -> Visitor:
    visitor = visitor_with(app)
    visitor.get(f"/t/{apart.id}/sit/{apart.keys[seat]}")
    return visitor


PAGES = (
    "/account",
    "/account/new",
    "/games",
    "/lobby",
    "/messages/off/nothing/nothing",
    "/offline",
    "/players",
    "/players/Ćę",
    "/settings/messages",
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_of_a_guest_is_in_the_language_of_its_reader(app: FastAPI, path: str) -> None:
    assert left(visitor_with(app).get(path).text) == []


def test_accounts_players_and_leaderboards_are_in_the_language_of_their_reader(app: FastAPI) -> None:
    visitor, name = visitor_with(app), "Żółć"
    sign_up = {"name": name, "password": PASSWORD, "again": PASSWORD, "public": "on"}
    for wrong in ({"name": "!"}, {"password": "ż"}, {"again": "ż"}):
        answer = visitor.post("/account/new", data=sign_up | wrong)
        assert answer.status_code == 422 and left(answer.text) == []
    assert visitor.post("/account/new", data=sign_up).status_code == 303
    assert left(visitor_with(app).post("/account/new", data=sign_up).text) == []  # the name is taken
    assert left(visitor_with(app).post("/account", data={"name": name, "password": "ż"}).text) == []
    account = app.state.storage.accounts.named(name.casefold())
    for _ in range(12):
        app.state.storage.ratings.rate(RatedGame(new_id(), "2023", 3, now(), {account.id: 1, "": 2}), new_skills)
    pages = ("/account", "/account?done=password", "/account?done=visibility", f"/players/{name}", "/players", "/")
    for path in pages:
        assert left(visitor.get(path).text) == [], path
    wrong_password = visitor.post("/account/password", data={"password": "ż", "new": PASSWORD, "again": PASSWORD})
    assert wrong_password.status_code == 422 and left(wrong_password.text) == []
    assert left(visitor.post("/account/delete", data={"password": "ż"}).text) == []


def test_seats_are_in_the_language_of_their_reader(app: FastAPI) -> None:
    tables = app.state.table_service
    held = ListedKey(*tables.create(free_seats(config_for(None, None, None), 1, 2)))
    host, path = visitor_with(app), f"/t/{held.table}"
    host.get(f"{path}/sit/{held.key}")
    assert host.post(f"{path}/sharing", data={"watching": "address", "listed": "1"}).status_code == 303
    page = host.get(f"{path}/seats").text
    assert left(page) == [] and left(visitor_with(app).get("/lobby").text) == []
    assert left(host.get(f"{path}/device").text) == []
    link = re.findall(rf"{path}/join/([^\"]*)", page)[0]
    guest = visitor_with(app)
    for address in (f"{path}/join/{link}", f"{path}/join", f"{path}/seats", f"{path}/watch/nothing"):
        assert left(guest.get(address).text) == []
    for wrong in ({"name": ""}, {"name": "Person 1"}):
        assert left(guest.post(f"{path}/join", data={"link": link, "seat": 1, **wrong}).text) == []
    assert guest.post(f"{path}/join", data={"link": link, "seat": 1, "name": NAMES[1]}).status_code == 303
    assert left(guest.get(f"{path}/seats").text) == [] and left(guest.post(f"{path}/close").text) == []
    assert host.post(f"{path}/bot", data={"seat": 2}).status_code == 303
    for visitor in (host, guest):
        assert left(visitor.get(f"{path}/seats").text) == [] and left(visitor.get(path).text) == []
    assert guest.post(f"{path}/vote", data={"seat": 0}).status_code in (303, 422)
    assert host.post(f"{path}/close").status_code == 303  # asks the guest
    for visitor in (host, guest):
        assert left(visitor.get(f"{path}/seats").text) == [] and left(visitor.get(path).text) == []
    guest.post(f"{path}/leave", data={"seat": 1, "then": "free"})
    assert left(host.get(f"{path}/seats").text) == [] and left(host.get(path).text) == []
    assert host.post(f"{path}/close").status_code == 303
    assert left(host.get(f"{path}/seats").text) == [] and left(host.get("/").text) == []


def test_talk_requests_and_clocks_are_in_the_language_of_their_reader(app: FastAPI) -> None:
    tables = app.state.table_service
    apart = table_apart(tables, None, None, None, time=BUDGET)
    path = f"/t/{apart.id}"
    first, second, third = (reader_at(app, apart, seat) for seat in range(3))
    apart.play("market", "bid school 5", "market")
    chatting.write(tables, apart.id, apart.key(1), "ż")
    message = apart.open().events[-1].number
    chatting.report(tables, apart.id, apart.key(2), message)
    chatting.mute(tables, apart.id, apart.key(2), 1, True)
    for visitor in (first, second, third):
        assert left(visitor.get(path).text) == [] and left(visitor.get(f"{path}/talk").text) == []
    chatting.remove(tables, apart.id, apart.key(0), message)
    chatting.silence(tables, apart.id, apart.key(0), 1, True)
    asking.ask_undo(tables, apart.id, apart.key(0), 4)
    for visitor in (first, second, third):
        assert left(visitor.get(path).text) == []
    asking.refuse(tables, apart.id, apart.key(1), apart.open().events[-1].number)
    assert left(first.get(path).text) == []
    asking.ask_pause(tables, apart.id, apart.key(0))
    assert left(second.get(path).text) == []
    request = apart.open().events[-1].number
    for seat in (1, 2):
        asking.agree(tables, apart.id, apart.key(seat), request)
    assert left(second.get(path).text) == []
    asking.ask_resume(tables, apart.id, apart.key(1))
    assert left(first.get(path).text) == []
    tables.append(apart.id, lambda _: [NewEvent(TIMED_OUT, 0)])
    assert left(first.get(path).text) == [] and left(second.get(path).text) == []
    for changed in second.get(f"{path}/changes?after=0").json().values():
        assert left(changed) == []
    refused = second.post(f"{path}/chat", data={"text": "ż"}, headers={"X-Table": "1"})
    assert refused.status_code == 403 and untranslated([refused.json()["sentence"]]) == []


def test_messages_about_turns_are_in_the_language_of_their_reader(app: FastAPI) -> None:
    visitor, page = visitor_with(app), "/settings/messages"
    visitor.get(page)
    assert left(visitor.post(f"{page}/add", data={"kind": MAIL, "address": "ż"}).text) == []
    holder = hash_of(visitor.cookies[BROWSER_COOKIE])
    store, keys = app.state.storage.turn_messages, [new_key() for _ in range(2)]
    mail, hook = (
        store.add(Subscription(key, holder, kind, address, {}, CODE, f"http://{HOST}", kind != MAIL))
        for key, kind, address in zip(keys, (MAIL, WEBHOOK), ("ż@example.org", f"http://{HOST}/ż"), strict=True)
    )
    for done in ("", *DONE):
        assert left(visitor.get(f"{page}?done={done}").text) == []
    for purpose in (CONFIRM, OFF):
        path = link_to(purpose, mail, store).removeprefix(mail.origin)
        assert left(visitor.get(path).text) == [] and left(visitor.post(path).text) == []
    assert left(visitor.get(page).text) == []
    apart = table_apart(app.state.table_service, None, None, None)
    for to in (mail, hook):
        for message in (turn_message(store, apart.open(), 0, to), trial_message(store, to), confirmation(store, to)):
            texts = " ".join((message.title, message.text, message.footer or ""))
            assert left(f"<p>{texts}</p>") == []


def test_a_finished_game_is_in_the_language_of_its_reader(app: FastAPI) -> None:
    tables = app.state.table_service
    held = ListedKey(*tables.create(config_for(None, None)))
    rows = len(play_greedily(tables, *held).history.rows)
    visitor, path = visitor_with(app, held), f"/t/{held.table}"
    for address in ("", "/picture.svg", f"/at/{rows - 1}", "/review", f"/review/state?rows={rows}"):
        assert left(visitor.get(f"{path}{address}").text) == [], address
    assert visitor.post(f"{path}/rematch").status_code == 303
    assert left(visitor.get(path).text) == [] and left(visitor.get("/").text) == []
    assert untranslated([visitor.get("/manifest.webmanifest").json()["name"]]) == []


def test_every_error_of_tables_and_accounts_can_be_translated(pseudo_language: None) -> None:
    say = language_named(CODE).say
    blanks = dict.fromkeys(("n", "least", "minutes", "name", "row"), 7)
    for sentence in (*table_errors.SENTENCES.values(), *account_errors.SENTENCES.values()):
        assert untranslated([Message(sentence, **blanks).translated(say)]) == []


# --- All pages ----------------------------------------------------------------------------------------

ELSEWHERE = {  # pages that tests/web/test_pseudo_language.py opens
    "/", "/new", "/box", "/learn", "/rules", "/rules/{rule_id}", "/rules/{rule_id}/picture", "/rules/data",
    "/rules/rulings", "/settings", "/statistics", "/docs", "/t/{table_id}", "/t/{table_id}/log/{number}",
    "/t/{table_id}/review", "/t/{table_id}/aid", "/t/{table_id}/story",
}  # fmt: skip
HERE = {
    "/account", "/account/new", "/games", "/lobby", "/messages/{purpose}/{subscription_id}/{token}", "/offline",
    "/players", "/players/{name}", "/settings/messages", "/t/{table_id}/seats", "/t/{table_id}/device",
    "/t/{table_id}/join/{link}", "/t/{table_id}/join", "/t/{table_id}/watch/{link}", "/t/{table_id}/sit/{key}",
    "/t/{table_id}/talk", "/t/{table_id}/changes", "/t/{table_id}/at/{row}", "/t/{table_id}/picture.svg",
    "/t/{table_id}/review/state", "/manifest.webmanifest",
}  # fmt: skip


FOR_PROGRAMS = {  # files and states; `again` sends what `story` sends
    "/account/data.json", "/statistics.json", "/statistics.csv", "/t/{table_id}/record", "/t/{table_id}/bell",
    "/service-worker.js", "/compiling", "/t/{table_id}/again",
}  # fmt: skip


def test_every_page_of_the_server_is_opened_by_these_tests() -> None:
    modules = [import_module(f"{routes.__name__}.{module.name}") for module in pkgutil.iter_modules(routes.__path__)]
    found = {route.path for module in modules for route in module.router.routes if "GET" in route.methods}
    assert found - ELSEWHERE - HERE - FOR_PROGRAMS == set()
