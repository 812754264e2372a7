"""Without its package an environment says in one sentence what to install."""

import importlib
import sys

import pytest

from teahorse.errors import MissingPackageError


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("openspiel", "pyspiel", "openspiel"),
        ("gymnasium", "gymnasium", "gymnasium"),
    ],
)
def test_missing_package_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, module: str, package: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"teahorse.envs.{module}", raising=False)
    with pytest.raises(MissingPackageError, match=rf"not installed: `pip install 'teahorse\[{extra}\]'`\.") as caught:
        importlib.import_module(f"teahorse.envs.{module}")
    assert isinstance(caught.value, ImportError) and caught.value.__suppress_context__
