"""Boards of one's own (16): each check for sense, and that a board changes play as it says."""

import copy
import random
import tomllib
from typing import Any

import pytest
from hypothesis import given

from position_builder import position
from teahorse import Game
from teahorse.errors import BoardError, TeahorseError
from teahorse.rules.board import CHECKS
from teahorse.rules.edition_files import edition_data
from teahorse.rules.ruleset import Ruleset
from variants import BOARDS, OTHER_CARDS, Table, over_games, seeds

CARD = {"bids": ["school"], "traders": [1, 1, 1, 1, 1], "teahouse": False}


def _message(board: object) -> str:
    with pytest.raises(BoardError) as error:
        Ruleset.of("2023", 3, None, board)
    return str(error.value)


def _cards(**changes: Any) -> dict[str, Any]:
    return {"duli": [CARD] * 15 + [CARD | changes]}


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ([], "A board is a set of named tables (bank_high, bank_low, temple, gorges,"),
        ("board", "A board is a set of named tables"),
        ({"sea": 1}, "A board has no table 'sea'; its tables are bank_high, bank_low, temple,"),
        ({7: 1}, "A board has no table 7; its tables are"),
        ({"bank_high": 9}, "`bank_high` is a list of [from total, pays], not 9."),
        ({"bank_high": []}, "`bank_high` begins with what a total of 0 pays: [[0, ...], ...]."),
        ({"bank_high": [[5, 9]]}, "`bank_high` begins with what a total of 0 pays"),
        ({"bank_high": [9]}, "`bank_high` is a list of [from total, pays], not 9."),
        ({"bank_high": [[0, 9, 1]]}, "`bank_high` is a list of [from total, pays], and [0, 9, 1] is no such pair."),
        ({"bank_low": [[0, 9], [100, 9]]}, "`bank_low` has 100 where a whole number from 0 to 99 belongs."),
        ({"bank_low": [[0, 9], [0, 8]]}, "`bank_low` goes up in its totals, and 0 comes after 0."),
        ({"bank_low": [[0, 9], [20, 8], [10, 7]]}, "`bank_low` goes up in its totals, and 10 comes after 20."),
        ({"bank_low": [[0, -1]]}, "`bank_low` has -1 where a whole number from 0 to 255 belongs."),
        ({"bank_low": [[0, 256]]}, "`bank_low` has 256 where a whole number from 0 to 255 belongs."),
        ({"temple": 3}, "`temple` is a list of prices, not 3."),
        ({"temple": []}, "`temple` has 0 prices; there is room for 1 to 5."),
        ({"temple": [1, 2, 3, 4, 5, 6]}, "`temple` has 6 prices; there is room for 1 to 5."),
        ({"temple": [3, 3]}, "`temple` goes up from price to price, and [3, 3] does not."),
        ({"temple": [5, 3]}, "`temple` goes up from price to price, and [5, 3] does not."),
        ({"temple": [0, 3]}, "`temple` has 0 where a whole number from 1 to 255 belongs."),
        ({"temple": [3, "5"]}, "`temple` has '5' where a whole number from 1 to 255 belongs."),
        ({"temple": [True]}, "`temple` has True where a whole number from 1 to 255 belongs."),
        ({"gorges": "YK"}, "`gorges` is a list of names such as YK, two provinces each, not 'YK'."),
        ({"gorges": []}, "`gorges` is empty; the blocker needs at least one gorge (4.9)."),
        ({"gorges": ["YK", "YK"]}, "`gorges` names YK more than once."),
        ({"gorges": ["YX"]}, "`gorges` has 'YX', which does not name two provinces of Y S K T Q; the possible gorges"),
        ({"gorges": ["PK"]}, "`gorges` has 'PK', which does not name two provinces"),
        ({"gorges": [["Y", "K"]]}, "which does not name two provinces"),
        ({"gorges": [None]}, "`gorges` has None, which does not name two provinces"),
        ({"gorges": ["KK"]}, "`gorges` has KK, which joins a province to itself; the possible gorges are YK, YT, YQ,"),
        ({"gorges": ["SK"]}, "`gorges` has SK, but these two are neighbours on the road already; the possible"),
        ({"gorges": ["KY"]}, "`gorges` has KY; a gorge is named in road order, YK."),
        ({"trader_values": 6}, "`trader_values` is five numbers, from Yunnan to Qinghai, not 6."),
        ({"trader_values": [1, 2, 3, 4]}, "`trader_values` is five numbers, from Yunnan to Qinghai, not 4."),
        ({"post_values": [1, 2, 3, 4, 5.0]}, "`post_values` has 5.0 where a whole number from 0 to 255 belongs."),
        ({"market_value": None}, "`market_value` has None where a whole number from 0 to 255 belongs."),
        ({"market_value": [3]}, "`market_value` has [3] where a whole number from 0 to 255 belongs."),
        (
            {"trader_values": [6, 9, 12, 15, 33]},
            "With these values a round could earn 261; all traders and posts of a player together may earn at most 255",
        ),
        ({"market_value": 33}, "With these values a round could earn 261"),
        ({"post_values": [0, 0, 0, 0, 65]}, "With these values a round could earn 256"),
        ({"duli": {}}, "`duli` is a list of 16 cards, not {}."),
        ({"duli": [CARD] * 15}, "`duli` has 15 cards; there are 16."),
        ({"duli": [CARD] * 15 + [7]}, "Dúli's card 16 has `bids`, `traders` and `teahouse`, and 7 does not."),
        (_cards(more=1), "Dúli's card 16 has `bids`, `traders` and `teahouse`, and {"),
        (_cards(bids=[]), "Dúli's card 16 bids in []; it lists some of school, customs, horse, guild, yard, each at"),
        (_cards(bids=["temple"]), "Dúli's card 16 bids in ['temple']"),
        (_cards(bids=["yard", "yard"]), "Dúli's card 16 bids in ['yard', 'yard']"),
        (_cards(bids=[["yard"]]), "Dúli's card 16 bids in [['yard']]"),
        (_cards(bids="yard"), "`duli` is buildings, not 'yard'."),
        (_cards(traders=[1, 2]), "Dúli's card 16 sends traders to 2 provinces; there are 5."),
        (_cards(traders=[8, 0, 0, 0, 0]), "`duli` has 8 where a whole number from 0 to 7 belongs."),
        (_cards(traders=[2, 2, 2, 2, 0]), "Dúli's card 16 sends out 8 traders; Dúli has 7."),
        (_cards(teahouse=1), "Dúli's card 16 has a teahouse or not (true or false), not 1."),
    ],
)
def test_board_without_sense_is_refused_with_the_reason(board: object, message: str) -> None:
    assert message in _message(board)


