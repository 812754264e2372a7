"""Accounts: sign up, sign in, change the password, sign out, delete. Passwords are checked in threads of their own."""

import re
import unicodedata
from dataclasses import dataclass

from fastapi.concurrency import run_in_threadpool

from ..storage.accounts import DuplicateName, StoredAccount
from ..storage.database import Database, now
from ..tables.keys import hash_of, new_id, new_key
from ..tables.session_cookies import LONGEST_NAME
from .attempts import Attempts
from .errors import AccountNameTaken, DifferentPasswords, UnusableName, WrongNameOrPassword, WrongPassword
from .passwords import Passwords, check_new_password

LEAST_LETTERS, MOST_LETTERS = 2, LONGEST_NAME
# Letters and digits of any language, with marks; the address of the player's page is made of it.
_NAME = re.compile(r"[^\W_][\w .'-]*")


@dataclass(frozen=True)
class SignedIn:
    """An account and the token of its new session. Only the cookie has the token."""

    account: StoredAccount
    token: str


class AccountService:
    """The accounts of a server."""

    def __init__(self, storage: Database, passwords: Passwords) -> None:
        self._store = storage.accounts
        self._passwords = passwords
        self._attempts = Attempts(storage.rate_counters)

    async def sign_up(self, name: str, new: "NewPassword", is_public: bool, address: str) -> SignedIn:
        """Create an account and sign in."""
        name = clean_name(name)
        new.check(name)
        await run_in_threadpool(self._attempts.count_sign_up, address)
        hashed = await self._passwords.hash(new.password)
        account = StoredAccount(new_id(), name, sign_in_name(name), hashed, is_public, now())
        try:
            await run_in_threadpool(self._store.add, account)
        except DuplicateName:
            raise AccountNameTaken from None
        return await self._begin(account)

    async def sign_in(self, name: str, password: str, address: str) -> SignedIn:
        """Sign in. An unknown name and a wrong password have the same answer, after the same work."""
        known_as = sign_in_name(name)
        await run_in_threadpool(self._attempts.count_sign_in, address, known_as)
        account = await run_in_threadpool(self._store.named, known_as)
        if not await self._passwords.is_correct(password, account.password if account else None) or account is None:
            raise WrongNameOrPassword
        if self._passwords.is_outdated(account.password):
            hashed = await self._passwords.hash(password)
            await run_in_threadpool(self._store.set_password, account.id, hashed, None)
        await run_in_threadpool(self._attempts.forget_name, known_as)
        return await self._begin(account)

    async def change_password(
        self, account: StoredAccount, token: str, password: str, new: "NewPassword", address: str
    ) -> None:
        """Change the password. All other sessions end."""
        new.check(account.name)
        await self.check_password(account, password, address)
        hashed = await self._passwords.hash(new.password)
        await run_in_threadpool(self._store.set_password, account.id, hashed, hash_of(token))

    async def check_password(self, account: StoredAccount, password: str, address: str) -> None:
        """Make sure that the owner asks, not someone who found an open browser. Raises `WrongPassword`."""
        await run_in_threadpool(self._attempts.count_sign_in, address, account.sign_in_name)
        if not await self._passwords.is_correct(password, account.password):
            raise WrongPassword
        await run_in_threadpool(self._attempts.forget_name, account.sign_in_name)

    async def _begin(self, account: StoredAccount) -> SignedIn:
        token = new_key()
        await run_in_threadpool(self._store.begin_session, account.id, hash_of(token))
        return SignedIn(account, token)


@dataclass(frozen=True)
class NewPassword:
    """A new password, written twice."""

    password: str
    again: str

    def check(self, name: str) -> None:
        """Raise an error if it can't be used."""
        check_new_password(self.password, name)
        if self.password != self.again:
            raise DifferentPasswords


def clean_name(name: str) -> str:
    """A name as it is stored, without needless spaces. Raises `UnusableName`."""
    name = " ".join(unicodedata.normalize("NFC", name[: 4 * MOST_LETTERS]).split())
    if not LEAST_LETTERS <= len(name) <= MOST_LETTERS or not _NAME.fullmatch(name):
        raise UnusableName(least=LEAST_LETTERS, n=MOST_LETTERS)
    return name


def sign_in_name(name: str) -> str:
    """The name for signing in: upper and lower case, and ways to write a letter, make no difference."""
    return unicodedata.normalize("NFKC", " ".join(name[: 4 * MOST_LETTERS].split())).casefold()[: 4 * MOST_LETTERS]
