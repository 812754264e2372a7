"""Distillation: one network learns from several, each at its own tables."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from typer.testing import CliRunner

from teahorse.bots.network.weights import read_weights
from teahorse.cli import app
from teahorse.errors import TeahorseError
from teahorse.learn.distillation import Distiller, Lesson, Teachers, read_settings
from teahorse.learn.export import write_weights
from teahorse.learn.network import Network
from teahorse.learn.recipe import Table, read_recipe

TABLES = (Table("2023", 3, 2, {}), Table("2013", 4, 2, {"profi": True}))
TINY = replace(
    read_recipe("small"), tables=TABLES, lanes=32, steps=8, batch=64, width=16, learning_rate=0.003, explore_share=0.0
)


def random_network(seed: int) -> Network:
    """A network whose outputs differ from move to move and from one seed to another."""
    torch.manual_seed(seed)
    network = Network(TINY.shape)
    torch.nn.init.normal_(network.moves.weight, std=0.3)
    torch.nn.init.normal_(network.facts.weight, std=0.3)
    return network


def asked_at(distiller: Distiller, table: int) -> tuple[torch.Tensor, ...]:
    games = distiller.play.games
    here = games.rules_of == table
    tempers = torch.zeros(int(here.sum()), dtype=torch.int64)
    return games.observations[here], games.rules_rows, games.rules_of[here], tempers


def test_each_table_has_the_first_teacher_whose_lesson_is_for_it() -> None:
    one, other, general = (random_network(number) for number in range(3))
    lessons = [Lesson(one, {"profi": "true"}), Lesson(other, {"edition": "2013"}), Lesson(general, {})]
    assert Teachers(TABLES, lessons).of_table == [2, 0]
    distiller = Distiller(TINY, lessons, "cpu", seed=1)
    for table, network in ((0, general), (1, one)):
        asked = asked_at(distiller, table)
        for said, expected in zip(distiller.teachers(*asked), network(*asked), strict=True):
            assert torch.allclose(said, expected, atol=1e-5)


def test_the_network_comes_closer_to_its_teachers_everywhere() -> None:
    lessons = [Lesson(random_network(1), {"edition": "2013"}), Lesson(random_network(2), {})]
    distiller = Distiller(TINY, lessons, "cpu", seed=1)
    said: list[dict[str, float]] = []
    distiller.learn(12, lambda number, losses: said.append(losses))
    assert said[-1]["policy"] < 0.7 * said[0]["policy"]
    for name in ("win", "values", "outbid"):
        assert said[-1][name] < said[0][name]


def test_tables_are_named_by_settings() -> None:
    assert read_settings("players=5") == {"players": "5"}
    assert read_settings("edition=2013,profi=true") == {"edition": "2013", "profi": "true"}
    for text in ("", "players", "players=", "=5"):
        with pytest.raises(TeahorseError, match="Tables are named by settings"):
            read_settings(text)


def test_the_command_writes_a_network_that_plays(tmp_path: Path) -> None:
    recipe = tmp_path / "tiny.toml"
    recipe.write_text(
        "width = 16\nblocks = 1\nlanes = 16\nsteps = 4\nbatch = 32\nlearning_rate = 1e-3\nentropy = 0.0\npull = 0.0\n"
        'reference_decay = 0.9\ntables = [{ edition = "2023", players = 3, lanes = 1 }]\n'
    )
    for number in (1, 2):
        write_weights(tmp_path / f"{number}.npz", random_network(number).state_dict(), {})
    files = [str(tmp_path / name) for name in ("new.npz", "1.npz", "2.npz")]
    arguments = ["learn", "distil", *files[:2], "--recipe", str(recipe), "--rounds", "1", "--lanes", "16"]
    result = CliRunner().invoke(app, [*arguments, "--teacher", f"{files[2]}:players=3"])
    assert result.exit_code == 0, result.output
    assert read_weights(tmp_path / "new.npz").about["distilled"] == ["2.npz:players=3", "1.npz"]
    wrong = CliRunner().invoke(app, [*arguments, "--teacher", files[2]])
    assert wrong.exit_code != 0 and "doesn't say where the network teaches" in wrong.output
