"""A rematch: a new game with the same people, bots and rules. Everyone keeps their seat."""

import hashlib
import hmac
import secrets
from contextlib import suppress

from ..storage.database import StorageError
from .events.seating import HOST, SEATING
from .events.sharing import SHARING, WATCHING
from .events.subject import Event, NewEvent
from .events.timing import TIMING
from .game_config import KIND_GAME, MOST_SEED, GameConfig
from .keys import ID_LENGTH, SIGNS, new_key
from .service import TableService
from .table import Table

REMATCH = "rematch"  # the kind of event at the old table; its seat started it. data: table
SECRET = "rematch"  # its name in the database


def rematch_id(service: TableService, table_id: str) -> str:
    """The id of a table's rematch. It follows from the table's own, so two people who want one meet at one table.

    Nobody can compute it who only knows the table's id: a secret of the server goes in. Version 0.1 had none.
    """
    of_an_old_version = _id_from(hashlib.sha256(f"rematch of {table_id}".encode()).digest())
    if service.storage.table(of_an_old_version) is not None:
        return of_an_old_version
    secret = service.storage.turn_messages.secret(SECRET, new_key)
    return _id_from(hmac.digest(secret.encode(), table_id.encode(), "sha256"))


def _id_from(digest: bytes) -> str:
    number = int.from_bytes(digest)
    return "".join(SIGNS[number // len(SIGNS) ** place % len(SIGNS)] for place in range(ID_LENGTH))


def has_begun(service: TableService, table_id: str) -> bool:
    """Whether a table's rematch exists."""
    return service.storage.table(rematch_id(service, table_id)) is not None


def start_rematch(service: TableService, table: Table, seat: int | None = None) -> str:
    """Create the rematch of a table unless someone has, and return its id. Chance decides the first order (1.1).

    Everyone at the old table is told that `seat` has started it.
    """
    new_id = rematch_id(service, table.id)
    order = list(range(len(table.seats)))
    secrets.SystemRandom().shuffle(order)
    (found,) = service.storage.overviews([table.id])
    keys = {hashed: sorted(order.index(seat) for seat in seats) for hashed, seats in found.keys.items()}
    config = GameConfig(
        rules=table.rules,
        seats=tuple(table.seats[seat] for seat in order),
        seed=secrets.randbelow(MOST_SEED),
        title=table.title if table.kind == KIND_GAME else "",
        take_back=table.take_back,
        time=table.state[TIMING].control,
    )
    with suppress(StorageError):  # someone else created it at the same moment
        service.create_as(new_id, keys, config, found.hosts)
        host = table.state[SEATING].host
        new = [] if host is None else [NewEvent(HOST, order.index(host), {"name": table.seats[host].name})]
        if table.is_private:  # it is shared like its table
            new.append(NewEvent(WATCHING, None, {"who": table.state[SHARING].watching}))
        service.append(new_id, lambda _: new)
    service.open(new_id)  # raises an error if there is none after all
    service.append(table.id, lambda now: [] if rematch_event(now) else [NewEvent(REMATCH, seat, {"table": new_id})])
    return new_id


def rematch_event(table: Table) -> Event | None:
    """The event that tells of a table's rematch; None if there is none yet."""
    return next((event for event in table.events if event.kind == REMATCH), None)
