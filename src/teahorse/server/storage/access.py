"""Stores who may do what at a table: links, the keys of browsers, and the lobby.

A link or key is stored as its hash. Changes that belong to an event are stored in the event's transaction.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Engine

from ...errors import TeahorseError
from .accounts import OPENED, opened_by
from .engine import storage_errors, writing
from .schema import KEYS, LINKS, LOBBY
from .stored import now

PLAYER, HOST, WATCHER = ("player", "host", "watcher")  # roles of a key

KeyChange = Callable[[Connection, str], None]
"""Changes keys or links of a table in a transaction."""

_RIGHTS = select(KEYS.c.seats, KEYS.c.role).where(KEYS.c.table == bindparam("table"), OPENED)


class TooManyKeys(TeahorseError):
    """A table has as many keys as it may have."""


@dataclass(frozen=True)
class Rights:
    """What some keys allow at a table."""

    seats: frozenset[int] = frozenset()
    is_host: bool = False
    may_watch: bool = False

    @property
    def role(self) -> str:
        """The role that a key with these rights has."""
        return HOST if self.is_host else PLAYER if self.seats else WATCHER


@dataclass(frozen=True)
class Link:
    """A link to a table. Its key is not stored."""

    hash: str
    kind: str
    seat: int | None = None


class AccessStore:
    """Links and keys of all tables, and the lobby."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @storage_errors
    def rights(self, table_id: str, hashes: Collection[str]) -> Rights:
        """What keys with these hashes allow. One of them may be that of a session."""
        with self._engine.connect() as connection:
            found = connection.execute(_RIGHTS, {"table": table_id, **opened_by(hashes)}).all()
        seats = frozenset(seat for key in found for seat in key.seats)
        return Rights(seats, any(key.role == HOST for key in found), bool(found))

    @storage_errors
    def link(self, table_id: str, hashed: str) -> Link | None:
        """The link with this hash."""
        query = select(LINKS).where(LINKS.c.table == table_id, LINKS.c.hash == hashed)
        with self._engine.connect() as connection:
            found = connection.execute(query).first()
        return None if found is None else Link(found.hash, found.kind, found.seat)

    @storage_errors
    def add_links(self, table_id: str, links: Iterable[Link]) -> None:
        """Store links, unless they are stored already."""
        values = [{"table": table_id, **vars(link)} for link in links]
        with self._engine.connect() as connection:
            known = set(connection.scalars(select(LINKS.c.hash).where(LINKS.c.table == table_id)))
        if all(link["hash"] in known for link in values):
            return
        with writing(self._engine) as connection:
            new: Any = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(LINKS)
            connection.execute(new.on_conflict_do_nothing(), values)

    @storage_errors
    def change(self, table_id: str, *changes: KeyChange) -> None:
        """Change keys without an event."""
        with writing(self._engine) as connection:
            for change in changes:
                change(connection, table_id)

    @storage_errors
    def listed(self, since: int, most: int) -> list[str]:
        """The tables in the lobby, the latest first."""
        query = select(LOBBY.c.table).where(LOBBY.c.listed_at >= since).order_by(LOBBY.c.listed_at.desc()).limit(most)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))


# --- Changes ------------------------------------------------------------------------------------------


def give_seats(hashed: str, seats: Collection[int], most: int, role: str = PLAYER) -> KeyChange:
    """Let a key open more seats. Raises `TooManyKeys` if the table already has `most` other keys."""
    return partial(_give_seats, hashed=hashed, seats=seats, most=most, role=role)


def _give_seats(
    connection: Connection, table_id: str, hashed: str, seats: Collection[int], most: int, role: str
) -> None:
    found = connection.execute(select(KEYS).where(KEYS.c.table == table_id)).all()
    own = next((key for key in found if key.hash == hashed), None)
    if own is not None:
        roles = {own.role, role}
        stronger = next(each for each in (HOST, PLAYER, WATCHER) if each in roles)
        values = {"seats": sorted({*own.seats, *seats}), "role": stronger}
        connection.execute(update(KEYS).where(_is_key(table_id, hashed)).values(values))
    elif len(found) < most:
        connection.execute(insert(KEYS).values(table=table_id, hash=hashed, seats=sorted(seats), role=role))
    else:
        raise TooManyKeys("This table already has as many keys as it can have.")


def take_seat(seat: int) -> KeyChange:
    """No key opens this seat any more. Keys that open nothing else are removed, but the host keeps theirs."""
    return partial(_take_seat, seat=seat)


def _take_seat(connection: Connection, table_id: str, seat: int) -> None:
    for key in connection.execute(select(KEYS).where(KEYS.c.table == table_id)).all():
        if seat not in key.seats:
            continue
        left = [other for other in key.seats if other != seat]
        at = _is_key(table_id, key.hash)
        if left or key.role == HOST:
            connection.execute(update(KEYS).where(at).values(seats=left))
        else:
            connection.execute(delete(KEYS).where(at))


def set_host(seat: int) -> KeyChange:
    """The keys that open this seat are the host's, and no others."""
    return partial(_set_host, seat=seat)


def _set_host(connection: Connection, table_id: str, seat: int) -> None:
    for key in connection.execute(select(KEYS).where(KEYS.c.table == table_id)).all():
        role = HOST if seat in key.seats else PLAYER if key.seats else WATCHER
        if role != key.role:
            connection.execute(update(KEYS).where(_is_key(table_id, key.hash)).values(role=role))


def remove_links(kinds: Collection[str]) -> KeyChange:
    """Links of these kinds are no longer valid."""
    return partial(_remove_links, kinds=kinds)


def _remove_links(connection: Connection, table_id: str, kinds: Collection[str]) -> None:
    connection.execute(delete(LINKS).where(LINKS.c.table == table_id, LINKS.c.kind.in_(kinds)))


def remove_watchers(connection: Connection, table_id: str) -> None:
    """Spectators can't watch any more."""
    connection.execute(delete(KEYS).where(KEYS.c.table == table_id, KEYS.c.role == WATCHER))


def list_in_lobby(connection: Connection, table_id: str) -> None:
    """Show a table in the lobby."""
    connection.execute(delete(LOBBY).where(LOBBY.c.table == table_id))
    connection.execute(insert(LOBBY).values(table=table_id, listed_at=now()))


def remove_from_lobby(connection: Connection, table_id: str) -> None:
    """Don't show a table in the lobby."""
    connection.execute(delete(LOBBY).where(LOBBY.c.table == table_id))


def _is_key(table_id: str, hashed: str) -> Any:
    return (KEYS.c.table == table_id) & (KEYS.c.hash == hashed)
