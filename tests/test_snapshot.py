"""Snapshots (18): their exact text, and what is said about one that no game can reach."""

import copy
import json
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from position_builder import snapshot_of
from teahorse import Game
from teahorse.errors import SnapshotError
from teahorse.notation import move_text
from teahorse.snapshot import take_snapshot, to_text
from variants import ALL_NAMED, BOARDS, Chooser, Table, over_games, policies, seeds, steps, tables

Snapshot = dict[str, Any]
Edit = Callable[[Snapshot], object]

# --- The text -----------------------------------------------------------------------------------------


def _player(coins: int) -> str:
    return (
        f'{{"coins":{coins},"vp":0,"presents":0,"supply":3,"market":0,"reserve":4,'
        '"provinces":{"Y":0,"S":0,"K":0,"T":0,"Q":0},"passes":2,"influence":0,"horse":"Y",'
        '"structures":{"supply":{"post":0,"bridge":0,"teahouse":0},"reserve":{"post":2,"bridge":2,"teahouse":2}},'
        '"posts":{},"bridges":[],"teahouses":[],"guards":null,"passed":false,"income":0}'
    )


def test_first_position_is_written_exactly_so() -> None:  # 18, 1.2 to 1.5
    spaces = '{"5":null,"7":null,"9":null,"12":null,"15":null}'
    progress = ",".join(f'"{name}":{spaces}' for name in ("school", "customs", "horse", "guild", "yard"))
    assert to_text(Game.new("2023", 3).snapshot()) == (
        '{"edition":"2023","people":3,"options":{},"board":null,"round":1,"phase":"bid","to_move":"p1",'
        '"blue":["p1","p2","p3"],'
        f'"players":{{"p1":{_player(9)},"p2":{_player(9)},"p3":{_player(12)}}},'
        f'"buildings":{{{progress},"temple":{{"5":null,"7":null,"9":null,"12":null,"15":null}}}},'
        '"bank":[null,null],"presents":{"S":5,"K":4,"T":3,"Q":2},"blocked":null,'
        '"travel":null,"duli":null,"result":null}'
    )


def test_first_position_with_duli_is_written_exactly_so() -> None:  # 14.1 to 14.4
    snapshot = Game.before_dealing(Table("2023", 2).rules).snapshot()
    assert (snapshot["phase"], snapshot["to_move"], snapshot["blue"]) == ("chance", "chance", ["p1", "p2", "duli"])
    assert snapshot["bank"] == [None, "closed"]
    assert snapshot["buildings"]["school"] == {"5": None, "7": None, "9": "duli", "12": None, "15": None}
    assert to_text(snapshot["duli"]) == (
        '{"supply":6,"market":0,"provinces":{"Y":0,"S":0,"K":0,"T":0,"Q":0},"influence":0,"presents":0,'
        '"posts":["Y","S"],"teahouses":[],"pile":[],"discard":[],"needs":"start"}'
    )


KEYS = {
    "": "edition people options board round phase to_move blue players buildings bank presents blocked travel duli "
    "result",
    "players.p1": "coins vp presents supply market reserve provinces passes influence horse structures posts bridges "
    "teahouses guards passed income",
    "players.p1.provinces": "Y S K T Q",
    "players.p1.structures": "supply reserve",
    "players.p1.structures.supply": "post bridge teahouse",
    "presents": "S K T Q",
    "duli": "supply market provinces influence presents posts teahouses pile discard needs",
    "result": "reason ranking",
}


