"""An observation has everything that players can see, and nothing hidden."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from position_builder import position
from teahorse import Game
from teahorse.errors import TeahorseError
from teahorse.observation import FIELDS_OF_A_PLAYER, layout, rules_row
from teahorse.observation.fields import PLAYER_SIZE, POSITION_SIZE, SIZE
from teahorse.observation.position import observe
from teahorse.rules import moves
from teahorse.rules.ruleset import Ruleset

LAYOUT = layout()


def row_of(game: Game, player: int) -> np.ndarray:
    row = np.full(SIZE, np.nan, np.float32)  # a number that is left unwritten shows
    observe(game.position, game.rules.record, player, row)
    row[POSITION_SIZE:] = rules_row(game.rules)
    return row


def seen(game: Game, player: int, field: str) -> list[Fraction]:
    """The numbers of a field, as the fractions they were before they became float32."""
    return [Fraction(float(number)).limit_denominator(200) for number in row_of(game, player)[LAYOUT[field]]]


def a_travelling_position() -> Game:
    """Three people on the road, p2 to move."""
    return position(
        people=3,
        options={"guards": True},
        round=4,
        phase="travel",
        to_move="p2",
        blue=["p3", "p2", "p1"],
        blocked="SQ",
        presents={"S": 3, "K": 4, "T": 2, "Q": 2},
        players={
            "p1": {"coins": 25, "vp": 10, "presents": 1, "provinces": {"Y": 2, "S": 1}, "guards": "Y", "horse": "S"},
            "p2": {
                "coins": 10,
                "vp": 35,
                "presents": 2,
                "supply": 0,
                "market": 1,
                "reserve": 2,
                "provinces": {"S": 2, "K": 2},
                "passes": 4,
                "influence": 3,
                "horse": "K",
                "structures": {"supply": {"post": 1}},
                "posts": {"Y": 1},
                "bridges": ["YK"],
                "teahouses": ["S"],
            },
            "p3": {"coins": 0, "vp": 50, "horse": "T", "influence": 1, "teahouses": ["Y"], "guards": "gone"},
        },
        travel={"passes_left": 3, "moved": {"S": 1}},
    )


def test_layout_covers_the_row_without_gaps() -> None:
    slices = list(LAYOUT.values())
    assert (slices[0].start, slices[-1].stop) == (0, SIZE)
    assert all(before.stop == after.start for before, after in pairwise(slices))


@pytest.mark.parametrize(
    ("field", "numbers"),
    [
        ("plays", [1]),
        ("decides", [1]),
        ("coins", [Fraction(10, 100)]),
        ("committed", [0]),
        ("income", [0]),
        ("vp", [Fraction(35, 200)]),
        ("presents", [Fraction(2, 14)]),
        ("supply", [0]),
        ("reserve", [Fraction(2, 7)]),
        ("traders", [Fraction(1, 7), 0, Fraction(2, 7), Fraction(2, 7), 0, 0]),
        ("passes", [Fraction(4, 6)]),
        ("influence", [Fraction(3, 4)]),
        ("horse", [1, 1, 1, 0, 0]),
        ("structures", [Fraction(1, 2), 0, 0]),
        ("structures_reserve", [0, Fraction(1, 2), Fraction(1, 2)]),
        ("posts", [Fraction(1, 2), 0, 0, 0, 0]),
        ("bridges", [1, 0, 0, 0, 0, 0]),
        ("teahouses", [0, 1, 0, 0, 0]),
        ("guards_reserve", [1]),
        ("guards", [0, 0, 0, 0, 0]),
        ("passed", [0]),
        ("bank", [0, 0]),
        ("blue", [Fraction(1, 6)]),
        ("bids", [0] * 30),
        ("free", [Fraction(10, 20)]),
        ("affords", [1, 1, 1, 0, 0]),
        ("to_end", [0, 0, 0]),  # with guards, VP end nothing (13.7)
        ("income_ends", [0]),
        ("earns", [Fraction(2 * 9 + 2 * 12 + 1 + 3, 50)]),  # traders in S and K, a post in Y, the market
        ("banished", [0]),  # the inspector goes to Sichuan, where p2 has the teahouse
    ],
)
def test_own_pieces(field: str, numbers: list[Fraction]) -> None:
    assert seen(a_travelling_position(), 1, f"me.{field}") == numbers


def test_final_vp_are_those_of_the_standings() -> None:  # 12
    game = a_travelling_position()
    totals = {row["player"]: row["vp"] for row in game.standings()}
    for player in range(3):
        assert seen(game, player, "me.total") == [Fraction(totals[f"p{player + 1}"], 200)]


def test_lead_is_over_the_best_of_the_others() -> None:  # 12
    game = a_travelling_position()
    totals = [row["vp"] for row in sorted(game.standings(), key=lambda row: row["player"])]
    for player, total in enumerate(totals):
        lead = total - max(other for at, other in enumerate(totals) if at != player)
        scales = [Fraction(max(-scale, min(scale, lead)), scale) for scale in (10, 50, 500)]
        row = row_of(game, player)[LAYOUT["me.lead"]]
        assert row.tolist() == pytest.approx([float(number) for number in scales])


def test_large_leads_are_told_apart_where_only_presents_end_the_game() -> None:  # 13.7
    def leads(vp: int) -> list[float]:
        game = position(people=3, options={"expert": True}, players={"p1": {"vp": vp}, "p2": {"vp": 300}})
        return [float(number) for number in row_of(game, 0)[LAYOUT["me.lead"]]]

    assert leads(302)[0] == pytest.approx(0.2)
    assert leads(450)[2] == pytest.approx(150 / 500)
    assert leads(200)[2] == pytest.approx(-100 / 500)


@pytest.mark.parametrize(("vp", "ends"), [(67, 0), (68, 1)])
def test_income_that_would_end_the_game_shows(vp: int, ends: int) -> None:  # 11.1
    earning = {"vp": vp, "income": 12, "provinces": {"Y": 2}}
    game = position(people=3, phase="convert", to_move="p2", blue=["p1", "p3", "p2"], players={"p2": earning})
    assert seen(game, 1, "me.income_ends") == [ends]
    assert seen(game, 1, "me.to_end") == [1, Fraction(80 - vp, 30), Fraction(80 - vp, 100)]
    assert seen(game, 0, "next1.income_ends") == [ends]


def test_vp_that_end_nothing_are_not_missing() -> None:  # 13.7
    game = position(people=3, options={"expert": True}, players={"p1": {"vp": 70}})
    assert seen(game, 0, "me.to_end") == [0, 0, 0]
    assert seen(game, 0, "me.income_ends") == [0]


def test_others_follow_in_the_order_of_their_numbers() -> None:
    game = a_travelling_position()
    assert seen(game, 1, "next1.coins") == [0]  # p3
    assert seen(game, 1, "next1.horse") == [1, 1, 1, 1, 0]
    assert seen(game, 1, "next1.teahouses") == [1, 0, 0, 0, 0]
    assert seen(game, 1, "next1.guards_reserve") == [0]  # gone
    assert seen(game, 1, "next2.coins") == [Fraction(25, 100)]  # p1
    assert seen(game, 1, "next2.guards") == [1, 0, 0, 0, 0]
    assert seen(game, 1, "next2.traders") == [0, Fraction(2, 7), Fraction(1, 7), 0, 0, 0]
    assert seen(game, 0, "next1.decides") == [1]


@pytest.mark.parametrize("seat", ["next3", "next4", "duli"])
def test_seat_that_nobody_has_is_empty(seat: str) -> None:
    game = a_travelling_position()
    for field, size, _ in FIELDS_OF_A_PLAYER:
        assert seen(game, 1, f"{seat}.{field}") == [0] * size


@pytest.mark.parametrize(
    ("field", "numbers"),
    [
        ("round", [Fraction(4, 60)]),
        ("phase", [0, 0, 0, 1, 0, 0, 0, 0]),
        ("board_presents", [0, Fraction(3, 14), Fraction(4, 14), Fraction(2, 14), Fraction(2, 14)]),
        ("blocked", [0, 0, 0, 0, 1, 0]),
        ("passes_left", [Fraction(3, 6)]),
        ("moved", [0, 0, Fraction(1, 7), 0, 0, 0]),
        ("arrived", [0, 0, 0, 0, 0]),
        ("discard", [0] * 16),
        ("early_round", [Fraction(4, 10)]),
        ("presents_left", [Fraction(11, 14), 1]),
        ("bank_pays", [0, 0]),
        # Yunnan: two traders of p1, a post of p2; Sichuan: three traders; Kang: two
        ("revenue", [Fraction(13, 100), Fraction(27, 100), Fraction(24, 100), 0, 0]),
        ("inspected", [0, 1, 0, 0, 0]),
    ],
)
def test_shared_fields(field: str, numbers: list[Fraction]) -> None:
    assert seen(a_travelling_position(), 1, f"game.{field}") == numbers


def test_bids_and_the_bank() -> None:  # 3.1, 15.4
    game = Game.new("2013", 3)
    for move in ("bid school 9", "bid yard 7", "bank low"):
        game.play(move)
    assert seen(game, 0, "me.bids") == [0, 0, 1, *[0] * 27]
    assert seen(game, 0, "me.committed") == [Fraction(9, 100)]
    assert seen(game, 1, "me.bids") == [*[0] * 21, 1, *[0] * 8]
    assert seen(game, 2, "me.bank") == [0, 1]
    assert seen(game, 0, "next2.bank") == [0, 1]
    assert row_of(game, 0)[LAYOUT["game.bank_pays"]].tolist() == pytest.approx([10 / 30, 6 / 30])  # for 15 to 19 coins


def test_banished_player_shows() -> None:  # 6.2
    assert seen(a_travelling_position(), 0, "me.banished") == [1]
    assert seen(a_travelling_position(), 1, "next2.banished") == [1]


def test_journey_that_ends_beside_a_rival_shows_where() -> None:  # 5.10
    game = position(
        people=3,
        phase="displace",
        to_move="p1",
        players={
            "p1": {"influence": 2, "provinces": {"Y": 1}, "market": 1},
            "p2": {"provinces": {"Y": 1}},
        },
        travel={"passes_left": 1, "moved": {"Y": 1}, "at": "Y"},
    )
    assert seen(game, 0, "game.arrived") == [1, 0, 0, 0, 0]


def test_income_waits_to_be_converted() -> None:  # 10.1
    earning = {"provinces": {"Y": 2}, "market": 1, "income": 15}
    game = position(people=3, phase="convert", to_move="p2", blue=["p1", "p3", "p2"], players={"p2": earning})
    assert seen(game, 1, "me.income") == [Fraction(15, 100)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 3, 5])
def test_another_observer_changes_the_order_of_players_and_nothing_else(players: int, seed: int) -> None:
    game = Game.new("2023", players, seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(120):
        if game.is_over:
            break
        game.play(str(rng.choice(game.legal_moves())))
    rows = [row_of(game, player) for player in range(players)]
    for player, row in enumerate(rows):
        assert not np.isnan(row).any()
        for behind in range(players):
            block = row[behind * PLAYER_SIZE : (behind + 1) * PLAYER_SIZE]
            assert (block == rows[(player + behind) % players][:PLAYER_SIZE]).all()
        after_players = LAYOUT["duli.plays"].start
        assert (row[after_players:] == rows[0][after_players:]).all()


def test_two_colours_of_one_person_have_their_vp_together() -> None:  # 15.18
    game = position("2013", 2, players={"p1": {"vp": 20}, "p3": {"vp": 20}})
    assert seen(game, 0, "me.vp") == seen(game, 0, "next2.vp") == [Fraction(20, 200)]


def test_order_of_dulis_pile_is_hidden_but_her_discard_is_not() -> None:  # 14.3
    piles = [[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], [16, 4, 15, 5, 14, 6, 13, 7, 12, 8, 11, 9, 10]]
    games = [position(people=2, duli={"pile": pile, "discard": [2, 1, 3]}) for pile in piles]
    assert games[0].position.tobytes() != games[1].position.tobytes()
    for player in range(2):
        assert (row_of(games[0], player) == row_of(games[1], player)).all()
    assert seen(games[0], 0, "game.discard") == [1, 1, 1, *[0] * 13]


def test_duli_sits_last_and_has_no_coins() -> None:  # 14.1
    game = Game.new("2023", 2, seed=1)
    assert seen(game, 0, "duli.plays") == [1]
    assert seen(game, 0, "duli.bids") == [0, 0, 1, *[0] * 27]  # 14.4
    assert seen(game, 0, "duli.posts") == [Fraction(1, 2), Fraction(1, 2), 0, 0, 0]
    assert seen(game, 0, "duli.coins") == seen(game, 0, "duli.vp") == [0]
    assert seen(game, 0, "duli.supply") == [Fraction(6, 7)]


def rules_seen(field: str, *wishes: object) -> list[Fraction]:
    row = np.concatenate([np.zeros(POSITION_SIZE), rules_row(Ruleset.of(*wishes))])
    return [Fraction(float(number)).limit_denominator(200) for number in row[LAYOUT[f"rules.{field}"]]]


@pytest.mark.parametrize(
    ("field", "wishes", "numbers"),
    [
        ("people", ("2023", 3), [Fraction(3, 5)]),
        ("colours", ("2013", 2), [Fraction(4, 5)]),
        ("duli", ("2023", 2), [1]),
        ("duli", ("2013", 2), [0]),
        ("temple", ("2023", 4), [1]),
        ("bank_is_high_low", ("2013", 4), [1]),
        ("guards", ("2023", 4, {"expert": True}), [1]),
        ("debt", ("2013", 4, {"profi": True}), [1]),
        ("debt_costs", ("2013", 4), [Fraction(9, 20), Fraction(2, 20)]),
        ("vp_ends", ("2023", 4, {"expert": True}), [0]),
        ("vp_end", ("2023", 4), [Fraction(80, 200)]),
        ("vp_end", ("2023", 4, {"vp_end": 10**9}), [1]),
        ("presents_end", ("2023", 4, {"presents_end": 7}), [Fraction(1, 2)]),
        ("trader_values", ("2023", 4), [Fraction(value, 20) for value in (3, 6, 9, 12, 15, 18)]),
        ("trader_values", ("2023", 4, None, {"market_value": 20}), [1, *(Fraction(v, 20) for v in (6, 9, 12, 15, 18))]),
        ("teahouse_vp", ("2023", 4), [Fraction(value, 20) for value in (1, 3, 6, 10, 15)]),
        ("gorges", ("2023", 4), [1, 1, 0, 0, 1, 1]),
    ],
)
def test_rules_in_force_are_seen(field: str, wishes: tuple[object, ...], numbers: list[Fraction]) -> None:
    assert rules_seen(field, *wishes) == numbers


def test_cards_of_duli_are_seen_where_she_plays() -> None:  # 16.5
    first = rules_seen("cards", "2023", 2)[:12]
    bids = [Fraction(5, 5), Fraction(2, 5), Fraction(4, 5), Fraction(3, 5), Fraction(1, 5), 0]
    assert first == [*bids, Fraction(3, 7), Fraction(3, 7), Fraction(1, 7), 0, 0, 1]
    assert not any(rules_seen("cards", "2023", 3))


@pytest.mark.parametrize("edition", ["2013", "2023"])
@pytest.mark.parametrize("players", [2, 4])
def test_every_number_is_between_minus_one_and_one(edition: str, players: int) -> None:
    game = Game.new(edition, players, {"debt": True, "expert": True, "vp_end": 5000}, seed=1)
    rng = np.random.default_rng(1)
    for _ in range(150):
        if not game.is_over:
            game.play(str(rng.choice(game.legal_moves())))
        assert np.abs(game.observe()).max() <= 1


def test_debts_are_below_zero_and_riches_are_cut_off() -> None:  # 15.16
    game = position(
        "2013", 3, {"debt": True, "vp_end": 5000}, players={"p1": {"vp": -30}, "p2": {"vp": 900, "coins": 500}}
    )
    assert seen(game, 0, "me.vp") == [Fraction(-30, 200)]
    assert seen(game, 1, "me.vp") == seen(game, 1, "me.coins") == [1]
    assert seen(game, 1, "me.to_end") == [1, 1, 1]


def test_game_shows_what_the_player_to_move_sees() -> None:
    game = a_travelling_position()
    assert (game.observe() == row_of(game, 1)).all()
    assert (game.observe("p3") == row_of(game, 2)).all()
    assert (game.observe(rules=False) == row_of(game, 1)[:POSITION_SIZE]).all()
    with pytest.raises(TeahorseError, match="The players are p1 to p3, not 'p4'"):
        game.observe("p4")


def test_legal_mask_has_the_legal_moves() -> None:
    game = Game.new(players=3)
    texts = sorted(game.action_text(action) for action in np.flatnonzero(game.legal_mask()))
    assert texts == game.legal_moves()


@pytest.mark.parametrize("action", [-1, moves.MOVES, True, "pass"])
def test_text_of_an_action_that_is_no_move_is_refused(action: int) -> None:
    with pytest.raises(TeahorseError, match="is not a move; moves are 0 to 551"):
        Game.new(players=3).action_text(action)


def test_legal_mask_has_a_placeholder_when_nobody_decides() -> None:  # 11.1, 14.3
    over = Game.new(players=3, options={"presents_end": 13, "vp_end": 1}, seed=1)
    rng = np.random.default_rng(1)
    while not over.is_over:
        over.play(str(rng.choice(over.legal_moves())))
    for game in (over, Game.before_dealing(Ruleset.of("2023", 2))):
        assert np.flatnonzero(game.legal_mask()).tolist() == [moves.PASS]
        assert len(game.observe()) == SIZE
