"""`teahorse play`: a game at one keyboard."""

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
OTHERS = "caravaner"  # who sits where nobody was named
USUAL_PEOPLE = 3
SEED_BITS = 62
SECONDS_PER_MOVE = 60.0  # for a third-party bot

Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="WHO",
        help=f"Who sits there: you, or a bot: {', '.join(levels())}, random, greedy, search:1000 (simulations per "
        f"move), search:2s (seconds), FILE.py:CLASS (your own), or a bot of an installed package. Our bots but random "
        f"take a temper, as in master/racer: {', '.join(tempers())}. Once per person, p1 first. Where nobody is named, "
        f"{OTHERS} sits.",
    ),
]
HowMany = Annotated[
    int | None,
    typer.Option("--players", metavar="N", help=f"How many people play, 2 to 5; {USUAL_PEOPLE}, or all seats named."),
]
Save = Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the game in this record after every turn.")]


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
    """Play in the terminal, people and bots at one keyboard; by default you against two bots.

    Answer with a move, such as `bid school 9`. `?` lists the moves you can make, `why MOVE` tells the rule that forbids
    one, `hint` asks a master, `undo` takes your last move back, `board` and `score` show where you are, `save` writes a
    record, and `quit` leaves.
    """
    chosen = list(seat or [YOU])
    people = players if players is not None else max(USUAL_PEOPLE, len(chosen))
    rules = rules_of(edition, people, option, board)
    if len(chosen) > rules.people:
        raise TeahorseError(f"There are {rules.people} people at this table, and `--seat` names {len(chosen)}.")
    chosen += [OTHERS] * (rules.people - len(chosen))
    # People can move as soon as the rules are compiled; a bot waits for its own code when it is first asked.
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
    """Sit down and play."""
    seats = _seats(rules, chosen, secrets.randbits(SEED_BITS) if seed is None else seed)
    game = Game.new(rules.edition, rules.people, rules.options, seed, rules.board)
    game.headers = {PLAYER_HEADER + player: bot.name for player, bot in seats.items() if bot is not None}
    if save is not None:
        write_new(save, game.record(), force)
    TerminalSession(game, seats, save, lambda: wait_for(compilation, "bots", "Compiling the bots, once ...")).run()


def _seats(rules: Ruleset, chosen: list[str], seed: int) -> dict[str, Bot | None]:
    """Who plays each colour: a bot, or nobody for a person at the keyboard; two colours may be in one hand."""
    luck = random.Random(seed)
    bots = [None if who == YOU else _bot(who, luck.getrandbits(SEED_BITS)) for who in chosen]
    return {f"p{colour + 1}": bots[rules.record.person[colour]] for colour in range(rules.players)}


def _bot(who: str, seed: int) -> Bot:
    """The bot for a seat; a third-party bot runs in a subprocess, where it can do no harm."""
    if is_third_party(who):
        return SubprocessBot.started(who, seed, SECONDS_PER_MOVE)
    # More cores make a bot think more only where time counts; a level is the same on every machine.
    return bot_named(who, seed, cores() if thinks_by_the_clock(who) else 1)
