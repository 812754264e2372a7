"""The search that asks the network."""

from typing import Any

import numpy as np
import pytest
from tiny_network import tiny_weights

from teahorse import Game
from teahorse.bots import Budget, Cancelled, Considered, Watch
from teahorse.bots.compiled.search import LONGEST_PATH
from teahorse.bots.compiled.tree import NOTHING
from teahorse.bots.network.network_bot import NetworkBot
from teahorse.bots.network.network_search import NetworkSearchBot
from teahorse.bots.network.search import Settings
from teahorse.bots.network.weights import shipped_weights

GAMES = {
    "four players": {"players": 4},
    "five players, 2013": {"edition": "2013", "players": 5},
    "Dúli": {"players": 2},
    "two colours": {"players": 2, "options": {"two_players": "two-colours"}},
}


def played(moves: int, **settings: Any) -> Game:
    """A game after some moves of the bare network."""
    game, bot = Game.new(seed=4, **settings), NetworkBot()
    for _ in range(moves):
        game.play(bot.choose(game))
        game.deal()
    return game


def considered(game: Game, simulations: int = 200, cores: int = 1, watch: Watch | None = None) -> list[Considered]:
    return NetworkSearchBot(3, Budget(simulations), cores=cores).consider(game, watch=watch or Watch())


@pytest.mark.parametrize("settings", GAMES.values(), ids=GAMES)
def test_any_number_of_cores_gives_the_same_ranking(settings: dict[str, object]) -> None:
    game = played(9, **settings)
    ranked = considered(game)
    assert ranked == considered(game, cores=2) == considered(game, cores=3)
    assert sum(each.visits for each in ranked) in (199, 200)  # a simulation may evaluate the position itself
    for each in ranked:
        if each.visits:
            assert sum(each.values) == pytest.approx(1.0)
            assert len(each.values) == game.rules.people


def test_checking_the_clock_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(9)
    ranked = considered(game)
    monkeypatch.setattr("teahorse.bots.network.network_search.SLICE", 1)
    monkeypatch.setattr("teahorse.bots.network.network_search.FIRST_SLICE", 1)
    assert considered(game) == ranked


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = played(9)
    bot = NetworkSearchBot(3, Budget(300))
    best = bot.consider(game)[0]
    game.play(best.move)
    went_on = bot.consider(game, Budget(1))
    assert sum(each.visits for each in went_on) >= best.visits - 1


def test_all_moves_in_the_tree_are_legal_at_the_end_of_the_longest_path_too() -> None:
    game = played(20)
    bot = NetworkSearchBot(3, Budget(1500), settings=Settings(exploring=0.01, flatness=0.1))  # one narrow, deep line
    bot.consider(game)
    nodes, edges = bot._tree._nodes, bot._tree._edges
    waiting, deepest, checked = [(0, game.position, 0)], 0, 0
    while waiting:
        node, position, depth = waiting.pop()
        here = Game(game.rules, position)
        legal = here.legal_mask()
        for edge in edges[nodes["first"][node] : nodes["first"][node] + max(0, nodes["edges"][node])]:
            assert legal[edge["move"]]
            checked += 1
            if edge["child"] != NOTHING:
                after = Game(game.rules, position)
                after.play(here.action_text(int(edge["move"])))
                waiting.append((int(edge["child"]), after.position, depth + 1))
                deepest = max(deepest, depth + 1)
    assert deepest == LONGEST_PATH and checked > 500


def test_a_cancelled_search_can_go_on() -> None:
    game, bot = played(9), NetworkSearchBot(3, Budget(100))

    class AtOnce:
        def is_set(self) -> bool:
            return True

    with pytest.raises(Cancelled):
        bot.consider(game, watch=Watch(cancel=AtOnce()))
    assert bot.choose(game) in game.legal_moves()


def test_positions_evaluated_together_and_alone_have_the_same_facts_bit_for_bit() -> None:
    game, bot = Game.new("2013", 3, seed=2), NetworkBot()
    tables = []
    for _ in range(70):
        tables.append(game.table.copy())
        game.play(bot.choose(game))
    for weights in (shipped_weights(), tiny_weights()):
        together = weights.evaluate(np.concatenate(tables), game.rules, "racer")
        alone = [weights.evaluate(table, game.rules, "racer") for table in tables]
        for part in (0, 1):
            assert np.array_equal(together[part], np.concatenate([each[part] for each in alone]))


def test_a_move_that_ends_the_game_is_worth_its_result() -> None:
    game = played(0)
    bot = NetworkBot()
    while not game.is_over:
        game.play(bot.choose(game))
    winner = int(game.standings()[0]["player"][1:]) - 1
    last = game.undo_one()
    (ended,) = (each for each in considered(game) if each.move == last)
    assert ended.values == pytest.approx([float(person == winner) for person in range(4)])
