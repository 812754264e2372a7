"""`simulate`: many games at once, their summary, and each game in full."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..bots.compiled.proposals import MOST_PROPOSALS, PROPOSAL
from ..bots.tempers import tempers_of
from ..game import Game
from ..notation import Move
from ..rules import ending, engine, moves, names, rng
from ..rules.errors import TeahorseError
from ..rules.events import NO_EVENTS
from ..rules.jit import as_records
from ..rules.ruleset import Ruleset
from ..rules.state import GAME, OVER
from ..snapshot import Snapshot, person_name, take_snapshot
from . import cpu, gpu
from .game_loop import POLICIES, choose

DEVICES = ("cpu", "cuda")
PIECE = {"cpu": 20_000, "cuda": 1_000_000}  # games between two reports of progress, and in a device's memory
LARGEST_SEED = 2**62


@dataclass(frozen=True)
class Simulation:
    """A series of finished games: game i depends only on the seed and i."""

    rules: Ruleset
    policy: str
    seed: int
    first: int  # the number of the first game in the series
    games: Any  # the final positions, an array of GAME
    decisions: Any  # how many decisions each took, chance included
    seconds: float

    def snapshot(self, number: int) -> Snapshot:
        """The final position of a game."""
        return take_snapshot(self.games.view(np.recarray)[number], self.rules)

    def record(self, number: int) -> str:
        """The record of a game, which is played again for it."""
        game = Game.before_dealing(self.rules)
        for move in moves_of(self.rules, self.policy, self.seed, self.first + number):
            game.make(move)
        return game.record()

    def summary(self) -> dict[str, Any]:
        """Wins by seat, points, lengths and reasons of ending."""
        totals, ranks = _totals_and_ranks(self.games, self.rules)
        n = len(self.games)
        reasons = np.bincount(self.games["reason"], minlength=len(names.REASON))
        return {
            "edition": self.rules.edition,
            "people": self.rules.people,
            "options": dict(self.rules.options),
            "policy": self.policy,
            "seed": self.seed,
            "first": self.first,
            "games": n,
            "decisions": int(self.decisions.sum()),
            "decisions_per_game": float(self.decisions.mean()),
            "rounds": {
                "mean": float(self.games["round_number"].mean()),
                "least": int(self.games["round_number"].min()),
                "most": int(self.games["round_number"].max()),
            },
            "reasons": {reason: int(count) for reason, count in zip(names.REASON, reasons, strict=True)},
            "players": {
                person_name(person, self.rules): {
                    "wins": float((ranks[:, person] == 1).mean()),
                    "rank": float(ranks[:, person].mean()),
                    "vp": float(totals[:, person].mean()),
                    "vp_deviation": float(totals[:, person].std()),
                }
                for person in range(self.rules.people)
            },
        }


def _totals_and_ranks(games: Any, rules: Ruleset) -> tuple[Any, Any]:
    totals = np.zeros((len(games), rules.people), np.int32)
    ranks = np.zeros((len(games), rules.people), np.int8)
    ending.score_all(games, rules.record, totals, ranks)
    return totals, ranks


def check_series(n: int, policy: str, seed: int, device: str, threads: int | None = None, first: int = 0) -> None:
    """Raise an error for settings that no series can have."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise TeahorseError(f"A series has at least one game, not {n!r}.")
    if policy not in POLICIES:
        raise TeahorseError(f"There is no policy {policy!r}; the policies are {', '.join(POLICIES)}.")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= LARGEST_SEED:
        raise TeahorseError(f"A seed is a whole number from 0 to {LARGEST_SEED}, not {seed!r}.")
    if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first <= LARGEST_SEED:
        raise TeahorseError(f"The first game of a series has a number from 0 on, not {first!r}.")
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
        raise TeahorseError(f"There is at least one thread, not {threads!r}.")
    if device not in DEVICES:
        raise TeahorseError(f"There is no device {device!r}; the devices are {' and '.join(DEVICES)}.")


def simulate(
    n: int,
    edition: str = "2023",
    players: int = 4,
    policy: str = "random",
    seed: int = 0,
    *,
    options: Mapping[str, object] | None = None,
    board: Mapping[str, Any] | None = None,
    device: str = "cpu",
    threads: int | None = None,
    first: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play n games of a series, from number `first` on, on all cores or on a GPU."""
    check_series(n, policy, seed, device, threads, first)
    rules = Ruleset.of(edition, players, options, board)
    if device == "cuda":
        gpu.require_cuda()
    games, decisions = np.zeros(n, GAME), np.zeros(n, np.int64)
    begun = time.perf_counter()
    for begin in range(0, n, PIECE[device]):
        piece = slice(begin, min(n, begin + PIECE[device]))
        if device == "cuda":
            gpu.play(rules, games[piece], decisions[piece], policy, seed, first + begin)
        else:
            cpu.play(rules, games[piece], decisions[piece], policy, seed, first + begin, threads)
        if progress is not None:
            progress(piece.stop)
    return Simulation(rules, policy, seed, first, games, decisions, time.perf_counter() - begun)


def moves_of(rules: Ruleset, policy: str, seed: int, number: int) -> Iterator[Move]:
    """The moves of one game of a series, one by one."""
    table, scratch, proposals = (
        np.zeros(1, GAME),
        as_records(np.zeros(1, GAME)),
        as_records(np.zeros(MOST_PROPOSALS, PROPOSAL)),
    )
    r, t, number_of_policy = rules.record, tempers_of(), POLICIES.index(policy)
    g = table.view(np.recarray)[0]
    verdicts, stream = np.zeros(moves.MOVES, np.uint8), np.zeros(rng.STREAM_WORDS, np.int64)
    rng.begin_stream(stream, seed, number)
    engine.setup(table, rules.table)
    while g.phase != OVER:
        legal = engine.judge(table, rules.table, verdicts)
        move = int(choose(g, r, t, verdicts, legal, number_of_policy, stream, proposals, scratch, NO_EVENTS))
        yield tuple(int(card) for card in g.deck) if move == moves.DECK else move
        engine.apply(table, rules.table, move, NO_EVENTS)
