"""Nothing is lost and nothing is made, whatever is played."""

from typing import Any

import numpy as np
from hypothesis import given

from teahorse.rules.ruleset import Ruleset
from teahorse.rules.state import BLOCK, DULI, NOBODY, SEATS, TAKE, YUNNAN
from variants import Step, Table, over_games, policies, seeds, steps, tables


def _positions(table: Table, seed: int, policy: str) -> list[Any]:
    played: list[Step] = list(steps(table.rules, seed, policy))
    return [played[0].before, *(step.after for step in played)]


def _seated(rules: Ruleset) -> list[int]:
    return [*range(rules.players), *([DULI] if rules.has_duli else [])]


@given(tables(), seeds(), policies())
@over_games(40)
def test_everyone_has_seven_traders(table: Table, seed: int, policy: str) -> None:  # 1.2
    seated = _seated(table.rules)
    for g in _positions(table, seed, policy):
        in_city = np.array([(g.bids == player).sum() + (g.bank == player).sum() for player in range(SEATS)])
        traders = g.supply + g.reserve + g.traders.sum(axis=1) + in_city
        assert traders.tolist() == [7 if player in seated else 0 for player in range(SEATS)]
        assert min(g.supply.min(), g.reserve.min(), g.traders.min(), g.moved.min()) >= 0


@given(tables(), seeds(), policies())
@over_games(40)
def test_everyone_has_two_structures_of_a_kind(table: Table, seed: int, policy: str) -> None:  # 1.2
    rules = table.rules
    for g in _positions(table, seed, policy):
        assert g.structures.min() >= 0 and g.structures_reserve.min() >= 0
        assert g.posts.max() <= rules.record.posts_per_province
        for player in range(rules.players):
            built = [g.posts[player].sum(), int(g.bridges[player]).bit_count(), (g.teahouse == player).sum()]
            assert (g.structures[player] + g.structures_reserve[player] + built).tolist() == [2, 2, 2]


@given(tables(), seeds(), policies())
@over_games(40)
def test_there_are_fourteen_presents(table: Table, seed: int, policy: str) -> None:  # 1.4
    for g in _positions(table, seed, policy):
        assert g.presents.min() >= 0 and g.held_presents.min() >= 0
        assert g.presents.sum() + g.held_presents.sum() == 14
        assert g.presents[: YUNNAN + 1].sum() == 0


@given(tables(), seeds(), policies())
@over_games(40)
def test_nobody_owes_anything_without_debt(table: Table, seed: int, policy: str) -> None:  # 3.6, 15.16
    rules = table.rules
    debt = rules.switches["debt"]
    for g in _positions(table, seed, policy):
        assert g.coins.min() >= 0  # with debt too: the rest is paid in VP
        assert g.committed.min() >= 0 and g.income.min() >= 0
        assert debt or (g.vp.min() >= 0 and (g.committed[: rules.players] <= g.coins[: rules.players]).all())


@given(tables(), seeds(), policies())
@over_games(40)
def test_committed_coins_are_those_of_standing_bids(table: Table, seed: int, policy: str) -> None:  # 3.6, 4.2
    rules = table.rules
    for g in _positions(table, seed, policy):
        for player in range(rules.players):
            paid = g.phase in (TAKE, BLOCK) and g.blue[g.turn] == player
            standing = 0 if paid else rules.record.prices[g.bids == player].sum()
            assert g.committed[player] == standing


@given(tables(), seeds(), policies())
@over_games(40)
def test_blue_order_has_everyone_once_and_duli_last(table: Table, seed: int, policy: str) -> None:  # 9.1, 14.1
    rules = table.rules
    for g in _positions(table, seed, policy):
        blue = g.blue[: rules.record.seats].tolist()
        assert sorted(blue) == _seated(rules)
        assert not rules.has_duli or blue[-1] == DULI


@given(tables(), seeds(), policies())
@over_games(40)
def test_what_is_won_is_never_lost(table: Table, seed: int, policy: str) -> None:  # 4.5 to 4.7, 5.2, 7
    for step in steps(table.rules, seed, policy):
        before, after = step.before, step.after
        for track, most in (("passes", 6), ("influence", 4), ("horse", 5), ("held_presents", 14), ("posts", 2)):
            assert (after[track] >= before[track]).all() and after[track].max() <= most
        assert (after.bridges & before.bridges == before.bridges).all()
        assert (after.teahouse[before.teahouse != NOBODY] == before.teahouse[before.teahouse != NOBODY]).all()
        assert after.round_number - before.round_number in (0, 1)
