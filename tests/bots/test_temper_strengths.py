"""How strong each temper of a network is, as the file of its weights says it."""

from pathlib import Path
from shutil import copyfile

import numpy as np
import pytest
from typer.testing import CliRunner

from teahorse.bots.network.shape import TEMPERS
from teahorse.bots.network.strengths import write_strengths
from teahorse.bots.network.weights import FILE, Weights, read_weights
from teahorse.cli import app
from teahorse.errors import TeahorseError
from teahorse.rules.ruleset import Ruleset

RULES = Ruleset.of("2023", 4)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A copy of the shipped weights with all tempers as in training."""
    copyfile(FILE, tmp_path / "network.npz")
    write_strengths(tmp_path / "network.npz", {})
    return tmp_path / "network.npz"


def away_from_balanced(weights: Weights, temper: str) -> np.ndarray:
    """What a temper adds to the first layer beyond what a balanced one does."""
    return weights.base(RULES, temper) - weights.base(RULES, TEMPERS[0])


def test_a_temper_goes_as_far_from_balanced_as_the_file_says(file: Path) -> None:
    trained = read_weights(file)
    write_strengths(file, {"builder": 0.5, "collector": 2, "racer": 0})
    changed = read_weights(file)
    for temper, strength in {"builder": 0.5, "collector": 2, "racer": 0, "banker": 1, "balanced": 1}.items():
        expected = strength * away_from_balanced(trained, temper)
        assert np.allclose(away_from_balanced(changed, temper), expected, atol=1e-5), temper
    assert away_from_balanced(trained, "builder").any()
    assert changed.about["recipe"] == trained.about["recipe"]


@pytest.mark.parametrize(
    ("strengths", "message"),
    [
        ({"dreamer": 1}, "the tempers are banker, builder"),
        ({"balanced": 2}, "The strength of 'balanced' can't be set"),
        ({"builder": -1}, "from 0"),
        ({"builder": float("nan")}, "from 0"),
        ({"builder": 50}, "not 50"),
    ],
)
def test_strengths_that_cannot_be_are_refused(file: Path, strengths: dict[str, float], message: str) -> None:
    before = file.read_bytes()
    with pytest.raises(TeahorseError, match=message):
        write_strengths(file, strengths)
    assert file.read_bytes() == before


def test_the_command_writes_and_shows_strengths(file: Path) -> None:
    run = CliRunner().invoke
    assert "All tempers are as in training." in run(app, ["learn", "strengths", str(file)]).output
    written = run(app, ["learn", "strengths", str(file), "builder=0.65", "collector=2.5"])
    assert written.exit_code == 0 and written.output == "builder=0.65\ncollector=2.5\n"
    assert read_weights(file).about["strengths"] == {"builder": 0.65, "collector": 2.5}
    refused = run(app, ["learn", "strengths", str(file), "builder"])
    assert refused.exit_code != 0 and "A strength is written as in builder=0.65, not 'builder'." in refused.output
