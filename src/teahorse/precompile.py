"""Compile ahead of use, once per change of the sources, with a progress line.

Each target is compiled when it is first needed: a game does not wait for the environments. `python -m
teahorse.precompile` compiles the named targets, or all. `background_compilation.py` does it in several processes.
"""

import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding
import numpy as np

from .rules.code_cache import cache_folder, caches, packaged_folder, packaged_processor
from .rules.jit import INTERPRETED

DAYS_TO_KEEP = 30


Steps = dict[str, Callable[[], object]]
"""The steps of a target, by name."""

# About how many seconds each step of a target takes on one core.
SECONDS: dict[str, dict[str, float]] = {
    "rules": {"routes": 1, "setup": 1, "verdicts": 3, "moves": 6, "scoring": 2, "random play": 0.5},
    "bots": {"greedy": 10, "trees": 0.5, "search": 12},
    "batched search": {"a batch": 9},
    "network": {"evaluation": 4, "search": 14},
    "perft": {"counting": 3},
    "bulk": {"whole games": 8, "one by one": 3},
    "envs": {"steps": 12, "steps against bots": 14, "single games": 14, "training games": 12},
}
SOURCES = {
    "rules": "rules",
    "bots": "bots/compiled",
    "batched search": "bots/compiled",
    "network": "bots/network",
    "perft": "rules",
    "bulk": "bulk",
    "envs": "envs",
}


def _rules() -> Steps:
    """Every function of the rules that Python calls."""
    from .rules import bidding, displacement, ending, engine, income, moves, random_play, resolving, rng, routes
    from .rules.events import NO_EVENTS, new_buffer
    from .rules.state import GAME, RULES, SCORES

    table, rules = np.zeros(1, GAME), _read_only(np.zeros(1, RULES))
    g, r = table.view(np.recarray)[0], rules.view(np.recarray)[0]
    stream, verdicts = np.zeros(rng.STREAM_WORDS, np.int64), np.zeros(moves.MOVES, np.uint8)

    def setup() -> None:
        _compile(engine.setup, table, rules)
        _compile(rng.begin_stream, stream, 0, 0)

    def score() -> None:
        _compile(routes.usable_bridges, g, 0)
        _compile(routes.held_provinces, g, 0)
        _compile(bidding.progress_left, g, r, 0, 0)
        _compile(displacement.can_displace, g, r, 0, 0, 0)
        _compile(income.income_of, g, r, 0, NO_EVENTS)
        _compile(resolving.total_of_bids, g, r)
        _compile(ending.reason_to_end, g, r)
        _compile(ending.total_of, g, r, 0)
        _compile(ending.write_ranking, table, rules, np.zeros((1, 2 + SCORES), np.int32))

    return {
        "routes": lambda: _compile(routes.fill_tables, r),
        "setup": setup,
        "verdicts": lambda: _compile(engine.judge, table, rules, verdicts),
        "moves": lambda: _compile(engine.apply, table, rules, 0, new_buffer()),
        "scoring": score,
        "random play": lambda: _compile(random_play.choose, g, verdicts, 1, 0, stream),
    }


def _bots() -> Steps:
    """What bots call."""
    from .bots.compiled import greedy, search, tree
    from .bots.compiled.proposals import MOST_PROPOSALS, PROPOSAL
    from .bots.search_tree import EDGES_PER_NODE
    from .bots.tempers import tempers_of
    from .rules import moves
    from .rules.events import NO_EVENTS
    from .rules.rng import STREAM_WORDS
    from .rules.state import GAME, RULES

    table, rules, tempers = np.zeros(1, GAME), _read_only(np.zeros(1, RULES)), tempers_of()
    stream, verdicts, path = np.zeros(STREAM_WORDS, np.int64), np.zeros(moves.MOVES, np.uint8), np.zeros(1, np.int32)
    proposals, scratch, used = np.zeros(MOST_PROPOSALS, PROPOSAL), np.zeros(2, GAME), np.zeros(1, np.int64)
    nodes, edges = np.zeros(1, tree.NODE), np.zeros(EDGES_PER_NODE, tree.EDGE)
    thinking = (stream, proposals, verdicts, scratch, NO_EVENTS)

    def keep() -> None:
        _compile(search.begin_tree, table, rules, nodes, used)
        _compile(tree.seen_at, table, rules)
        _compile(tree.descend, nodes, edges, 0, 0, 0)
        _compile(tree.keep_branch, nodes, edges, 0, nodes, edges, used)

    return {
        "greedy": lambda: _compile(greedy.rate, table, rules, tempers, *thinking),
        "trees": keep,
        "search": lambda: _compile(search.simulate, 0, table, rules, tempers, 0, nodes, edges, used, path, *thinking),
    }


def _read_only(array: Any) -> Any:
    """Make an array read-only, like those of a `Ruleset`: the compiler treats it as another type."""
    array.flags.writeable = False
    return array


def _compile(function: Any, *arguments: object) -> None:
    """Compile a function for arguments like these without calling it, so that steps don't depend on each other."""
    entry = getattr(function, "entry", function)
    entry.compile(tuple(entry.typeof_pyval(argument) for argument in arguments))


