"""Invariants of reachable positions: no piece is lost, nothing stands beyond the horse, all fits the phase."""

from collections.abc import Iterator
from typing import Any

from .rules import names
from .rules.bidding import progress_left
from .rules.displacement import can_displace
from .rules.ending import reason_to_end
from .rules.events import NO_EVENTS
from .rules.income import income_of
from .rules.ruleset import Ruleset
from .rules.state import (
    BANK_SPACES,
    BID,
    BLOCK,
    BRIDGE,
    BUILDINGS,
    BY_CAP,
    CHANCE,
    CONVERT,
    DISPLACE,
    DULI,
    GORGES,
    GUARDS_GONE,
    GUARDS_IN_RESERVE,
    HIGH,
    LOW,
    MAX_GORGES,
    NEEDS_BID,
    NEEDS_NOTHING,
    NEEDS_START,
    NOBODY,
    OVER,
    PLACES,
    POST,
    PUER,
    SICHUAN,
    SPACES,
    STRUCTURES,
    STRUCTURES_OF_A_KIND,
    TAKE,
    TEAHOUSE,
    TEMPLE,
    TRADERS,
    TRADERS_AT_START,
    TRAVEL,
    YARD,
    YUNNAN,
    unpacked,
)


def why_unreachable(g: Any, rules: Ruleset) -> str | None:
    """The first reason why no game can reach a position; None if it breaks no invariant."""
    plain = unpacked(g)
    plain.record = g  # for compiled functions
    for invariant in (_pieces, _built, _bids, _bidding, _resolving, _travelling, _converting, _duli, _ending):
        for reason in invariant(plain, rules):
            return reason
    return None


def _name(player: int) -> str:
    return names.PLAYER[player]


def _in_city(g: Any, player: int) -> int:
    return int((g.bids == player).sum() + (g.bank == player).sum())


def _bidding_goes_on(g: Any) -> bool:
    return bool(g.phase == BID or (g.phase == CHANCE and g.needs in (NEEDS_BID, NEEDS_START)))


def _pieces(g: Any, rules: Ruleset) -> Iterator[str]:
    """1.2, 1.4: nothing is lost, nothing is made."""
    for player in [*range(rules.players), *([DULI] if rules.has_duli else [])]:
        traders = int(g.supply[player] + g.reserve[player] + g.traders[player].sum()) + _in_city(g, player)
        if traders != TRADERS:
            yield f"{_name(player)} has {traders} traders in all; everyone has {TRADERS} (1.2)."
        if g.reserve[player] > TRADERS - TRADERS_AT_START:
            yield f"{_name(player)} has {g.reserve[player]} traders in reserve; 4 at most (1.2)."
    for player in range(rules.players):
        built = (int(g.posts[player].sum()), int(g.bridges[player]).bit_count(), int((g.teahouse == player).sum()))
        for kind in range(STRUCTURES):
            total = int(g.structures[player, kind] + g.structures_reserve[player, kind]) + built[kind]
            if total != STRUCTURES_OF_A_KIND:
                yield f"{_name(player)} has {total} {names.STRUCTURE[kind]}s in all; everyone has 2 (1.2)."
    presents = int(g.presents.sum() + g.held_presents.sum())
    if presents != int(rules.fields.presents_at_start.sum()):
        yield f"there are {presents} presents in all; there are 14 (1.4)."


def _built(g: Any, rules: Ruleset) -> Iterator[str]:
    """5.3 to 5.7: nothing stands beyond the horse."""
    for player in range(rules.players):
        for place in range(g.horse[player] + 1, PLACES):
            if g.traders[player, place] or g.posts[player, place] or g.teahouse[place] == player:
                yield f"{_name(player)}'s horse has not reached {names.PLACE[place]}, where something stands (5.3-5.7)."
        for gorge in range(MAX_GORGES):
            if g.bridges[player] >> gorge & 1 and GORGES[gorge][1] > g.horse[player]:
                yield f"{_name(player)}'s horse has not reached the far side of the bridge {names.GORGE[gorge]} (5.4)."
        if rules.switches["guards"]:
            where = g.guards[player]
            if where not in (GUARDS_IN_RESERVE, GUARDS_GONE) and _bidding_goes_on(g):
                yield f"{_name(player)}'s guards leave the game before bidding (13.6)."
            if where == GUARDS_GONE and g.round_number == 1:
                yield f"{_name(player)}'s guards can't be gone in the first round (13.6)."
    if g.blocked != NOBODY and not rules.switches["temple"]:
        yield "a gorge is blocked, but there is no temple (4.9)."
    if g.blocked != NOBODY and _bidding_goes_on(g):
        yield "a gorge is blocked while bidding; the blocker goes home before (11.3)."


