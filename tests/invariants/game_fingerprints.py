"""Fingerprints of random games, to compare runs of the rules bit for bit.

As a program, with the folder `tests` on the path, it prints one line per game. With `TEAHORSE_INTERPRETED=1` the rules
run interpreted; an integer that overflows there, which compiled code would not notice, is an error.
"""

import hashlib
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from quick_fields import read_fields_quickly
from teahorse.rules import engine, moves, random_play, rng, ruleset
from teahorse.rules.events import new_buffer
from teahorse.rules.state import GAME, OVER, RULES
from variants import ALL_NAMED, HOUSE_RULES, SIX_GORGES, Table

MOST_DECISIONS = 200
ROUTE_TABLES = ("journey", "gaps")
TABLES = [*ALL_NAMED, Table("2013", 2, HOUSE_RULES, SIX_GORGES), Table("2023", 5, {"profi": True})]


def fingerprint(table: Table, seed: int, policy: int) -> str:
    """A hash over the position, the verdicts and the events at every decision of a game."""
    r, game, stream = table.rules.table, np.zeros(1, GAME), np.zeros(rng.STREAM_WORDS, np.int64)
    g: Any = game.view(np.recarray)[0]
    verdicts, events = np.zeros(moves.MOVES, np.uint8), new_buffer()
    digest = hashlib.sha256(r.tobytes())
    rng.begin_stream(stream, seed, 1)
    engine.setup(game, r)
    decisions = 0
    while g.phase != OVER and decisions < MOST_DECISIONS:
        legal = engine.judge(game, r, verdicts)
        digest.update(g.tobytes() + verdicts.tobytes() + events.tobytes() + stream.tobytes())
        move = random_play.choose(g, verdicts, legal, policy, stream)
        events[:] = 0
        engine.apply(game, r, move, events)
        decisions += 1
    digest.update(g.tobytes() + events.tobytes())
    return f"{table.edition} {table.people} round {g.round_number} {decisions} {digest.hexdigest()}"


def fingerprints() -> Iterator[str]:
    """One line per game; busy and uniform play take turns."""
    for number, table in enumerate(TABLES):
        yield fingerprint(table, number, number % 2)


def _remember_routes() -> None:
    """The tables of routes depend on nothing but the gorges, and take a second each to fill when interpreted."""
    fill, known = ruleset.fill_tables, dict[bytes, Any]()

    def fill_tables(r: Any) -> None:
        gorges = r.gorge_in_play.tobytes()
        if gorges not in known:
            fill(r)
            known[gorges] = [r[name].copy() for name in ROUTE_TABLES]
        for name, table in zip(ROUTE_TABLES, known[gorges], strict=True):
            r[name][:] = table

    ruleset.fill_tables = fill_tables


if __name__ == "__main__":
    warnings.simplefilter("error")
    np.seterr(all="raise")
    read_fields_quickly(GAME, RULES)
    _remember_routes()
    for line in fingerprints():
        print(line)
