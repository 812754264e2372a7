"""The ways to play that the page of a new game offers, with a word on each."""

from ...rules.edition_files import edition_data
from ...text.language import Say

VARIANT_OPTIONS: dict[str, dict[str, object]] = {
    "standard": {},
    "expert": {"expert": True},
    "profi": {"profi": True},
}
VARIANT_TITLES = {"standard": "Standard", "expert": "Expert", "profi": "Profi"}
VARIANT_WORDS = {
    "standard": "The game as the rulebook teaches it.",
    "expert": "Two bids in one building, and guards that protect your traders. VP don't end the game, presents do.",
    "profi": "Bid more than you have, and pay what you lack in VP.",
}

TWO_PLAYERS_TITLES = {"duli": "With Dúli", "two-colours": "Two colours each"}
TWO_PLAYERS_WORDS = {
    "duli": "A third merchant, moved by cards, bids and travels against both of you.",
    "two-colours": "You both play two sets of pieces, and score them together.",
}
ORDERS = {"random": "Chance decides", "listed": "As listed here, the first begins"}
TAKE_BACKS = {"turn": "until someone else has moved", "bots": "also past what bots have done since"}
COLOUR_NAMES = {"red": "Red", "blue": "Blue", "black": "Black", "yellow": "Yellow", "purple": "Purple"}


def edition_title(edition: str, say: Say) -> str:
    """An edition with its publisher."""
    return say("{edition}, by {publisher}").format(edition=edition, publisher=edition_data(edition)["publisher"])


def edition_summary(edition: str, say: Say) -> str:
    """What is special about an edition; its file may leave this out."""
    summary = edition_data(edition).get("summary")
    return say(summary) if summary else ""


def variants_of(edition: str) -> tuple[str, ...]:
    """The variants that the rulebook of an edition has."""
    return ("standard", *edition_data(edition).get("variants", ()))
