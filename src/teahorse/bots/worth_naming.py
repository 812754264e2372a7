"""Which moves of a search a hint names: none that only puts off another one, and no bid that is higher than it must be.

A search may find such a move as good as the plain one or better, since it looks at it more often.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..game import Game
from ..game_events import Event
from ..next_turn import may_bid_above
from ..rules import names
from .bot import Considered


def worth_naming(game: Game, ranked: list[Considered], made: str = "") -> list[Considered]:
    """The moves that a hint may name, in their order; `made` stays."""
    if game.phase == "travel":
        return [each for each in ranked if each.move == made or not has_no_way_home(game, each.move)]
    if game.phase != "bid":
        return ranked
    named = [each for each in ranked if each.move == made or not only_delays(game, each.move)] or ranked
    return _with_cheapest_bids(game, named, made)


# --- Moves that put off others ------------------------------------------------------------------------


def only_delays(game: Game, move: str) -> bool:
    """Whether the same player is to move again, and whatever they can do then would lead to the same position now.

    For example, a trader goes to the market when everyone else is out of the bidding. After a pass it is there anyway.
    """
    after = position_after(game, move)
    if after.to_move != game.to_move or after.phase != game.phase:
        return False
    now = set(game.legal_moves())
    return all(
        next_move in now and (_leads_to_the_same(game, after, next_move) or only_delays(after, next_move))
        for next_move in after.legal_moves()
    )


def _leads_to_the_same(game: Game, other: Game, move: str) -> bool:
    return bool(position_after(game, move).position == position_after(other, move).position)


# --- Journeys for nothing -----------------------------------------------------------------------------


def has_no_way_home(game: Game, move: str) -> bool:
    """Whether a move is a journey to a province from which, as it stands, the trader has to go home to the market.

    If another journey is to close the gap, it can come first. Where it displaces someone it is not for nothing.
    """
    if not move.startswith("go "):
        return False
    after = position_after(game, move)
    if after.phase != "travel":
        return False
    end = move[-1]
    return _sent_home(after, str(game.to_move), end) > _sent_home(game, str(game.to_move), end)


def _sent_home(game: Game, player: str, place: str) -> int:
    """How many of a player's traders in a place go home if all are done now."""
    sent = (event.fields for event in events_if_all_are_done(game) if event.name == "sent-home")
    return sum(fields["player"] == player and fields["place"] == place for fields in sent)


def events_if_all_are_done(game: Game) -> Iterator[Event]:
    """What happens if everyone left to travel is done now."""
    game = Game(game.rules, game.position)
    while game.phase in ("travel", "displace"):
        game.play("done" if game.phase == "travel" else "spare")
        yield from game.events


# --- Bids that cost more than they must ---------------------------------------------------------------


def _with_cheapest_bids(game: Game, ranked: list[Considered], made: str) -> list[Considered]:
    """The same, but the cheapest of several bids that come to the same, as good as the best of them."""
    cheapest = {each.move: each.move if each.move == made else cheapest_bid_like(game, each.move) for each in ranked}
    best: dict[str, Considered] = {}
    for each in ranked:
        move = cheapest[each.move]
        best.setdefault(move, each if each.move == move else replace(each, move=move, line=(), expects=None))
    return list(best.values())


def cheapest_bid_like(game: Game, move: str) -> str:
    """The cheapest bid in the same building that nobody could outbid by the rules; or the move itself.

    Where one rival could outbid another, it is the move itself: with these coins back that one might bid. So it is with
    Dúli, whose next bids nobody knows.
    """
    kind, *words = move.split(" ")
    if kind != "bid" or game.rules.has_duli or _may_outbid_each_other(game):
        return move
    building, price, *source = words
    legal, spaces = set(game.legal_moves()), game.rules.fields.prices[names.BUILDING.index(building)]
    for lower in sorted(int(each) for each in spaces if 0 < each < int(price)):
        bid = " ".join(["bid", building, str(lower), *source])
        if bid in legal and not _can_be_outbid(game, bid, building, lower):
            return bid
    return move


def _rivals(game: Game) -> list[int]:
    return [player for player in range(game.rules.players) if names.PLAYER[player] != str(game.to_move)]


def _may_outbid_each_other(game: Game) -> bool:
    """Whether a rival could outbid another one, who would have these coins again."""
    small, bids = game.rules.fields.small, game.position.bids
    return any(
        _may_bid_more(game, rival, building, int(game.rules.fields.prices[building][space]))
        for building, space in zip(*np.nonzero(small != 0), strict=True)
        for rival in _rivals(game)
        if bids[building][space] in _rivals(game) and bids[building][space] != rival
    )


def _may_bid_more(game: Game, rival: int, building: int, price: int) -> bool:
    """Whether a rival is still bidding and may bid more than a price in a building."""
    return not game.position.passed[rival] and may_bid_above(game.table, game.rules, rival, building, price)


def _can_be_outbid(game: Game, bid: str, building: str, price: int) -> bool:
    after, number = position_after(game, bid), names.BUILDING.index(building)
    return any(_may_bid_more(after, rival, number, price) for rival in _rivals(game))


def position_after(game: Game, move: str) -> Game:
    """A copy of the game after a move."""
    after = Game(game.rules, game.position)
    after.play(move)
    return after
