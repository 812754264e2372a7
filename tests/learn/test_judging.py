"""Judging: a network learns what its games come to, and its moves stay the same."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from typer.testing import CliRunner

from teahorse import Game
from teahorse.bots.network.network_bot import NetworkBot
from teahorse.bots.network.weights import read_weights
from teahorse.cli import app
from teahorse.learn.export import write_weights
from teahorse.learn.judging import Judge, Judged
from teahorse.learn.network import Network
from teahorse.learn.recipe import Table, read_recipe

SHORT = Table("2023", 2, 1, {"two_players": "two-colours", "vp_end": 3})
TINY = replace(read_recipe("small"), tables=(SHORT,), lanes=32, steps=60, batch=128, width=16, learning_rate=0.01)


def random_network() -> Network:
    """A network with random moves that knows nothing about who wins."""
    torch.manual_seed(3)
    network = Network(TINY.shape)
    torch.nn.init.normal_(network.moves.weight, std=0.3)
    return network


def test_the_facts_come_closer_to_what_games_come_to() -> None:
    said: list[Judged] = []
    Judge(TINY, random_network(), "cpu", seed=1).learn(30, said.append)
    assert sum(each.games for each in said) > 50
    for name, share in {"win": 1, "points": 0.7, "rounds": 0.7}.items():
        early, late = (np.mean([each.losses[name] for each in part]) for part in (said[:2], said[-10:]))
        assert late < share * early, name


def test_only_the_layer_of_the_facts_changes() -> None:
    network = random_network()
    before = {name: value.clone() for name, value in network.state_dict().items()}
    Judge(TINY, network, "cpu", seed=1).learn(2, lambda _: None)
    changed = {name for name, value in network.state_dict().items() if not torch.equal(value, before[name])}
    assert changed == {"facts.weight", "facts.bias"}


@pytest.mark.usefixtures("tmp_path")
def test_the_command_keeps_moves_and_what_the_file_says(tmp_path: Path) -> None:
    start, better = tmp_path / "network.npz", tmp_path / "better.npz"
    write_weights(start, random_network().state_dict(), {"recipe": "small", "tables": ["2023, 4 players"]})
    written = CliRunner().invoke(
        app, ["learn", "judge", str(start), str(better), "--recipe", "small", "--rounds", "2", "--lanes", "32"]
    )
    assert written.exit_code == 0, written.output
    about = read_weights(better).about
    assert about["tables"] == ["2023, 4 players"] and about["judged_games"] >= 0
    game = Game.new("2023", 4, seed=2)
    one, other = (NetworkBot(1, weights=read_weights(file)) for file in (start, better))
    for _ in range(10):
        move = one.choose(game)
        assert other.choose(game) == move
        game.play(move)
    assert not np.array_equal(read_weights(start).layers.facts, read_weights(better).layers.facts)
