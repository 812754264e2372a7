"""All variants of the game, by edition, number of people, switches and board, for tests that hold in each of them.

`tables()` is a Hypothesis strategy for variants, `NAMED` lists the variants that have a name, `steps` plays a random
game decision by decision, and `over_games` sets how many games a property is tried on (`TEAHORSE_SWEEP=20` tries
twenty times as many, with new seeds each time).
"""

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from teahorse import Game
from teahorse.notation import read_move
from teahorse.rules import engine, moves, random_play
from teahorse.rules.events import new_buffer
from teahorse.rules.rng import STREAM_WORDS, begin_stream
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.state import GAME, OVER
from teahorse.rules.verdicts import LEGAL

SWEEP = int(os.environ.get("TEAHORSE_SWEEP", "1"))


def over_games(games: int) -> Callable[[Any], Any]:
    """Try an invariant on this number of games: always the same ones, except in a sweep."""
    return settings(
        max_examples=games * SWEEP,
        deadline=None,
        derandomize=SWEEP == 1,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


# --- Tables -------------------------------------------------------------------------------------------


class Table(NamedTuple):
    """What people agree on before a game."""

    edition: str = "2023"
    people: int = 3
    options: Mapping[str, object] = {}
    board: Mapping[str, Any] | None = None

    @property
    def rules(self) -> Ruleset:
        return Ruleset.of(*self)

    def new_game(self, seed: int = 0) -> Game:
        return Game.new(self.edition, self.people, self.options, seed, self.board)


SIX_GORGES = {"gorges": ["YK", "YT", "YQ", "ST", "SQ", "KQ"], "temple": [2, 4, 6, 8, 10]}
OTHER_VALUES = {
    "trader_values": [4, 4, 10, 20, 30],
    "post_values": [2, 0, 9, 9, 20],
    "market_value": 5,
    "bank_high": [[0, 0], [1, 40], [50, 3]],
    "bank_low": [[0, 7]],
}
OTHER_CARDS = {
    "duli": [
        {"bids": [building], "traders": [count, 7 - count, 0, 0, 0], "teahouse": True}
        for count in range(4)
        for building in ("guild", "yard", "school", "customs")
    ],
    "gorges": ["KQ"],
    "temple": [1],
}
BOARDS: tuple[Mapping[str, Any], ...] = (
    SIX_GORGES,
    OTHER_VALUES,
    OTHER_CARDS,
    {**SIX_GORGES, **OTHER_VALUES},
    {"gorges": ["YQ"]},
    {"market_value": 0, "trader_values": [0, 0, 0, 0, 1]},
)
HOUSE_RULES = {
    "bank": "high-low",
    "recall": "when-empty",
    "posts_per_province": 2,
    "puer_is_province": True,
    "market_income": "each",
    "inspector_posts": "connected",
    "double_bidding": True,
    "guards": True,
    "debt": True,
    "vp_end": 90,
    "presents_end": 1,
    "horse_vp": [0, 2, 4, 6, 8],
}

NAMED: dict[str, list[Table]] = {
    "standard": [Table("2023", people) for people in (3, 4, 5)],
    "expert": [Table("2023", people, {"expert": True}) for people in (3, 4, 5)],
    "guards": [Table("2023", people, {"guards": True}) for people in (3, 4, 5)],
    "double": [Table("2023", people, {"double_bidding": True}) for people in (3, 4, 5)],
    "duli": [Table("2023", 2)],
    "duli-expert": [Table("2023", 2, {"expert": True})],
    "standard-2013": [Table("2013", people) for people in (3, 4, 5)],
    "profi-2013": [Table("2013", people, {"profi": True}) for people in (3, 4, 5)],
    "two-colours-2013": [Table("2013", 2)],
    "two-colours-profi-2013": [Table("2013", 2, {"profi": True})],
    "two-colours": [Table("2023", 2, {"two_players": "two-colours"})],
    "duli-2013": [Table("2013", 2, {"two_players": "duli"})],
    "house": [Table("2023", people, HOUSE_RULES) for people in (2, 3, 4, 5)],
    "board": [
        Table("2023", 2, {}, OTHER_CARDS),
        Table("2023", 3, {}, SIX_GORGES),
        Table("2023", 4, {}, OTHER_VALUES),
        Table("2023", 5, {}, SIX_GORGES | OTHER_VALUES),
    ],
    "board-2013": [Table("2013", people, {}, SIX_GORGES | OTHER_VALUES) for people in (2, 3, 4, 5)],
}
ALL_NAMED = [table for tables_of_a_name in NAMED.values() for table in tables_of_a_name]

_YES_OR_NO = st.booleans()
_VP_TABLE = st.lists(st.integers(0, 100), min_size=5, max_size=5)
_SWITCHES: dict[str, st.SearchStrategy[object]] = {
    "temple": _YES_OR_NO,
    "bank": st.sampled_from(["equal", "high-low"]),
    "recall": st.sampled_from(["any", "when-empty"]),
    "build_at_yard": st.sampled_from(["any", "teahouse"]),
    "posts_per_province": st.sampled_from([1, 2]),
    "puer_is_province": _YES_OR_NO,
    "market_income": st.sampled_from(["once", "each"]),
    "inspector_posts": st.sampled_from(["all", "connected"]),
    "teahouse_vp": _VP_TABLE,
    "horse_vp": st.none() | _VP_TABLE,
    "double_bidding": _YES_OR_NO,
    "guards": _YES_OR_NO,
    "debt": _YES_OR_NO,
    "vp_end": st.sampled_from([None, 1, 40, 80, 150]),
    "presents_end": st.sampled_from([0, 0, 0, 1, 2, 6, 13]),
    "two_players": st.sampled_from(["duli", "two-colours"]),
}


def tables() -> st.SearchStrategy[Table]:
    """Any table: half of them play a variant with a name, half have house rules and perhaps a board of their own."""
    return st.sampled_from(ALL_NAMED) | st.builds(
        Table,
        edition=st.sampled_from(["2023", "2013"]),
        people=st.integers(2, 5),
        options=st.fixed_dictionaries({}, optional=_SWITCHES),
        board=st.sampled_from([None, None, *BOARDS]),
    )


def seeds() -> st.SearchStrategy[int]:
    """What decides the moves of a random game."""
    return st.integers(0, 2**32 - 1)


def policies() -> st.SearchStrategy[str]:
    """How the moves of a random game are chosen."""
    return st.sampled_from(random_play.POLICIES)


# --- Random play --------------------------------------------------------------------------------------


class Chooser:
    """Chooses among legal moves: the same ones for the same seed."""

    def __init__(self, seed: int, policy: str) -> None:
        self._stream = np.zeros(STREAM_WORDS, np.int64)
        begin_stream(self._stream, seed, 0)
        self._policy = random_play.POLICIES.index(policy)

    def choose(self, g: Any, verdicts: np.ndarray) -> int:
        """The id of a move; where it is `deck`, the cards lie in `g` already."""
        legal = np.count_nonzero(verdicts == LEGAL)
        return int(random_play.choose(g, verdicts, legal, self._policy, self._stream))

    def below(self, bound: int) -> int:
        """A number from 0 up to but not including the bound."""
        return int(random_play.below(self._stream, bound))


class Step(NamedTuple):
    """One decision of a game, chance included: the position, its verdicts, the move, what happened, what came."""

    before: Any
    verdicts: np.ndarray
    move: int
    events: np.ndarray
    after: Any


def steps(rules: Ruleset, seed: int, policy: str) -> Iterator[Step]:
    """Play a game to its end with the three calls of the rules."""
    table, chooser = np.zeros(1, GAME), Chooser(seed, policy)
    g: Any = table.view(np.recarray)[0]
    engine.setup(table, rules.table)
    before = g.copy()
    while table["phase"][0] != OVER:
        verdicts, events = np.zeros(moves.MOVES, np.uint8), new_buffer()
        engine.judge(table, rules.table, verdicts)
        move = chooser.choose(g, verdicts)
        engine.apply(table, rules.table, move, events)
        after = g.copy()
        yield Step(before, verdicts, move, events, after)
        before = after


def legal_in_all(game: Game) -> int:
    """How many moves were legal at all decisions of a game together, chance being one each time."""
    again = Game.before_dealing(game.rules)
    legal = 0
    for move in game.moves:
        legal += int((again.verdicts() == LEGAL).sum())
        again.make(read_move(move, game.rules))
    return legal