@given(tables(), seeds(), policies())
@over_games(15)
def test_keys_are_always_there_in_their_order(table: Table, seed: int, policy: str) -> None:  # 18
    rules = table.rules
    played = list(steps(rules, seed, policy))
    for step in [*played[::37], played[-1]]:
        snapshot = take_snapshot(step.after, rules)
        for path, keys in KEYS.items():
            value: Any = snapshot
            for key in path.split(".") if path else []:
                value = value[key]
            assert value is None or " ".join(value) == keys
        assert to_text(snapshot) == json.dumps(json.loads(to_text(snapshot)), separators=(",", ":"), ensure_ascii=False)
        if snapshot["phase"] in ("travel", "displace"):
            with_at = ["at"] if snapshot["phase"] == "displace" else []
            assert list(snapshot["travel"]) == ["passes_left", "moved", *with_at]
        if snapshot["result"] is not None:
            sources = "track coins presents passes influence teahouses horse"
            for row in snapshot["result"]["ranking"]:
                assert list(row) == ["player", "vp", "from"] and " ".join(row["from"]) == sources


def test_options_are_written_in_the_order_of_the_table() -> None:  # 16, 18
    options = {"vp_end": None, "horse_vp": None, "expert": True, "temple": False, "teahouse_vp": [1, 1, 1, 1, 1]}
    snapshot = Game.new("2023", 3, options).snapshot()
    assert to_text(snapshot["options"]) == (
        '{"temple":false,"teahouse_vp":[1,1,1,1,1],"horse_vp":null,"double_bidding":true,"guards":true}'
    )  # with the expert rules VP end no game anyhow, so `vp_end` does not differ (13.7)
    assert snapshot["players"]["p1"]["guards"] == "reserve" and "temple" not in snapshot["buildings"]


def test_two_colours_show_one_marker() -> None:  # 15.18, 18
    game, chooser = Table("2013", 2).new_game(), Chooser(1, "uniform")
    while not game.is_over:
        game.play(move_text(chooser.choose(game.position, game.verdicts()), game.rules))
        players = game.snapshot()["players"]
        assert players["p1"]["vp"] == players["p3"]["vp"] and players["p2"]["vp"] == players["p4"]["vp"]
    assert {row["player"] for row in game.snapshot()["result"]["ranking"]} == {"p1+p3", "p2+p4"}


def test_board_is_written_with_its_tables_in_order() -> None:  # 18
    for board in BOARDS:
        snapshot = Game.new("2023", 3, {}, None, dict(reversed(board.items()))).snapshot()
        order = ["bank_high", "bank_low", "temple", "gorges", "trader_values", "post_values", "market_value", "duli"]
        assert list(snapshot["board"]) == [name for name in order if name in board]
        assert snapshot["board"] == board


# --- What can't be read -------------------------------------------------------------------------------


def _message(snapshot: object) -> str:
    with pytest.raises(SnapshotError) as error:
        Game.from_snapshot(snapshot)  # type: ignore[arg-type]
    return str(error.value)


def _put(path: str, value: object) -> Edit:
    """An edit that puts a value at a path such as `players.p1.coins`."""

    def edit(snapshot: Snapshot) -> None:
        *way, last = path.split(".")
        spot: Any = snapshot
        for key in way:
            spot = spot[key]
        spot[last] = value

    return edit