def _bids(g: Any, rules: Ruleset) -> Iterator[str]:
    """3.2 to 3.8, 13.1, 13.2: what can stand in the buildings."""
    most = 2 if rules.switches["double_bidding"] else 1
    for building in range(BUILDINGS):
        standing = [space for space in range(SPACES) if g.bids[building, space] != NOBODY]
        if any(rules.fields.small[building, space] for space in standing[:-1]):
            yield f"a small bid stands under a higher one in the {names.BUILDING[building]} (3.7)."
        for player in set(g.bids[building]) - {NOBODY}:
            own = int((g.bids[building] == player).sum())
            if own > (1 if building == TEMPLE or player == DULI else most):
                yield f"{_name(player)} has {own} traders in the {names.BUILDING[building]} (3.3, 13.1)."
            if player == DULI:
                if building == TEMPLE:
                    yield "Dúli never bids in the temple (14.6)."
            elif own > progress_left(g.record, rules.record, player, building):
                yield f"{_name(player)} can't use what is bid for in the {names.BUILDING[building]} (3.8, 13.2)."
    for player in range(rules.players):
        paid = g.phase in (TAKE, BLOCK) and g.blue[g.turn] == player
        if g.committed[player] > g.coins[player] and not paid and not rules.switches["debt"]:
            yield f"{_name(player)} has {g.coins[player]} coins and bids of {g.committed[player]} (3.6)."
    if not _bidding_goes_on(g):
        if any(g.passed[player] for player in range(rules.players)):
            yield "someone has passed, but nobody is bidding (18)."
        if any(g.bank[space] >= 0 for space in range(BANK_SPACES)):
            yield "someone is in the bank, but it has paid already (4.1)."
        if g.phase not in (TAKE, BLOCK) and (g.bids != NOBODY).any():
            yield "bids stand, but all have been resolved (4.2)."


def _bidding(g: Any, rules: Ruleset) -> Iterator[str]:
    """2.1 to 2.7, 15.4: while bidding."""
    if not _bidding_goes_on(g):
        return
    if g.bank[HIGH] == g.bank[LOW] != NOBODY:
        yield f"{_name(g.bank[HIGH])} is on both spaces of the bank (2.5)."
    players = range(rules.players)
    for player in players:
        banked = player in g.bank
        if banked and (g.bids == player).any():
            yield f"{_name(player)} is in the bank and has bids (2.5, 15.4)."
        if banked and rules.switches["bank"] == "equal" and not g.passed[player]:
            yield f"{_name(player)} is in the bank and has not passed (2.5)."
        if g.passed[player] and g.supply[player] > 0:
            yield f"{_name(player)} has passed and has traders in the supply (2.7)."
    if all(g.passed[player] for player in players):
        yield "all have passed, but the bidding goes on (2.1)."
    if g.phase == BID and g.passed[g.blue[g.turn]]:
        yield f"{_name(g.blue[g.turn])} has passed and is to bid (2.1)."
    if any(g.traders[DULI]):
        yield "Dúli's traders are called back before bidding (14.13)."


def _resolving(g: Any, rules: Ruleset) -> Iterator[str]:
    """4.2, 4.3: the yard and the temple ask in blue order."""
    if g.phase not in (TAKE, BLOCK):
        return
    mover = g.blue[g.turn]
    asked = YARD if g.phase == TAKE else TEMPLE
    for player in g.blue[: g.turn]:
        if (g.bids == player).any():
            yield f"{_name(player)} has bids, but is before {_name(mover)} in blue order (4.2)."
    if (g.bids[:asked] == mover).any():
        yield f"{_name(mover)} has bids that resolve before the {names.BUILDING[asked]} (4.3)."
    if mover not in g.bids[asked]:
        yield f"{_name(mover)} is asked about the {names.BUILDING[asked]} and has no trader there (4.2)."
    if any(g.traders[DULI]):
        yield "Dúli's traders travel only after resolving (14.8)."


