"""Bots of installed packages: found by their entry points, and played like any other."""

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from plugin_package import plugin_package
from teahorse import Game, TeahorseError
from teahorse.arena import Settings, play_series
from teahorse.bots import bot_named
from teahorse.bots.plugins import plugins
from teahorse.bots.registry import is_third_party
from teahorse.bots.subprocess_bot import BotFailed, SubprocessBot


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Path]:
    """The folder of an installed package with bots."""
    with plugin_package(tmp_path / "site-packages"):
        yield tmp_path / "site-packages"


def test_listing_the_bots_of_a_package_imports_nothing_of_it(package: Path) -> None:
    assert "stubborn" in plugins()
    assert plugins()["stubborn"].package == "teahorse-stubborn 1.2"
    assert is_third_party("stubborn") and not is_third_party("master") and not is_third_party("nobody")
    assert "teahorse_stubborn" not in sys.modules


def test_names_that_are_ours_or_can_not_be_names_are_left_out(package: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        names = set(plugins())
    assert names == {"stubborn", "stubborn-too", "hanging", "crashing", "nothing", "missing"}
    assert "'master' of teahorse-stubborn 1.2 is left out" in caplog.text
    assert "'Not/Allowed'" in caplog.text
    assert bot_named("master").name == "master"


@pytest.mark.parametrize("name", ["stubborn", "stubborn-too"])
def test_a_class_or_a_function_of_a_package_makes_a_bot(package: Path, name: str) -> None:
    game = Game.new(players=3)
    bot = bot_named(name, 5)
    assert bot.name == name
    assert bot.choose(game) == game.legal_moves()[-1]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("nothing", "nothing makes 'NoneType'"), ("missing", "'missing' of teahorse-stubborn 1.2 can't be imported")],
)
def test_a_bot_that_can_not_be_made_is_an_error_that_says_why(package: Path, name: str, sentence: str) -> None:
    with pytest.raises(TeahorseError, match=sentence):
        bot_named(name)


def test_a_wrong_name_is_answered_with_the_installed_bots(package: Path) -> None:
    with pytest.raises(TeahorseError, match="master, crashing, hanging, missing, nothing, stubborn, stubborn-too,"):
        bot_named("granny")


def test_a_package_with_damaged_metadata_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_bytes(b"\xff\xfe")
    (info / "entry_points.txt").write_bytes(b"[teahorse.bots]\nno equals sign \xff\n")
    monkeypatch.syspath_prepend(tmp_path)
    plugins.cache_clear()
    try:
        assert "no equals sign" not in plugins()
        assert bot_named("greedy").name == "greedy"
    finally:
        plugins.cache_clear()


def test_a_subprocess_finds_the_package_too_and_a_hanging_or_crashing_bot_fails_alone(package: Path) -> None:
    game = Game.new(players=3)
    bot = SubprocessBot("stubborn", limit=60)
    hanging, crashing = SubprocessBot("hanging", limit=60), SubprocessBot("crashing", limit=60)
    try:
        assert bot.choose(game) == game.legal_moves()[-1]
        hanging.start()
        hanging.limit = 0.3
        with pytest.raises(BotFailed, match=r"took longer than 0\.3 s"):
            hanging.choose(game)
        with pytest.raises(BotFailed, match="ended its process with status 3"):
            crashing.choose(game)
    finally:
        for each in (bot, hanging, crashing):
            each.close()


def test_a_bot_of_a_package_plays_in_the_arena_and_another_version_is_another_bot(
    package: Path, tmp_path: Path
) -> None:
    settings = Settings.of(["stubborn", "greedy", "random"], players=3)
    assert settings.files == {"stubborn": "teahorse-stubborn 1.2"}
    series = play_series(settings, 1, tmp_path / "games.jsonl", cores=1)
    assert not series.results[0].forfeits and "stubborn" in series.results[0].seats
    (package / "teahorse_stubborn-1.2.dist-info").rename(package / "teahorse_stubborn-1.3.dist-info")
    metadata = package / "teahorse_stubborn-1.3.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text(encoding="utf-8").replace("1.2", "1.3"), encoding="utf-8")
    plugins.cache_clear()
    with pytest.raises(TeahorseError, match="The bot 'stubborn' has changed since the series began"):
        settings.check_files()
