"""Odd habits: consistent likings, and only opponents have them."""

from dataclasses import replace

import torch
from opponent_copies import against_copies

from teahorse.learn.habits import COUNT, Habits
from teahorse.learn.network import Network, log_policy
from teahorse.learn.recipe import read_recipe
from teahorse.rules import moves

RECIPE = replace(read_recipe("small"), lanes=16, steps=60, temper_share=0.0, habit_share=1.0)


def test_a_habit_is_for_a_kind_of_move_and_the_first_is_none() -> None:
    habits = Habits("cpu", torch.Generator().manual_seed(2))
    logits = torch.randn(COUNT, moves.MOVES)
    changed = habits.change(logits, torch.arange(COUNT))
    assert torch.equal(changed[0], logits[0])
    journeys, converting = range(moves.GO, moves.DONE), range(moves.CONVERT_INCOME, moves.DECK)
    means = torch.stack([habits.likings[1:, list(kind)].mean(1) for kind in (journeys, converting)])
    assert (means.std(1) > 1).all()  # some like a kind, others don't
    assert abs(torch.corrcoef(means)[0, 1]) < 0.2


def test_only_opponents_have_habits() -> None:
    torch.manual_seed(3)
    network = Network(RECIPE.shape)
    play = against_copies(RECIPE, network)
    steps = play.play()
    differs = torch.zeros_like(steps.learns)
    for step in range(RECIPE.steps):
        with torch.no_grad():
            logits, _ = network(
                steps.observations[step].float(), play.games.rules_rows, play.games.rules_of, steps.tempers[step]
            )
        usual = log_policy(logits, steps.legal[step]).gather(1, steps.actions[step][:, None])[:, 0]
        differs[step] = (usual - steps.log_probs[step]).abs() > 1e-3
    choice = steps.legal.sum(-1) > 1
    assert not (differs & steps.learns).any()
    assert (differs[choice & ~steps.learns]).float().mean() > 0.9
