"""The seats of a browser: kept in the database by its id, so that no number of games is too many for a cookie."""

from fastapi import Request, Response

from ..storage.database import Database
from .errors import TooManyBrowsers
from .keys import LIST_COOKIE, browser_id, hash_of, listed_keys, new_key, set_browser_cookie

MOST_KEYS = 100  # of a table: its links, and the browsers that followed them


class Browser:
    """A browser that asks for something. What a cookie of version 0.1 lists is taken over first."""

    def __init__(self, request: Request, storage: Database) -> None:
        self.id = browser_id(request)
        self._request = request
        self._storage = storage
        self._list_is_done = LIST_COOKIE in request.cookies and self._take_over()

    def _take_over(self) -> bool:
        """Take the seats that an old cookie lists; False if some had to be left, and the cookie with them."""
        listed = {hash_of(held.key): held.table for held in listed_keys(self._request)}
        opened = self._storage.seats_by_hash(listed)
        if not opened:
            return True
        taken = self._storage.add_key(hash_of(self.get_id()), opened, MOST_KEYS)
        return taken == opened.keys()

    def get_id(self) -> str:
        """Its id, a new one if it has none."""
        self.id = self.id or new_key()
        return self.id

    def sit(self, table_id: str, key: str) -> None:
        """Take the seats that a key opens, if it does."""
        opened = self._storage.seats_by_hash({hash_of(key): table_id})
        if opened and not self._storage.add_key(hash_of(self.get_id()), opened, MOST_KEYS):
            raise TooManyBrowsers(most=MOST_KEYS)

    def leave(self, table_id: str) -> None:
        """Give the seats at a table up; the table itself stays."""
        if self.id is not None:
            self._storage.remove_key(table_id, hash_of(self.id))

    def count(self) -> int:
        """At how many tables this browser has seats."""
        return 0 if self.id is None else self._storage.count_tables_of(hash_of(self.id))

    def tables(self, most: int, after: int = 0) -> list[str]:
        """Some of its tables, the one played last first, after so many others."""
        return [] if self.id is None else self._storage.tables_of(hash_of(self.id), most, after)

    def remember_in(self, response: Response) -> None:
        """Let the browser keep its id; an old cookie goes when everything in it was taken over."""
        if self.id is not None:
            set_browser_cookie(self._request, response, self.id)
        if self._list_is_done:
            response.delete_cookie(LIST_COOKIE)
