"""Accounts: passwords, sessions, limits on attempts, and the seats of a person on several devices."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest
from argon2 import PasswordHasher

from table_setup import PERSON, config_for
from teahorse.server.accounts import passwords as passwords_module
from teahorse.server.accounts.attempts import SIGN_IN_BY_ADDRESS, SIGN_IN_BY_NAME, SIGN_UP_BY_ADDRESS
from teahorse.server.accounts.errors import (
    AccountError,
    AccountNameTaken,
    CommonPassword,
    DifferentPasswords,
    LongPassword,
    ShortPassword,
    TooBusy,
    TooManyAttempts,
    UnusableName,
    WrongNameOrPassword,
    WrongPassword,
)
from teahorse.server.accounts.export import export_of
from teahorse.server.accounts.leaving import leave_all_tables
from teahorse.server.accounts.passwords import Passwords
from teahorse.server.accounts.service import AccountService, NewPassword, SignedIn
from teahorse.server.storage import accounts as stored_accounts
from teahorse.server.storage.database import Database
from teahorse.server.storage.turn_messages import Subscription
from teahorse.server.tables.browsers import Browser
from teahorse.server.tables.events.chat import MESSAGE
from teahorse.server.tables.events.seating import SEATING
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.keys import hash_of, keys_at, new_key
from teahorse.server.tables.people import People
from teahorse.server.tables.service import TableService
from visitor import request_with_cookies

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "tea from Pu'er"
HERE = "192.0.2.7"
T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


@pytest.fixture
def accounts(storage: Database) -> AccountService:
    return AccountService(storage, Passwords(QUICK))


def sign_up(accounts: AccountService, name: str, password: str = PASSWORD, address: str = HERE) -> SignedIn:
    return run(accounts.sign_up(name, NewPassword(password, password), True, address))


def browser_of(storage: Database, signed_in: SignedIn | None = None, browser: str | None = None) -> Browser:
    cookies = {} if signed_in is None else {"session": signed_in.token}
    return Browser(request_with_cookies(**cookies, **({} if browser is None else {"browser": browser})), storage)


# --- Names and passwords ------------------------------------------------------------------------------


def test_nobody_can_read_a_password_or_a_session_in_the_database(accounts: AccountService, storage: Database) -> None:
    ann = sign_up(accounts, "Ann")
    stored = storage.accounts.named("ann")
    assert stored is not None and stored.password.startswith("$argon2id$") and PASSWORD not in stored.password
    assert storage.accounts.of_session(ann.token) is None
    assert storage.accounts.of_session(hash_of(ann.token)) == stored


def test_default_costs_are_those_that_rfc_9106_recommends() -> None:
    hashed = run(Passwords().hash(PASSWORD))
    assert hashed.startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_a_name_is_the_same_in_upper_and_lower_case(accounts: AccountService) -> None:
    sign_up(accounts, "  Änn   Müller ")
    with pytest.raises(AccountNameTaken):
        sign_up(accounts, "ÄNN MÜLLER")
    again = run(accounts.sign_in("änn müller", PASSWORD, HERE))
    assert again.account.name == "Änn Müller"


@pytest.mark.parametrize("name", ["", "A", "-ann", "..", "a/b", "<b>", "Ann\u202e", "A" * 31, "a" * 5000])
def test_unusable_names_are_refused(accounts: AccountService, name: str) -> None:
    with pytest.raises(UnusableName):
        sign_up(accounts, name)


@pytest.mark.parametrize(
    ("password", "error"),
    [
        ("seven77", ShortPassword),
        ("x" * 201, LongPassword),
        ("Password", CommonPassword),
        ("zzzzzzzzzz", CommonPassword),
        ("Ann-Katrin", CommonPassword),
    ],
)
def test_passwords_that_are_guessed_at_once_are_refused(
    accounts: AccountService, password: str, error: type[AccountError]
) -> None:
    with pytest.raises(error):
        sign_up(accounts, "ann-katrin", password)


def test_a_new_password_is_written_twice(accounts: AccountService) -> None:
    with pytest.raises(DifferentPasswords):
        run(accounts.sign_up("Ann", NewPassword(PASSWORD, PASSWORD + "!"), True, HERE))


def test_a_password_is_the_same_however_a_keyboard_composes_it(accounts: AccountService) -> None:
    sign_up(accounts, "Ann", "Dúli and the horses")
    assert run(accounts.sign_in("Ann", "Du\u0301li and the horses", HERE)).account.name == "Ann"


def test_a_hash_with_old_costs_is_replaced_when_its_owner_signs_in(storage: Database) -> None:
    sign_up(AccountService(storage, Passwords(QUICK)), "Ann")
    dearer = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    run(AccountService(storage, Passwords(dearer)).sign_in("Ann", PASSWORD, HERE))
    stored = storage.accounts.named("ann")
    assert stored is not None and "m=16,t=2" in stored.password


# --- Nobody learns which names exist ------------------------------------------------------------------


class CountingHasher(PasswordHasher):
    """Notes with which costs a password was checked."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.costs: list[str] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]  # ours is narrower
        self.costs.append(str(hash).rsplit("$", 2)[0])
        return super().verify(hash, password)  # type: ignore[arg-type]  # as the library takes both