@pytest.mark.parametrize(
    ("board", "at"),
    [
        ({"bank_high": 9}, ("bank_high",)),
        ({"bank_high": [[0, 1], [5, "x"]]}, ("bank_high", 1, 1)),
        ({"bank_low": [[0, 9], [0, 8]]}, ("bank_low", 1, 0)),
        ({"temple": [3, 5, 0]}, ("temple", 2)),
        ({"temple": [3, 5, 4]}, ("temple", 2)),
        ({"gorges": ["YK", "SK"]}, ("gorges", 1)),
        ({"gorges": []}, ("gorges",)),
        ({"trader_values": [1, 2, None, 4, 5]}, ("trader_values", 2)),
        ({"market_value": -1}, ("market_value",)),
        ({"market_value": 33}, ("market_value",)),
        ({"trader_values": [6, 9, 12, 15, 33]}, ("trader_values",)),
        (_cards(bids=["yard", "yard"]), ("duli", 15, "bids")),
        (_cards(traders=[0, 0, 8, 0, 0]), ("duli", 15, "traders", 2)),
        (_cards(traders=[2, 2, 2, 2, 0]), ("duli", 15, "traders")),
        (_cards(teahouse=1), ("duli", 15, "teahouse")),
    ],
)
def test_refusal_of_a_board_knows_its_place(board: dict[str, Any], at: tuple[str | int, ...]) -> None:
    with pytest.raises(BoardError) as error:
        Ruleset.of("2023", 3, None, board)
    assert error.value.at == at


