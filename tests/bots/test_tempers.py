"""Levels and tempers do what their descriptions say, counted in games with fixed seeds."""

from collections import Counter
from functools import cache

import pytest
from temper_habits import TEMPERS, Habits, games_of, habits_of, wins_against, with_whim

from teahorse import Game
from teahorse.bots import bot_named
from teahorse.bots.compiled.temper_record import TEMPER, WEIGHTS
from teahorse.bots.levels import levels
from teahorse.bots.tempers import temper_named, tempers

pytestmark = pytest.mark.slow

NOVICE, GREEDY = levels()["novice"].whim, temper_named().weights["whim"]
SEARCH_GAMES = 12  # games of bots that search take a while
LEVELS = ("novice", "apprentice", "caravaner", "merchant")
SEARCHING = ("search:40/builder", "search:40/diplomat", "search:40/pusher", "search:40/racer")


@pytest.mark.parametrize("whim", [NOVICE, GREEDY], ids=["novice", "greedy"])
def test_in_200_games_each_temper_does_what_it_is_called(whim: int) -> None:
    habits = habits_of(whim)
    _leads("builder", "structures", habits, least=200)
    _leads("racer", "qinghai", habits, least=70)
    _leads("banker", "bank", habits, least=400, margin=1.3)
    _leads("diplomat", "influence", habits, least=180, margin=1.1)
    assert habits["pusher"]["displaced"] >= 350
    assert habits["pusher"]["temple"] >= 25 and habits["builder"]["bridges"] >= 50
    shy = max(habits[name]["displaced"] for name in TEMPERS if name not in ("pusher", "diplomat"))
    assert habits["pusher"]["displaced"] > 4 * shy


def _leads(temper: str, habit: str, habits: Habits, least: int, margin: float = 1.5) -> None:
    """One temper does something often (in hundredths per game), and clearly more than any other."""
    others = max(habits[name][habit] for name in habits if name != temper)
    assert habits[temper][habit] >= least
    assert habits[temper][habit] > margin * others


@pytest.mark.parametrize(
    ("habit", "whim", "share"),
    [
        ("structures", NOVICE, 0.95),
        ("influence", NOVICE, 0.95),
        ("displaced", NOVICE, 0.95),
        ("structures", GREEDY, 0.85),
        ("influence", GREEDY, 0.95),
        ("displaced", GREEDY, 0.95),
    ],
)
def test_tables_of_different_tempers_see_structures_influence_and_displacement(
    habit: str, whim: int, share: float
) -> None:
    games = games_of(whim)
    assert sum(any(player[habit] for player in game.values()) for game in games) >= share * len(games)


@cache
def played(bots: tuple[str, ...], games: int) -> tuple[dict[str, Counter[str]], ...]:
    """What each bot did in games with the others, in other seats each time."""
    seen = []
    for number in range(games):
        first = number % len(bots)
        seats = bots[first:] + bots[:first]
        seen.append(_played_once(seats, number))
    return tuple(seen)


def _played_once(seats: tuple[str, ...], number: int) -> dict[str, Counter[str]]:
    game = Game.new(players=len(seats))
    players = [bot_named(name, seed=10 * number + seat) for seat, name in enumerate(seats)]
    habits: dict[str, Counter[str]] = {name: Counter() for name in seats}
    while not game.is_over:
        seat = int(str(game.to_move)[1:]) - 1
        move = players[seat].choose(game)
        habits[seats[seat]][move.split()[0]] += 1
        game.play(move)
        for event in game.events:
            if event.name in ("structure-built", "influence-gained"):
                habits[seats[int(event.fields["player"][1:]) - 1]][event.name] += 1
    for seat, name in enumerate(seats):
        habits[name]["horse"] = int(game.position.horse[seat]) - 1
    return habits


def _mean(bot: str, habit: str, bots: tuple[str, ...]) -> float:
    return sum(game[bot][habit] for game in played(bots, SEARCH_GAMES)) / SEARCH_GAMES


def test_tempers_show_in_bots_that_search() -> None:
    builder, diplomat, pusher, racer = SEARCHING
    assert _mean(builder, "structure-built", SEARCHING) >= 1.5
    assert _mean(diplomat, "influence-gained", SEARCHING) >= 1.2
    assert _mean(pusher, "displace", SEARCHING) >= 2
    assert _mean(racer, "horse", SEARCHING) >= 2.5


def test_each_level_does_what_it_is_described_by() -> None:
    apprentice, caravaner, merchant = LEVELS[1:]
    assert _mean(apprentice, "bank", LEVELS) > max(_mean(level, "bank", LEVELS) for level in LEVELS[2:])
    assert _mean(caravaner, "displace", LEVELS) >= 2
    assert _mean(merchant, "structure-built", LEVELS) >= 1.5


@pytest.mark.parametrize("temper", [*TEMPERS, "balanced"])
def test_an_apprentice_beats_novices_of_any_temper(temper: str) -> None:
    apprentice = temper_named(levels()["apprentice"].temper)
    assert wins_against(apprentice, with_whim(temper, NOVICE), 100) > 0.35  # with four at the table, 0.25 is even


def test_a_novice_plays_by_mood_whatever_its_temper() -> None:
    game = Game.new(players=4)
    moods, plans = (
        {bot_named(name, seed).choose(game) for seed in range(20)} for name in ("novice/pusher", "apprentice/pusher")
    )
    assert len(moods) > len(plans)


def test_novices_bid_before_they_go_to_the_bank() -> None:
    bids, banks = 0, 0
    for number in range(20):
        game = Game.new(players=3)
        bots = [bot_named(f"novice/{temper}", seed=number) for temper in ("builder", "diplomat", "racer")]
        while int(game.position.round_number) == 1 and game.phase == "bid":
            move = bots[int(str(game.to_move)[1:]) - 1].choose(game)
            bids, banks = bids + move.startswith("bid"), banks + move.startswith("bank")
            game.play(move)
    assert bids > 4 * banks


def test_every_level_has_a_word_and_a_temper_and_thinks_longer_than_the_one_below() -> None:
    assert len(levels()) >= 5
    assert next(iter(levels())) == "novice"
    assert list(levels())[-1] == "master"
    effort = [level.simulations or 0 for level in levels().values()]
    assert effort == sorted(effort)
    for level in levels().values():
        assert level.temper in tempers()
        assert level.word


def test_every_temper_has_all_weights_and_a_word() -> None:
    for temper in tempers().values():
        assert set(temper.weights) == set(WEIGHTS)
        assert temper.word
        assert len(temper.table) == 1
    assert len(TEMPER.names or ()) == len(WEIGHTS)
