"""The search: repeatable by its seed, without hidden information, and with a tree that is kept between moves."""

import random
from typing import Any

import numpy as np
import pytest
from sampled_positions import positions

from position_builder import position
from teahorse import Game
from teahorse.bots import Budget, Considered, Watch, bot_named
from teahorse.bots.search_bot import SearchBot
from teahorse.bots.search_speed import play_to_the_middle
from variants import NAMED

BUDGET = Budget(simulations=300)


def middle_of_a_game(**settings: Any) -> Game:
    return play_to_the_middle(Game.new(**{"players": 4, "seed": 5} | settings), "bid")


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_the_same_seed_simulations_and_cores_give_the_same_ranking(cores: int) -> None:
    game = middle_of_a_game()
    rankings = [bot_named("search", seed, cores).consider(game, BUDGET) for seed in (7, 7, 8)]
    assert rankings[0] == rankings[1] != rankings[2]
    assert sum(considered.visits for considered in rankings[0]) == BUDGET.simulations


def test_checking_the_clock_between_simulations_changes_nothing() -> None:
    game = middle_of_a_game()
    alone = bot_named("search", 7).consider(game, BUDGET)
    timed = bot_named("search", 7).consider(game, Budget(simulations=300, seconds=600), Watch(lambda progress: None))
    assert alone == timed


def unknown_pile_shuffled(game: Game, seed: int) -> Game:
    """The same game, as far as the players can tell."""
    other = game.position
    unknown = other.deck[other.drawn :].copy()
    random.Random(seed).shuffle(unknown)
    other.deck[other.drawn :] = unknown
    return Game(game.rules, other)


@pytest.mark.parametrize("kind", ["greedy", "search"])
def test_no_bot_uses_the_hidden_order_of_the_pile(kind: str) -> None:
    differing = 0
    for game in positions(200, every=5, tables=[*NAMED["duli"], *NAMED["duli-expert"], *NAMED["duli-2013"]]):
        alike = [unknown_pile_shuffled(game, seed) for seed in (1, 2)]
        differing += alike[0].position.deck.tolist() != alike[1].position.deck.tolist()
        rankings = [bot_named(kind, 3).consider(each, Budget(simulations=100)) for each in alike]
        assert rankings[0] == rankings[1]
    assert differing > 100


def tree_visits(bot: SearchBot) -> int:
    return int(sum(edge["visits"] for edge in bot._trees[0].root_edges()))


def test_the_part_of_the_tree_after_the_moves_made_is_kept() -> None:
    game = middle_of_a_game()
    bot = bot_named("search", 1)
    assert isinstance(bot, SearchBot)
    best = bot.consider(game, Budget(simulations=2000))[0]
    game.play(best.move)
    bot.consider(game, Budget(simulations=10))
    assert tree_visits(bot) > best.visits / 2


def test_a_kept_branch_has_the_same_visits_and_values_as_before() -> None:
    game = middle_of_a_game()
    bot = bot_named("search", 1)
    assert isinstance(bot, SearchBot)
    best = bot.consider(game, Budget(simulations=3000))[0]
    tree = bot._trees[0]
    edges = tree.root_edges()
    node = int(next(edge["child"] for edge in edges if edge["visits"] == best.visits))
    first, count = int(tree._nodes["first"][node]), int(tree._nodes["edges"][node])
    before = np.array(tree._edges[first : first + count])
    game.play(best.move)
    bot._go_to(game)
    after = np.array(tree.root_edges())
    for field in ("move", "visits", "values", "prior"):
        assert (before[field] == after[field]).all()
    assert _size(tree, 0) == int(tree._used[0])


def _size(tree: Any, node: int) -> int:
    """The number of nodes below a node, itself included."""
    total = 1
    for edge in range(tree._nodes["first"][node], tree._nodes["first"][node] + tree._nodes["edges"][node]):
        child = int(tree._edges["child"][edge])
        while child >= 0:
            total += _size(tree, child)
            child = int(tree._nodes["outcome"][child])
    return total


@pytest.mark.parametrize("other", [{"players": 3}, {"players": 5}, {"edition": "2013"}, {"options": {"expert": True}}])
@pytest.mark.parametrize("passes", [0, 1, 5])
def test_in_another_game_a_search_begins_a_new_tree(other: dict[str, Any], passes: int) -> None:
    bot = bot_named("search", 1)
    bot.consider(Game.new(players=4), BUDGET)
    game = Game.new(**{"players": 4} | other)
    for _ in range(min(passes, game.rules.players)):
        game.play("pass")
    ranked = bot.consider(game, BUDGET)
    assert {considered.move for considered in ranked} <= set(game.legal_moves())
    assert sum(considered.visits for considered in ranked) == BUDGET.simulations