def test_an_unknown_name_gets_the_same_answer_after_the_same_work(storage: Database) -> None:
    hasher = CountingHasher()
    accounts = AccountService(storage, Passwords(hasher))
    sign_up(accounts, "Ann")
    errors = []
    for name in ("Ann", "Nobody"):
        with pytest.raises(WrongNameOrPassword) as refused:
            run(accounts.sign_in(name, "not the password", HERE))
        errors.append(str(refused.value))
    assert errors[0] == errors[1]
    assert len(hasher.costs) == 2 and hasher.costs[0] == hasher.costs[1]


def test_an_unknown_name_is_limited_like_a_known_one(accounts: AccountService) -> None:
    sign_up(accounts, "Ann")
    for name in ("Ann", "Nobody"):
        for nth in range(SIGN_IN_BY_NAME.amount):
            with pytest.raises(WrongNameOrPassword):
                run(accounts.sign_in(name, "wrong", f"192.0.2.{nth}"))
        with pytest.raises(TooManyAttempts) as refused:
            run(accounts.sign_in(name, PASSWORD, "198.51.100.1"))
        assert 0 < refused.value.retry_after <= 15 * 60


# --- Limits -------------------------------------------------------------------------------------------


def test_attempts_are_counted_for_all_processes_together(database: str, storage: Database) -> None:
    other = Database(database)
    each = [AccountService(on, Passwords(QUICK)) for on in (storage, other)]
    sign_up(each[0], "Ann")
    for nth in range(SIGN_IN_BY_NAME.amount):
        with pytest.raises(WrongNameOrPassword):
            run(each[nth % 2].sign_in("ann", "wrong", f"192.0.2.{nth}"))
    for accounts in each:
        with pytest.raises(TooManyAttempts):
            run(accounts.sign_in("ann", PASSWORD, "198.51.100.9"))
    other.close()


def test_one_address_has_a_limit_for_all_names(accounts: AccountService) -> None:
    for nth in range(SIGN_IN_BY_ADDRESS.amount):
        with pytest.raises(WrongNameOrPassword):
            run(accounts.sign_in(f"name {nth}", "wrong", HERE))
    with pytest.raises(TooManyAttempts):
        run(accounts.sign_in("another name", "wrong", HERE))


def test_an_address_creates_only_so_many_accounts(accounts: AccountService) -> None:
    for nth in range(SIGN_UP_BY_ADDRESS.amount):
        sign_up(accounts, f"Ann {nth}")
    with pytest.raises(TooManyAttempts):
        sign_up(accounts, "Ann once more")


def test_the_right_password_begins_the_count_anew(accounts: AccountService) -> None:
    sign_up(accounts, "Ann")
    for _ in range(3):
        for nth in range(SIGN_IN_BY_NAME.amount - 1):
            with pytest.raises(WrongNameOrPassword):
                run(accounts.sign_in("Ann", "wrong", f"192.0.2.{nth}"))
        run(accounts.sign_in("Ann", PASSWORD, "198.51.100.1"))


