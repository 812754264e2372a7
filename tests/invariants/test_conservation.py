"""Nothing is lost and nothing is made, whatever is played."""

from typing import Any

import numpy as np
from hypothesis import given

from teahorse.rules.ruleset import Ruleset
from teahorse.rules.state import BLOCK, DULI, GAME, NOBODY, SEATS, TAKE, YUNNAN
from variants import Step, Table, over_games, policies, seeds, steps, tables


def _positions(table: Table, seed: int, policy: str) -> Any:
    """All positions of a game as one array: each field has one more dimension."""
    played: list[Step] = list(steps(table.rules, seed, policy))
    return _together([played[0].before, *(step.after for step in played)])


def _together(positions: list[Any]) -> Any:
    found = np.zeros(len(positions), GAME)
    for number, position in enumerate(positions):
        found[number] = position
    return found.view(np.recarray)


def _seated(rules: Ruleset) -> list[int]:
    return [*range(rules.players), *([DULI] if rules.has_duli else [])]


@given(tables(), seeds(), policies())
@over_games(40)
def test_everyone_has_seven_traders(table: Table, seed: int, policy: str) -> None:  # 1.2
    seated, g = _seated(table.rules), _positions(table, seed, policy)
    in_city = [(g.bids == player).sum(axis=(1, 2)) + (g.bank == player).sum(axis=1) for player in range(SEATS)]
    traders = g.supply + g.reserve + g.traders.sum(axis=2) + np.stack(in_city, axis=1)
    assert (traders == [7 if player in seated else 0 for player in range(SEATS)]).all()
    assert min(g.supply.min(), g.reserve.min(), g.traders.min(), g.moved.min()) >= 0


@given(tables(), seeds(), policies())
@over_games(40)
def test_everyone_has_two_structures_of_a_kind(table: Table, seed: int, policy: str) -> None:  # 1.2
    rules, g = table.rules, _positions(table, seed, policy)
    assert g.structures.min() >= 0 and g.structures_reserve.min() >= 0
    assert g.posts.max() <= rules.record.posts_per_province
    for player in range(rules.players):
        bridges = np.bitwise_count(g.bridges[:, player])
        built = [g.posts[:, player].sum(axis=1), bridges, (g.teahouse == player).sum(axis=1)]
        ready, reserve = g.structures[:, player], g.structures_reserve[:, player]
        assert (ready + reserve + np.stack(built, axis=1) == 2).all()


@given(tables(), seeds(), policies())
@over_games(40)
def test_there_are_fourteen_presents(table: Table, seed: int, policy: str) -> None:  # 1.4
    g = _positions(table, seed, policy)
    assert g.presents.min() >= 0 and g.held_presents.min() >= 0
    assert (g.presents.sum(axis=1) + g.held_presents.sum(axis=1) == 14).all()
    assert g.presents[:, : YUNNAN + 1].sum() == 0


@given(tables(), seeds(), policies())
@over_games(40)
def test_nobody_owes_anything_without_debt(table: Table, seed: int, policy: str) -> None:  # 3.6, 15.16
    rules, g = table.rules, _positions(table, seed, policy)
    assert g.coins.min() >= 0  # with debt too: the rest is paid in VP
    assert g.committed.min() >= 0 and g.income.min() >= 0
    covered = g.committed[:, : rules.players] <= g.coins[:, : rules.players]
    assert rules.switches["debt"] or (g.vp.min() >= 0 and covered.all())


@given(tables(), seeds(), policies())
@over_games(40)
def test_committed_coins_are_those_of_standing_bids(table: Table, seed: int, policy: str) -> None:  # 3.6, 4.2
    rules, g = table.rules, _positions(table, seed, policy)
    mover = g.blue[np.arange(len(g)), g.turn]
    for player in range(rules.players):
        paid = np.isin(g.phase, (TAKE, BLOCK)) & (mover == player)
        standing = (rules.fields.prices * (g.bids == player)).sum(axis=(1, 2))
        assert (g.committed[:, player] == np.where(paid, 0, standing)).all()


@given(tables(), seeds(), policies())
@over_games(40)
def test_blue_order_has_everyone_once_and_duli_last(table: Table, seed: int, policy: str) -> None:  # 9.1, 14.1
    rules = table.rules
    blue = _positions(table, seed, policy).blue[:, : rules.record.seats]
    assert (np.sort(blue, axis=1) == _seated(rules)).all()
    assert not rules.has_duli or (blue[:, -1] == DULI).all()


@given(tables(), seeds(), policies())
@over_games(40)
def test_what_is_won_is_never_lost(table: Table, seed: int, policy: str) -> None:  # 4.5 to 4.7, 5.2, 7
    played = list(steps(table.rules, seed, policy))
    before, after = _together([step.before for step in played]), _together([step.after for step in played])
    for track, most in (("passes", 6), ("influence", 4), ("horse", 5), ("held_presents", 14), ("posts", 2)):
        assert (after[track] >= before[track]).all() and after[track].max() <= most
    assert (after.bridges & before.bridges == before.bridges).all()
    assert (after.teahouse[before.teahouse != NOBODY] == before.teahouse[before.teahouse != NOBODY]).all()
    assert np.isin(after.round_number - before.round_number, (0, 1)).all()