def _drop(key: str) -> Edit:
    return lambda snapshot: snapshot.pop(key)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (_put("players.p1.coins", -1), "`players.p1.coins` must be a whole number from 0 to 1000000, not -1."),
        (_put("players.p1.coins", True), "`players.p1.coins` must be a whole number from 0 to 1000000, not True."),
        (_put("players.p1.coins", 1.0), "`players.p1.coins` must be a whole number"),
        (_put("players.p1.vp", -1), "`players.p1.vp` must be a whole number from 0"),
        (_put("players.p1.passes", 1), "`players.p1.passes` must be a whole number from 2 to 6, not 1."),
        (_put("players.p1.influence", 5), "`players.p1.influence` must be a whole number from 0 to 4, not 5."),
        (_put("players.p1.horse", "P"), "`players.p1.horse` must be one of Y, S, K, T, Q, not 'P'."),
        (_put("players.p1.passed", 0), "`players.p1.passed` must be true or false, not 0."),
        (_put("players.p1.posts", {"P": 1}), "`players.p1.posts` must be a set of provinces, not {'P': 1}."),
        (_put("players.p1.posts", {"Y": 2}), "`players.p1.posts.Y` must be a whole number from 1 to 1, not 2."),
        (
            _put("players.p1.bridges", ["YS"]),
            "`players.p1.bridges` must be a list of some of YK, YT, SQ, KQ, not ['YS'].",
        ),
        (_put("players.p1.teahouses", ["Y", "Y"]), "`players.p1.teahouses` must be a list without repetition"),
        (_put("players.p1.guards", "reserve"), "`players.p1.guards` should be null, not"),
        (_put("players.p1.provinces", []), "`players.p1.provinces` must be a set of named values, not []."),
        (_put("players.p4", {}), "`players` must be a set of p1, p2, p3, in this order, not"),
        (_put("round", 0), "`round` must be a whole number from 1 to 60, not 0."),
        (
            _put("phase", "sleep"),
            "`phase` must be one of bid, take, block, travel, displace, convert, chance, over, not",
        ),
        (_put("to_move", "p4"), "`to_move` must be a player, not 'p4'."),
        (_put("to_move", None), "`to_move` must be a player, not None."),
        (_put("blue", ["p1", "p2"]), "`blue` must be all of p1, p2, p3, not ['p1', 'p2']."),
        (_put("blue", ["p1", "p2", "p2"]), "`blue` must be a list without repetition"),
        (_put("blue", "p1p2p3"), "`blue` must be a list of some of p1, p2, p3, not 'p1p2p3'."),
        (_put("bank", [None]), "`bank` must be a list of two, not [None]."),
        (_put("bank", [None, "closed"]), "`bank[1]` must be one of null, p1, p2, p3, not 'closed'."),
        (_put("buildings.school.5", "p9"), "`buildings.school.5` must be one of null, p1, p2, p3, not 'p9'."),
        (_put("buildings.school.5", []), "`buildings.school.5` must be one of null, p1, p2, p3, not []."),
        (_put("buildings.school", {}), "`buildings.school` has no '5'."),
        (
            _put("buildings.bakery", {}),
            "`buildings` should have the keys school, customs, horse, guild, yard, temple, in",
        ),
        (_put("presents.S", 6), "`presents.S` must be a whole number from 0 to 5, not 6."),
        (_put("presents.Y", 0), "`presents` should have the keys S, K, T, Q, in this order."),
        (_put("blocked", "ST"), "`blocked` must be one of null, YK, YT, SQ, KQ, not 'ST'."),
        (_put("travel", {}), "`travel` should be null, not {}."),
        (_put("duli", {}), "`duli` should be null, not {}."),
        (_put("result", {}), "`result` should be null, not {}."),
        (_put("edition", 2023), "`edition` must be the name of an edition, not 2023."),
        (_put("edition", "1999"), "There is no edition '1999'; the editions are 2023, 2013."),
        (_put("people", 6), "Yunnan is for 2 to 5 people, not 6."),
        (_put("people", 4), "`blue` must be all of p1, p2, p3, p4, not ['p1', 'p2', 'p3']."),
        (_put("options", []), "`options` must be a set of switches, not []."),
        (_put("options", {"luck": True}), "There is no switch 'luck'"),
        (_put("options", {"temple": True}), "`options` should be empty."),
        (_put("options", {"vp_end": "90"}), "`options.vp_end` should be 90, not"),
        (_put("board", {"temple": []}), "`temple` has 0 prices; there is room for 1 to 5."),
        (_put("board", 5), "A board is a set of named tables"),
        (_put("more", 1), "`snapshot` should have the keys edition, people,"),
        (_drop("round"), "`snapshot` has no 'round'."),
        (_drop("result"), "`snapshot` should have the keys edition, people,"),
        (
            lambda snapshot: snapshot.update(edition=snapshot.pop("edition")),
            "`snapshot` should have the keys edition, people,",
        ),
    ],
)
def test_wrong_value_is_told_with_its_place(edit: Edit, message: str) -> None:
    snapshot = snapshot_of()
    edit(snapshot)
    assert message in _message(snapshot)
    assert message in _message(json.dumps(snapshot))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "The snapshot can't be read as JSON: "),
        ("{", "The snapshot can't be read as JSON: "),
        ("[" * 100_000, "The snapshot can't be read as JSON: "),
        ("7" * 5000, "The snapshot can't be read as JSON: "),
        ("[]", "`snapshot` must be a set of named values, not []."),
        ("null", "`snapshot` must be a set of named values, not None."),
        ("{}", "`snapshot` has no 'edition'."),
        (None, "`snapshot` must be a set of named values, not None."),
        (7, "`snapshot` must be a set of named values, not 7."),
    ],
)
def test_text_that_is_no_snapshot(source: object, message: str) -> None:
    assert message in _message(source)