def _travelling(g: Any, rules: Ruleset) -> Iterator[str]:
    """5.6 to 5.10: while a player travels."""
    if g.phase not in (TRAVEL, DISPLACE):
        return
    mover = g.blue[g.turn]
    if g.passes_left + g.moved.sum() > g.passes[mover]:
        yield f"{_name(mover)} has {g.passes_left} passes left after {g.moved.sum()} journeys (5.9)."
    for place in range(PLACES):
        if g.moved[place] > g.traders[mover, place]:
            yield f"more traders of {_name(mover)} have moved to {names.PLACE[place]} than stand there (5.6)."
    if g.moved[PUER] and not rules.switches["puer_is_province"]:
        yield "a trader moved to Pu'er, which is no destination (5.6)."
    if g.phase == DISPLACE:
        if g.moved[g.arrived] == 0:
            yield f"no trader of {_name(mover)} moved to {names.PLACE[g.arrived]} (5.10)."
        if not any(can_displace(g.record, rules.record, mover, victim, g.arrived) for victim in range(DULI + 1)):
            yield f"nobody can be displaced in {names.PLACE[g.arrived]} (5.10)."


def _converting(g: Any, rules: Ruleset) -> Iterator[str]:
    """8, 9.1, 10.1: incomes follow from the board, and the turn order from the incomes."""
    players = [int(player) for player in g.blue[: rules.players]]
    if g.phase != CONVERT:
        if any(g.income[player] for player in players):
            yield "someone has an income outside converting (8, 10)."
        return
    incomes = [int(income_of(g.record, rules.record, player, NO_EVENTS)) for player in players]
    for seat, player in enumerate(players):
        due = incomes[seat] if seat <= g.turn else 0
        if g.income[player] != due:
            yield f"{_name(player)}'s income is {g.income[player]}; it should be {due} (8, 10.1)."
    if incomes != sorted(incomes):
        yield "the turn order does not follow the incomes (9.1)."
    if g.income[g.blue[g.turn]] == 0:
        yield f"{_name(g.blue[g.turn])} has no income to convert (10.1)."


def _duli(g: Any, rules: Ruleset) -> Iterator[str]:
    """14.1 to 14.8: what always holds for Dúli."""
    if not rules.has_duli:
        if g.phase == CHANCE:
            yield "chance has no part in this game (14.3)."
        return
    if g.blue[rules.players] != DULI:
        yield "Dúli is always last in blue order (14.1)."
    if [place for place in range(PLACES) if g.posts[DULI, place]] != [YUNNAN, SICHUAN]:
        yield "Dúli's posts stand in Yunnan and Sichuan (14.2)."
    if (g.teahouse == DULI).sum() > STRUCTURES_OF_A_KIND:
        yield "Dúli has two teahouses at most (14.2)."
    dealt = g.deck[0] != 0
    if g.phase != CHANCE:
        if g.needs != NEEDS_NOTHING:
            yield "Dúli needs cards, but it is not chance's turn (14.3)."
        if not dealt:
            yield "Dúli's cards have not been shuffled (14.3)."
    elif g.needs == NEEDS_NOTHING:
        yield "it is chance's turn, but Dúli needs no cards (14.3)."
    elif any(g.traders[DULI]):
        yield "Dúli's traders are at home when she needs a card (14.9, 14.13)."
    elif g.needs == NEEDS_START and g.round_number > 1:
        yield "the cards are shuffled for the start in the first round only (14.3)."
    elif dealt != (g.needs != NEEDS_START) or (dealt and g.drawn < g.deck.size):
        yield "cards are shuffled only when the pile is empty (14.3)."


def _ending(g: Any, rules: Ruleset) -> Iterator[str]:
    """11.1: a game that is over has a reason to end, and a running game has none."""
    reason = reason_to_end(g.record, rules.record)
    if g.phase == OVER:
        if reason == NOBODY:
            yield "the game is over, but nothing ended it (11.1)."
    elif g.phase != CONVERT and reason not in (NOBODY, BY_CAP):
        yield f"the game would have ended ({names.REASON[reason]}) before this round (11.1)."


assert tuple(range(STRUCTURES)) == (POST, BRIDGE, TEAHOUSE)