@pytest.mark.parametrize("board", BOARDS)
def test_sensible_board_is_taken_as_it_is(board: dict[str, Any]) -> None:
    before = copy.deepcopy(board)
    assert Ruleset.of("2023", 3, None, board).board == board == before
    assert Ruleset.of("2023", 3, None, dict(reversed(board.items()))) is Ruleset.of("2023", 3, None, board)


def test_board_without_tables_is_no_board() -> None:
    assert Ruleset.of("2023", 3, None, {}) is Ruleset.of("2023", 3)


def test_greatest_income_that_can_be_written_is_allowed() -> None:
    board = {"trader_values": [0, 0, 0, 0, 35], "post_values": [0, 0, 0, 0, 5], "market_value": 0}
    assert Ruleset.of("2023", 3, None, board).board == board  # 7 x 35 + 2 x 5 = 255


def test_board_may_come_from_a_toml_file() -> None:
    text = 'gorges = ["YK"]\ntemple = [4, 8]\nmarket_value = 2\nbank_high = [[0, 5], [50, 50]]\n'
    text += "".join(
        '[[duli]]\nbids = ["yard", "guild"]\ntraders = [3, 2, 1, 1, 0]\nteahouse = true\n' for _ in range(16)
    )
    rules = Ruleset.of("2023", 2, None, tomllib.loads(text))
    assert rules.gorges == ("YK",) and rules.prices[5] == (4, 8, 0, 0, 0)
    assert rules.record.card_traders.tolist() == [[0, 3, 2, 1, 1, 0]] * 16


@pytest.mark.parametrize("edition", ["2023", "2013"])
def test_tables_of_the_editions_pass_their_own_checks(edition: str) -> None:
    tables = {name: table["value"] for name, table in edition_data(edition)["tables"].items()}
    assert set(tables) == set(CHECKS)
    for name, check in CHECKS.items():
        assert check(tables[name]) == tables[name]
    for table in edition_data(edition)["tables"].values():
        assert table["source"] in ("printed", "implied", "reconstructed")


def any_part(rng: random.Random, depth: int) -> Any:
    """A value of a board file: simple, or a list or a card of such values. Hypothesis takes ten times as long."""
    simple = (None, True, False, rng.randint(-2, 300), rng.choice("aä€𝄞 \0") * rng.randint(0, 2), "YK", "yard")
    if not depth or rng.random() < 0.3:
        return rng.choice(simple)
    length = rng.choice((0, 1, 2, 3, 4, 5, 6, 16))
    parts = [any_part(rng, depth - 1) for _ in range(length)]
    return parts if rng.random() < 0.7 else {name: any_part(rng, depth - 1) for name in ("bids", "traders", "teahouse")}


@given(seeds())
@over_games(300)
def test_any_board_is_taken_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    board = {name: any_part(rng, rng.randint(0, 3)) for name in rng.sample(list(CHECKS), rng.randint(0, 3))}
    try:
        rules = Ruleset.of("2023", 2, None, board)
    except TeahorseError as error:
        assert isinstance(error, BoardError)
        assert error.at and error.at[0] in CHECKS
    else:
        assert rules.record.people == 2 and rules.board == (board or None)


# --- A board changes play as told ---------------------------------------------------------------------


def _gorge(game: Game, gorge: str) -> bool:
    return f"build bridge {gorge}" in game.legal_moves()


def test_bridges_go_over_the_gorges_of_the_board() -> None:  # 16.4
    mover = {"p3": {"horse": "Q", "structures": {"supply": {"bridge": 1}}}}
    for gorges in (["YQ"], ["YK", "YT", "YQ", "ST", "SQ", "KQ"]):
        game = position(board={"gorges": gorges}, phase="travel", to_move="p3", players=mover)
        assert [g for g in ("YK", "YT", "YQ", "ST", "SQ", "KQ") if _gorge(game, g)] == gorges
    why = position(phase="travel", to_move="p3", players=mover).why_not("build bridge ST")
    assert why is not None and why.rule == "16.4"
    assert why.sentence == (
        "This board doesn't have the gorge between Sichuan and Tibet; it has the gorge between Yunnan and Kang, "
        "the gorge between Yunnan and Tibet, the gorge between Sichuan and Qinghai, the gorge between Kang and Qinghai."
    )