def test_duli_is_read_as_carefully() -> None:
    snapshot = snapshot_of("2023", 2)
    for path, value, message in (
        ("duli.pile", [1, 2, 3], "`duli.pile` must be together with `discard` all 16 cards, each once, not [1, 2, 3]."),
        ("duli.pile", "all", "`duli.pile` must be a list of cards, as is `discard`, not 'all'."),
        ("duli.needs", "rain", "`duli.needs` must be one of null, start, bid, travel, not 'rain'."),
        ("duli.posts", ["P"], "`duli.posts` must be a list of some of Y, S, K, T, Q, not ['P']."),
        ("duli", None, "`duli` must be a set of named values, not None."),
        ("bank", [None, None], "`bank[1]` must be one of closed, not None."),
        ("bank", ["duli", "closed"], "`bank[0]` must be one of null, p1, p2, not 'duli'."),
    ):
        broken = copy.deepcopy(snapshot)
        _put(path, value)(broken)
        assert message in _message(broken)


# --- What no game can reach ---------------------------------------------------------------------------


def _travel(**changes: Any) -> Snapshot:
    """A turn of travel of p3, whose horse is in Kang, with two traders in the market."""
    mover = {"horse": "K", "market": 2, **changes.pop("mover", {})}
    players = {"p3": mover, **changes.pop("players", {})}
    return snapshot_of(**{"phase": "travel", "to_move": "p3", "players": players, **changes})


def _convert(**changes: Any) -> Snapshot:
    """A conversion: p3 has a trader in the market and earns 3, p2 and p1 nothing."""
    mover = {"market": 1, "income": 3, **changes.pop("mover", {})}
    players = {"p3": mover, **changes.pop("players", {})}
    return snapshot_of(**{"phase": "convert", "to_move": "p3", "players": players, **changes})


def _edited(snapshot: Snapshot, **values: Any) -> Snapshot:
    for path, value in values.items():
        _put(path.replace("__", "."), value)(snapshot)
    return snapshot


