"""Every bidding, every turn and every game ends, however long players put it off."""

from collections import Counter
from typing import Any

import numpy as np
from hypothesis import given

from teahorse.rules import engine, moves
from teahorse.rules.events import NO_EVENTS
from teahorse.rules.state import BID, CHANCE, CONVERT, DISPLACE, GAME, LONGEST_GAME, OVER, TRAVEL
from teahorse.rules.verdicts import LEGAL
from variants import Chooser, Table, over_games, policies, seeds, steps, tables

# A building's highest bid only rises, but for the two visits to the bank, which clear some: 3 x 6 buildings x 5
# spaces. Besides, 5 x 7 traders go to the market, 2 to the bank, and everyone passes, again after each time outbid.
LONGEST_BIDDING = 90 + 35 + 2 + 5 + 90
# Seven traders make a journey and displace someone each, six structures are built.
LONGEST_TURN = 7 * 2 + 6 + 1


@given(tables(), seeds(), policies())
@over_games(60)
def test_every_game_ends_by_round_sixty(table: Table, seed: int, policy: str) -> None:  # 11.2
    last = None
    for last in steps(table.rules, seed, policy):
        assert (last.verdicts == LEGAL).any()
    assert last is not None and last.after.phase == OVER and last.after.round_number <= LONGEST_GAME


def _stubborn(g, verdicts, chooser: Chooser) -> int:
    """Never passes, is done, or goes to the bank while anything else may be done; of bids the cheapest."""
    if g.phase == CHANCE:
        return chooser.choose(g, verdicts)
    legal = np.flatnonzero(verdicts == LEGAL).tolist()
    if g.phase == CONVERT:
        return legal[0]
    idle = {moves.PASS, moves.DONE, moves.SPARE}
    busy = [move for move in legal if move not in idle]
    if g.phase != BID or not busy:
        return busy[chooser.below(len(busy))] if busy else legal[0]
    bids = [move for move in busy if move % moves.PLACEMENTS < moves.BANK]
    if bids and chooser.below(8):
        return min(bids, key=lambda move: (move % moves.PLACEMENTS) % 5)
    return busy[chooser.below(len(busy))]


@given(tables(), seeds())
@over_games(20)
def test_nobody_can_hold_up_a_round(table: Table, seed: int) -> None:  # 2.1, 5.1
    game, chooser, r = np.zeros(1, GAME), Chooser(seed, "busy"), table.rules.table
    g: Any = game.view(np.recarray)[0]
    engine.setup(game, r)
    verdicts = np.zeros(moves.MOVES, np.uint8)
    decisions: Counter[tuple[str, int, int]] = Counter()
    while g.phase != OVER:
        assert engine.judge(game, r, verdicts) > 0
        if g.phase == BID:
            decisions["bidding", int(g.round_number), 0] += 1
        elif g.phase in (TRAVEL, DISPLACE):
            decisions["travel", int(g.round_number), int(g.turn)] += 1
        engine.apply(game, r, _stubborn(g, verdicts, chooser), NO_EVENTS)
    for (phase, _, _), count in decisions.items():
        assert count <= (LONGEST_BIDDING if phase == "bidding" else LONGEST_TURN)
