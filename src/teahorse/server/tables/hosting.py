"""What only the host may do with a table: how it is shared, and closing it or asking the others to agree to that."""

from collections.abc import Callable, Collection

from ..storage.access import list_in_lobby, remove_from_lobby, remove_links, remove_watchers
from .errors import NotHost
from .events.requests import CLOSE, ask
from .events.seating import CLOSED
from .events.sharing import LINKS_RENEWED, LISTED, NOBODY, SHARING, WATCHERS, WATCHING
from .events.subject import NewEvent
from .keys import hash_of
from .links import INVITATION, SEAT, SPECTATORS
from .service import TableService
from .table import Table

TABLE_CLOSED = NewEvent(CLOSED, None, {}, (remove_from_lobby, remove_links([INVITATION, SEAT])))


class Hosting:
    """The host's decisions about tables."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    def set_watching(self, table_id: str, keys: Collection[str], who: str) -> Table:
        """Say who may watch. Spectators' links so far are no longer valid."""
        if who not in WATCHERS:
            raise ValueError(who)
        changes = (remove_links([SPECTATORS]), *([remove_watchers] if who == NOBODY else []))

        def decide(table: Table) -> list[NewEvent]:
            is_same = table.state[SHARING].watching == who
            return [] if is_same else [NewEvent(WATCHING, None, {"who": who}, changes)]

        return self._decide(table_id, keys, decide)

    def set_listed(self, table_id: str, keys: Collection[str], is_listed: bool) -> Table:
        """Show a table in the lobby, or not."""
        change = list_in_lobby if is_listed else remove_from_lobby

        def decide(table: Table) -> list[NewEvent]:
            is_same = table.state[SHARING].is_listed == is_listed
            return [] if is_same else [NewEvent(LISTED, None, {"is_listed": is_listed}, (change,))]

        return self._decide(table_id, keys, decide)

    def renew_links(self, table_id: str, keys: Collection[str]) -> Table:
        """Replace the invitations; those that were handed out are no longer valid."""
        renewed = NewEvent(LINKS_RENEWED, None, {}, (remove_links([INVITATION, SEAT]),))
        return self._decide(table_id, keys, lambda _: [renewed])

    def close(self, table_id: str, keys: Collection[str]) -> Table:
        """Close a table: nobody can move or join any more. It stays to be looked at.

        While a game goes on with other people, they must agree: otherwise a host who is about to lose would close it.
        """

        def decide(table: Table) -> list[NewEvent]:
            if table.is_closed:
                return []
            own, asked = table.own_seats(keys), table.open_request(CLOSE)
            if not table.needed_to_close(own) or (asked is not None and not table.still_needed(asked)):
                return [TABLE_CLOSED]
            return [] if asked is not None else [ask(CLOSE, own, table.needed_to_close(own))]

        return self._decide(table_id, keys, decide)

    def _decide(self, table_id: str, keys: Collection[str], decide: Callable[[Table], list[NewEvent]]) -> Table:
        def as_host(table: Table) -> list[NewEvent]:
            if not self._service.storage.access.rights(table.id, {hash_of(key) for key in keys}).is_host:
                raise NotHost
            return decide(table)

        return self._service.append(table_id, as_host)
