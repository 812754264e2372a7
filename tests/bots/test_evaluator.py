"""A search whose leaves are evaluated in batches from outside."""

import numpy as np
import pytest
from sampled_positions import positions
from score_evaluator import ScoreEvaluator

from teahorse import Game, TeahorseError
from teahorse.bots import Budget, Evaluation, LeafBatch, SearchBot, bot_named
from teahorse.notation import move_text
from teahorse.rules import moves
from teahorse.rules.verdicts import LEGAL

BUDGET = Budget(simulations=96)


def even(leaves: LeafBatch) -> Evaluation:
    chances = np.full((len(leaves), leaves.rules.people), 1 / leaves.rules.people)
    return Evaluation(leaves.legal.astype(np.float32), chances)


@pytest.mark.parametrize("cores", [1, 2])
def test_a_search_with_an_evaluator_plays_legally_and_the_same_for_a_seed_and_a_budget(cores: int) -> None:
    for number, game in enumerate(positions(40, every=13)):
        bots = [SearchBot(number, BUDGET, cores=cores, evaluator=ScoreEvaluator(), batch_size=8) for _ in range(2)]
        ranked = [bot.consider(game) for bot in bots]
        assert ranked[0] == ranked[1]
        assert {considered.move for considered in ranked[0]} <= set(game.legal_moves())
        assert sum(considered.visits for considered in ranked[0]) in range(96 - cores, 97)
        for considered in ranked[0]:
            if considered.visits:
                assert sum(considered.values) == pytest.approx(1)
        assert bots[0].choose(game) == bots[1].choose(game)


def test_a_search_with_an_evaluator_plays_a_whole_game() -> None:
    game = Game.new(players=2, options={"vp_end": 40}, seed=3)
    bots = [SearchBot(seat, Budget(24), evaluator=ScoreEvaluator(), batch_size=6) for seat in range(2)]
    while not game.is_over:
        game.play(bots[int(str(game.to_move)[1:]) - 1].choose(game))


def test_batches_are_batches() -> None:
    evaluator = ScoreEvaluator()
    SearchBot(1, Budget(simulations=800), evaluator=evaluator, batch_size=16).consider(Game.new(players=4))
    assert evaluator.sizes[0] == 1  # the root has to be evaluated before anything below it
    assert max(evaluator.sizes) == 16
    assert np.mean(evaluator.sizes) > 8
    assert sum(evaluator.sizes) <= 800


def test_one_at_a_time_is_a_batch_too_and_none_is_refused() -> None:
    evaluator = ScoreEvaluator()
    SearchBot(1, Budget(simulations=30), evaluator=evaluator, batch_size=1).consider(Game.new(players=4))
    assert evaluator.sizes == [1] * 30
    with pytest.raises(TeahorseError, match="at least 1 leaf"):
        SearchBot(evaluator=evaluator, batch_size=0)


def test_a_batch_tells_who_decides_what_they_see_and_what_is_legal() -> None:
    game = next(iter(positions(1)))
    for _ in range(3):
        game.play(game.legal_moves()[0])
    batches: list[LeafBatch] = []

    def remember(leaves: LeafBatch) -> Evaluation:
        batches.append(leaves)
        return even(leaves)

    SearchBot(1, Budget(simulations=40), evaluator=remember).consider(game)
    root = batches[0]
    assert f"p{root.players[0] + 1}" == game.to_move
    assert root.persons[0] == game.rules.record.person[root.players[0]]
    assert (root.legal[0] == (game.verdicts() == LEGAL)).all()
    assert (root.observe()[0] == game.observe()).all()
    assert (root.observe(rules=False)[0] == game.observe(rules=False)).all()
    after = Game.from_snapshot(game.snapshot())
    after.play(move_text(int(np.flatnonzero(root.legal[0])[0]), game.rules))
    observations = [tuple(row) for batch in batches[1:] for row in batch.observe()]
    assert tuple(after.observe()) in observations  # the first of equal moves is tried


def test_priors_say_which_moves_are_tried_and_values_which_are_good() -> None:
    game = Game.new(players=3)
    favourite = int(np.flatnonzero(game.verdicts() == LEGAL)[-1])

    def by_prior(leaves: LeafBatch) -> Evaluation:
        priors = np.zeros((len(leaves), moves.MOVES), np.float32)
        priors[:, favourite] = 1
        return Evaluation(priors, even(leaves).values)

    assert SearchBot(evaluator=by_prior).consider(game, BUDGET)[0].move == move_text(favourite, game.rules)

    def by_value(leaves: LeafBatch) -> Evaluation:
        """A player with a trader in the bank wins."""
        values = np.full((len(leaves), 3), 0.1)
        for leaf, bank in enumerate(leaves.positions["bank"]):
            values[leaf, [leaves.rules.record.person[player] for player in bank if player >= 0]] = 0.8
        return Evaluation(leaves.legal, values)

    assert SearchBot(evaluator=by_value).consider(game, Budget(simulations=400))[0].move.startswith("bank")


@pytest.mark.parametrize(
    ("evaluation", "sentence"),
    [
        (lambda leaves: Evaluation(leaves.legal[:, 1:], even(leaves).values), "priors .* have the shape"),
        (lambda leaves: Evaluation(leaves.legal, np.ones(len(leaves))), "values .* have the shape"),
        (lambda leaves: Evaluation(-1.0 * leaves.legal, even(leaves).values), "from 0 on"),
        (lambda leaves: Evaluation(np.nan * leaves.legal, even(leaves).values), "finite"),
        (lambda leaves: Evaluation(leaves.legal, np.inf * np.ones((len(leaves), 3))), "finite"),
    ],
)
def test_an_evaluation_that_can_not_be_used_is_an_error(evaluation: object, sentence: str) -> None:
    with pytest.raises(TeahorseError, match=sentence):
        SearchBot(evaluator=evaluation).consider(Game.new(players=3))


def test_after_an_error_of_the_evaluator_the_search_begins_anew() -> None:
    game, failing = Game.new(players=3), True

    def fail_late(leaves: LeafBatch) -> Evaluation:
        if failing and len(leaves) > 4:
            raise ZeroDivisionError
        return even(leaves)

    bot = SearchBot(evaluator=fail_late)
    with pytest.raises(ZeroDivisionError):
        bot.consider(game, BUDGET)
    failing = False
    assert sum(considered.visits for considered in bot.consider(game, BUDGET)) == 95  # one was the root's


def test_priors_of_zero_count_as_equal() -> None:
    def no_priors(leaves: LeafBatch) -> Evaluation:
        return Evaluation(np.zeros((len(leaves), moves.MOVES)), even(leaves).values)

    ranked = SearchBot(evaluator=no_priors).consider(Game.new(players=3), BUDGET)
    assert len([considered for considered in ranked if considered.visits]) > 3


def test_without_an_evaluator_the_search_is_as_it_was() -> None:
    ranked = bot_named("search", seed=7).consider(Game.new(players=3), Budget(simulations=200))
    assert [(considered.move, considered.visits) for considered in ranked[:3]] == [
        ("bank", 104),
        ("bid school 9", 86),
        ("bid school 5", 4),
    ]