EXPERT = {"expert": True}
DECK = list(range(1, 17))
UNREACHABLE: list[tuple[Callable[[], Snapshot], str]] = [
    # Pieces
    (lambda: _edited(snapshot_of(), players__p1__supply=4), "p1 has 8 traders in all; everyone has 7 (1.2)."),
    (
        lambda: snapshot_of(players={"p1": {"reserve": 5, "supply": 2}}),
        "p1 has 5 traders in reserve; 4 at most (1.2).",
    ),
    (
        lambda: _edited(snapshot_of("2023", 2), duli__supply=6),
        "duli has 6 traders in all; everyone has 7 (1.2).",
    ),
    (
        lambda: _edited(snapshot_of(), players__p2__structures__supply__bridge=1),
        "p2 has 3 bridges in all; everyone has 2 (1.2).",
    ),
    (lambda: snapshot_of(presents={"S": 4}), "there are 13 presents in all; there are 14 (1.4)."),
    # What is built
    (lambda: snapshot_of(players={"p1": {"provinces": {"S": 1}}}), "p1's horse has not reached S, where"),
    (lambda: snapshot_of(players={"p1": {"posts": {"Q": 1}}}), "p1's horse has not reached Q, where"),
    (lambda: snapshot_of(players={"p1": {"teahouses": ["K"]}}), "p1's horse has not reached K, where"),
    (
        lambda: snapshot_of(players={"p1": {"horse": "S", "bridges": ["YK"]}}),
        "p1's horse has not reached the far side of the bridge YK (5.4).",
    ),
    (
        lambda: snapshot_of(players={"p1": {"teahouses": ["Y"]}, "p2": {"teahouses": ["Y"]}}),
        "p1 has a teahouse there too (players.p2.teahouses).",
    ),
    (
        lambda: snapshot_of(options=EXPERT, round=2, players={"p1": {"guards": "Q"}}),
        "p1's guards leave the game before bidding (13.6).",
    ),
    (
        lambda: snapshot_of(options=EXPERT, players={"p1": {"guards": "gone"}}),
        "p1's guards can't be gone in the first round (13.6).",
    ),
    (lambda: _travel(options={"temple": False}, blocked="YK"), "a gorge is blocked, but there is no temple (4.9)."),
    (lambda: snapshot_of(blocked="YK"), "a gorge is blocked while bidding; the blocker goes home before (11.3)."),
    # Bids
    (
        lambda: snapshot_of(buildings={"school": {"7": "p1", "9": "p2"}}),
        "a small bid stands under a higher one in the school (3.7).",
    ),
    (
        lambda: snapshot_of(buildings={"school": {"9": "p1", "12": "p1"}}, players={"p1": {"coins": 30}}),
        "p1 has 2 traders in the school (3.3, 13.1).",
    ),
    (
        lambda: snapshot_of(
            options=EXPERT, buildings={"guild": dict.fromkeys(("9", "12", "15"), "p1")}, players={"p1": {"coins": 90}}
        ),
        "p1 has 3 traders in the guild (3.3, 13.1).",
    ),
    (
        lambda: snapshot_of("2023", 2, EXPERT, buildings={"guild": {"9": "duli", "12": "duli"}}),
        "duli has 2 traders in the guild (3.3, 13.1).",
    ),
    (lambda: snapshot_of("2023", 2, buildings={"temple": {"5": "duli"}}), "Dúli never bids in the temple (14.6)."),
    (
        lambda: snapshot_of(buildings={"customs": {"5": "p1"}}, players={"p1": {"passes": 6}}),
        "p1 can't use what is bid for in the customs (3.8, 13.2).",
    ),
    (
        lambda: snapshot_of(buildings={"school": {"9": "p1"}, "guild": {"5": "p1"}}),
        "p1 has 9 coins and bids of 14 (3.6).",
    ),
    (lambda: _travel(players={"p1": {"passed": True}}), "someone has passed, but nobody is bidding (18)."),
    (lambda: _travel(bank=["p1", None]), "someone is in the bank, but it has paid already (4.1)."),
    (lambda: _travel(buildings={"school": {"5": "p1"}}), "bids stand, but all have been resolved (4.2)."),
    # Bidding
    (
        lambda: snapshot_of("2013", 3, bank=["p1", "p1"]),
        "p1 is on both spaces of the bank (2.5).",
    ),
    (
        lambda: snapshot_of("2013", 3, bank=["p1", None], buildings={"school": {"5": "p1"}}),
        "p1 is in the bank and has bids (2.5, 15.4).",
    ),
    (
        lambda: snapshot_of(bank=["p2", None]),
        "p2 is in the bank and has not passed (2.5).",
    ),
    (
        lambda: snapshot_of(players={"p2": {"passed": True}}),
        "p2 has passed and has traders in the supply (2.7).",
    ),
    (
        lambda: snapshot_of(players={p: {"passed": True, "supply": 0, "market": 3} for p in ("p1", "p2", "p3")}),
        "all have passed, but the bidding goes on (2.1).",
    ),
    (
        lambda: snapshot_of(players={"p1": {"passed": True, "supply": 0, "market": 3}}),
        "p1 has passed and is to bid (2.1).",
    ),
    (
        lambda: snapshot_of("2023", 2, duli={"provinces": {"Y": 1}}),
        "Dúli's traders are called back before bidding (14.13).",
    ),
    # Resolving
    (
        lambda: snapshot_of(phase="take", to_move="p2", buildings={"guild": {"5": "p1"}, "yard": {"5": "p2"}}),
        "p1 has bids, but is before p2 in blue order (4.2).",
    ),
    (
        lambda: snapshot_of(phase="take", to_move="p1", buildings={"guild": {"5": "p1"}, "yard": {"5": "p1"}}),
        "p1 has bids that resolve before the yard (4.3).",
    ),
    (
        lambda: snapshot_of(phase="block", to_move="p1"),
        "p1 is asked about the temple and has no trader there (4.2).",
    ),
    (
        lambda: snapshot_of("2023", 2, phase="take", buildings={"yard": {"5": "p1"}}, duli={"provinces": {"Y": 1}}),
        "Dúli's traders travel only after resolving (14.8).",
    ),
    # Travel
    (
        lambda: _travel(travel={"passes_left": 2, "moved": {"Y": 1}}, mover={"provinces": {"Y": 1}}),
        "p3 has 2 passes left after 1 journeys (5.9).",
    ),
    (
        lambda: _travel(travel={"passes_left": 0, "moved": {"Y": 2}}, mover={"provinces": {"Y": 1}}),
        "more traders of p3 have moved to Y than stand there (5.6).",
    ),
    (
        lambda: _travel(travel={"passes_left": 0, "moved": {"P": 1}}),
        "a trader moved to Pu'er, which is no destination (5.6).",
    ),
    (
        lambda: _travel(
            phase="displace",
            travel={"passes_left": 0, "moved": {}, "at": "Y"},
            mover={"influence": 1, "provinces": {"Y": 1}},
            players={"p1": {"provinces": {"Y": 1}}},
        ),
        "no trader of p3 moved to Y (5.10).",
    ),
    (
        lambda: _travel(
            phase="displace",
            travel={"passes_left": 1, "moved": {"Y": 1}, "at": "Y"},
            mover={"provinces": {"Y": 1}},
            players={"p1": {"provinces": {"Y": 1}}},
        ),
        "nobody can be displaced in Y (5.10).",
    ),
    # Income and conversion
    (lambda: snapshot_of(players={"p1": {"income": 3}}), "someone has an income outside converting (8, 10)."),
    (lambda: _convert(mover={"income": 4}), "p3's income is 4; it should be 3 (8, 10.1)."),
    (
        lambda: _convert(players={"p1": {"market": 1, "income": 3}}),
        "the turn order does not follow the incomes (9.1).",
    ),
    (lambda: _convert(to_move="p2", mover={"income": 0}), "p2 has no income to convert (10.1)."),
    # Dúli
    (
        lambda: snapshot_of(phase="chance", to_move="chance"),
        "chance has no part in this game (14.3).",
    ),
    (lambda: snapshot_of("2023", 2, blue=["p1", "duli", "p2"]), "Dúli is always last in blue order (14.1)."),
    (lambda: snapshot_of("2023", 2, duli={"posts": ["Y"]}), "Dúli's posts stand in Yunnan and Sichuan (14.2)."),
    (
        lambda: snapshot_of("2023", 2, duli={"teahouses": ["Y", "S", "K"]}),
        "Dúli has two teahouses at most (14.2).",
    ),
    (lambda: snapshot_of("2023", 2, duli={"needs": "bid"}), "Dúli needs cards, but it is not chance's turn (14.3)."),
    (lambda: snapshot_of("2023", 2, duli={"pile": []}), "Dúli's cards have not been shuffled (14.3)."),
    (
        lambda: snapshot_of(
            "2023",
            2,
            phase="chance",
            to_move="chance",
            duli={"needs": "travel", "pile": [], "discard": DECK, "provinces": {"Y": 1}},
        ),
        "Dúli's traders are at home when she needs a card (14.9, 14.13).",
    ),
    (
        lambda: snapshot_of("2023", 2, round=2, phase="chance", to_move="chance", duli={"needs": "start", "pile": []}),
        "the cards are shuffled for the start in the first round only (14.3).",
    ),
    (
        lambda: snapshot_of("2023", 2, phase="chance", to_move="chance"),
        "it is chance's turn, but Dúli needs no cards (14.3).",
    ),
    (
        lambda: snapshot_of("2023", 2, phase="chance", to_move="chance", duli={"needs": "bid"}),
        "cards are shuffled only when the pile is empty (14.3).",
    ),
    (
        lambda: snapshot_of(
            "2023", 2, phase="chance", to_move="chance", duli={"needs": "start", "pile": [], "discard": DECK}
        ),
        "cards are shuffled only when the pile is empty (14.3).",
    ),
    # The end
    (
        lambda: snapshot_of(phase="over", to_move=None),
        "the game is over, but nothing ended it (11.1).",
    ),
    (
        lambda: snapshot_of(round=5, players={"p1": {"vp": 80}}),
        "the game would have ended (vp) before this round (11.1).",
    ),
]


