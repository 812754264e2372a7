"""Accounts are what their sessions allow, and nothing more; and messages lead nowhere else."""

import re
import sqlite3
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from asgi_client import ask
from teahorse.server.accounts.attempts import SIGN_IN_BY_NAME
from teahorse.server.http.hosts import public_origin
from teahorse.server.turn_messages.safe_http import AddressNotAllowed, SafeHttp

PASSWORD = "tea from Pu'er"
OF_AN_ACCOUNT = ("/account/password", "/account/visibility", "/account/delete", "/account/sign-out-everywhere")


class Person:
    """Someone with an account, and the cookies of their browser."""

    def __init__(self, app: FastAPI, name: str, scheme: str = "http") -> None:
        self.app, self.name, self.scheme = app, name, scheme
        fields = {"name": name, "password": PASSWORD, "again": PASSWORD, "public": "on"}
        self.entered = ask(app, "POST", f"{scheme}://localhost/account/new", data=fields)
        assert self.entered.status_code == 303, self.entered.text
        self.cookies = "; ".join(line.partition(";")[0] for line in self.entered.headers.get_list("set-cookie"))
        self.token = re.search(r"session=(\w{22})", self.cookies)[1]

    def ask(self, method: str, path: str, **what: object) -> httpx.Response:
        return ask(self.app, method, path, headers={"cookie": self.cookies}, **what)


def sign_in(app: FastAPI, name: str, password: str, address: str = "10.0.0.1", **headers: str) -> httpx.Response:
    fields = {"name": name, "password": password}
    return ask(app, "POST", "/account", data=fields, address=address, headers={"accept-language": "en"} | headers)


def test_a_password_cannot_be_tried_without_end(app: FastAPI) -> None:
    Person(app, "Ann")
    statuses = [sign_in(app, "Ann", f"wrong {n}", f"10.0.0.{n}").status_code for n in range(SIGN_IN_BY_NAME.amount + 1)]
    assert statuses == [422] * SIGN_IN_BY_NAME.amount + [429]
    assert sign_in(app, "Ann", PASSWORD, "10.9.9.9").status_code == 429  # nobody learns that this one is right


def test_nobody_learns_which_accounts_exist_by_signing_in(app: FastAPI) -> None:
    Person(app, "Ann")
    known, unknown = sign_in(app, "Ann", "wrong one"), sign_in(app, "Bob", "wrong one")
    assert known.status_code == unknown.status_code
    assert known.text.replace("Ann", "") == unknown.text.replace("Bob", "")


def test_a_session_begins_anew_and_its_cookie_is_strict(app: FastAPI) -> None:
    ann = Person(app, "Ann", "https")
    (line,) = [line for line in ann.entered.headers.get_list("set-cookie") if line.startswith("__Host-session=")]
    attributes = {word.strip().lower() for word in line.split(";")[1:]}
    assert {"httponly", "secure", "samesite=strict", "path=/"} <= attributes
    planted = "A" * 22  # a session id that someone else has put into the browser
    entered = sign_in(app, "Ann", PASSWORD, cookie=f"session={planted}")
    assert entered.status_code == 303 and planted not in str(entered.headers.get_list("set-cookie"))
    shown = ask(app, "GET", "/account/data.json", headers={"cookie": f"session={planted}"})
    assert shown.status_code in (401, 403, 404, 422) and "Ann" not in shown.text


def test_nobody_reads_or_changes_another_account(app: FastAPI) -> None:
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    assert ann.ask("GET", "/account/data.json").json() != bob.ask("GET", "/account/data.json").json()
    assert "Ann" not in bob.ask("GET", "/account/data.json").text
    for cookies in ({}, {"cookie": f"session={'B' * 22}; account=Ann"}):
        assert ask(app, "GET", "/account/data.json", headers=cookies).status_code != 200
        for path in OF_AN_ACCOUNT:
            refused = ask(app, "POST", path, data={"password": PASSWORD, "account": "Ann"}, headers=cookies)
            assert refused.status_code in (303, 401, 403, 404, 422)
    bob.ask("POST", "/account/delete", data={"password": PASSWORD, "name": "Ann", "account": "Ann"})
    assert sign_in(app, "Ann", PASSWORD).status_code == 303 and sign_in(app, "Bob", PASSWORD).status_code == 422


def test_a_copy_of_the_database_opens_no_account(app: FastAPI, database: str) -> None:
    ann = Person(app, "Ann")
    path = Path(database.removeprefix("sqlite:///"))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    stored = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert ann.token.encode() not in stored and PASSWORD.encode() not in stored and b"$argon2id$" in stored


def test_signing_out_everywhere_ends_stolen_sessions(app: FastAPI) -> None:
    ann = Person(app, "Ann")
    stolen = sign_in(app, "Ann", PASSWORD).headers["set-cookie"].partition(";")[0]
    assert ask(app, "GET", "/account/data.json", headers={"cookie": stolen}).status_code == 200
    ann.ask("POST", "/account/sign-out-everywhere")
    assert ask(app, "GET", "/account/data.json", headers={"cookie": stolen}).status_code != 200


@pytest.mark.parametrize(
    "address",
    [
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/x",
        "https://localhost/x",
        "https://2130706433/x",
        "https://[::ffff:127.0.0.1]/x",
        "http://example.org/x",
        "file:///etc/passwd",
        "https://user:secret@example.org/x",
        "https://example.org:22/x",
    ],
)
def test_the_server_sends_nothing_into_its_own_network(address: str) -> None:
    with pytest.raises(AddressNotAllowed):
        SafeHttp().check(address)


def test_a_forged_host_does_not_get_into_messages() -> None:
    names = ("0.0.0.0", "Club.example", "*")
    assert public_origin("https", "6.6.6.6", names) == public_origin("https", "evil.example", names)
    assert public_origin("https", "6.6.6.6", names) == "https://club.example"
    assert public_origin("https", "club.example:8443", names) == "https://club.example:8443"
    assert public_origin("http", "192.168.1.7:8013", ("0.0.0.0",)) == "http://192.168.1.7:8013"
