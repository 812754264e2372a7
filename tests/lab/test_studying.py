"""What the lab sees in a game that can be checked by hand."""

from dataclasses import replace

import pytest
from known import known_game, known_settings, result_of

from teahorse.arena import Result
from teahorse.lab.studied import ACTS, STANDINGS, StudiedGame
from teahorse.lab.studying import NotReplayable, study_game


@pytest.fixture
def result() -> Result:
    return result_of(known_game(), 0, ["greedy", "novice", "random"])


@pytest.fixture
def game(result: Result) -> StudiedGame:
    return study_game(known_settings(), result)


def test_only_bids_that_succeed_are_purchases_and_have_their_price(game: StudiedGame) -> None:
    first = {
        person: {act: int(count) for act, count in zip(ACTS, game.acts[person, 0], strict=True) if count}
        for person in range(3)
    }
    assert first == {0: {"customs": 1}, 1: {"school": 1}, 2: {"bank": 1}}
    assert game.prices[:, 0].tolist() == [[0, 9, 0, 0, 0, 0], [7, 0, 0, 0, 0, 0], [0] * 6]
    assert game.rounds == 2 and not game.acts[:, 1].any() and not game.prices[:, 1].any()


def test_everyones_position_is_known_as_a_round_begins(game: StudiedGame) -> None:
    begins = [dict(zip(STANDINGS, line, strict=True)) for line in game.standings[:, 0].tolist()]
    assert [begin["coins"] for begin in begins] == [9, 9, 12]
    assert all(begin["traders"] == 3 and begin["passes"] == 2 and begin["horse"] == 1 for begin in begins)
    second = {name: game.standings[:, 1, place].tolist() for place, name in enumerate(STANDINGS)}
    assert second["vp"] == [9, 3, 0]
    assert second["coins"] == [0, 8, 33]
    assert second["income"] == [9, 9, 9]
    assert second["order"] == [2, 1, 0]  # equal incomes: who came later in gray is ahead, and blue is gray reversed
    assert second["traders"] == [3, 4, 3]
    assert second["passes"] == [3, 2, 2]
    assert all(second[name] == [0, 0, 0] for name in ("influence", "structures", "presents"))


def test_conversion_journeys_and_the_result_are_kept(game: StudiedGame) -> None:
    assert game.converted.tolist() == [[[9, 0], [3, 0]], [[3, 6], [9, 0]], [[0, 9], [9, 0]]]
    assert game.farthest == [1, 1, 1]
    assert game.totals.tolist() == [13, 14, 20]
    assert (game.winner, game.margin, game.reason) == (2, 6, "vp")


def test_a_game_that_goes_otherwise_now_is_told(result: Result) -> None:
    with pytest.raises(NotReplayable, match="is not allowed"):
        study_game(known_settings(), replace(result, moves=result.moves.replace("bid customs 9", "bid customs 12")))
    with pytest.raises(NotReplayable, match="is not over"):
        study_game(known_settings(), replace(result, moves=result.moves.rpartition("; ")[0]))
    with pytest.raises(NotReplayable, match="does not end with the points"):
        study_game(known_settings(), replace(result, totals=[13, 14, 21]))
