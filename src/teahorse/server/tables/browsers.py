"""The seats of a browser. They are stored in the database under its id, so the cookie stays small.

Someone who is signed in has the seats under the id of the account instead, in every browser.
"""

from fastapi import Request, Response

from ..storage.access import TooManyKeys, give_seats
from ..storage.database import Database
from ..storage.game_lists import ListedTable
from .errors import TooManyBrowsers
from .keys import LIST_COOKIE, browser_id, hash_of, listed_keys, new_key, set_browser_cookie
from .my_turns import KINDS, TableStatus, sorted_tables
from .session_cookies import (
    NAME_COOKIE,
    delete_session_cookies,
    is_from_other_site,
    session_token,
    set_session_cookies,
)

MOST_KEYS = 100  # per table: its links, and the browsers that opened them


class Browser:
    """The browser behind a request. Keys in a cookie of version 0.1 are moved to the database first."""

    def __init__(self, request: Request, storage: Database) -> None:
        self.id = browser_id(request)
        self._request = request
        self._storage = storage
        self._session = session_token(request)
        self.account = None if self._session is None else storage.accounts.of_session(hash_of(self._session))
        self._give_to_account()
        self._list_is_done = LIST_COOKIE in request.cookies and self._take_over()

    def _take_over(self) -> bool:
        """Take the seats that an old cookie lists; False if a table was full, so that the cookie must stay."""
        listed = {hash_of(held.key): held.table for held in listed_keys(self._request)}
        opened = self._storage.seats_by_hash(listed)
        if not opened:
            return True
        taken = self._storage.add_key(self.get_hash(), opened, MOST_KEYS)
        return taken == opened.keys()

    def _give_to_account(self) -> None:
        """Give the seats of this browser to the account that is signed in.

        A link on another site brings no strict cookie, so a seat may have been taken without the account.
        """
        if self.account is not None and self.id is not None:
            self._storage.accounts.take_over(hash_of(self.id), self.account.id, hash_of(str(self._session)))

    def get_id(self) -> str:
        """Its id; creates one if there is none."""
        self.id = self.id or new_key()
        return self.id

    @property
    def name(self) -> str | None:
        """The name of the account; None if nobody is signed in."""
        return None if self.account is None else self.account.name

    @property
    def session(self) -> str | None:
        """The hash of its session; None if nobody is signed in."""
        return None if self.account is None or self._session is None else hash_of(self._session)

    @property
    def hash(self) -> str | None:
        """What its seats are stored under: the account, or the hash of its id; None if it has neither."""
        if self.account is not None:
            return self.account.id
        return None if self.id is None else hash_of(self.id)

    def get_hash(self) -> str:
        """The same; creates an id if there is none."""
        return hash_of(self.get_id()) if self.account is None else self.account.id

    def sit(self, table_id: str, key: str) -> None:
        """Take the seats that a key opens; a wrong key opens none."""
        rights = self._storage.access.rights(table_id, [hash_of(key)])
        if not rights.seats and not rights.is_host:
            return
        give = give_seats(self.get_hash(), rights.seats, MOST_KEYS, rights.role)
        try:
            self._storage.access.change(table_id, give)
        except TooManyKeys:
            raise TooManyBrowsers(n=MOST_KEYS) from None

    def leave(self, table_id: str) -> None:
        """Give up the seats at a table; the table stays."""
        if self.hash is not None:
            self._storage.remove_key(table_id, self.hash)

    def count(self) -> int:
        """At how many tables this browser has seats."""
        return 0 if self.hash is None else self._storage.count_tables_of(self.hash)

    def sorted_tables(self, most: int) -> list[tuple[ListedTable, TableStatus]]:
        """Its tables: those where others wait for it first, then the one played last first."""
        return [] if self.hash is None else sorted_tables(self._storage.game_lists.of(self.hash, most, KINDS))

    def tables(self, most: int, after: int = 0) -> list[str]:
        """A page of its tables, latest first: at most `most`, after skipping `after`."""
        return [] if self.hash is None else self._storage.tables_of(self.hash, most, after)

    def remember_in(self, response: Response) -> None:
        """Set the cookies with the id and the session, and delete an old cookie once all its keys are moved."""
        if self.id is not None:
            set_browser_cookie(self._request, response, self.id)
        self._give_to_account()  # what was taken meanwhile
        if self.account is not None and self._session is not None:
            set_session_cookies(self._request, response, self._session, self.account.name)
        elif NAME_COOKIE in self._request.cookies and not is_from_other_site(self._request):
            delete_session_cookies(self._request, response)  # the session has ended elsewhere
        if self._list_is_done:
            response.delete_cookie(LIST_COOKIE)
