"""`teahorse learn judge`: better chances for a network that plays as before."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from .app import command
from .console import note, say
from .learn import RecipeName, learning, require_torch


@command("teahorse learn judge network.npz better.npz --rounds 60", group=learning)
def judge(
    start: Annotated[Path, typer.Argument(metavar="START", help="The network, a .npz file for play.", exists=True)],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The same with better chances, a .npz file.")],
    recipe: RecipeName = "full",
    rounds: Annotated[int, typer.Option(min=1, help="How often it plays on and learns.")] = 60,
    lanes: Annotated[int, typer.Option(min=1, help="Games at a time.")] = 256,
    steps: Annotated[int, typer.Option(min=1, help="Moves in each of them between two lessons.")] = 320,
    rate: Annotated[float, typer.Option(min=1e-9, help="The learning rate at the start.")] = 1e-3,
    exploring: Annotated[float, typer.Option(min=0, max=1, help="The share of moves that explore.")] = 0.004,
    batch: Annotated[int, typer.Option(min=1, help="Decisions in one step of the optimiser.")] = 1024,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    seed: Annotated[int, typer.Option(min=0, help="For games and draws.")] = 1,
) -> None:
    """Let a network play itself by all rules of a recipe, and teach it what these games come to.

    Chances to win, points, the last round and whose bids are outbid come from one layer, and only that one learns. So
    its moves stay the same.
    """
    require_torch()
    from ..bots.network.about import ABOUT
    from ..learn.export import write_weights
    from ..learn.judging import Judge, Judged
    from ..learn.recipe import read_recipe
    from ..learn.victim import load_network

    settings = replace(
        read_recipe(recipe), lanes=lanes, steps=steps, learning_rate=rate, explore_share=exploring, batch=batch
    )
    judged = Judge(settings, load_network(start, device), device, seed)
    games = 0

    def report(last: Judged) -> None:
        nonlocal games
        games += last.games
        words = ", ".join(f"{name} {loss:.4f}" for name, loss in last.losses.items())
        note(f"Round {last.number} of {rounds}, {games:,} games: {words}")

    judged.learn(rounds, report)
    with np.load(start) as stored:
        about = json.loads(str(stored[ABOUT]))
    write_weights(file, judged.network.state_dict(), about | {"judged_games": about.get("judged_games", 0) + games})
    say(f"Wrote {file}.")
