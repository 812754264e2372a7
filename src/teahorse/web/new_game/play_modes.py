"""The ways to play that the page of a new game offers, with a word on each."""

EDITION_TITLES = {"2023": "2023, by Spielworxx", "2013": "2013, by Argentum"}
EDITION_WORDS = {
    "2023": "A temple, whose bidders close a gorge. The bank pays the same on both spaces. Dúli joins two people.",
    "2013": "No temple. The bank has a high and a low space, and traders may come home to Pu'er. Two people play two "
    "colours each.",
}

# What many tables agree on: the editions that have it, and the switches it sets.
VARIANT_EDITIONS = {"standard": ("2023", "2013"), "expert": ("2023",), "profi": ("2013",)}
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
