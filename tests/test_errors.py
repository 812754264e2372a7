"""Errors carry their whole reason, and no sentence quotes more than a person reads."""

import pickle
from pathlib import PurePosixPath
from typing import Any

import pytest

from teahorse import Game, IllegalMove
from teahorse.envs.single_game import SingleGame
from teahorse.errors import BoardError, Message
from teahorse.rules import moves
from teahorse.text.events import tell_refusal
from translations import say_by


def refused(game: Game, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as raised:
        game.play(move)
    return raised.value


# --- Illegal moves --------------------------------------------------------------------------------------


def test_an_illegal_move_carries_the_whole_reason() -> None:
    game = Game.new(players=3)
    game.play("bid school 9")
    error, why = refused(game, "bid school 9"), game.why_not("bid school 9")
    assert why is not None and error.why == why
    assert (error.rule, error.code, error.parameters, error.sentence) == (
        why.rule, why.code, why.parameters, why.sentence
    )  # fmt: skip
    game.play("pass")
    assert tell_refusal(error.why, game.rules, {"p1": "Ann"}) == "That space is taken by Ann."


def test_an_illegal_move_of_an_environment_carries_the_whole_reason() -> None:
    single = SingleGame(players=3)
    with pytest.raises(IllegalMove) as raised:
        single.make(moves.DONE)
    assert raised.value.why == Game.new(players=3).why_not("done")
    assert raised.value.parameters["player"] == "p1"


def test_an_illegal_move_keeps_its_reason_from_process_to_process() -> None:
    error = refused(Game.new(players=3), "done")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.why, again.move) == (str(error), error.why, error.move)
    assert "Jetzt p1 is to bid" in again.translated(say_by(lambda text: text.replace("Now", "Jetzt")))


# --- What is quoted -------------------------------------------------------------------------------------


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


HUGE = [
    "x" * 3_000_000,
    ["x"] * 1_000_000,
    {str(number): "x" * 100 for number in range(100_000)},
    10**50_000,
    nested(50_000),
    [nested(900)] * 2,
    ("x" * 2_000_000,),
    b"x" * 2_000_000,
    Exception("x" * 2_000_000),
]


@pytest.mark.parametrize("value", HUGE, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("blank", ["{value}", "{value!r}", "{value!s:>3}"])
def test_long_values_are_cut_off_in_sentences(value: object, blank: str) -> None:
    assert 0 < len(str(BoardError("not " + blank, value=value))) < 1000


def test_a_sentence_that_was_glued_together_breaks_off() -> None:
    assert len(str(BoardError("x" * 3_000_000))) < 6000
    assert len(str(BoardError("{what}", what=Message("x" * 3_000_000)))) < 6000


@pytest.mark.parametrize(
    "value",
    [7, -1, True, None, 1.5, "a'b", [], [1, "x"], (), (1,), (1, 2), {}, {"a": [1, {"b": None}]}, [[["x"]]], {1: (2,)}],
)
def test_what_is_short_is_quoted_in_full(value: object) -> None:
    assert str(BoardError("{value!r}", value=value)) == repr(value)
    assert str(BoardError("{value}", value=value)) == str(value)


def test_a_path_is_written_as_people_write_it() -> None:
    assert str(BoardError("{path}", path=PurePosixPath("a/b"))) == "a/b"


def test_a_part_of_what_fills_a_blank_can_be_quoted() -> None:
    assert str(BoardError("{pair[0]} and {pair[1]}", pair=("a", 2))) == "a and 2"
