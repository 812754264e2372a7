"""Interpreted and compiled, bots think the same, bit for bit."""

import thoughts

from interpreting import lines_when_interpreted


def test_interpreted_and_compiled_bots_think_the_same_bit_for_bit() -> None:
    assert lines_when_interpreted(thoughts) == list(thoughts.thoughts())