def test_after_an_undo_and_other_moves_a_search_begins_a_new_tree() -> None:
    game = middle_of_a_game()
    bot, luck = bot_named("search", 1), random.Random(1)
    for _ in range(40):
        bot.consider(game, Budget(simulations=30))
        for _ in range(luck.randrange(4)):
            game.undo()
        for _ in range(luck.randrange(6)):
            if not game.is_over:
                game.play(luck.choice(game.legal_moves()))
        if game.is_over:
            game = middle_of_a_game()
        moves = {considered.move for considered in bot.consider(game, Budget(simulations=5))}
        assert moves <= set(game.legal_moves())


def test_a_full_tree_is_still_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahorse.bots.search_tree.MOST_NODES", 64)
    ranked = bot_named("search", 1).consider(middle_of_a_game(), Budget(simulations=1000))
    assert sum(considered.visits for considered in ranked) == 1000


def test_more_cores_take_no_more_memory_than_a_bot_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahorse.bots.search_bot.MOST_NODES", 1024)
    sizes = []
    for cores in (1, 2, 4):
        bot = SearchBot(1, cores=cores)
        bot.consider(middle_of_a_game(), Budget(simulations=5000))
        sizes.append(bot.tree_bytes)
    assert max(sizes) < 1.1 * sizes[0]  # a few edges more for each tree


def best(game: Game, simulations: int = 1500) -> Considered:
    return bot_named("search", 1).consider(game, Budget(simulations))[0]


def test_it_ends_the_game_when_that_wins() -> None:
    only_one_to_convert = {"blue": ["p3", "p2", "p1"], "phase": "convert", "to_move": "p1"}
    p1 = {"vp": 72, "income": 27, "horse": "K", "provinces": {"Y": 1, "S": 1, "K": 1}}
    game = position(**only_one_to_convert, players={"p1": p1, "p2": {"vp": 60}, "p3": {"vp": 55}})
    found = best(game)
    assert int(found.move.split()[1]) >= 8
    assert found.values[0] > 0.9


def test_it_does_not_end_the_game_when_that_loses() -> None:
    only_one_to_convert = {"blue": ["p3", "p2", "p1"], "phase": "convert", "to_move": "p1"}
    game = position(
        **only_one_to_convert,
        players={
            "p1": {"vp": 64, "income": 27, "horse": "K", "provinces": {"Y": 1, "S": 1, "K": 1}},
            "p2": {"vp": 79, "coins": 30, "influence": 3},
            "p3": {"vp": 70},
        },
    )
    assert int(best(game).move.split()[1]) < 16


def test_it_travels_as_far_as_it_pays_and_keeps_its_route() -> None:
    game = position(phase="travel", to_move="p3", players={"p3": {"horse": "K", "passes": 6, "market": 3, "supply": 0}})
    bot = bot_named("search", 1)
    while game.to_move == "p3" and game.phase == "travel":
        game.play(bot.choose(game, Budget(simulations=1500)))
    stand = game.snapshot()["players"]["p3"]["provinces"]
    assert stand["Y"] == stand["S"] == stand["K"] == 1


def test_one_person_with_two_colours_plays_for_one_result() -> None:
    game = Game.new("2013", 2)
    found = best(game)
    assert len(found.values) == 2
    # p1 and p3 are one person, who gains nothing by displacing their own trader.
    own = position(
        "2013",
        2,
        phase="displace",
        to_move="p3",
        players={
            "p3": {"influence": 2, "horse": "S", "provinces": {"Y": 1}},
            "p1": {"provinces": {"Y": 1}, "horse": "S"},
        },
        travel={"passes_left": 1, "moved": {"Y": 1}, "at": "Y"},
    )
    assert "displace p1" in own.legal_moves()
    assert best(own, 400).move == "spare"


def test_a_search_tells_which_moves_it_expects_after_its_candidates() -> None:
    game, bot = Game.new(players=3), SearchBot(seed=1, budget=Budget(2000))
    best = bot.lines(game, bot.consider(game)[:1])[0]
    assert best.line
    for move in (best.move, *best.line):
        game.play(move)  # raises an error if the move is illegal


def test_with_duli_no_line_is_expected_for_nobody_knows_her_cards() -> None:
    game, bot = Game.new(players=2, seed=1), SearchBot(seed=1, budget=Budget(500))
    assert all(not each.line for each in bot.lines(game, bot.consider(game)))
