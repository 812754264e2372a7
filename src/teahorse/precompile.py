"""Compiling ahead of use, once per change of the sources, with a line that shows the progress.

Each room is compiled when it is first needed: a game does not wait for the environments.
"""

import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from .rules.code_cache import cache_folder, caches
from .rules.compiling import INTERPRETED

DAYS_TO_KEEP = 30
Step = tuple[str, Callable[[], object]]


def _rules() -> list[Step]:
    """Every function of the rules that Python calls, once, in the order in which they build on each other."""
    from .rules import bidding, displacing, duli, ending, income, luck, moves, play, random_play, routes
    from .rules.events import NO_EVENTS, new_buffer
    from .rules.ruleset import Ruleset
    from .rules.state import DULI, GAME, YARD, YUNNAN

    table, stream = np.zeros(1, GAME), np.zeros(luck.STREAM_WORDS, np.int64)
    g = table.view(np.recarray)[0]
    verdicts, buffer = np.zeros(moves.MOVES, np.uint8), new_buffer()
    rules = Ruleset.of("2023", 2)

    def begin() -> None:
        play.setup(table, rules.table)
        luck.begin_stream(stream, 0, 0)
        duli.lay_deck(g, np.arange(1, 17, dtype=np.int8))

    def look() -> None:
        r = rules.record
        routes.usable_bridges(g, 0)
        routes.held_provinces(g, 0)
        bidding.progress_left(g, r, 0, YARD)
        displacing.can_displace(g, r, 0, DULI, YUNNAN)
        income.income_of(g, r, 0, NO_EVENTS)
        ending.reason_to_end(g, r)
        ending.score_of(g, r, 0, 0)
        ending.rank_of(g, r, 0)

    return [
        ("routes", lambda: rules.record),
        ("setup", begin),
        ("verdicts", lambda: play.judge(table, rules.table, verdicts)),
        ("moves", lambda: play.apply(table, rules.table, moves.DECK, buffer)),
        ("scoring", look),
        ("random play", lambda: random_play.choose(g, verdicts, 1, 0, stream)),
    ]


def _bots() -> list[Step]:
    from .bots import Budget, bot_named
    from .game import Game

    game = Game.new(players=3)
    search = bot_named("search")

    def search_on() -> None:
        search.consider(game, Budget(200))
        game.play("bid school 9")
        search.consider(game, Budget(1))

    return [
        ("greedy", lambda: bot_named("greedy").choose(game)),
        ("search", search_on),
    ]


def _perft() -> list[Step]:
    from .counting import count_sequences
    from .rules.ruleset import Ruleset

    return [("counting", lambda: count_sequences(Ruleset.of(), 1))]


def _bulk() -> list[Step]:
    from .bulk.simulate import moves_of, simulate
    from .rules.ruleset import Ruleset

    return [
        ("whole games", lambda: simulate(1).summary()),
        ("one by one", lambda: next(moves_of(Ruleset.of(), "random", 0, 0))),
    ]


def _envs() -> list[Step]:
    from .envs import stepping
    from .envs.vector import new_lanes
    from .rules.events import NO_EVENTS
    from .rules.ruleset import Ruleset

    lanes, r = new_lanes(1), Ruleset.of().record
    return [
        ("observations", lambda: stepping.reset_some(lanes, 0, 1, r, 0, NO_EVENTS)),
        ("steps", lambda: stepping.step_some(lanes, 0, 0, r, 0, np.zeros(1, np.int64), NO_EVENTS)),
        ("turns", _turns),
    ]


def _turns() -> None:
    """Everything that the environments with a single game call."""
    from .envs.table import Table

    table = Table()
    table.make(0)
    table.play_others(0, 0)
    table.mask()
    table.observe(0)
    table.rewards()


ROOMS: dict[str, Callable[[], list[Step]]] = {
    "rules": _rules,
    "bots": _bots,
    "perft": _perft,
    "bulk": _bulk,
    "envs": _envs,
}


SOURCES = {"rules": "rules", "bots": "bots/thinking", "perft": "rules", "bulk": "bulk", "envs": "envs"}


def ensure_compiled(room: str = "rules") -> None:
    """Compile a room if it never was; says so on standard error, and how far it is."""
    if INTERPRETED or _marker(room).exists():
        return
    steps = ROOMS[room]()
    begun = time.monotonic()
    for number, (name, step) in enumerate(steps, 1):
        _say(f"Compiling ({room}), once, under a minute: {number} of {len(steps)}, {name} ...")
        step()
    _say(f"Compiled ({room}, {time.monotonic() - begun:.0f} s); the next start is quick.\n")
    _marker(room).touch()
    _forget_old()


def _marker(room: str) -> Path:
    return cache_folder(SOURCES[room]) / f"ready-{room}"


def _forget_old() -> None:
    """Delete compiled code that was not used for a while."""
    for folder in caches().iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > DAYS_TO_KEEP * 86400:
            shutil.rmtree(folder, ignore_errors=True)


def _say(text: str) -> None:
    # On a terminal the line is written over; elsewhere each step has its own.
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K" + text)
    else:
        sys.stderr.write(text.rstrip("\n") + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    for known in ROOMS:
        ensure_compiled(known)
