"""Which seats the learner has at tables with earlier versions."""

from dataclasses import replace

import torch
from opponent_copies import against_copies

from teahorse.learn.network import Network
from teahorse.learn.recipe import Recipe, Table, read_recipe
from teahorse.learn.self_play import SelfPlay

SHORT = Table("2023", 3, 1, {"vp_end": 20})
RECIPE = replace(read_recipe("small"), tables=(SHORT,), lanes=64, steps=120, explore_share=0.0, pool_share=1.0)


def played(recipe: Recipe) -> SelfPlay:
    torch.manual_seed(3)
    play = against_copies(recipe, Network(recipe.shape))
    play.play()
    return play


def seats_that_learn(play: SelfPlay) -> list[list[set[int]]]:
    """By lane and game: the seats whose moves were learned from."""
    steps, lanes = play.steps, []
    for lane in range(play.games.n):
        games: list[set[int]] = [set()]
        for step in range(len(steps.actions)):
            if steps.learns[step, lane]:
                games[-1].add(int(steps.to_move[step, lane]))
            if steps.ended[step, lane]:
                games.append(set())
        lanes.append(games)
    return lanes


def test_without_company_the_learner_has_one_seat() -> None:
    play = played(RECIPE)
    for seat, games in zip(play.learner_seat, seats_that_learn(play), strict=True):
        assert all(game <= {int(seat)} for game in games)


def test_the_learner_has_a_share_of_the_other_seats_and_always_its_own() -> None:
    play = played(replace(RECIPE, company_share=0.5))
    own = play.steps.to_move[:-1] == play.learner_seat
    assert play.steps.learns[own].all()
    assert 0.35 < play.steps.learns[~own].float().mean() < 0.65


def test_seats_are_drawn_anew_for_every_game() -> None:
    lanes = seats_that_learn(played(replace(RECIPE, company_share=0.5)))
    several = [games for games in lanes if len(games) > 1]
    assert several and any(games[0] != games[1] for games in several)


def test_other_tables_are_the_learners_alone() -> None:
    play = played(replace(RECIPE, pool_share=0.5))
    alone = play.learner_seat < 0
    assert 0 < alone.sum() < play.games.n and play.steps.learns[:, alone].all()
