"""Who may watch a table, whether it is in the lobby, and which links are valid."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..seats import Seat
from .subject import Subject

WATCHING = "watching"  # data: who, one of WATCHERS
LISTED = "listed"  # data: is_listed
LINKS_RENEWED = "links-renewed"  # the invitations so far are no longer valid

ADDRESS, LINK, NOBODY = WATCHERS = ("address", "link", "nobody")


@dataclass(frozen=True)
class Sharing:
    """How a table is shared. Immutable."""

    watching: str = ADDRESS  # who may watch: everyone who has its address, or the spectators' link, or nobody
    watching_since: int = 0  # the event that said so; spectators' links from before it are not valid
    links_since: int = 0  # the event that renewed the invitations
    is_listed: bool = False


def _initial(seats: Sequence[Seat]) -> Sharing:
    return Sharing()


SHARING: Subject[Sharing] = Subject(
    "sharing",
    _initial,
    {
        WATCHING: lambda sharing, event: replace(sharing, watching=event.data["who"], watching_since=event.number),
        LISTED: lambda sharing, event: replace(sharing, is_listed=event.data["is_listed"]),
        LINKS_RENEWED: lambda sharing, event: replace(sharing, links_since=event.number),
    },
)
