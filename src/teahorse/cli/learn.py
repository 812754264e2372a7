"""`teahorse learn`: train the network, see how strong it is, and make a file for play of it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import MissingPackageError
from .app import command
from .console import note, say, write_json
from .options import AsJson

if TYPE_CHECKING:
    from ..learn.ray_actors import RayActors

learning = typer.Typer(no_args_is_help=True, help="Train the network that the bots use (docs/learning.md).")

Checkpoint = Annotated[Path, typer.Argument(metavar="FOLDER", help="The checkpoint: training goes on from it.")]
RecipeName = Annotated[str, typer.Option(metavar="NAME", help="A recipe: full, small, or a TOML file.")]
StartFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A .npz file for play: its weights to begin with.", show_default="new weights"),
]


@command(
    "teahorse learn train checkpoint --recipe small --seconds 120",
    "teahorse learn train checkpoint --device cuda --seconds 3600 --rate 1:0.2 --start network.npz",
    "teahorse learn train checkpoint --device cuda --ray auto --actors 64",
    group=learning,
)
def train(
    checkpoint: Checkpoint,
    recipe: RecipeName = "full",
    seconds: Annotated[float, typer.Option(min=1, help="How long to train.")] = 600,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    rate: Annotated[str, typer.Option(metavar="FROM:TO", help="Factors of the learning rate, start and end.")] = "1:1",
    entropy: Annotated[
        str, typer.Option(metavar="FROM:TO", help="Factors of the entropy bonus, start and end.")
    ] = "1:1",
    seed: Annotated[int, typer.Option(min=0, help="For games, weights and draws.")] = 1,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: auto, ray://HOST:PORT, or local to start one."),
    ] = None,
    actors: Annotated[
        int | None, typer.Option(min=1, help="How many play on Ray.", show_default="one per core of the cluster")
    ] = None,
    rival: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A .npz file for play: an opponent that never changes; may be repeated."),
    ] = None,
    start: StartFile = None,
    flatter: Annotated[
        float, typer.Option(min=0.01, help="With --start: the temperature of the policy to begin with.")
    ] = 1.0,
) -> None:
    """Train a network by self-play, from a checkpoint, from a file for play or from the beginning.

    Stop it with Ctrl-C at any time: at most two minutes are lost.
    """
    require_torch()
    from ..learn.recipe import read_recipe
    from ..learn.train import Stretch, Training

    stretch = Stretch(seconds, *_factors(rate), *_factors(entropy))
    with _cluster(ray, actors) as on_ray:
        training = Training(read_recipe(recipe), checkpoint, device, seed, on_ray, rival or (), start, flatter)
        training.run(stretch, lambda line: note(_line(line)))
    say(f"Trained for {training.progress.seconds:.0f} s in all: {training.progress.games:,} games.")


@contextmanager
def _cluster(address: str | None, actors: int | None) -> "Iterator[RayActors | None]":
    """The actors on a Ray cluster, if one is named."""
    from ..arena.ray_cluster import connected
    from ..bulk.cpu import cores
    from ..learn.ray_actors import RayActors

    if address is None:
        if actors is not None:
            raise typer.BadParameter("`--actors` needs `--ray`.")
        yield None
        return
    with connected(address, actors or cores()) as ray:
        yield RayActors(ray, actors or max(1, int(ray.cluster_resources().get("CPU", 1))))


def _line(line: dict[str, float]) -> str:
    return (
        f"{line['seconds']:7.0f} s  {line['decisions'] / 1e6:8.1f} M decisions  entropy {line['entropy']:.3f}  "
        f"pull {line['pull']:.3f}  win {line['win']:.3f}  {line['moves_per_game']:.0f} moves per game"
    )


def _factors(text: str) -> tuple[float, float]:
    try:
        start, end = (float(part) for part in text.split(":"))
    except ValueError:
        raise typer.BadParameter(f"Two factors with a colon between them, as 1:0.2, not {text!r}.") from None
    if start <= 0 or end <= 0:
        raise typer.BadParameter(f"Factors are above 0, not {text!r}.")
    return start, end


@command("teahorse learn export checkpoint network.npz", group=learning)
def export(
    checkpoint: Checkpoint,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The weights for play, a .npz file.")],
    recipe: RecipeName = "full",
    latest: Annotated[bool, typer.Option(help="The latest weights, not their slow average.")] = False,
) -> None:
    """Write the weights of a checkpoint as a file for play: `network@FILE` is a bot.

    The average of the weights of the last minutes plays better than the latest ones, so it is exported unless you ask.
    """
    require_torch()
    from ..learn.checkpoint import NETWORK, REFERENCE
    from ..learn.export import export as write

    write(checkpoint, file, recipe, NETWORK if latest else REFERENCE)
    note(f"Wrote {file}, {file.stat().st_size / 1e6:.1f} MB.")


@command(
    "teahorse learn exploit checkpoint --device cuda --seconds 600",
    "teahorse learn exploit network.npz --device cuda --temperature 1 --out exploiter.npz",
    group=learning,
)
def exploit(
    source: Annotated[Path, typer.Argument(metavar="NETWORK", help="A checkpoint, or a .npz file for play.")],
    recipe: RecipeName = "full",
    seconds: Annotated[float, typer.Option(min=1, help="How long to train.")] = 600,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    temperature: Annotated[
        float, typer.Option(min=0, help="At which the network plays: 0 is its best move, 1 as in training.")
    ] = 0.0,
    fresh: Annotated[bool, typer.Option(help="Begin with a new policy, not with the network's own.")] = False,
    games: Annotated[int, typer.Option(min=1, help="Games in the end, to see how often it wins.")] = 4096,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the policy: a .npz file for play.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="For games, weights and draws.")] = 1,
    json: AsJson = False,
) -> None:
    """Train a policy only to beat copies of a network, and show how often it wins.

    The copies don't learn. They play by the first rules of the recipe, with the policy in one seat.
    """
    require_torch()
    from ..learn.exploit import Exploiter, at_first_table
    from ..learn.export import write_weights
    from ..learn.recipe import read_recipe
    from ..learn.victim import Victim, load_network

    victim = Victim(load_network(source, device), temperature)
    exploiter = Exploiter(at_first_table(read_recipe(recipe)), victim, device, seed, fresh=fresh)
    before = exploiter.measure(games)
    note(f"Before training it wins {before.wins / before.games:.1%} of {before.games:,} games.")
    exploiter.train(seconds, lambda line: note(_exploiter_line(line)))
    found = exploiter.measure(games)
    settings = {"network": str(source), "temperature": temperature, "fresh": fresh, "seconds": seconds, "seed": seed}
    if out is not None:
        write_weights(out, exploiter.network.state_dict(), {"exploits": settings})
        note(f"Wrote {out}.")
    if json:
        write_json(settings | {"before": before.as_data(), "after": found.as_data()})
        return
    low, high = found.interval
    copies = "a copy" if found.players == 2 else f"{found.players - 1} copies"
    say(
        f"After {seconds:.0f} s it wins {found.wins / found.games:.1%} ({low:.1%} to {high:.1%}) of {found.games:,} "
        f"games against {copies}; even is {1 / found.players:.1%}."
    )


def _exploiter_line(line: dict[str, float]) -> str:
    return f"{line['seconds']:7.0f} s  {line['updates']:6.0f} updates  wins {line['wins']:.1%}"


@command(
    "teahorse learn tables network.npz --ladder ladder.json",
    'teahorse learn tables network.npz --table "2023, 4 players" --table "2013, 3 players"',
    group=learning,
)
def tables(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Weights for play, a .npz file.", exists=True)],
    ladder: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="What `teahorse learn ladder --json` wrote: the tables where it won.", exists=True
        ),
    ] = None,
    table: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A table; may be repeated.")] = None,
    advice: Annotated[bool, typer.Option(help="For hints, reviews and reports, not for play.")] = False,
) -> None:
    """Name the tables at which this network is offered as an opponent or, with --advice, asked for hints and reviews.

    Elsewhere the bots with a search play and advise. Without tables, only those named before are shown.
    """
    from ..bots.network.tables import ADVISES, TABLES, tables_won, write_tables
    from ..bots.network.weights import read_weights

    names = ADVISES if advice else TABLES
    if ladder is not None or table:
        won = tables_won(json.loads(ladder.read_text(encoding="utf-8"))) if ladder is not None else []
        write_tables(file, [*won, *(table or [])], names)
    found = read_weights(file).about.get(names, [])
    say("\n".join(found) if found else f"No table: the search {'advises' if advice else 'plays'} everywhere.")


@command("teahorse learn strengths network.npz builder=0.65 collector=2.5", group=learning)
def strengths(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Weights for play, a .npz file.", exists=True)],
    strength: Annotated[list[str] | None, typer.Argument(metavar="TEMPER=NUMBER", help="As in builder=0.65.")] = None,
) -> None:
    """Say how strong the tempers of a network are: 1 as in training, 0 is balanced, 2 twice as far from balanced.

    Tempers that are not named have strength 1. Without any, only those named before are shown.
    """
    from ..bots.network.strengths import STRENGTHS, read_strengths, write_strengths
    from ..bots.network.weights import read_weights

    if strength:
        write_strengths(file, read_strengths(strength))
    found = read_weights(file).about.get(STRENGTHS, {})
    say("\n".join(f"{temper}={number:g}" for temper, number in found.items()) or "All tempers are as in training.")


@command("teahorse learn plot checkpoint training.png", group=learning)
def plot(
    checkpoint: Checkpoint,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The plot, .svg or .png.")],
) -> None:
    """Draw the log of a training."""
    require_torch()
    from ..learn.plot import draw_log

    draw_log(checkpoint, file)
    note(f"Wrote {file}.")


def require_torch() -> None:
    """Raise an error where PyTorch is not installed."""
    if find_spec("torch") is None:
        raise MissingPackageError("PyTorch", "learn")