def test_journey_uses_a_bridge_of_the_board() -> None:  # 5.8, 16.4
    mover = {"p3": {"horse": "Q", "bridges": ["YQ"], "market": 1}}
    game = position(board={"gorges": ["YQ"]}, phase="travel", to_move="p3", players=mover)
    assert "go P-Q" in game.legal_moves() and "go P-S" in game.legal_moves()
    assert "go P-K" not in game.legal_moves()  # three steps, two passes


def test_blocker_closes_only_gorges_of_the_board() -> None:  # 4.9
    game = position(board={"gorges": ["ST", "YQ"]}, phase="block", to_move="p1", buildings={"temple": {"5": "p1"}})
    assert game.legal_moves() == ["block ST", "block YQ"]


def test_temple_has_the_prices_of_the_board() -> None:  # 16.3
    game = Game.new("2023", 3, board={"temple": [1, 4]})
    assert [move for move in game.legal_moves() if "temple" in move] == ["bid temple 1", "bid temple 4"]
    game.play("bid temple 1")
    game.play("bid temple 4")  # both spaces are small: the 1 is outbid
    assert list(game.snapshot()["buildings"]["temple"].values()) == [None, "p2"]


def test_bank_pays_by_the_board() -> None:  # 16.2
    for board, pays in ({"bank_high": [[0, 1], [9, 77]]}, 77), ({"bank_high": [[0, 1], [10, 77]]}, 1):
        game = Game.new("2023", 3, board=board)
        for move in ("bid guild 9", "bank", "pass", "pass"):
            game.play(move)
        assert game.snapshot()["players"]["p2"]["coins"] == 9 + pays
    game = Game.new("2013", 3, board={"bank_low": [[0, 30]], "bank_high": [[0, 40]]})
    for move in ("bank high", "bank low", "pass", "pass", "pass"):
        game.play(move)
    assert [player["coins"] for player in game.snapshot()["players"].values()] == [49, 39, 12]


def test_income_is_by_the_values_of_the_board() -> None:  # 16.1
    board = {"trader_values": [20, 1, 1, 1, 1], "post_values": [30, 0, 0, 0, 0], "market_value": 7}
    players = {
        "p1": {"provinces": {"Y": 2}, "posts": {"Y": 1}, "market": 2, "influence": 4},
        "p2": {"market": 1},
        "p3": {},
    }
    game = position(board=board, phase="travel", to_move="p1", players=players)
    game.play("done")
    assert [player["income"] for player in game.snapshot()["players"].values()] == [77, 7, 0]


def test_inspector_goes_by_the_values_of_the_board() -> None:  # 6.1, 16.1
    players = {"p1": {"horse": "K", "provinces": {"Y": 1, "S": 1, "K": 1}}}
    for values, where in (([9, 1, 1, 1, 1], "Y"), ([1, 9, 1, 1, 1], "S"), ([1, 1, 9, 1, 1], "K")):
        game = position(board={"trader_values": values}, phase="travel", to_move="p1", players=players)
        game.play("done")
        assert [event.fields["place"] for event in game.events if event.name == "inspected"] == [where]


def test_duli_plays_by_the_cards_of_the_board() -> None:  # 16.5
    game = Game.before_dealing(Table("2023", 2, {}, OTHER_CARDS).rules)
    game.play("deck " + " ".join(map(str, range(1, 17))))
    game.play("market")
    game.play("market")
    assert game.snapshot()["buildings"]["guild"]["5"] == "duli"  # card 1 bids in the guild
    game.play("pass")
    game.play("pass")
    drawn = [event.fields["card"] for event in game.events if event.name == "card-drawn"]
    placed = [tuple(event.fields.values()) for event in game.events if event.name == "duli-placed"]
    count = OTHER_CARDS["duli"][drawn[-1] - 1]["traders"][0]
    assert placed == ([("Y", count)] if count else [])