def _batched_search() -> Steps:
    """A search with an evaluator."""
    from .bots import Budget, Evaluation, LeafBatch, SearchBot
    from .game import Game

    def even(leaves: LeafBatch) -> Evaluation:
        return Evaluation(leaves.legal, np.ones((len(leaves), leaves.rules.people)))

    return {"a batch": lambda: SearchBot(evaluator=even).consider(Game.new(), Budget(1))}


def _network() -> Steps:
    from .bots import Budget
    from .bots.network.network_bot import NetworkBot
    from .bots.network.network_search import NetworkSearchBot
    from .game import Game

    def search() -> None:
        for cores in (1, 2):
            NetworkSearchBot(cores=cores).consider(Game.new(), Budget(1))

    return {"evaluation": lambda: NetworkBot().choose(Game.new()), "search": search}


def _perft() -> Steps:
    from .rules.perft import count_sequences
    from .rules.ruleset import Ruleset

    return {"counting": lambda: count_sequences(Ruleset.of(), 1)}


def _bulk() -> Steps:
    from .bulk.simulate import moves_of, simulate
    from .rules.ruleset import Ruleset

    return {
        "whole games": lambda: simulate(1).summary(),
        "one by one": lambda: next(moves_of(Ruleset.of(), "random", 0, 0)),
    }


def _envs() -> Steps:
    from .envs.vector import VectorGame

    def step(**settings: Any) -> None:
        env = VectorGame(1, **settings)
        env.step(env.legal.argmax(axis=1))

    return {
        "steps": lambda: step(reward=lambda before, after: after.lead - before.lead),
        "steps against bots": lambda: step(seat=0),
        "single games": _single_games,
        "training games": _training_games,
    }


def _single_games() -> None:
    """Call everything that the environments with a single game use."""
    from .envs.single_game import SingleGame

    game = SingleGame()
    game.make(0)
    game.play_opponents(0, 0)
    game.mask()
    game.observe(0)
    standings = game.standings()
    game.rewards("rank", standings, standings)


def _training_games() -> None:
    """Compile the steps of training games."""
    from .envs.compiled import training_lanes as lanes
    from .envs.vector import new_lanes, new_trials
    from .rules.events import NO_EVENTS
    from .rules.ruleset import Ruleset
    from .rules.state import MAX_PLAYERS, RULES, SCORES

    rules = Ruleset.of()
    labels = lanes.Labels(np.zeros(1, np.int32), np.zeros((1, MAX_PLAYERS, SCORES), np.int32), np.zeros(1, np.int32))
    room, records, actions = new_lanes(1, rules, observe_rules=False), np.zeros(1, RULES), np.zeros(1, np.int64)
    _compile(lanes.reset_training_lanes, room, labels, 0, 1, records, lanes.SETTINGS, NO_EVENTS)
    _compile(lanes.step_training_lanes, room, labels, 0, 1, records, lanes.SETTINGS, actions, NO_EVENTS)
    _compile(lanes.try_moves, room, labels, new_trials(1, rules), records, actions, NO_EVENTS)


TARGETS: dict[str, Callable[[], Steps]] = {
    "rules": _rules,
    "bots": _bots,
    "batched search": _batched_search,
    "network": _network,
    "perft": _perft,
    "bulk": _bulk,
    "envs": _envs,
}


def is_compiled(target: str) -> bool:
    """Whether a target is compiled."""
    return all(is_done(target, step) for step in SECONDS[target])


def is_done(target: str, step: str) -> bool:
    """Whether a step of a target was compiled for this processor."""
    return INTERPRETED or _is_packaged(target) or _marker(target, step).exists()


def compile_steps(target: str, steps: Iterable[str]) -> Iterator[str]:
    """Compile the steps of a target that are not done; yields the name of each before it begins."""
    left = [step for step in steps if not is_done(target, step)]
    functions = TARGETS[target]() if left else {}
    for step in left:
        yield step
        functions[step]()
        _marker(target, step).touch()


def ensure_compiled(target: str = "rules") -> None:
    """Compile a target unless that is done; shows the progress on standard error."""
    if is_compiled(target):
        return
    begun, number = time.monotonic(), len(SECONDS[target])
    for count, step in enumerate(compile_steps(target, SECONDS[target]), 1):
        _say(f"Compiling ({target}), once, under a minute: {count} of {number}, {step} ...")
    _say(f"Compiled ({target}, {time.monotonic() - begun:.0f} s); the next start is quick.\n")
    forget_old()


def _is_packaged(target: str) -> bool:
    """Whether an installed wheel has the code of a target for this processor."""
    return packaged_processor() is not None and packaged_folder(SOURCES[target]).is_dir()


def _marker(target: str, step: str) -> Path:
    """The file that marks a step as done for this processor."""
    name = f"ready-{target}-{step}-{llvmlite.binding.get_host_cpu_name()}"
    return cache_folder(SOURCES[target]) / name.replace(" ", "-")


def forget_old() -> None:
    """Delete compiled code that was not used for a while."""
    for folder in caches().iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > DAYS_TO_KEEP * 86400:
            shutil.rmtree(folder, ignore_errors=True)


def _say(text: str) -> None:
    # A terminal overwrites the line; other output gets a line for each step.
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K" + text)
    else:
        sys.stderr.write(text.rstrip("\n") + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    for known in sys.argv[1:] or TARGETS:
        ensure_compiled(known)
