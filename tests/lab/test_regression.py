"""The regression finds what was planted in made-up games, and is as sure of it as it may be."""

import numpy as np
import numpy.typing as npt
import pytest

from teahorse.lab import regression
from teahorse.lab.regression import Estimates, estimate

Numbers = npt.NDArray[np.float64]
PEOPLE = 4
PLANTED = np.array([6.0, 0.0, -4.0])


def made_up(games: int, seed: int) -> tuple[Numbers, Numbers, Numbers, npt.NDArray[np.intp]]:
    """Purchases of three kinds by bots that differ in strength and taste, and by how rich they are."""
    luck = np.random.default_rng(seed)
    rows = games * PEOPLE
    bots = np.concatenate([luck.permutation(PEOPLE) for _ in range(games)])
    wealth = luck.normal(0, 1, rows)
    # The strong bots and the rich buy more, so that a plain comparison would take their strength for the purchase's.
    taste = 0.15 + 0.15 * bots[:, None] + 0.1 * (wealth[:, None] > 0)
    effects = (luck.random((rows, 3)) < taste).astype(np.float64)
    table = np.repeat(np.arange(games), PEOPLE)
    level = np.repeat(luck.normal(100, 30, games), PEOPLE)  # of the whole table
    points = level + effects @ PLANTED + 10 * bots + 8 * wealth + luck.normal(0, 6, rows)
    controls = np.column_stack([np.eye(PEOPLE)[bots], wealth])
    return effects, controls, points[:, None], table


def found(games: int, seed: int) -> Estimates:
    effects, controls, targets, table = made_up(games, seed)
    return estimate(effects, controls, targets, table, table)


def test_planted_effects_are_found_though_the_strong_and_the_rich_buy_more() -> None:
    estimates = found(600, 1)
    assert estimates.values[:, 0] == pytest.approx(PLANTED, abs=0.7)
    assert np.all((estimates.low[:, 0] < PLANTED) & (estimates.high[:, 0] > PLANTED))
    effects, _, targets, table = made_up(600, 1)
    naive = estimate(effects, np.zeros((len(effects), 0)), targets, table, table)
    assert np.all(naive.values[:, 0] > PLANTED + 3)  # what it would be without the controls


def test_the_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    all_found = [found(80, seed) for seed in range(60)]
    held = [(one.low[:, 0] <= PLANTED) & (one.high[:, 0] >= PLANTED) for one in all_found]
    assert np.mean(held) >= 0.9
    spread = np.std([one.values[:, 0] for one in all_found], axis=0).mean()
    width = np.mean([one.high - one.low for one in all_found])
    assert width == pytest.approx(2 * 1.96 * spread, rel=0.12)


def test_the_interval_is_narrower_with_more_games() -> None:
    few, many = found(100, 3), found(900, 3)
    narrower = (few.high - few.low) / (many.high - many.low)
    assert np.all((narrower > 2) & (narrower < 4.5))  # about the root of nine


def test_games_and_not_persons_are_what_is_drawn_again() -> None:
    effects, controls, targets, table = made_up(100, 5)
    once = estimate(effects, controls, targets, table, table)
    # Each game told twice, as two tables of one game, is no news.
    twice = [np.concatenate([part, part]) for part in (effects, controls, targets)]
    tables = np.concatenate([table, table + 100])
    told = estimate(twice[0], twice[1], twice[2], tables, np.concatenate([table, table]))
    assert told.high - told.low == pytest.approx(once.high - once.low, rel=0.05)


def test_very_many_games_are_drawn_in_bundles_to_the_same_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    one_by_one = found(400, 6)
    monkeypatch.setattr(regression, "MOST_DRAWN", 100)
    bundled = found(400, 6)
    assert bundled.values == pytest.approx(one_by_one.values)
    assert bundled.high - bundled.low == pytest.approx(one_by_one.high - one_by_one.low, rel=0.3)


def test_what_everyone_always_does_has_no_evidence() -> None:
    effects, controls, targets, table = made_up(200, 7)
    effects[:, 0] = controls[:, 3]  # only the strongest bot buys it, and always
    effects[:, 1] = 1
    estimates = estimate(effects, controls, targets, table, table)
    assert estimates.evidence[0] < 5 and estimates.evidence[1] < 1
    assert estimates.evidence[2] > 50


def test_the_same_games_give_the_same_intervals() -> None:
    assert np.array_equal(found(50, 2).low, found(50, 2).low)
