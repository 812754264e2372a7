"""A series on a Ray cluster of this machine alone has the same results as without Ray."""

import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from teahorse.arena import Series, Settings, play_series
from teahorse.errors import MissingPackageError, TeahorseError

pytestmark = pytest.mark.slow


def lines(series: Series) -> list[dict[str, object]]:
    return [result.as_data() | {"seconds": 0} for result in series.results]


def test_on_ray_the_results_are_the_same(
    tmp_path: Path, failing_bot: Callable[[str], str], capfd: pytest.CaptureFixture[str]
) -> None:
    settings = Settings.of(["greedy", "random", failing_bot("CrashesOnce"), failing_bot("Dreamy")], seed=3)
    here = play_series(settings, 4, tmp_path / "here.jsonl", cores=1)
    there = play_series(settings, 4, tmp_path / "there.jsonl", cores=1, ray="local")
    assert lines(there) == lines(here)
    assert all(len(result.forfeits) == 1 for result in there.results)
    assert capfd.readouterr() == ("", "")
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "ray://127.0.0.1:99999", "auto", "nowhere"])
def test_a_missing_cluster_is_an_error(tmp_path: Path, address: str) -> None:
    with pytest.raises(TeahorseError, match=f"There is no Ray cluster at {address}: "):
        play_series(Settings.of(["random"], players=3), 1, tmp_path / "games.jsonl", ray=address)


def test_without_ray_a_sentence_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'teahorse\[ray\]'"):
        play_series(Settings.of(["random"], players=3), 1, tmp_path / "games.jsonl", ray="local")
