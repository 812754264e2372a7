"""The goal in sight: what ends the game and how near that is, who leads, and the mark on the track."""

import pytest
from board_pages import board_of, played_moves

from position_builder import position
from random_histories import position_view
from teahorse import Game
from teahorse.text.people import NamesForReader
from teahorse.web.drawing.wide import Wide
from teahorse.web.presenters.goal import Goal, goal
from variants import Table

ANN, BOB, CID = "Ann", "Bob", "Cid"
PEOPLE = {"p1": ANN, "p2": BOB, "p3": CID}


def goal_of(game: Game, you: str = "") -> Goal:
    return goal(position_view(game, NamesForReader(PEOPLE, {you} if you else ())))


def with_points(*points: int, **more: object) -> Game:
    return position(players={f"p{number}": {"vp": vp, "coins": 9} for number, vp in enumerate(points, 1)}, **more)


def test_the_points_that_end_the_game_and_who_is_nearest_are_told() -> None:
    shown = goal_of(with_points(20, 62, 40), you="p2")
    assert shown.points is not None
    assert shown.points.short == "62 of 80 VP"
    assert shown.points.words == ("The game ends after a round in which someone has 80 VP. You are nearest, with 62.")
    assert [(runner.player, runner.percent) for runner in shown.race] == [("p1", 25.0), ("p3", 50.0), ("p2", 77.5)]
    named = goal_of(with_points(20, 62, 40)).points
    assert named is not None and named.words.endswith("Bob is nearest, with 62.")


def test_the_numbers_are_those_of_the_rules_in_force() -> None:
    expert = goal_of(position(options={"expert": True}))
    assert expert.points is None and expert.race == ()
    assert expert.presents.short == "14 presents left"
    house = goal_of(position(options={"vp_end": 60, "presents_end": 2}))
    assert house.points is not None and house.points.short == "0 of 60 VP"
    assert house.presents.short == "14 presents left, ends at 2"
    assert house.presents.words == "The game ends after the round that leaves no more than 2 presents."


@pytest.mark.parametrize(
    ("points", "you", "lead"),
    [
        ((30, 22, 10), "", "Ann leads by 8"),
        ((30, 22, 10), "p1", "You lead by 8"),
        ((30, 22, 10), "p3", "You are 20 behind Ann"),
        ((30, 30, 10), "p3", "Bob and Ann share the lead"),
        ((30, 30, 10), "p2", "You and Ann share the lead"),
        ((30, 30, 30), "p2", "Everyone is level"),
    ],
)
def test_the_lead_is_told_to_the_reader(points: tuple[int, ...], you: str, lead: str) -> None:
    assert goal_of(with_points(*points), you).lead == lead


def test_coins_give_no_lead_on_the_track() -> None:
    game = position(players={"p1": {"vp": 30, "coins": 3}, "p2": {"vp": 20, "coins": 90}, "p3": {"vp": 10}})
    assert goal_of(game, "p2").lead == "You are 10 behind Ann"


def test_the_last_round_is_told_with_its_reason() -> None:
    assert goal_of(with_points(20, 30, 10)).last_round is None
    game = position(phase="convert", to_move="p3", players={"p1": {"vp": 82}, "p3": {"market": 1, "income": 3}})
    assert goal_of(game, "p1").last_round == "The game ends after this round: you reached 80 VP."
    assert goal_of(game).round == "Round 1, the last"
    assert goal_of(game).last_round == "The game ends after this round: Ann reached 80 VP."


@pytest.mark.parametrize(("options", "mark"), [({}, "80"), ({"vp_end": 42}, "42"), ({"vp_end": 120}, "120")])
def test_the_points_that_end_the_game_are_marked_on_the_track(options: dict[str, object], mark: str) -> None:
    board = board_of(played_moves(Table("2023", 3, options), ()))
    (label,) = (label for label in board.labels if label.kind == "track goal")
    (icon,) = (icon for icon in board.icons if icon.symbol.startswith("goal-"))
    assert (label.text, icon.at) == (mark, Wide(3).cell(int(mark)))
    assert [other.text for other in board.labels if other.at == label.at] == [mark]
    (spot,) = (spot for spot in board.spots if spot.name == "goal")
    assert spot.words.startswith(f"0 of {mark} VP. The game ends after a round in which someone has {mark} VP.")


def test_without_such_points_nothing_is_marked() -> None:
    board = board_of(played_moves(Table("2023", 3, {"vp_end": None}), ()))
    assert not [icon for icon in board.icons if icon.symbol.startswith("goal-")]
