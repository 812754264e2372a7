"""Variants and other options on the page of a new game, with short descriptions."""

from ...errors import N_
from ...rules.edition_files import edition_data
from ...text.translation import Say

VARIANT_OPTIONS: dict[str, dict[str, object]] = {
    "standard": {},
    "expert": {"expert": True},
    "profi": {"profi": True},
}
VARIANT_TITLES = {"standard": N_("Standard"), "expert": N_("Expert"), "profi": N_("Profi")}
VARIANT_WORDS = {
    "standard": N_("The game as the rulebook teaches it."),
    "expert": N_("Two bids in one building, and guards that protect your traders. VP don't end the game, presents do."),
    "profi": N_("Bid more than you have, and pay what you lack in VP."),
}

TWO_PLAYERS_TITLES = {"duli": N_("With Dúli"), "two-colours": N_("Two colours each")}
TWO_PLAYERS_WORDS = {
    "duli": N_("A third merchant, moved by cards, bids and travels against both of you."),
    "two-colours": N_("You both play two sets of pieces, and score them together."),
}
ORDERS = {"random": N_("Chance decides"), "listed": N_("As listed here, the first begins")}
TAKE_BACKS = {"turn": N_("until someone else has moved"), "bots": N_("also past what bots have done since")}


def edition_title(edition: str, say: Say) -> str:
    """An edition with its publisher."""
    return say("{edition}, by {publisher}").format(edition=edition, publisher=edition_data(edition)["publisher"])


def edition_summary(edition: str, say: Say) -> str:
    """A summary of an edition; its file may leave this out."""
    summary = edition_data(edition).get("summary")
    return say(summary) if summary else ""


def variants_of(edition: str) -> tuple[str, ...]:
    """The variants in the rulebook of an edition."""
    return ("standard", *edition_data(edition).get("variants", ()))