@pytest.mark.parametrize(("make", "reason"), UNREACHABLE, ids=[reason for _, reason in UNREACHABLE])
def test_unreachable_position_is_refused(make: Callable[[], Snapshot], reason: str) -> None:
    message = _message(make())
    assert message.startswith("No game can reach this position: ") and reason in message


def test_every_reason_of_reach_is_provoked() -> None:
    source = (Path(__file__).parents[1] / "src" / "teahorse" / "invariants.py").read_text(encoding="utf-8")
    reasons = re.findall(r'yield f?"(.*)"\n', source)
    assert len(reasons) > 40
    for reason in reasons:
        literal = max(re.split(r"\{[^}]*\}", reason.replace(", where something stands (5.3-5.7).", "")), key=len)
        assert any(literal in provoked for _, provoked in UNREACHABLE), reason


def test_reachable_neighbours_of_these_are_accepted() -> None:
    """The helpers above make positions that are fine but for what is changed."""
    for snapshot in (_travel(), _convert(), snapshot_of("2023", 2), snapshot_of("2013", 2), snapshot_of("2023", 5)):
        assert Game.from_snapshot(snapshot).snapshot() == snapshot


def test_bids_that_are_paid_stay_paid_after_loading() -> None:  # 4.2, 3.6
    game = Game.new("2023", 3)
    for move in ("bid yard 9", "pass", "pass", "pass"):
        game.play(move)
    loaded = Game.from_snapshot(game.snapshot())
    assert loaded.phase == "take" and loaded.position.committed.tolist() == game.position.committed.tolist()
    for each in (game, loaded):
        each.play("take post")
        while each.phase != "bid":
            each.play("convert 0" if each.phase == "convert" else "done")
    assert loaded.legal_moves() == game.legal_moves()


