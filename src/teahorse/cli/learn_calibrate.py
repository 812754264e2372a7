"""`teahorse learn calibrate`: whether players win as often as the network, or the search of hints and reviews, says."""

import re
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import TeahorseError
from .app import command
from .console import note, say, write_json
from .learn import RecipeName, learning
from .learn_measure import Cores, Folder, SeriesSeed, counted_games
from .learn_tables import show_calibration, show_errors
from .options import AsJson

if TYPE_CHECKING:
    from ..learn.calibration import Predictions
    from ..learn.search_opinions import Series

SEARCH = re.compile(r"search:(?P<simulations>\d+)")
PLAYED_BY = ("novice", "apprentice", "merchant")


@command(
    "teahorse learn calibrate network@network.npz --plot calibration.png",
    "teahorse learn calibrate --games 400 --folder calibration --json",
    "teahorse learn calibrate search:1000 --games 24 --fit chances.toml",
    group=learning,
)
def calibrate(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="network, network@FILE.npz, or search:N for hints and reviews.")
    ] = "network",
    games: Annotated[int, typer.Option(min=1, help="Games at each table; with a search, of each bot.")] = 100,
    recipe: RecipeName = "full",
    ordinary: Annotated[bool, typer.Option(help="Only the recipe's tables without options.")] = False,
    temperature: Annotated[float, typer.Option(help="At which moves are drawn; 1 is as in training.")] = 1.0,
    played_by: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="Who plays when a search is asked.", show_default=", ".join(PLAYED_BY)),
    ] = None,
    fit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the correction of a search's chances: a .toml file.")
    ] = None,
    folder: Folder = Path("calibration"),
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it: a .svg or .png file.")] = None,
    seed: SeriesSeed = 1,
    cores: Cores = None,
    json: AsJson = False,
) -> None:
    """Compare the chances to win that a network or a search gives with who won.

    A network plays against itself, by the rules of the recipe. At every decision each player's chance counts.

    A search is asked about games between equal bots at eight kinds of tables. Its chances are shown as they are, and
    with a correction that was fitted to the other half of the games. `--fit` writes the correction fitted to all.

    Intervals are 95 %, by game, since the positions of one game are alike.
    """
    from ..arena.plot import check_plot
    from ..learn.calibration import CalibrationGames
    from ..learn.recipe import read_recipe
    from ..learn.rungs import TABLES, Rules
    from ..learn.search_opinions import OpinionGames

    if plot is not None:
        check_plot(plot)
    search = SEARCH.fullmatch(bot)
    if search is not None:
        bots = tuple(played_by or PLAYED_BY)
        asked = OpinionGames(int(search["simulations"]), folder, seed, cores)
        with counted_games(games * len(TABLES) * len(bots)) as played:
            series = list(asked.play(TABLES, bots, games, played))
        options = "".join(f" --played-by {name}" for name in bots)
        made_by = f"teahorse learn calibrate {bot} --games {games} --seed {seed}{options}"
        _show_search(series, {"search": bot, "seed": seed, "command": made_by}, fit, plot, json)
        return
    if fit is not None or played_by:
        raise TeahorseError("`--fit` and `--played-by` are for a search, such as search:1000.")
    chosen = [table for table in read_recipe(recipe).tables if not (ordinary and table.options)]
    tables = [Rules(table.edition, table.players, table.options) for table in chosen]
    playing = CalibrationGames(bot, folder, temperature, seed, cores)
    with counted_games(games * len(tables)) as played:
        said = dict(zip([table.name for table in tables], playing.play(tables, games, played), strict=True))
    _show_network(said, {"network": bot, "temperature": temperature, "seed": seed}, plot, json)


def _show_network(said: "dict[str, Predictions]", about: dict[str, Any], plot: Path | None, json: bool) -> None:
    from ..learn.calibration import Predictions
    from ..learn.calibration import calibrate as compare
    from ..learn.calibration_plot import draw_calibration

    overall = compare("all", Predictions.together(list(said.values())))
    each = [compare(table, predictions) for table, predictions in said.items()]
    if plot is not None:
        draw_calibration(overall, each, plot, "The network said")
        note(f"The plot is in {plot}.")
    if json:
        write_json(about | {"all": overall.as_data(), "tables": [table.as_data() for table in each]})
        return
    show_calibration(overall, "the network says")
    say("")
    show_errors([*each, overall])


def _show_search(
    series: "Sequence[Series]", about: dict[str, Any], fit: Path | None, plot: Path | None, json: bool
) -> None:
    from ..learn.calibration_plot import draw_calibration
    from ..learn.chances_fit import compare_groups, fit_correction, write_correction

    compared = compare_groups(series)
    correction = fit_correction([opinion for each in series for opinion in each.opinions])
    said, shown = [before for before, _ in compared], [after for _, after in compared]
    if fit is not None:
        write_correction(fit, correction, about["command"])
        note(f"The correction is in {fit}.")
    if plot is not None:
        uncorrected = replace(said[0], table="all, without correction")
        draw_calibration(shown[0], [uncorrected, *shown[1:]], plot, "People are shown")
        note(f"The plot is in {plot}.")
    if json:
        write_json(
            about
            | {"correction": asdict(correction)}
            | {"said": [each.as_data() for each in said], "shown": [each.as_data() for each in shown]}
        )
        return
    show_calibration(said[0], "the search says")
    say("")
    show_calibration(shown[0], "people are shown")
    say("")
    show_errors(shown, said)
