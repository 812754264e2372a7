"""Which pieces of the drawing move in each act of a step."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...rules import names
from ..presenters.animation import Act
from .piece_ids import RESERVE, SUPPLY, Cast

# Acts that move other pieces than a trader of the player.
_OTHERS = {
    "structure-taken": names.STRUCTURE,
    "structure-built": names.STRUCTURE,
    "guards-placed": ("guards",),
    "guards-left": ("guards",),
}
# Pieces that are not part of the cast.
_SINGLE = {
    "horse-advanced": "horse-{player}",
    "gorge-blocked": "the-blocker",
    "inspected": "the-inspector",
    "new-order": "order-{player}",
    "converted": "points-{player}",
    "debt": "points-{player}",
}
_SEVERAL = frozenset({"passed", "sent-home", "duli-placed"})  # by the amount of the act
_ALL = frozenset({"bank", "traders-came-back"})  # the player's traders move together, wherever they are
# A trader that leaves the city here may go on within the same step: then it goes to where it ends.
_FROM_ANYWHERE_TO = frozenset({"outbid", "trader-returned", "bank-paid"})
_STILL = frozenset({"traders-earned", "posts-earned", "market-earned", "income", "pass-gained", "influence-gained"})


def moved_pieces(acts: Sequence[Act], before: Cast, after: Cast) -> Iterator[list[str]]:
    """For each act the pieces that move in it; none moves twice."""
    stood = before.stations
    moved = {
        piece: (stood[piece].place, station.place)
        for piece, station in after.stations.items()
        if piece in stood and stood[piece].place != station.place
    }
    for act in acts:
        pieces = list(_moved_in(act, moved))
        for piece in pieces:
            moved.pop(piece, None)
        yield pieces


def _moved_in(act: Act, moved: Mapping[str, tuple[str, str]]) -> Iterable[str]:
    if act.kind in _SINGLE:
        return [_SINGLE[act.kind].format(player=act.player)]
    if act.kind in _STILL or not (act.start or act.end):
        return []
    if act.kind in _ALL:
        return [piece for piece in moved if _is_of(piece, act)]
    starts, ends = _places(act.start), _places(act.end)
    found = [
        piece
        for piece, (start, end) in moved.items()
        if _is_of(piece, act)
        and (not starts or start in starts)
        and (not ends or end in ends or act.kind in _FROM_ANYWHERE_TO)
    ]
    return found[: (act.amount or 1) if act.kind in _SEVERAL else 1]


def _is_of(piece: str, act: Act) -> bool:
    kind, *whose = piece.split("-")
    if act.kind == "present":
        return kind == "present"
    return kind in _OTHERS.get(act.kind, ("trader",)) and whose[0] == act.player


def _places(spot: str | None) -> tuple[str, ...]:
    """The places of a spot, as the cast calls them; none if it is nowhere."""
    if spot is None:
        return ()
    kind, *rest = spot.split("-")
    if kind in ("camp", "piece"):
        player = rest[0]
        return (SUPPLY, RESERVE, player)  # presents are kept at the player's
    if kind in ("traders", "province", "gorge"):
        return (rest[0],)
    return ("P",) if kind == "market" else (spot,)
