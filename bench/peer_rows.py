"""The rows of `peers.py`: which library plays which game, and how it is driven."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from peer_libraries import PGX_BATCH, openspiel_compiled, openspiel_python, pettingzoo, pgx
from peer_measure import Measure
from peer_teahorse import (
    LANES,
    teahorse_arrays,
    teahorse_records,
    teahorse_vector,
    teahorse_vector_step,
    teahorse_whole_games,
)


@dataclass(frozen=True)
class Row:
    """One line of the table: what plays, how it is driven, and which packages it needs."""

    library: str
    game: str
    how: str
    prepare: Callable[[], Measure]
    needs: tuple[str, ...]


CHECKERS = "chinese_checkers(players=6)"
ROWS = {
    "openspiel-checkers": Row(
        "OpenSpiel", "Chinese checkers, 6", "Python loop", partial(openspiel_python, CHECKERS), ("pyspiel",)
    ),
    "openspiel-checkers-compiled": Row(
        "OpenSpiel", "Chinese checkers, 6", "C++ rollouts", partial(openspiel_compiled, CHECKERS), ("pyspiel",)
    ),
    "openspiel-chess": Row("OpenSpiel", "chess", "Python loop", partial(openspiel_python, "chess"), ("pyspiel",)),
    "openspiel-chess-compiled": Row(
        "OpenSpiel", "chess", "C++ rollouts", partial(openspiel_compiled, "chess"), ("pyspiel",)
    ),
    "pettingzoo-connect-four": Row(
        "PettingZoo", "connect four", "AEC", partial(pettingzoo, "pettingzoo.classic.connect_four_v3"), ("pettingzoo",)
    ),
    "pettingzoo-chess": Row(
        "PettingZoo", "chess", "AEC", partial(pettingzoo, "pettingzoo.classic.chess_v6"), ("pettingzoo", "chess")
    ),
    "pgx-go": Row("Pgx", "go 9x9", f"jit, {PGX_BATCH} games", partial(pgx, "go_9x9"), ("jax", "pgx")),
    "pgx-chess": Row("Pgx", "chess", f"jit, {PGX_BATCH} games", partial(pgx, "chess"), ("jax", "pgx")),
    "teahorse": Row("teahorse", "2023, 4", "compiled loop", teahorse_whole_games, ("teahorse",)),
    "teahorse-vector-step": Row(
        "teahorse", "2023, 4", f"vector of {LANES}, step alone", teahorse_vector_step, ("teahorse",)
    ),
    "teahorse-vector": Row(
        "teahorse",
        "2023, 4",
        f"vector of {LANES}, compiled policy",
        partial(teahorse_vector, "compiled"),
        ("teahorse",),
    ),
    "teahorse-vector-numpy": Row(
        "teahorse", "2023, 4", f"vector of {LANES}, NumPy policy", partial(teahorse_vector, "numpy"), ("teahorse",)
    ),
    "teahorse-arrays": Row("teahorse", "2023, 4", "Python loop, arrays", teahorse_arrays, ("teahorse",)),
    "teahorse-records": Row("teahorse", "2023, 4", "Python loop, records", teahorse_records, ("teahorse",)),
    "teahorse-pettingzoo": Row(
        "teahorse", "2023, 4", "AEC", partial(pettingzoo, "teahorse.envs.pettingzoo"), ("teahorse", "pettingzoo")
    ),
}
COMPARED_WITH = {"C++": "openspiel-checkers-compiled", "Python": "openspiel-checkers"}
