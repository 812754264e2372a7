"""The buttons of a decision: all structures, gorges and displacements; Done stands out when nothing else is left."""

import json
from dataclasses import replace

from hypothesis import given

from position_builder import position
from random_histories import position_view, positions
from teahorse import Game
from teahorse.web.presenters.answers import Answers, answers, doors
from teahorse.web.presenters.conversion_scale import BidMark, scale
from teahorse.web.presenters.forecast_converting import Choice, Converting
from teahorse.web.presenters.offered_moves import offers
from variants import Table, over_games, policies, seeds, tables

ON_THE_MAP = ("bid", "bank", "market", "go", "convert")


def answers_of(game: Game) -> Answers:
    view = position_view(game, {"p1": "Ann", "p2": "Bob", "p3": "Cid"})
    return answers(view, [offer for offer in offers(view) if offer.why is None])


@over_games(12)
@given(tables(), seeds(), policies())
def test_every_legal_move_is_made_by_a_button_on_the_map_or_by_the_slider(table: Table, seed: int, policy: str) -> None:
    for game in positions(table, seed, policy):
        found = answers_of(game)
        sites = [site for kind in found.kinds for site in kind.answers]
        moves = [answer.move for answer in (*sites, *found.decisions, *found.short)]
        assert sorted(moves) == [move for move in game.legal_moves() if not move.startswith(ON_THE_MAP)]
        assert all(answer.picture.symbol for answer in (*sites, *found.decisions, *found.short))


def test_the_yard_asks_for_a_structure_and_then_for_its_place() -> None:
    game = position(
        phase="take",
        to_move="p1",
        buildings={"yard": {"9": "p1"}},
        players={"p1": {"horse": "K"}},
        options={"guards": True},
    )
    post, bridge, teahouse, guards = answers_of(game).kinds
    assert [kind.title for kind in (post, bridge, teahouse, guards)] == ["Post", "Bridge", "Teahouse", "Guards"]
    assert (post.source, post.picture.symbol, post.picture.player) == ("piece-post", "post", "p1")
    assert [site.label for site in post.answers] == ["Keep it for later", "Yunnan", "Sichuan", "Kang"]
    assert [site.label for site in bridge.answers] == ["Keep it for later", "The gorge between Yunnan and Kang"]
    assert bridge.answers[1].picture.symbol == "outline-YK"
    assert doors(position_view(game)) == ["house-yard", "yard-9"]


def test_the_temple_asks_for_a_gorge_by_its_provinces() -> None:
    game = position(
        phase="block",
        to_move="p1",
        buildings={"temple": {"9": "p1"}},
        players={"p2": {"horse": "K", "bridges": ["YK"]}},
    )
    first, *others = answers_of(game).decisions
    assert (first.move, first.label) == ("block YK", "The gorge between Yunnan and Kang")
    assert first.name == "Block the gorge between Yunnan and Kang" and first.effect == "Closes the bridges of Bob."
    assert len(others) == 3
    assert doors(position_view(game)) == ["house-temple", "temple-9"]


def test_a_displacement_shows_the_trader_it_moves() -> None:
    weak, strong = {"horse": "S", "provinces": {"S": 1}}, {"horse": "S", "provinces": {"S": 1}, "influence": 2}
    game = position(
        phase="displace",
        to_move="p3",
        travel={"passes_left": 0, "moved": {"S": 1}, "at": "S"},
        players={"p3": strong, "p2": weak, "p1": weak},
    )
    found = answers_of(game)
    assert [(answer.label, answer.picture.player) for answer in found.decisions] == [
        ("Displace Ann", "p1"),
        ("Displace Bob", "p2"),
    ]
    assert [answer.move for answer in found.short] == ["spare"]


def test_done_stands_out_only_when_nothing_else_is_left() -> None:
    supply = {"structures": {"supply": {"post": 1}}}
    able = position(phase="travel", to_move="p3", players={"p3": {"horse": "Y", "market": 1}})
    building = position(phase="travel", to_move="p3", players={"p3": {"horse": "Y"} | supply})
    finished = position(phase="travel", to_move="p3", players={"p3": {"horse": "Y"}})
    for game, stands_out in ((able, False), (building, False), (finished, True)):
        (done,) = answers_of(game).short
        assert (done.move, done.is_prominent) == ("done", stands_out)


def test_a_pass_stands_out_only_when_no_trader_can_be_placed() -> None:
    (able,) = answers_of(Game.new("2023", 3)).short
    assert (able.move, able.is_prominent) == ("pass", False)
    (unable,) = answers_of(position(players={"p1": {"supply": 0, "market": 3}})).short
    assert unable.is_prominent


def converting(coins: int, income: int) -> Converting:
    """The choices of a player who has these coins, no points, and nothing else that scores."""
    choices = [Choice(part, coins + income - part, part, part) for part in range(income + 1)]
    return Converting("p1", income, None, None, None, tuple(choices))


def test_the_scale_for_converting_marks_what_the_next_bids_would_need() -> None:
    shown = scale(position_view(Game.new("2023", 3)), converting(coins=6, income=12))
    # Of 18 coins: a bid of 5 can be paid even if all 12 become VP.
    assert shown.marks == (BidMark(3, 15), BidMark(6, 12), BidMark(9, 9), BidMark(11, 7))
    assert shown.bid == "Enough for a bid of 15 in the next round."
    outcomes = json.loads(shown.outcomes)
    assert outcomes[3] == [3, 15, 3, False, 15] and outcomes[12] == [12, 6, 12, False, 5]


def test_in_the_last_round_all_income_becomes_vp_unless_the_player_changes_it() -> None:
    last = replace(converting(coins=6, income=12), ends_already="The game ends after this round.")
    shown = scale(position_view(Game.new("2023", 3)), last)
    assert (shown.first, shown.marks, shown.bid) == (12, (), "")
    assert json.loads(shown.outcomes)[12] == [12, 6, 12, False, None]
    assert scale(position_view(Game.new("2023", 3)), converting(coins=6, income=12)).first == 0


def test_a_choice_that_ends_the_game_promises_no_bid_in_a_next_round() -> None:
    near_the_end = replace(converting(coins=6, income=12), ends_from=7)
    shown = scale(position_view(Game.new("2023", 3)), near_the_end)
    assert shown.marks == (BidMark(3, 15), BidMark(6, 12))
    outcomes = json.loads(shown.outcomes)
    assert outcomes[6] == [6, 12, 6, False, 12] and outcomes[7] == [7, 11, 7, True, None]
    assert scale(position_view(Game.new("2023", 3)), replace(near_the_end, ends_from=0)).bid == ""


def test_marks_on_a_long_scale_keep_apart() -> None:
    shown = scale(position_view(Game.new("2023", 3)), converting(coins=0, income=60))
    assert shown.marks == (BidMark(45, 15), BidMark(51, 9))
    assert json.loads(shown.outcomes)[60] == [60, 0, 60, False, 0]
    poor = scale(position_view(Game.new("2023", 3)), converting(coins=0, income=3))
    assert (poor.marks, poor.bid) == ((), "Not enough for a bid in the next round.")
