"""Our own rows of `peers.py`: random games in the compiled loop, as a vector, and from Python."""

import random
from collections.abc import Callable
from typing import Any

from peer_measure import GAMES_PER_CALL, SEED, Clock, Measure, Run, repeat

LANES = 256


def teahorse_whole_games() -> Measure:
    """Whole games in the compiled loop."""
    import numpy as np

    from teahorse.bulk import cpu
    from teahorse.rules.ruleset import Ruleset
    from teahorse.rules.state import GAME

    rules, first = Ruleset.of("2023", 4), 0
    games, decisions = np.zeros(GAMES_PER_CALL, GAME), np.zeros(GAMES_PER_CALL, np.int64)

    def play() -> int:
        nonlocal first
        cpu.play(rules, games, decisions, "random", SEED, first, threads=1)
        first += GAMES_PER_CALL
        return int(decisions.sum())

    return repeat(play)


def teahorse_vector(policy: str) -> Measure:
    """The vector environment, its observations and masks included, with a random policy over the masks."""
    from teahorse.envs.vector import VectorGame

    env = VectorGame(LANES, "2023", 4, seed=SEED, threads=1)
    choose = _numpy_policy() if policy == "numpy" else _compiled_policy()

    def play() -> int:
        env.step(choose(env.legal))
        return LANES

    return repeat(play)


def teahorse_vector_step() -> Measure:
    """The step of the vector environment alone; what the policy takes is left out."""
    from teahorse.envs.vector import VectorGame

    env = VectorGame(LANES, "2023", 4, seed=SEED, threads=1)
    choose = _compiled_policy()

    def measure(seconds: float) -> Run:
        clock, decisions = Clock(), 0
        while clock.core < seconds:
            actions = choose(env.legal)
            with clock:
                env.step(actions)
            decisions += LANES
        return Run(decisions, clock.core, clock.wall)

    return measure


def _numpy_policy() -> Callable[[Any], Any]:
    import numpy as np

    luck, lanes = np.random.default_rng(SEED), np.arange(LANES)

    def choose(legal: Any) -> Any:
        counts = np.count_nonzero(legal, axis=1)
        firsts = np.cumsum(counts) - counts
        numbers = (luck.random(LANES) * counts).astype(np.int64)
        return np.flatnonzero(legal)[firsts + numbers] - lanes * legal.shape[1]

    return choose


def _compiled_policy() -> Callable[[Any], Any]:
    import numba
    import numpy as np

    actions = np.zeros(LANES, np.int64)

    @numba.njit(nogil=True)
    def choose_all(legal: Any, actions: Any) -> None:
        for lane in range(len(legal)):
            count = 0
            for move in range(legal.shape[1]):
                count += legal[lane, move]
            number = int(np.random.random() * count)
            for move in range(legal.shape[1]):
                if legal[lane, move]:
                    if number == 0:
                        actions[lane] = move
                        break
                    number -= 1

    def choose(legal: Any) -> Any:
        choose_all(legal, actions)
        return actions

    return choose


def teahorse_records() -> Measure:
    """One game from Python, a call of `judge` and one of `apply` per decision, on records.

    Most of the time goes into handing the records over: Numba asks a record for its buffer, and NumPy then writes out
    the format of the whole dtype, some microseconds for each record of each call.
    """
    import numpy as np

    from teahorse.rules import engine
    from teahorse.rules.ruleset import Ruleset
    from teahorse.rules.state import GAME

    return _move_by_move(engine.setup, engine.judge, engine.apply, (np.zeros(1, GAME)[0], Ruleset.of("2023", 4).record))


def teahorse_arrays() -> Measure:
    """The same with arrays of one position and one set of rules, which Numba takes over at once."""
    import numpy as np

    from teahorse.rules import engine
    from teahorse.rules.ruleset import Ruleset
    from teahorse.rules.state import GAME

    return _move_by_move(engine.setup, engine.judge, engine.apply, (np.zeros(1, GAME), Ruleset.of("2023", 4).table))


def _move_by_move(setup: Any, judge: Any, apply: Any, table: tuple[Any, ...]) -> Measure:
    import numpy as np

    from teahorse.rules import moves
    from teahorse.rules.events import NO_EVENTS
    from teahorse.rules.verdicts import LEGAL

    verdicts, luck = np.zeros(moves.MOVES, np.uint8), random.random

    def play() -> int:
        setup(*table)
        decisions = 0
        while legal := judge(*table, verdicts):
            move = int((verdicts == LEGAL).nonzero()[0][int(luck() * legal)])
            apply(*table, move, NO_EVENTS)
            decisions += 1
        return decisions

    return repeat(play)
