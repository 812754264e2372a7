"""What the bank pays (4.1, 15.5)."""

from .game import Game
from .rules import resolving
from .rules.state import MAX_BANK_TOTAL


def total_of_bids(game: Game) -> int:
    """The sum of all standing bids, which sets what the bank pays."""
    return int(resolving.total_of_bids(game.position, game.rules.record))


def bank_pays(game: Game, space: int, total: int) -> int:
    """What a space of the bank pays for a total of bids."""
    return int(game.rules.record.bank_pays[space, min(total, MAX_BANK_TOTAL)])
