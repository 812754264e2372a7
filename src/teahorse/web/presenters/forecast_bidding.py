"""Seeing ahead in the city: coins committed and free, and what the bank would pay."""

from dataclasses import dataclass
from typing import Any

from ...game import Game
from ...rules import names as notation
from ...rules import resolving
from ...rules.state import BANK_SPACES, CLOSED, MAX_BANK_TOTAL
from ...text.events import Names, Say, called

TITLES = {"equal": ("Bank", "Bank"), "high-low": ("Bank, high", "Bank, low")}


@dataclass(frozen=True)
class Purse:
    """A player's coins: how many are committed to standing bids, and how many are free (below 0: short)."""

    player: str
    name: str
    coins: int
    committed: int
    free: int


@dataclass(frozen=True)
class BankSpace:
    """A space of the bank, and what it would pay now."""

    title: str
    is_closed: bool
    pays: int


@dataclass(frozen=True)
class Bidding:
    """Everyone's coins in blue order, the total of all standing bids, and, till it has paid, the bank."""

    purses: tuple[Purse, ...]
    total: int
    bank: tuple[BankSpace, ...]


def bidding(game: Game, names: Names, say: Say) -> Bidding:
    """What the bids come to as they stand."""
    g = game.position
    order = [int(player) for player in g.blue[: game.rules.record.seats] if player < game.rules.players]
    return Bidding(
        tuple(_purse(g, player, names, say) for player in order),
        total_of_bids(game),
        tuple(_space(game, g, space, say) for space in range(BANK_SPACES)) if game.phase == "bid" else (),
    )


def total_of_bids(game: Game) -> int:
    """4.1: what all standing bids come to, Dúli's included; the rules add them up."""
    return int(resolving.total_of_bids(game.position, game.rules.record))


def bank_pays(game: Game, space: int, total: int) -> int:
    """4.1, 16.2: what a space of the bank pays for a total."""
    return int(game.rules.record.bank_pays[space, min(total, MAX_BANK_TOTAL)])


def bank_title(game: Game, space: int, say: Say) -> str:
    """What a space of the bank is called."""
    return say(TITLES[str(game.rules.switches["bank"])][space])


def _purse(g: Any, player: int, names: Names, say: Say) -> Purse:
    coins, committed = int(g.coins[player]), int(g.committed[player])
    name = notation.PLAYER[player]
    return Purse(name, called(name, names, say), coins, committed, coins - committed)


def _space(game: Game, g: Any, space: int, say: Say) -> BankSpace:
    title = bank_title(game, space, say)
    pays = bank_pays(game, space, total_of_bids(game))
    return BankSpace(title, int(g.bank[space]) == CLOSED, pays)
