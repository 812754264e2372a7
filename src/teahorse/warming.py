"""The first compilation of the rules, once per change of them, with a line that shows how far it is."""

import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from .counting import count_sequences
from .rules import bidding, displacing, duli, ending, income, luck, moves, play, random_play, routes
from .rules.compiling import CACHE_FOLDER
from .rules.events import NO_EVENTS, new_buffer
from .rules.ruleset import Ruleset
from .rules.state import DULI, GAME, YARD, YUNNAN
from .snapshot import new_game_record

DAYS_TO_KEEP = 30


def _steps() -> list[tuple[str, Callable[[], object]]]:
    """Every function that Python calls, once, in the order in which they build on each other."""
    g, stream = new_game_record(), np.zeros(luck.STREAM_WORDS, np.int64)
    verdicts, buffer = np.zeros(moves.MOVES, np.uint8), new_buffer()
    rules = Ruleset.of("2023", 2)

    def begin() -> None:
        play.setup(g, rules.record)
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
        ("verdicts", lambda: play.judge(g, rules.record, verdicts)),
        ("moves", lambda: play.apply(g, rules.record, moves.DECK, buffer)),
        ("scoring", look),
        ("random play", lambda: random_play.choose(g, verdicts, 1, 0, stream)),
        ("whole games", lambda: _one_game(rules, verdicts, stream)),
        ("counting", lambda: count_sequences(rules, 1)),
    ]


def _one_game(rules: Ruleset, verdicts: np.ndarray, stream: np.ndarray) -> None:
    games = np.zeros(1, GAME)
    random_play.play_many(games, rules.record, 0, 0, 0, verdicts, stream, NO_EVENTS)


def _marker(folder: Path) -> Path:
    return folder / "ready"


def _forget_old(folder: Path) -> None:
    """Compiled code of earlier versions goes after a while."""
    for other in folder.parent.iterdir():
        if other != folder and other.is_dir() and time.time() - other.stat().st_mtime > DAYS_TO_KEEP * 86400:
            shutil.rmtree(other, ignore_errors=True)


def ensure_compiled() -> None:
    """Compile the rules if they never were; says so on standard error, and how far it is."""
    if CACHE_FOLDER is None or _marker(CACHE_FOLDER).exists():
        return
    steps = _steps()
    begun = time.monotonic()
    for number, (name, step) in enumerate(steps, 1):
        _say(f"Compiling the rules, once (about a minute): {number} of {len(steps)}, {name} ...")
        step()
    _say(f"The rules are compiled ({time.monotonic() - begun:.0f} s); the next start is quick.\n")
    _marker(CACHE_FOLDER).touch()
    _forget_old(CACHE_FOLDER)


def _say(text: str) -> None:
    # On a terminal the line is written over; elsewhere each step has its own.
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K" + text)
    else:
        sys.stderr.write(text.rstrip("\n") + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    ensure_compiled()
