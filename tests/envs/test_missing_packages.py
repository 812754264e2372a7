"""Without its package an environment says in one sentence what to install."""

import importlib
import sys

import pytest

from teahorse import Game
from teahorse.envs.rendering import board_picture
from teahorse.envs.torch_rollout import rollout
from teahorse.envs.vector import VectorGame
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


def test_rollout_without_pytorch_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingPackageError, match=r"`pip install 'teahorse\[examples\]'`"):
        rollout(VectorGame(1), lambda observations, legal: legal, 1)


def test_picture_without_matplotlib_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingPackageError, match=r"`pip install 'teahorse\[plots\]'`"):
        board_picture(Game.new(players=3))
