"""`teahorse learn distil`: one network of several, each of which is the best at some tables."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ..errors import TeahorseError
from .app import command
from .console import note, say
from .learn import RecipeName, learning, require_torch


@command(
    "teahorse learn distil one.npz general.npz --teacher expert.npz:expert=true --teacher five.npz:players=5",
    group=learning,
)
def distil(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The weights of the new network, a .npz file.")],
    start: Annotated[
        Path, typer.Argument(metavar="START", help="The network to begin with. It teaches at all others.")
    ],
    teacher: Annotated[
        list[str],
        typer.Option(metavar="FILE:TABLES", help="A network, and where it teaches, as in five.npz:players=5."),
    ],
    recipe: RecipeName = "full",
    rounds: Annotated[int, typer.Option(min=1, help="How often the teachers play on and the network learns.")] = 40,
    lanes: Annotated[int, typer.Option(min=1, help="Games at a time.")] = 2048,
    rate: Annotated[float, typer.Option(min=1e-9, help="The learning rate at the start.")] = 3e-4,
    batch: Annotated[int, typer.Option(min=1, help="Decisions in one step of the optimiser.")] = 2048,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    seed: Annotated[int, typer.Option(min=0, help="For games and draws.")] = 1,
) -> None:
    """Make one network that plays like several others, each at its own tables of a recipe.

    A policy that was trained for some tables alone, or a checkpoint that was best there, becomes a part of the network
    that plays everywhere.
    """
    require_torch()
    from ..learn.distillation import Distiller, Lesson, read_settings
    from ..learn.export import write_weights
    from ..learn.network import Network
    from ..learn.pool import load
    from ..learn.recipe import read_recipe
    from ..learn.train import weights_in
    from ..learn.victim import load_network

    settings = replace(read_recipe(recipe), lanes=lanes, learning_rate=rate, batch=batch)
    lessons = []
    for text in teacher:
        name, _, tables = text.partition(":")
        if not tables:
            raise TeahorseError(f"{text!r} doesn't say where the network teaches; write it as {name}:players=5.")
        lessons.append(Lesson(load_network(Path(name), device), read_settings(tables)))
    general = Network(settings.shape).to(device)
    load(general, weights_in(start, settings, device))
    lessons.append(Lesson(general, {}))
    distiller = Distiller(settings, lessons, device, seed)

    def report(number: int, losses: dict[str, float]) -> None:
        words = ", ".join(f"{name} {loss:.4f}" for name, loss in losses.items())
        note(f"Round {number} of {rounds}: {words}")

    distiller.learn(rounds, report)
    write_weights(
        file,
        distiller.network.state_dict(),
        {"recipe": recipe, "distilled": [Path(text).name for text in (*teacher, str(start))]},
    )
    say(f"Wrote {file}.")
