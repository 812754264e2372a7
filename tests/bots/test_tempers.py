"""A temper shows in the games: each does more of what it likes than a balanced bot in the same seats."""

from collections import Counter
from functools import cache

import pytest

from teahorse import Game
from teahorse.bots import bot_named
from teahorse.bots.compiled.temper_record import TEMPER, WEIGHTS
from teahorse.bots.levels import levels
from teahorse.bots.tempers import BALANCED, tempers

pytestmark = pytest.mark.slow

GAMES = 32


@cache
def habits(kind: str, temper: str) -> Counter[str]:
    """The moves of a bot with a temper in many games against balanced bots, and the steps of its horse."""
    seen: Counter[str] = Counter()
    for number in range(GAMES):
        seat = number % 4
        game = Game.new(players=4)
        names = [f"{kind}/{temper if person == seat else BALANCED}" for person in range(4)]
        bots = [bot_named(name, seed=10 * number + person) for person, name in enumerate(names)]
        while not game.is_over:
            person = int(str(game.to_move)[1:]) - 1
            move = bots[person].choose(game)
            if person == seat:
                seen[move.split()[0]] += 1
            game.play(move)
        seen["horse"] += int(game.position.horse[seat])
    return seen


@pytest.mark.parametrize("kind", ["greedy", "search:100"])
@pytest.mark.parametrize(("temper", "habit"), [("banker", "bank"), ("pusher", "displace"), ("racer", "horse")])
def test_a_temper_shows(kind: str, temper: str, habit: str) -> None:
    assert habits(kind, temper)[habit] > 1.15 * habits(kind, BALANCED)[habit]


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
