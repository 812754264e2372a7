"""Whole games of greedy bots with different tempers, in compiled code, and the habits that they show."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from teahorse.bots.compiled.proposals import MOST_PROPOSALS, PROPOSAL
from teahorse.bots.tempers import Temper, temper_named, tempers_of
from teahorse.bulk.game_loop import GREEDY, play_series
from teahorse.game_events import Event, read_events
from teahorse.rules import moves
from teahorse.rules.events import EVENTS, WIDTH
from teahorse.rules.jit import as_records
from teahorse.rules.names import PLAYER
from teahorse.rules.rng import STREAM_WORDS
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.state import GAME, QINGHAI
from teahorse.snapshot import ranking_of

TEMPERS = ("banker", "builder", "diplomat", "pusher", "racer")
SEATS = 4
TABLES_OF_A_KIND = 50  # so that each temper plays 200 games: it sits at four of the five kinds of tables
SEED = 12
RULES = Ruleset.of("2023", SEATS)
MOST_EVENTS = 6000  # of a whole game
COUNTED = [number for number, kind in enumerate(EVENTS) if kind.name in ("displaced", "bank", "bid")]

Habits = dict[str, Counter[str]]
"""What each temper did in a game, or in all of its games."""


def tables() -> Iterator[tuple[str, ...]]:
    """Tables of four different tempers; each temper sits in each seat equally often."""
    for four in combinations(TEMPERS, SEATS):
        for number in range(TABLES_OF_A_KIND):
            first = number % SEATS
            yield four[first:] + four[:first]


@cache
def games_of(whim: int) -> tuple[Habits, ...]:
    """The habits in each of 250 games of greedy bots whose ratings have this random part."""
    return tuple(_habits_in([with_whim(name, whim) for name in table], number) for number, table in enumerate(tables()))


@cache
def habits_of(whim: int) -> Habits:
    """What each temper did in its 200 games, on average per game, in hundredths."""
    total: Habits = {name: Counter() for name in TEMPERS}
    for game in games_of(whim):
        for name, habits in game.items():
            total[name].update(habits)
    games = TABLES_OF_A_KIND * SEATS
    return {name: Counter({habit: 100 * count // games for habit, count in total[name].items()}) for name in total}


def wins_against(challenger: Temper, rival: Temper, games: int) -> float:
    """The share of games that a greedy bot wins alone against three others, in each seat equally often."""
    won = 0
    for number in range(games):
        seat = number % SEATS
        table = [rival] * SEATS
        table[seat] = challenger
        final, _ = _play(table, number)
        won += ranking_of(final, RULES)[0]["player"] == PLAYER[seat]
    return won / games


def with_whim(name: str, whim: int) -> Temper:
    """A temper whose ratings have this random part."""
    temper = temper_named(name)
    return Temper(name, temper.word, temper.weights | {"whim": whim})


def _habits_in(table: Sequence[Temper], number: int) -> Habits:
    """What each temper did in one game: counted in its events, and read from its final position."""
    final, events = _play(table, number)
    habits: Habits = {}
    for seat, temper in enumerate(table):
        teahouses = int((final.teahouse == seat).sum())
        structures = int(final.posts[seat].sum()) + int(final.bridges[seat]).bit_count() + teahouses
        habits[temper.name] = Counter(
            structures=structures,
            bridges=int(final.bridges[seat]).bit_count(),
            influence=int(final.influence[seat]),
            qinghai=int(final.horse[seat] == QINGHAI),
        )
    for event in events:
        player = event.fields["by" if event.name == "displaced" else "player"]
        habit = event.fields["building"] if event.name == "bid" else event.name
        habits[table[PLAYER.index(player)].name][habit] += 1
    return habits


def _play(table: Sequence[Temper], number: int) -> tuple[Any, list[Event]]:
    """Play a game; returns its final position, and the events of moves that greedy never makes on trial."""
    games, buffer = np.zeros(1, GAME), np.zeros((MOST_EVENTS, WIDTH), np.int32)
    play_series(
        as_records(games),
        RULES.record,
        tempers_of(table),
        GREEDY,
        SEED,
        number,
        np.zeros(1, np.int64),
        np.zeros(moves.MOVES, np.uint8),
        np.zeros(STREAM_WORDS, np.int64),
        as_records(np.zeros(MOST_PROPOSALS, PROPOSAL)),
        as_records(np.zeros(1, GAME)),
        buffer,
    )
    assert buffer[0, 0] < MOST_EVENTS
    counted = buffer[1 : buffer[0, 0] + 1]
    counted = counted[np.isin(counted[:, 0], COUNTED)]
    buffer[1 : len(counted) + 1], buffer[0, 0] = counted, len(counted)
    return games.view(np.recarray)[0], read_events(buffer, RULES)
