"""The whole position on one screen."""

from rich.console import Group, RenderableType
from rich.text import Text

from ..game import Game
from ..provenance import reconstructed
from ..record import value_text
from ..snapshot import Snapshot, is_blue
from ..text.words import Names
from .city import draw_city
from .players import draw_players
from .prompt import PHASES, question
from .road import draw_road
from .symbols import heading, mark_and_name

LEAST_WIDTH, MOST_WIDTH = 80, 120


def draw_board(game: Game, names: Names, width: int) -> Group:
    """Draw the road, the city, the players and the question."""
    width = max(LEAST_WIDTH, min(width, MOST_WIDTH))
    snapshot = game.snapshot()
    parts: list[RenderableType] = [
        _title(game),
        *draw_road(game, snapshot, width),
        *draw_city(game, snapshot, width),
        heading(f"Players, in {'blue' if is_blue(snapshot) else 'gray'} order", width),
        draw_players(game, snapshot, names, width),
    ]
    parts += [Text(f"  {line}", "dim") for line in _remarks(game, snapshot)]
    return Group(*parts, Text(), Text(question(game, snapshot, names), "bold"))


def _title(game: Game) -> Text:
    return Text.assemble((f"Yunnan {game.rules.edition}", "bold"), f" · round {game.round} · {PHASES[game.phase]}")


def _when_it_ends(game: Game) -> str:
    vp, presents = game.rules.switches["vp_end"], game.rules.switches["presents_end"]
    left = "no presents are" if presents == 0 else f"at most {presents} presents are"
    return f"The game ends when {left} left." if vp is None else f"The game ends at {vp} VP, or when {left} left."


def _remarks(game: Game, snapshot: Snapshot) -> list[str]:
    remarks = [_when_it_ends(game)]
    passed = [mark_and_name(player).plain for player, pieces in snapshot["players"].items() if pieces["passed"]]
    if passed:
        remarks.append(f"Passed: {', '.join(passed)}.")
    if snapshot["duli"]:
        pile = len(snapshot["duli"]["pile"])
        remarks.append(f"Dúli's pile has {pile} cards left, and {len(snapshot['duli']['discard'])} are drawn.")
    if game.rules.players > game.rules.people:
        remarks.append("One person plays p1 and p3, the other p2 and p4; VP are shared.")
    if snapshot["options"]:
        remarks.append(
            "Switches: " + ", ".join(f"{name}={value_text(v)}" for name, v in game.rules.options.items()) + "."
        )
    guesses = reconstructed(game.rules)
    if guesses:
        remarks.append(f"Reconstructed: {', '.join(guesses)} (`teahorse rules --data`).")
    if snapshot["board"]:
        remarks.append(f"Custom board: {', '.join(snapshot['board'])}.")
    if snapshot["travel"] and snapshot["travel"]["moved"]:
        moved = ", ".join(f"{count} in {place}" for place, count in snapshot["travel"]["moved"].items())
        remarks.append(f"Traders that have moved this turn: {moved}.")
    return remarks
