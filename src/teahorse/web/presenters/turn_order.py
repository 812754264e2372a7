"""Which of the two turn orders is in force."""

from ...snapshot import Snapshot

BLUE_PHASES = ("bid", "take", "block")


def is_blue(snapshot: Snapshot) -> bool:
    """0.9: whether the blue order holds: while bidding and resolving, and while cards are shuffled for that."""
    return snapshot["phase"] in BLUE_PHASES or (snapshot["duli"] or {}).get("needs") in ("start", "bid")


def order_in_force(snapshot: Snapshot) -> list[str]:
    """The players in the order in which they act now, Dúli included."""
    return list(snapshot["blue"] if is_blue(snapshot) else snapshot["blue"][::-1])
