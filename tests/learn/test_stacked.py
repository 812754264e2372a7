"""Networks that are asked together say what each says alone."""

from dataclasses import replace

import torch
from opponent_copies import against_copies

from teahorse.learn.network import Network
from teahorse.learn.recipe import read_recipe
from teahorse.learn.stacked import StackedNetworks

RECIPE = replace(read_recipe("small"), lanes=12, steps=30)


def test_each_network_says_what_it_says_alone() -> None:
    torch.manual_seed(3)
    networks = [Network(RECIPE.shape) for _ in range(3)]
    for network in networks:
        torch.nn.init.normal_(network.temper.weight)
    stacked = StackedNetworks(len(networks), RECIPE.shape, "cpu")
    for number, network in enumerate(networks):
        stacked.load(number, network.state_dict())
    play = against_copies(RECIPE, networks[0])
    positions = play.play().observations[-1].view(3, 4, -1)
    rules_of = play.games.rules_of.view(3, 4)
    tempers = torch.tensor([[0, 1, 2, 3], [4, 5, 6, 0], [1, 3, 5, 2]])
    with torch.no_grad():
        logits = stacked(positions, play.games.rules_rows, rules_of, tempers)
        for number, network in enumerate(networks):
            alone, _ = network(positions[number], play.games.rules_rows, rules_of[number], tempers[number])
            assert torch.allclose(logits[number], alone, atol=1e-4)
    assert not torch.allclose(logits[0], logits[1], atol=1e-2)
