"""Bots with a handicap: a temperature, blunders, and the network's levels that are made of both."""

from collections import Counter

import pytest

from teahorse import Game, TeahorseError
from teahorse.arena import Settings
from teahorse.bots import SearchBot, bot_named
from teahorse.bots import levels as levels_module
from teahorse.bots.levels import NETWORK_FILE, level_named, levels, network_levels
from teahorse.bots.network import weights
from teahorse.bots.registry import network_behind
from teahorse.bots.weakened_bot import Handicap, split_handicap

GAME = Game.new(players=4)


def choices(name: str, draws: int = 60) -> Counter[str]:
    return Counter(bot_named(name, seed).choose(GAME) for seed in range(draws))


def test_a_temperature_spreads_the_moves_of_the_bare_network() -> None:
    best = bot_named("network").choose(GAME)
    assert choices("network?temperature=0.001") == {best: 60}
    cool, warm, hot = (choices(f"network?temperature={temperature}") for temperature in (0.5, 1, 4))
    assert cool[best] >= warm[best] > hot[best]
    assert len(hot) > len(warm)


def test_a_temperature_spreads_the_moves_of_a_search_by_their_visits() -> None:
    ranked = bot_named("search:60").consider(GAME)
    assert len(choices("search:60?temperature=0.01", 10)) < len(choices("search:60?temperature=20", 10))
    assert set(choices("search:60?temperature=1", 10)) <= {considered.move for considered in ranked}


def test_blunders_are_any_legal_moves_and_as_frequent_as_said() -> None:
    best = bot_named("network").choose(GAME)
    blunders = choices("network?blunders=1", 200)
    assert len(blunders) > 10 and set(blunders) <= set(GAME.legal_moves())
    kept = choices("network?blunders=0.5", 200)[best]
    assert 80 < kept < 125


def test_the_same_seed_gives_the_same_moves() -> None:
    name = "network:20?temperature=2&blunders=0.3"
    assert [bot_named(name, seed).choose(GAME) for seed in range(8)] == [
        bot_named(name, seed).choose(GAME) for seed in range(8)
    ]


def test_a_handicap_is_written_after_the_name_and_read_again() -> None:
    handicap = Handicap(0.5, 0.125)
    assert split_handicap(f"network:100/racer{handicap.suffix}") == ("network:100/racer", handicap)
    assert split_handicap("network" + Handicap().suffix) == ("network", Handicap())
    assert bot_named("greedy/racer?blunders=0.25").name == "greedy/racer?blunders=0.25"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("network?", "made weaker as in network.temperature=0.5&blunders=0.1"),
        ("network?heat=1", "not by 'heat=1'"),
        ("network?blunders=1&blunders=1", "not by 'blunders=1'"),
        ("network?temperature=hot", "not by 'temperature=hot'"),
        ("network?temperature=nan", "from 0 to 100, not nan"),
        ("network?blunders=2", "from 0 to 1, not 2"),
        ("greedy?temperature=1", "for bots that search or have the network, not for greedy"),
        ("network-wizard", "There is no bot 'network-wizard'"),
    ],
)
def test_a_wrong_handicap_is_an_error(name: str, sentence: str) -> None:
    with pytest.raises(TeahorseError, match=sentence):
        bot_named(name)


def test_the_levels_of_the_network_are_bots_beside_todays_levels() -> None:
    assert list(network_levels()) == [*levels(), "grandmaster"]
    for name, level in network_levels().items():
        bot = bot_named(f"network-{name}", seed=1)
        assert bot.name == f"network-{name}"
        assert level_named(bot.name) is level and level.thinks == "network" and level.word
        bot_named(f"network-{name}/builder")
    assert bot_named("network-novice").choose(GAME) in GAME.legal_moves()


def test_one_line_makes_them_the_levels_of_the_product(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels_module, "FILE", NETWORK_FILE)
    levels.cache_clear()
    try:
        assert levels() == network_levels()
        for name in ("novice", "official/racer", "master", "grandmaster"):
            assert bot_named(name).name == name
        assert bot_named("novice").choose(GAME) in GAME.legal_moves()
        assert isinstance(bot_named("grandmaster"), SearchBot)
        assert network_behind("novice/racer") == (levels()["novice"].network_name("racer"), weights.FILE)
    finally:
        levels.cache_clear()


def test_a_series_knows_the_weights_and_the_level_of_each_network() -> None:
    files = Settings.of(["network", "network?temperature=1", "network-novice/racer", "greedy"]).files
    assert files["network"] == files["network?temperature=1"]
    level = network_levels()["novice"]
    assert files["network-novice/racer"] == f"{files['network']} {level.network_name('racer')}"
    assert "greedy" not in files
