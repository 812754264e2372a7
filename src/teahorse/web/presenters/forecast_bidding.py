"""The forecast while bidding: committed and free coins, and what the bank would pay."""

from dataclasses import dataclass

from ...bank import bank_pays
from ...rules import names as notation
from ...rules.state import BANK_SPACES, CLOSED, NOBODY
from ...text.spot_texts import BANK_TITLES
from .position_view import PositionView


@dataclass(frozen=True)
class FreeCoins:
    """A player's coins: how many are committed to standing bids, and how many are free (below 0: short)."""

    player: str
    name: str
    coins: int
    committed: int
    free: int
    bank: tuple[int, ...]  # what its free spaces would pay this player, whose own bids are given up there


@dataclass(frozen=True)
class BankSpace:
    """A space of the bank, and what it would pay now."""

    title: str
    is_closed: bool
    is_open: bool  # nobody is there yet
    pays: int


@dataclass(frozen=True)
class Bidding:
    """Everyone's coins in blue order, the total of all standing bids, and the bank until it has paid."""

    free_coins: tuple[FreeCoins, ...]
    total: int
    bank: tuple[BankSpace, ...]


def bidding(view: PositionView) -> Bidding:
    """The forecast of the standing bids."""
    rules = view.rules
    order = [int(player) for player in view.record.blue[: rules.fields.seats] if player < rules.players]
    return Bidding(
        tuple(_free_coins(view, player) for player in order),
        view.total_of_bids,
        tuple(_space(view, space) for space in range(BANK_SPACES)) if view.phase == "bid" else (),
    )


def bank_title(view: PositionView, space: int) -> str:
    """What a space of the bank is called."""
    bank = str(view.rules.switches["bank"])
    return view.say(BANK_TITLES[bank][space])


def _free_coins(view: PositionView, player: int) -> FreeCoins:
    coins, committed = int(view.record.coins[player]), int(view.record.committed[player])
    name, others = notation.PLAYER[player], view.total_of_bids - committed
    is_asked = view.may_still_place(player)
    spaces = [space for space in range(BANK_SPACES) if is_asked and int(view.record.bank[space]) == NOBODY]
    bank = tuple(bank_pays(view.game, space, others) for space in spaces)
    return FreeCoins(name, view.player(name), coins, committed, coins - committed, bank)


def _space(view: PositionView, space: int) -> BankSpace:
    holder = int(view.record.bank[space])
    return BankSpace(bank_title(view, space), holder == CLOSED, holder == NOBODY, view.bank_pays[space])
