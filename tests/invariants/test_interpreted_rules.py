"""Interpreted and compiled, the rules do the same, bit for bit."""

import game_fingerprints
import pytest

from interpreted_run import lines_when_interpreted

pytestmark = pytest.mark.slow


def test_interpreted_and_compiled_rules_agree_bit_for_bit() -> None:
    assert lines_when_interpreted(game_fingerprints) == list(game_fingerprints.fingerprints())
