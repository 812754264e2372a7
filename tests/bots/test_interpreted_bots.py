"""Interpreted and compiled bots rank moves the same, bit for bit."""

import bot_rankings
import pytest

from interpreted_run import lines_when_interpreted

pytestmark = pytest.mark.slow


def test_interpreted_and_compiled_bots_rank_moves_the_same_bit_for_bit() -> None:
    assert lines_when_interpreted(bot_rankings) == list(bot_rankings.rankings())