def test_duli_has_her_traders_at_home_when_she_needs_a_card_to_travel() -> None:  # 14.8, 14.13
    cards = {"needs": "travel", "pile": [], "discard": DECK}
    home = snapshot_of("2023", 2, phase="chance", to_move="chance", duli=cards)
    assert Game.from_snapshot(home).snapshot() == home
    away = snapshot_of("2023", 2, phase="chance", to_move="chance", duli={**cards, "provinces": {"Y": 1}})
    assert "No game can reach this position" in _message(away)


# --- Fuzz ---------------------------------------------------------------------------------------------


def _spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all values in a snapshot."""
    inside = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if type(value) is list else []
    return [path, *(spot for key, part in inside for spot in _spots(part, (*path, key)))][0 if path else 1 :]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 20)
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(["p1", "p2", "p5", "duli", "closed", "Y", "Q", "P", "YK", "reserve", "gone", "chance", "over"]),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.sampled_from(["Y", "p1", "5", "x"]), parts),
    max_leaves=4,
)


def _some_snapshot(data: st.DataObject) -> Snapshot:
    table = data.draw(st.sampled_from(ALL_NAMED))
    rules, seed, stop = table.rules, data.draw(seeds()), data.draw(st.integers(0, 400))
    *_, step = islice(steps(rules, seed, "busy"), stop + 1)
    snapshot: Snapshot = json.loads(to_text(take_snapshot(step.after, rules)))
    return snapshot


def _mutate(snapshot: Snapshot, data: st.DataObject) -> None:
    *way, last = data.draw(st.sampled_from(_spots(snapshot)))
    spot: Any = snapshot
    for key in way:
        spot = spot[key]
    kinds = ["put", "drop", "nudge"] + (["rename", "swap"] if isinstance(spot, dict) else [])
    match data.draw(st.sampled_from(kinds)):
        case "put":
            spot[last] = data.draw(JSON)
        case "drop":
            del spot[last]
        case "nudge" if type(spot[last]) is int:
            spot[last] += data.draw(st.integers(-2, 2))
        case "rename":
            spot[data.draw(st.text(max_size=3))] = spot.pop(last)
        case "swap":
            other = data.draw(st.sampled_from(list(spot)))
            spot[last], spot[other] = spot[other], spot[last]


@given(st.data())
@over_games(250)
def test_mutated_snapshot_is_read_or_refused(data: st.DataObject) -> None:
    snapshot = _some_snapshot(data)
    for _ in range(data.draw(st.integers(1, 3))):
        _mutate(snapshot, data)
    _read_and_play_on(snapshot, data)


def _transfer(snapshot: Snapshot, data: st.DataObject) -> None:
    """A trader goes from one place to any other, so that none is lost or made."""
    owners = [*snapshot["players"].values(), *([snapshot["duli"]] if snapshot["duli"] else [])]
    pieces = data.draw(st.sampled_from(owners))
    places = [(pieces, place) for place in ("supply", "market", "reserve") if place in pieces]
    places += [(pieces["provinces"], place) for place in pieces["provinces"]]
    for number in (-1, 1):
        spot, place = data.draw(st.sampled_from(places))
        spot[place] += number


PHASES = {
    "phase": ["bid", "take", "block", "travel", "displace", "convert", "chance"],
    "to_move": ["p1", "p2", "p3", "chance"],
    "round": [1, 2, 59, 60],
    "blocked": [None, "YK", "KQ"],
    "travel": [None, {"passes_left": 0, "moved": {}}, {"passes_left": 2, "moved": {}}],
}


@given(st.data())
@over_games(200)
def test_rearranged_snapshot_is_refused_or_can_be_played(data: st.DataObject) -> None:
    snapshot = _some_snapshot(data)
    for _ in range(data.draw(st.integers(0, 2))):
        _transfer(snapshot, data)
    for key in data.draw(st.sets(st.sampled_from(list(PHASES)), max_size=2)):
        snapshot[key] = data.draw(st.sampled_from(PHASES[key]))
    if snapshot["duli"] is not None and data.draw(st.booleans()):
        snapshot["duli"]["needs"] = data.draw(st.sampled_from([None, "start", "bid", "travel"]))
        if snapshot["duli"]["needs"] is not None:
            snapshot |= {"phase": "chance", "to_move": "chance", "travel": None}
            cards = snapshot["duli"]["discard"] + snapshot["duli"]["pile"]
            snapshot["duli"] |= {"discard": cards if snapshot["duli"]["needs"] != "start" else [], "pile": []}
    _read_and_play_on(snapshot, data)


def _read_and_play_on(snapshot: Snapshot, data: st.DataObject) -> None:
    """Either it is refused, or it is a position that writes the same snapshot and that can be played to the end."""
    try:
        game = Game.from_snapshot(snapshot)
    except SnapshotError as error:
        assert str(error)
        return
    assert to_text(game.snapshot()) == to_text(snapshot)
    chooser = Chooser(data.draw(seeds()), "uniform")
    for _ in range(30):
        if game.is_over:
            break
        game.deal()
        game.play(move_text(chooser.choose(game.position, game.verdicts()), game.rules))
        Game.from_snapshot(game.snapshot())
