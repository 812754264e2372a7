"""The seats of a browser. They are stored in the database under its id, so the cookie stays small."""

from fastapi import Request, Response

from ..storage.access import TooManyKeys, give_seats
from ..storage.database import Database
from .errors import TooManyBrowsers
from .keys import LIST_COOKIE, browser_id, hash_of, listed_keys, new_key, set_browser_cookie

MOST_KEYS = 100  # per table: its links, and the browsers that opened them


class Browser:
    """The browser behind a request. Keys in a cookie of version 0.1 are moved to the database first."""

    def __init__(self, request: Request, storage: Database) -> None:
        self.id = browser_id(request)
        self._request = request
        self._storage = storage
        self._list_is_done = LIST_COOKIE in request.cookies and self._take_over()

    def _take_over(self) -> bool:
        """Take the seats that an old cookie lists; False if a table was full, so that the cookie must stay."""
        listed = {hash_of(held.key): held.table for held in listed_keys(self._request)}
        opened = self._storage.seats_by_hash(listed)
        if not opened:
            return True
        taken = self._storage.add_key(hash_of(self.get_id()), opened, MOST_KEYS)
        return taken == opened.keys()

    def get_id(self) -> str:
        """Its id; creates one if there is none."""
        self.id = self.id or new_key()
        return self.id

    def sit(self, table_id: str, key: str) -> None:
        """Take the seats that a key opens; a wrong key opens none."""
        rights = self._storage.access.rights(table_id, [hash_of(key)])
        if not rights.seats and not rights.is_host:
            return
        give = give_seats(hash_of(self.get_id()), rights.seats, MOST_KEYS, rights.role)
        try:
            self._storage.access.change(table_id, give)
        except TooManyKeys:
            raise TooManyBrowsers(most=MOST_KEYS) from None

    def leave(self, table_id: str) -> None:
        """Give up the seats at a table; the table stays."""
        if self.id is not None:
            self._storage.remove_key(table_id, hash_of(self.id))

    def count(self) -> int:
        """At how many tables this browser has seats."""
        return 0 if self.id is None else self._storage.count_tables_of(hash_of(self.id))

    def tables(self, most: int, after: int = 0) -> list[str]:
        """A page of its tables, latest first: at most `most`, after skipping `after`."""
        return [] if self.id is None else self._storage.tables_of(hash_of(self.id), most, after)

    def remember_in(self, response: Response) -> None:
        """Set the cookie with the id, and delete an old cookie once all its keys are moved."""
        if self.id is not None:
            set_browser_cookie(self._request, response, self.id)
        if self._list_is_done:
            response.delete_cookie(LIST_COOKIE)
