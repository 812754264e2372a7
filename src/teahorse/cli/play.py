"""`teahorse play`: a game in the terminal."""

import random
import secrets
from pathlib import Path
from typing import Annotated

import typer

from ..background_compilation import Compilation
from ..bots import Bot, bot_named
from ..bots.levels import levels
from ..bots.registry import is_third_party, thinks_by_the_clock
from ..bots.subprocess_bot import SubprocessBot
from ..bots.tempers import tempers
from ..bulk.cpu import cores
from ..errors import TeahorseError
from ..game import Game
from ..rules.edition_files import DEFAULT_EDITION
from ..rules.ruleset import Ruleset
from .app import command
from .compile_progress import wait_for
from .console import note
from .files import PLAYER_HEADER, write_new
from .options import Board, Edition, Force, Options, Seed, rules_of
from .session import TerminalSession

YOU = "you"
DEFAULT_BOT = "caravaner"  # for seats that are not named
DEFAULT_PEOPLE = 3
SEED_BITS = 62
SECONDS_PER_MOVE = 60.0  # for a third-party bot

Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="WHO",
        help=f"Who sits there: you, or a bot: {', '.join(levels())}, random, greedy, search:1000 (simulations per "
        f"move), search:2s (seconds), FILE.py:CLASS (your own), or a bot of an installed package. Our bots but random "
        f"take a temper, as in master/racer: {', '.join(tempers())}. Once per person, p1 first. Other seats "
        f"get {DEFAULT_BOT}.",
    ),
]
HowMany = Annotated[
    int | None,
    typer.Option("--players", metavar="N", help=f"How many people play, 2 to 5; {DEFAULT_PEOPLE}, or all seats named."),
]
Save = Annotated[Path | None, typer.Option(metavar="FILE", help="Save the game to this record after every turn.")]


@command(
    "teahorse play",
    "teahorse play --seat you --seat master --seat greedy",
    "teahorse play --players 2 --option expert=yes --save duel.yunnan",
)
def play(
    edition: Edition = DEFAULT_EDITION,
    players: HowMany = None,
    option: Options = None,
    board: Board = None,
    seat: Seats = None,
    seed: Seed = None,
    save: Save = None,
    force: Force = False,
) -> None:
    """Play in the terminal, with people and bots at one keyboard; by default you against two bots.

    Type a move, such as `bid school 9`. `?` lists the moves you can make, `why MOVE` names the rule against a move,
    `hint` asks a master, `undo` takes back your last move, `board` and `score` show the position, `save` writes a
    record, and `quit` ends the session.
    """
    chosen = list(seat or [YOU])
    people = players if players is not None else max(DEFAULT_PEOPLE, len(chosen))
    rules = rules_of(edition, people, option, board)
    if len(chosen) > rules.people:
        raise TeahorseError(f"This game has {rules.people} people, but `--seat` names {len(chosen)}.")
    chosen += [DEFAULT_BOT] * (rules.people - len(chosen))
    # People can move as soon as the rules are compiled; bots wait for their own code at their first move.
    compilation = Compilation()
    compilation.start()
    try:
        if not compilation.is_ready("rules"):
            note("While you wait: `teahorse rules 20` has tips for your first games.")
        wait_for(compilation, "rules", "Compiling the rules, once ...")
        _play(rules, chosen, seed, save, force, compilation)
    finally:
        compilation.stop()


def _play(
    rules: Ruleset, chosen: list[str], seed: int | None, save: Path | None, force: bool, compilation: Compilation
) -> None:
    """Start the game and the session."""
    seats = _seats(rules, chosen, secrets.randbits(SEED_BITS) if seed is None else seed)
    game = Game.new(rules.edition, rules.people, rules.options, seed, rules.board)
    game.headers = {PLAYER_HEADER + player: bot.name for player, bot in seats.items() if bot is not None}
    if save is not None:
        write_new(save, game.record(), force)
    try:
        TerminalSession(game, seats, save, lambda: wait_for(compilation, "bots", "Compiling the bots, once ...")).run()
    finally:
        for bot in seats.values():
            if isinstance(bot, SubprocessBot):
                bot.close()


def _seats(rules: Ruleset, chosen: list[str], seed: int) -> dict[str, Bot | None]:
    """The bot of each colour, or None for a person at the keyboard; a person may have two colours."""
    rng = random.Random(seed)
    bots = [None if who == YOU else _bot(who, rng.getrandbits(SEED_BITS)) for who in chosen]
    return {f"p{colour + 1}": bots[rules.record.person[colour]] for colour in range(rules.players)}


def _bot(who: str, seed: int) -> Bot:
    """The bot for a seat; a third-party bot runs in a subprocess, where it can do no harm."""
    if is_third_party(who):
        return SubprocessBot.started(who, seed, SECONDS_PER_MOVE)
    # Only a bot with a time limit uses more cores; a level is the same on every machine.
    return bot_named(who, seed, cores() if thinks_by_the_clock(who) else 1)
