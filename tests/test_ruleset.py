"""Rules of a table are shared by all games that play by them, so nobody can change them."""

import copy
import pickle
from typing import Any

import pytest

from teahorse import Game
from teahorse.rules.ruleset import Ruleset
from teahorse.snapshot import to_text
from variants import BOARDS

BOARD = {"temple": [4, 8], "gorges": ["YK", "SQ"], "bank_high": [[0, 5], [50, 50]]}
OPTIONS = {"guards": True, "teahouse_vp": [1, 2, 3, 4, 5]}


def test_changing_a_snapshot_changes_no_later_game() -> None:
    game = Game.new("2023", 3, OPTIONS, board=BOARD)
    text = to_text(game.snapshot())
    snapshot = game.snapshot()
    snapshot["board"]["temple"].append(99)
    snapshot["board"]["bank_high"][0][1] = 99
    snapshot["board"]["market_value"] = 99
    snapshot["options"]["teahouse_vp"][0] = 99
    assert to_text(game.snapshot()) == text
    assert to_text(Game.new("2023", 3, OPTIONS, board=BOARD).snapshot()) == text
    assert (
        '[Board "{\\"bank_high\\":[[0,5],[50,50]],\\"temple\\":[4,8],\\"gorges\\":[\\"YK\\",\\"SQ\\"]}"]'
        in game.record()
    )


def test_changing_the_board_that_was_given_changes_no_game() -> None:
    board = copy.deepcopy(BOARD)
    game = Game.new("2023", 3, board=board)
    board["temple"].append(99)
    assert game.snapshot()["board"] == BOARD


def test_what_a_ruleset_hands_out_can_not_be_changed_or_is_a_copy() -> None:
    rules: Any = Ruleset.of("2023", 3, OPTIONS, BOARD)
    for mapping in (rules.options, rules.switches, rules.words):
        with pytest.raises(TypeError):
            mapping["guards"] = False
    assert all(not isinstance(value, list) for value in rules.switches.values())
    assert isinstance(rules.gorges, tuple) and isinstance(rules.prices[5], tuple)
    rules.board["temple"].append(99)
    assert rules.board == BOARD


def test_the_record_for_compiled_code_is_read_only() -> None:
    rules = Ruleset.of("2023", 3, OPTIONS, BOARD)
    with pytest.raises(ValueError, match="read-only"):
        rules.table["people"] = 5
    with pytest.raises(ValueError, match="read-only"):
        rules.record.prices[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        rules.record.people = 5


@pytest.mark.parametrize("board", [None, *BOARDS])
def test_rules_are_the_same_object_after_a_copy_or_another_process(board: dict[str, Any] | None) -> None:
    rules = Ruleset.of("2023", 3, OPTIONS, board)
    assert pickle.loads(pickle.dumps(rules)) is rules
    assert copy.deepcopy(rules) is rules