def test_a_count_ends(accounts: AccountService, storage: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    counters = storage.rate_counters
    assert [counters.incr("a", 60), counters.incr("a", 60), counters.get("a")] == [1, 2, 2]
    moment = time.time()
    monkeypatch.setattr(time, "time", lambda: moment + 61)
    assert [counters.get("a"), counters.incr("a", 60)] == [0, 1]


def test_too_many_passwords_at_once_are_refused_instead_of_taking_all_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords_module, "MOST_WAITING", 3)
    passwords = Passwords(QUICK)

    async def many() -> list[object]:
        return await asyncio.gather(*(passwords.hash(PASSWORD) for _ in range(5)), return_exceptions=True)

    assert [isinstance(each, TooBusy) for each in run(many())].count(True) == 2
    run(passwords.hash(PASSWORD))


# --- Sessions -----------------------------------------------------------------------------------------


def test_a_changed_password_ends_all_other_sessions(accounts: AccountService, storage: Database) -> None:
    here, there = sign_up(accounts, "Ann"), run(accounts.sign_in("Ann", PASSWORD, HERE))
    new = NewPassword("a longer password", "a longer password")
    with pytest.raises(WrongPassword):
        run(accounts.change_password(here.account, here.token, "wrong", new, HERE))
    run(accounts.change_password(here.account, here.token, PASSWORD, new, HERE))
    assert browser_of(storage, here).account is not None and browser_of(storage, there).account is None
    with pytest.raises(WrongNameOrPassword):
        run(accounts.sign_in("Ann", PASSWORD, HERE))


def test_signing_out_everywhere_ends_every_session_but_those_of_others(
    accounts: AccountService, storage: Database
) -> None:
    ann, again, bo = sign_up(accounts, "Ann"), run(accounts.sign_in("Ann", PASSWORD, HERE)), sign_up(accounts, "Bo")
    storage.accounts.end_all_sessions(ann.account.id)
    assert [browser_of(storage, each).account is None for each in (ann, again, bo)] == [True, True, False]


