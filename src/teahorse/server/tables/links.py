"""Links to a table: invitations, the spectators' link, and one's own link for another device.

The key in a link is derived from the secret id of a browser, so that its owner can be shown it again although the
server stores only its hash.
"""

import hashlib
import hmac
from collections.abc import Collection
from dataclasses import dataclass

from ..storage.access import WATCHER, Link, TooManyKeys, give_seats
from .browsers import MOST_KEYS
from .errors import LinkInvalid, TooManyBrowsers
from .events.seating import SEATING
from .events.sharing import LINK, SHARING
from .keys import KEY_LENGTH, SIGNS, hash_of
from .service import TableService
from .table import Table

INVITATION, SEAT, SPECTATORS, DEVICE = ("invitation", "seat", "spectators", "device")


@dataclass(frozen=True)
class HostLinks:
    """The keys of the links that a host can hand out."""

    invitation: str
    seats: dict[int, str]  # for each free seat
    spectators: str | None  # None unless spectators need a link


def join_path(table_id: str, key: str) -> str:
    """The address that an invitation leads to."""
    return f"/t/{table_id}/join/{key}"


def watch_path(table_id: str, key: str) -> str:
    """The address that the spectators' link leads to."""
    return f"/t/{table_id}/watch/{key}"


def derived_key(secret: str, *purpose: object) -> str:
    """A key that only the owner of this secret can derive: the id of a browser, or the token of a session."""
    text = " ".join(str(word) for word in purpose)
    number = int.from_bytes(hmac.digest(secret.encode(), text.encode(), hashlib.sha256))
    return "".join(SIGNS[number // len(SIGNS) ** place % len(SIGNS)] for place in range(KEY_LENGTH))


def host_links(service: TableService, table: Table, secret: str) -> HostLinks:
    """The links of a table for its host, who has this secret. They are valid from now on."""
    sharing, free = table.state[SHARING], table.state[SEATING].free
    invitation = derived_key(secret, INVITATION, table.id, sharing.links_since)
    seats = {seat: derived_key(secret, SEAT, table.id, sharing.links_since, seat) for seat in free}
    new = [Link(hash_of(invitation), INVITATION), *(Link(hash_of(key), SEAT, seat) for seat, key in seats.items())]
    spectators = None
    if sharing.watching == LINK:
        spectators = derived_key(secret, SPECTATORS, table.id, sharing.watching_since)
        new.append(Link(hash_of(spectators), SPECTATORS))
    service.storage.access.add_links(table.id, new)
    return HostLinks(invitation, seats, spectators)


def device_key(service: TableService, table: Table, secret: str, keys: Collection[str]) -> str | None:
    """The key of one's own link for another device, which opens what these keys open.

    None for someone without a seat who is not the host.
    """
    rights = service.storage.access.rights(table.id, {hash_of(key) for key in keys})
    if not rights.seats and not rights.is_host:
        return None
    key = derived_key(secret, DEVICE, table.id, *sorted(rights.seats))
    hashed = hash_of(key)
    known = service.storage.access.rights(table.id, [hashed])
    if (known.seats, known.is_host) != (rights.seats, rights.is_host):
        _give(service, table.id, hashed, rights.seats, rights.role)
    return key


def watch(service: TableService, table_id: str, key: str, browser: str) -> None:
    """Let a browser watch a table by the spectators' link."""
    link = service.storage.access.link(table_id, hash_of(key))
    if link is None or link.kind != SPECTATORS:
        raise LinkInvalid
    _give(service, table_id, hash_of(browser), frozenset(), WATCHER)


def _give(service: TableService, table_id: str, hashed: str, seats: frozenset[int], role: str) -> None:
    try:
        service.storage.access.change(table_id, give_seats(hashed, seats, MOST_KEYS, role))
    except TooManyKeys:
        raise TooManyBrowsers(n=MOST_KEYS) from None
