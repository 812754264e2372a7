"""Every fault must fit the sources and the tests as they are, or `make mutants` would try nothing."""

from pathlib import Path

import pytest
from fault import Fault

from faults import FAULTS

PROJECT = Path(__file__).parents[2]


@pytest.mark.parametrize("fault", FAULTS, ids=[f"{fault.file}: {fault.means}" for fault in FAULTS])
def test_the_fault_can_be_put_in(fault: Fault) -> None:
    text = (PROJECT / "src" / "teahorse" / fault.file).read_text(encoding="utf-8")
    assert text.count(fault.right) == 1
    assert fault.right != fault.wrong
    if fault.file.endswith(".py"):
        compile(text.replace(fault.right, fault.wrong), fault.file, "exec")


@pytest.mark.parametrize("named", sorted({named for fault in FAULTS for named in fault.tests}))
def test_the_tests_that_must_notice_it_exist(named: str) -> None:
    file, _, test = named.partition("::")
    assert (PROJECT / file).exists()
    assert not test or f"def {test}(" in (PROJECT / file).read_text(encoding="utf-8")


def test_no_fault_is_listed_twice() -> None:
    assert len({(fault.file, fault.right, fault.wrong) for fault in FAULTS}) == len(FAULTS)
