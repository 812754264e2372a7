"""`teahorse learn imitate`: a network that plays like other bots, as a rival for training."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from .app import command
from .console import note, say
from .learn import RecipeName, StartFile, learning, require_torch
from .learn_measure import Cores, Folder, SeriesSeed, counted_games


@command(
    "teahorse learn imitate rival.npz --bots search:200,search:1000,greedy --games 4000 --device cuda",
    "teahorse learn train checkpoint --device cuda --rival rival.npz",
    group=learning,
)
def imitate(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The weights of the imitation, a .npz file.")],
    bots: Annotated[
        str, typer.Option(metavar="NAMES", help="The bots to imitate, divided by commas.")
    ] = "search:200,search:1000,greedy",
    games: Annotated[int, typer.Option(min=1, help="Games in all; each table of the recipe has its share.")] = 1000,
    recipe: RecipeName = "full",
    passes: Annotated[int, typer.Option(min=1, help="How often to go through all games.")] = 10,
    rate: Annotated[float, typer.Option(min=1e-9, help="The learning rate at the start.")] = 1e-3,
    batch: Annotated[int, typer.Option(min=1, help="Decisions in one step of the optimiser.")] = 2048,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    start: StartFile = None,
    folder: Folder = Path("watched"),
    seed: SeriesSeed = 1,
    cores: Cores = None,
) -> None:
    """Let bots play each other, and train a network to play like them, for `teahorse learn train --rival`.

    One game in ten is not learned from. In these games the imitation is compared with the bots in the end.
    """
    require_torch()
    from ..learn.export import write_weights
    from ..learn.imitation import Decisions, Imitator, WatchedGames, games_each
    from ..learn.pool import load
    from ..learn.recipe import read_recipe
    from ..learn.train import weights_in

    settings = replace(read_recipe(recipe), learning_rate=rate, batch=batch)
    watched = WatchedGames(tuple(bots.split(",")), folder, seed, cores)
    with counted_games(sum(games_each(settings.tables, games))) as played:
        decisions = Decisions.together(list(watched.play(settings.tables, games, played)))
    imitator = Imitator(settings, decisions, device, seed)
    if start is not None:
        load(imitator.network, weights_in(start, settings, device))
    imitator.learn(passes, lambda number, loss: note(f"Pass {number} of {passes}: loss {loss:.3f}"))
    likeness = imitator.likeness()
    write_weights(file, imitator.network.state_dict(), {"imitates": bots, "games": games, "seed": seed})
    say(
        f"In games it has not seen, its first choice is the bots' move in {likeness.agreement:.1%} of "
        f"{likeness.decisions:,} decisions. Wrote {file}."
    )
