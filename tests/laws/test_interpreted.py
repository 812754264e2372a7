"""Interpreted and compiled, the rules do the same, bit for bit."""

import fingerprint

from interpreting import lines_when_interpreted


def test_interpreted_and_compiled_rules_agree_bit_for_bit() -> None:
    assert lines_when_interpreted(fingerprint) == list(fingerprint.fingerprints())
