"""The chances that people are shown: careful early in a game, surer late, and never another order of the moves."""

from pathlib import Path
from typing import Any

import pytest

from teahorse import Game
from teahorse.bots import chances
from teahorse.bots.chances import FILE, Correction, correction, read_correction, share_over, shown_chances
from teahorse.rules.ruleset import Ruleset

THREE = Ruleset.of("2023", 3)


def with_vp(*vp: int) -> Any:
    """A position of three players, with these VP."""
    position = Game.new(players=3).position.copy()
    position["vp"][:3] = vp
    return position


def test_the_share_of_the_game_that_is_over_goes_by_vp_or_presents() -> None:
    assert share_over(Game.new(players=3).position, THREE) == 0
    assert share_over(with_vp(10, 40, 20), THREE) == 0.5
    assert share_over(with_vp(10, 95, 20), THREE) == 1
    expert = Game.new(players=4, options={"expert": True})
    position = expert.position.copy()
    position["presents"][:] = 0
    assert share_over(expert.position, expert.rules) == 0
    assert share_over(position, expert.rules) == 1


@pytest.mark.parametrize("values", [(0.7, 0.2, 0.1), (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)])
def test_the_shown_chances_sum_up_to_1_and_grow_with_the_game(values: tuple[float, ...]) -> None:
    early, late = (shown_chances(values, position, THREE) for position in (with_vp(0, 0, 0), with_vp(70, 20, 20)))
    assert sum(early) == pytest.approx(1) and sum(late) == pytest.approx(1)
    assert 1 / 3 <= early[0] <= late[0] < 1


def test_what_nobody_can_know_is_not_shown() -> None:
    sure = (1.0, 0.0, 0.0)
    assert max(shown_chances(sure, with_vp(6, 5, 5), THREE)) < 0.95
    assert max(shown_chances(sure, with_vp(40, 20, 20), THREE)) < 0.995  # more than 99 % would be shown from there on


def test_a_better_move_for_two_is_shown_as_better() -> None:
    position, rules = Game.new(players=2).position, Game.new(players=2).rules
    shown = [shown_chances((value / 100, 1 - value / 100), position, rules)[0] for value in range(101)]
    assert shown == sorted(shown) and len(set(shown)) == 101


def test_a_result_and_the_network_need_no_correction(monkeypatch: pytest.MonkeyPatch) -> None:
    over = Game.new(players=3).position.copy()
    over["phase"] = chances.OVER
    assert shown_chances((0.0, 1.0, 0.0), over, THREE) == (0.0, 1.0, 0.0)
    monkeypatch.setattr(chances, "network_advises", lambda rules: True)
    assert shown_chances((0.8, 0.1, 0.1), Game.new(players=3).position, THREE) == (0.8, 0.1, 0.1)


def test_the_file_says_how_it_was_made(tmp_path: Path) -> None:
    assert "teahorse learn calibrate search:1000" in FILE.read_text(encoding="utf-8")
    file = tmp_path / "chances.toml"
    file.write_text("doubt = 0.1\nearly = 0.5\nlate = 1.5\n", encoding="utf-8")
    assert read_correction(file) == Correction(0.1, 0.5, 1.5) != correction()