def test_a_session_that_is_not_used_ends(
    accounts: AccountService, tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = tables.storage
    ann = sign_up(accounts, "Ann")
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    browser_of(storage, ann).sit(table_id, key)
    moment = stored_accounts.now()
    for days, is_alive in ((80, True), (160, True), (251, False)):  # each use prolongs it
        monkeypatch.setattr(stored_accounts, "now", lambda days=days: moment + days * 24 * 3600)
        monkeypatch.setattr("teahorse.server.storage.database.now", lambda days=days: moment + days * 24 * 3600)
        assert bool(tables.open(table_id).players_of([ann.token])) is is_alive
        assert (browser_of(storage, ann).account is not None) is is_alive


# --- Seats --------------------------------------------------------------------------------------------


def test_signing_in_takes_over_the_seats_of_the_browser(accounts: AccountService, tables: TableService) -> None:
    storage, browser = tables.storage, new_key()
    games = [tables.create(config_for(PERSON, PERSON, PERSON)) for _ in range(3)]
    for table_id, key in games[:2]:
        browser_of(storage, browser=browser).sit(table_id, key)
    ann = sign_up(accounts, "Ann")
    browser_of(storage, ann).sit(*games[2])
    assert browser_of(storage, ann, browser).count() == 3
    assert browser_of(storage, browser=browser).count() == 0  # signed out, the browser has none
    elsewhere = run(accounts.sign_in("Ann", PASSWORD, HERE))
    assert set(browser_of(storage, elsewhere).tables(10)) == {table_id for table_id, _ in games}
    for table_id, _ in games:
        request = request_with_cookies(session=elsewhere.token, browser=new_key())
        assert tables.open(table_id).players_of(keys_at(request, table_id)) == {"p1", "p2", "p3"}


def test_seats_of_the_browser_and_of_the_account_at_one_table_are_united(
    accounts: AccountService, tables: TableService
) -> None:
    storage, browser, ann = tables.storage, new_key(), sign_up(accounts, "Ann")
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    storage.add_key(hash_of(browser), {table_id: [0]}, 100)
    storage.add_key(ann.account.id, {table_id: [2]}, 100)
    browser_of(storage, ann, browser)
    assert storage.seats_opened(table_id, [hash_of(ann.token)]) == {0, 2}
    assert storage.seats_opened(table_id, [hash_of(browser)]) == frozenset()


def test_the_id_of_an_account_opens_no_seat(accounts: AccountService, tables: TableService) -> None:
    ann = sign_up(accounts, "Ann")
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    browser_of(tables.storage, ann).sit(table_id, key)
    table = tables.open(table_id)
    assert table.players_of([ann.account.id]) == table.players_of([hash_of(ann.token)]) == frozenset()
    assert table.players_of([ann.token])


# --- One's data ---------------------------------------------------------------------------------------


def test_a_deleted_account_is_gone_and_its_name_is_free(accounts: AccountService, tables: TableService) -> None:
    storage, ann = tables.storage, sign_up(accounts, "Ann")
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    browser_of(storage, ann).sit(table_id, key)
    storage.accounts.remove(ann.account.id)
    assert storage.accounts.named("ann") is None and browser_of(storage, ann).account is None
    assert storage.seats_opened(table_id, [hash_of(ann.token)]) == frozenset()
    assert [seat.name for seat in tables.open(table_id).seats] == ["Person 1", "Person 2", "Person 3"]
    assert browser_of(storage, sign_up(accounts, "Ann")).count() == 0


def test_the_export_has_everything_and_no_secret(accounts: AccountService, tables: TableService) -> None:
    storage, ann = tables.storage, sign_up(accounts, "Ann")
    table_id, key = tables.create(config_for(PERSON, "novice", PERSON))
    browser_of(storage, ann).sit(table_id, key)
    for seat, text in ((0, "Good luck!"), (1, "You, too!")):
        tables.append(table_id, lambda _, seat=seat, text=text: [NewEvent(MESSAGE, seat, {"text": text, "name": "?"})])
    data = export_of(storage, ann.account)
    assert data["account"]["name"] == "Ann" and len(data["sessions"]) == 1
    (table,) = data["tables"]
    assert table["table"] == table_id and [seat["yours"] for seat in table["seats"]] == [True, False, True]
    assert [said["text"] for said in table["chat"]] == ["Good luck!"]
    assert not any(secret in str(data) for secret in (ann.token, hash_of(ann.token), ann.account.password, key))


def test_messages_about_turns_follow_the_person_and_leave_a_browser_that_signs_out(
    accounts: AccountService, tables: TableService
) -> None:
    storage, browser = tables.storage, new_key()
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    browser_of(storage, browser=browser).sit(table_id, key)
    for kind, keys in (("push", {"auth": "a"}), ("mail", {})):
        new = Subscription(new_key(), hash_of(browser), kind, f"{kind}@example.org", keys, "en", "http://x", True)
        storage.turn_messages.add(new)

    def told() -> set[str]:
        return {found.kind for found, _ in storage.turn_messages.at_seat(table_id, 0)}

    ann = sign_up(accounts, "Ann")
    browser_of(storage, ann, browser)
    other = run(accounts.sign_in("Ann", PASSWORD, HERE))
    assert told() == {"push", "mail"}
    storage.accounts.end_session(hash_of(other.token))
    assert told() == {"push", "mail"}
    storage.accounts.end_session(hash_of(ann.token))
    assert told() == {"mail"}
    storage.accounts.remove(ann.account.id)
    assert told() == set() and storage.turn_messages.of(ann.account.id) == []


def test_who_deletes_the_account_leaves_the_seats_of_running_games(
    accounts: AccountService, tables: TableService
) -> None:
    storage, ann, bo = tables.storage, sign_up(accounts, "Ann"), sign_up(accounts, "Bo")
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    for seat, person in enumerate((ann, bo)):
        storage.add_key(person.account.id, {table_id: [seat]}, 100)
    leave_all_tables(tables, ann.account.id, ann.token)
    storage.accounts.remove(ann.account.id)
    table = tables.open(table_id)
    assert [seat.is_free for seat in table.seats] == [True, False, False]
    assert table.players_of([ann.token]) == frozenset() and table.players_of([bo.token]) == {"p2"}
    assert People(tables).rights(table_id, [bo.token]).is_host or table.state[SEATING].host != 0
