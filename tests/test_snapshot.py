"""The text of a snapshot (18): its keys, their order, and options and boards in it."""

import json
from typing import Any

from hypothesis import given

from teahorse import Game
from teahorse.notation import move_text
from teahorse.snapshot import take_snapshot, to_text
from variants import BOARDS, Chooser, Table, over_games, policies, seeds, steps, tables


def _player(coins: int) -> str:
    return (
        f'{{"coins":{coins},"vp":0,"presents":0,"supply":3,"market":0,"reserve":4,'
        '"provinces":{"Y":0,"S":0,"K":0,"T":0,"Q":0},"passes":2,"influence":0,"horse":"Y",'
        '"structures":{"supply":{"post":0,"bridge":0,"teahouse":0},"reserve":{"post":2,"bridge":2,"teahouse":2}},'
        '"posts":{},"bridges":[],"teahouses":[],"guards":null,"passed":false,"income":0}'
    )


def test_the_text_of_the_first_position() -> None:  # 18, 1.2 to 1.5
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


def test_the_text_of_the_first_position_with_duli() -> None:  # 14.1 to 14.4
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
