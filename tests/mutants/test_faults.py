"""The list of faults must fit the rules as they are, or `make mutants` would try nothing."""

from pathlib import Path

import pytest
from faults import FAULTS

RULES = Path(__file__).parents[2] / "src" / "teahorse" / "rules"


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.means for fault in FAULTS])
def test_the_fault_can_be_put_in(fault):
    text = (RULES / fault.file).read_text(encoding="utf-8")
    assert text.count(fault.right) == 1
    assert fault.right != fault.wrong
