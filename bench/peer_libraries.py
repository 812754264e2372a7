"""Other libraries for `peers.py`: random games of OpenSpiel, PettingZoo and Pgx."""

import importlib
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from peer_measure import GAMES_PER_CALL, SEED, Measure, repeat

PGX_BATCH = 16  # of 1, 8, 16, 32, 64 and 512 the best on one core, or as good
PGX_STEPS = {"go_9x9": 256, "chess": 32}  # per call

# --- OpenSpiel ---------------------------------------------------------------------------------------


def openspiel_python(name: str) -> Measure:
    """OpenSpiel's states (C++), driven from Python."""
    import pyspiel

    return repeat(partial(_openspiel_game, pyspiel.load_game(name)))


def _openspiel_game(game: Any) -> int:
    state, decisions, luck = game.new_initial_state(), 0, random.random
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(luck() * len(legal))])
        decisions += 1
    return decisions


def openspiel_compiled(name: str) -> Measure:
    """OpenSpiel's own random rollouts in C++.

    The wheel has neither the `benchmark_game` program nor `Evaluator.evaluate`, but a search of one simulation asks
    the evaluator for rollouts from the root and does nothing else. They are not counted, so the mean length of random
    games is measured beforehand, from Python.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    length = _mean_length(partial(_openspiel_game, game), seconds=3.0)
    rollouts = pyspiel.RandomRolloutEvaluator(GAMES_PER_CALL, SEED)
    # The exploration constant, simulations, megabytes, whether to solve, seed, whether to talk.
    bot = pyspiel.MCTSBot(game, rollouts, 1.0, 1, 100, False, SEED, False)

    def play() -> float:
        root = bot.mcts_search(game.new_initial_state())
        if root.explore_count != 1 or root.children:
            raise RuntimeError("this version's search does more than rollouts from the root")
        return GAMES_PER_CALL * length

    return repeat(play)


def _mean_length(play: Callable[[], int], seconds: float) -> float:
    lengths, end = [], time.process_time() + seconds
    while time.process_time() < end:
        lengths.append(play())
    return statistics.fmean(lengths)


# --- PettingZoo --------------------------------------------------------------------------------------


def pettingzoo(module: str) -> Measure:
    """An environment of PettingZoo's AEC interface, with its usual wrappers."""
    return repeat(partial(_pettingzoo_game, importlib.import_module(module).env()))


def _pettingzoo_game(env: Any) -> int:
    env.reset()
    decisions, luck = 0, random.random
    while env.agents:
        seen, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
        legal = mask.nonzero()[0]
        env.step(int(legal[int(luck() * len(legal))]))
        decisions += 1
    return decisions


# --- Pgx ---------------------------------------------------------------------------------------------


def pgx(name: str) -> Measure:
    """Pgx: a batch of games in one jitted loop of steps, each game reset when it ends."""
    import jax
    import pgx
    from jax import numpy as jnp
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def choose(key: Any, mask: Any) -> Any:
        # Quicker than `jax.random.categorical`, which draws a random number per action.
        legal = jnp.cumsum(mask.astype(jnp.int32))
        number = (jax.random.uniform(key) * legal[-1]).astype(jnp.int32)
        return jnp.argmax(legal > number)

    def advance(carry: Any, _: Any) -> Any:
        states, key = carry
        key, for_actions, for_steps = jax.random.split(key, 3)
        actions = jax.vmap(choose)(jax.random.split(for_actions, PGX_BATCH), states.legal_action_mask)
        return (jax.vmap(step)(states, actions, jax.random.split(for_steps, PGX_BATCH)), key), None

    def scan(states: Any, key: Any) -> Any:
        return jax.lax.scan(advance, (states, key), None, length=PGX_STEPS[name])[0]

    many = jax.jit(scan)
    key = jax.random.PRNGKey(SEED)
    carry = many(jax.jit(jax.vmap(env.init))(jax.random.split(key, PGX_BATCH)), key)

    def play() -> int:
        nonlocal carry
        carry = jax.block_until_ready(many(*carry))
        return PGX_BATCH * PGX_STEPS[name]

    return repeat(play)
