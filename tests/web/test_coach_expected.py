"""What the coach says from the network's expectations."""

from collections.abc import Sequence

import pytest

from teahorse.bots.bot import Expectation
from teahorse.game import Game
from teahorse.text.language import language_named
from teahorse.text.translation import Say, as_written
from teahorse.web.presenters.coach.advice import reason
from teahorse.web.presenters.coach.expected import would_have_brought
from teahorse.web.presenters.coach.thought import Thought
from teahorse.web.presenters.position_view import PositionView

NAMES = {"p1": "Ann", "p2": "Mei", "p3": "Lan"}
POINTS = (60.0, 2.0, 6.0, 0.0, 3.0, 0.0, 1.0)
AGAIN = "then your trader comes back, and you bid again."
ON_THE_ROAD = ("bid school 9", "bid yard 9", "bid guild 9", "pass", "pass", "pass", "take post at Y")
CONVERTING = (*ON_THE_ROAD, "go P-Y", "go P-Y", "done", "go P-Y", "go P-Y", "done", "go P-Y", "go P-Y", "done")


def said(
    moves: Sequence[str],
    move: str,
    expects: Expectation,
    otherwise: tuple[str, Expectation] | None = None,
    say: Say = as_written,
) -> str:
    """What the coach says about a move after these moves."""
    game = Game.new(players=3)
    for each in moves:
        game.play(each)
    assert game.why_not(move) is None, game.legal_moves()
    view = PositionView(game, NAMES, say)
    if otherwise is None:
        return reason(Thought(view, move, expects=expects))
    return reason(Thought(view, move, (), [(otherwise[0],)], expects, otherwise[1]))


def bid_that_is_outbid(chance: float) -> Expectation:
    return Expectation(POINTS, 5.0, (chance,) * 6)


@pytest.mark.parametrize(
    ("moves", "chance", "sentence"),
    [
        ((), 0.62, f"The chance that it is outbid is 62 %; {AGAIN}"),
        (("bid guild 9",), 0.62, f"The chance that Lan outbids it is 62 %; {AGAIN}"),
        (("bid guild 9", "bid yard 9"), 0.62, "None of the others can outbid it."),
        ((), 0.04, "Mei and Lan can still outbid it, but the chance of that is only 4 %."),
        ((), 0.001, "Mei and Lan can still outbid it, but the chance of that is only 1 %."),
        ((), 0.99, f"Mei and Lan can still outbid it; {AGAIN}"),
    ],
)
def test_the_chance_to_be_outbid_is_told_where_it_says_something(
    moves: Sequence[str], chance: float, sentence: str
) -> None:
    assert said(moves, "bid school 5", bid_that_is_outbid(chance)).endswith(sentence)


def test_points_to_come_from_income_are_told_with_the_rounds_left() -> None:
    vp_now = 8  # after converting 8
    assert said(CONVERTING, "convert 8", Expectation((vp_now + 31.2, *POINTS[1:]), 3.1)).endswith(
        "Expect 31 more VP from income in the 2 rounds that are left."
    )
    assert said(CONVERTING, "convert 8", Expectation((vp_now + 31.2, *POINTS[1:]), 2.2)).endswith(
        "Expect 31 more VP from income in the round that is left."
    )
    assert "Expect" not in said(CONVERTING, "convert 8", Expectation((vp_now + 31.2, *POINTS[1:]), 2.5))
    assert "Expect" not in said(CONVERTING, "convert 8", Expectation((vp_now + 1.0, *POINTS[1:]), 3.0))
    german = said(CONVERTING, "convert 8", Expectation((vp_now + 31.2, *POINTS[1:]), 2.2), say=language_named("de").say)
    assert german.endswith("In der verbleibenden Runde sind etwa 31 weitere SP aus Einkommen zu erwarten.")


def test_a_move_is_compared_with_the_next_best_one() -> None:
    more = Expectation((60.0, 2.0, 11.2, 0.0, 3.0, 0.0, 1.0), 5.0)
    compared = said(ON_THE_ROAD, "done", more, ("go P-Y", Expectation(POINTS, 5.0)))
    assert compared.endswith("Expect 5 VP more from presents than with a journey from Pu'er to Yunnan.")
    slightly = Expectation((61.0, 2.0, 6.5, 0.0, 3.0, 0.0, 1.0), 5.0)
    assert "Expect" not in said(ON_THE_ROAD, "done", slightly, ("go P-Y", Expectation(POINTS, 5.0)))


def test_a_review_says_what_a_better_move_would_have_brought() -> None:
    assert would_have_brought((6.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), as_written) == (
        "The better move was worth about 6 more VP from income."
    )
    german = language_named("de").say
    assert would_have_brought((0.0, 9.0, 0.0, 0.0, 2.2, 0.0, 0.0), german) == (
        "Der bessere Zug hätte etwa 2 SP mehr durch Einfluss gebracht."
    )
    assert would_have_brought((1.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0), as_written) == ""
    assert would_have_brought((-5.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0), as_written) == ""
    assert would_have_brought((), as_written) == ""
