"""Section 4: the bank pays, then the buildings resolve in blue order."""

from typing import Any

import pytest

from game_helpers import allows, bids_in, event_names, events_named, holdings, play, refusal, traders_of
from position_builder import position
from rule_marker import rule
from teahorse import Game

RICH = {"coins": 99}


def bidding_ends(people: int = 3, players: dict[str, Any] | None = None, **city: Any) -> Game:
    """All have passed but one who passes now; what is not in the city is in the market."""
    buildings, bank = city.get("buildings", {}), city.get("bank", [])
    blue = city.get("blue", [f"p{number}" for number in range(1, people + 1)])
    last = next(player for player in reversed(blue) if player not in bank)
    pieces: dict[str, Any] = {}
    for player in blue:
        standing = sum(list(spaces.values()).count(player) for spaces in buildings.values())
        standing += bank.count(player)
        at_once = {"coins": 99, "supply": 0, "market": max(0, 3 - standing), "passed": player != last}
        pieces[player] = at_once | (players or {}).get(player, {})
    return play(position(people=people, players=pieces, to_move=last, **city), "pass")


# --- The bank -------------------------------------------------------------------------------------------


def bids_of_total(total: int) -> dict[str, dict[str, str]]:
    """Bids of p1 and p2 that come to a total."""
    fifteens = {building: {"15": "p1"} for building in ("school", "customs", "horse", "guild", "yard")}
    also = {
        **{0: {}, 5: {"guild": {"5": "p2"}}, 9: {"guild": {"9": "p2"}}},
        10: {"guild": {"5": "p2"}, "temple": {"5": "p1"}},
        69: fifteens | {"yard": {"9": "p1"}},
        70: fifteens | {"yard": {"5": "p1"}, "temple": {"5": "p2"}},
        74: fifteens | {"yard": {"9": "p1"}, "temple": {"5": "p2"}},
        75: fifteens,
        89: fifteens | {"school": {"15": "p1", "9": "p2"}, "temple": {"5": "p2"}},
        84: fifteens | {"school": {"15": "p1", "9": "p2"}},
        92: fifteens | {"school": {"15": "p1", "12": "p2"}, "temple": {"5": "p2"}},
        98: fifteens | {"school": {"15": "p1", "9": "p2"}, "guild": {"15": "p1", "9": "p2"}, "temple": {"5": "p2"}},
        99: fifteens | {"school": {"15": "p1", "12": "p2"}, "guild": {"15": "p1", "12": "p2"}},
        111: fifteens | {building: {"15": "p1", "12": "p2"} for building in ("school", "guild", "yard")},
    }
    assert sum(int(price) for spaces in also[total].values() for price in spaces) == total
    return also[total]


@rule("4.1")
@pytest.mark.parametrize(
    ("total", "pays"),
    [
        *((0, 0), (5, 6), (9, 6), (10, 8), (69, 22), (70, 23), (74, 23), (75, 24)),
        *((84, 24), (89, 25), (92, 26), (98, 27), (99, 27), (111, 27)),
    ],
)
def test_the_bank_pays_by_the_total_of_all_bids(total: int, pays: int) -> None:
    game = bidding_ends(buildings=bids_of_total(total), bank=["p3", None])
    assert events_named(game, "bank-paid") == [("p3", total, pays)]
    assert holdings(game, "p3")["coins"] == 99 + pays
    assert game.snapshot()["bank"] == [None, None]
    assert traders_of(game, "p3") == {"supply": 1, "P": 2}


@rule("4.1")
@pytest.mark.parametrize(("total", "pays"), [(98, 50), (99, 60), (111, 60)])
def test_totals_over_99_pay_as_99(total: int, pays: int) -> None:
    board = {"bank_high": [[0, 1], [98, 50], [99, 60]]}
    game = bidding_ends(board=board, buildings=bids_of_total(total), bank=["p3", None])
    assert holdings(game, "p3")["coins"] == 99 + pays


@rule("4.1")
def test_each_trader_in_the_bank_gets_the_whole_amount() -> None:
    game = bidding_ends(bank=["p3", "p1"], buildings={"school": {"15": "p2"}, "temple": {"5": "p2"}})
    assert events_named(game, "bank-paid") == [("p3", 20, 12), ("p1", 20, 12)]
    assert (holdings(game, "p1")["coins"], holdings(game, "p2")["coins"], holdings(game, "p3")["coins"]) == (
        111,
        79,
        111,
    )
    assert traders_of(game, "p1") == traders_of(game, "p3") == {"supply": 1, "P": 2}


@rule("4.1")
def test_the_bank_pays_before_anyone_pays_for_bids() -> None:
    game = bidding_ends(bank=["p3", None], buildings={"school": {"9": "p1"}})
    assert event_names(game) == ["passed", "bank-paid", "bids-paid", "trader-hired", "trader-returned"]


@rule("4.1")
def test_an_empty_bank_pays_no_one() -> None:
    assert events_named(bidding_ends(buildings={"school": {"9": "p1"}}), "bank-paid") == []


# --- Paying, and the order ------------------------------------------------------------------------------


@rule("4.2")
def test_in_blue_order_each_player_pays_all_bids_and_then_progresses() -> None:
    game = bidding_ends(
        blue=["p2", "p3", "p1"],
        buildings={"school": {"9": "p1", "12": "p2"}, "guild": {"5": "p2"}, "horse": {"7": "p3"}},
    )
    story = [(event.name, event.fields["player"]) for event in game.events[1:]]
    assert story == [
        *(("bids-paid", "p2"), ("trader-hired", "p2"), ("trader-returned", "p2")),
        *(("influence-gained", "p2"), ("trader-returned", "p2")),
        *(("bids-paid", "p3"), ("horse-advanced", "p3"), ("trader-returned", "p3")),
        *(("bids-paid", "p1"), ("trader-hired", "p1"), ("trader-returned", "p1")),
    ]
    assert events_named(game, "bids-paid") == [("p2", 17), ("p3", 7), ("p1", 9)]
    assert [holdings(game, player)["coins"] for player in ("p1", "p2", "p3")] == [90, 82, 92]


@rule("4.2")
def test_yard_and_temple_are_paid_before_their_benefit_is_chosen() -> None:
    game = bidding_ends(buildings={"yard": {"9": "p1", "12": "p2"}, "temple": {"7": "p1"}})
    assert (game.phase, game.to_move) == ("take", "p1")
    assert (holdings(game, "p1")["coins"], holdings(game, "p2")["coins"]) == (83, 99), "p2 pays only when p1 is through"
    play(game, "take post", "block YK")
    assert (game.phase, game.to_move, holdings(game, "p2")["coins"]) == ("take", "p2", 87)


@rule("4.2")
@pytest.mark.parametrize("building", ["school", "customs", "horse", "guild"])
def test_a_trader_of_a_resolved_building_is_in_the_supply_and_does_not_travel(building: str) -> None:
    game = bidding_ends(players={"p3": {"market": 0, "provinces": {"Y": 2}}}, buildings={building: {"5": "p3"}})
    assert bids_in(game, building) == {}
    assert events_named(game, "trader-returned") == [("p3", building)]
    assert traders_of(game, "p3") == {"supply": 1, "Y": 2} | ({"P": 1} if building == "school" else {})
    assert allows(game, "go P-Y") == (building == "school")


@rule("4.2")
def test_traders_of_yard_and_temple_return_when_the_benefit_is_taken() -> None:
    game = bidding_ends(buildings={"yard": {"9": "p1"}, "temple": {"7": "p1"}})
    assert (bids_in(game, "yard"), bids_in(game, "temple")) == ({"9": "p1"}, {"7": "p1"})
    play(game, "take bridge")
    assert (bids_in(game, "yard"), bids_in(game, "temple")) == ({}, {"7": "p1"})
    assert events_named(game, "trader-returned") == [("p1", "yard")] and traders_of(game, "p1") == {"supply": 1, "P": 1}
    play(game, "block SQ")
    assert bids_in(game, "temple") == {} and traders_of(game, "p1") == {"supply": 2, "P": 1}


@rule("4.2")
def test_of_two_yard_bids_the_cheaper_ones_trader_returns_first() -> None:
    game = bidding_ends(options={"double_bidding": True}, buildings={"yard": {"9": "p1", "15": "p1"}})
    assert holdings(game, "p1")["coins"] == 75
    assert bids_in(play(game, "take post"), "yard") == {"15": "p1"}
    assert bids_in(play(game, "take post"), "yard") == {}
    assert game.phase == "travel"


@rule("4.3")
def test_a_players_buildings_resolve_from_school_to_temple() -> None:
    spaces = {building: {"5": "p2"} for building in ("temple", "yard", "guild", "horse", "customs", "school")}
    game = bidding_ends(buildings=spaces)
    benefits = {"trader-hired", "pass-gained", "horse-advanced", "influence-gained"}
    order = [name for name in event_names(game) if name in benefits]
    assert order == ["trader-hired", "pass-gained", "horse-advanced", "influence-gained"]
    assert events_named(game, "trader-returned") == [
        ("p2", building) for building in ("school", "customs", "horse", "guild")
    ]
    assert (game.phase, game.to_move) == ("take", "p2")
    assert allows(game, "take post at S"), "the horse has advanced already"
    assert play(game, "take post").phase == "block"
    assert play(game, "block YK").phase == "travel"


# --- School, customs, horse, guild ----------------------------------------------------------------------


@rule("4.4")
def test_the_school_hires_a_trader_into_the_market_and_it_may_travel() -> None:
    game = bidding_ends(
        players={"p3": {"market": 0, "reserve": 4, "provinces": {"Y": 2}}}, buildings={"school": {"5": "p3"}}
    )
    assert events_named(game, "trader-hired") == [("p3",)]
    assert holdings(game, "p3")["reserve"] == 3
    assert traders_of(game, "p3") == {"supply": 1, "P": 1, "Y": 2}
    assert game.to_move == "p3" and allows(game, "go P-Y")


@rule("4.5")
@pytest.mark.parametrize("before", [2, 5])
def test_the_customs_give_a_pass_for_this_rounds_travel(before: int) -> None:
    game = bidding_ends(players={"p3": {"passes": before}}, buildings={"customs": {"5": "p3"}})
    assert events_named(game, "pass-gained") == [("p3", before + 1)]
    assert holdings(game, "p3")["passes"] == game.snapshot()["travel"]["passes_left"] == before + 1


@rule("4.5", "3.8")
def test_passes_end_at_six() -> None:
    game = bidding_ends(players={"p3": {"passes": 5}}, buildings={"customs": {"5": "p3"}})
    assert holdings(game, "p3")["passes"] == 6
    assert refusal(position(players={"p1": RICH | {"passes": 6}}), "bid customs 5") == ("3.8", "customs-used-up")


@rule("4.6")
@pytest.mark.parametrize(("before", "after"), [("Y", "S"), ("S", "K"), ("K", "T"), ("T", "Q")])
def test_the_horse_goes_one_province_up_the_road(before: str, after: str) -> None:
    game = bidding_ends(players={"p3": {"horse": before, "passes": 6}}, buildings={"horse": {"5": "p3"}})
    assert events_named(game, "horse-advanced") == [("p3", after)]
    assert holdings(game, "p3")["horse"] == after
    assert allows(game, f"go P-{after}")


@rule("4.7")
@pytest.mark.parametrize("before", [0, 3])
def test_the_guild_gives_influence_at_once(before: int) -> None:
    players = {"p3": {"influence": before}, "p2": {"influence": before, "market": 2, "provinces": {"Y": 1}}}
    game = bidding_ends(players=players, buildings={"guild": {"5": "p3"}})
    assert events_named(game, "influence-gained") == [("p3", before + 1)]
    assert allows(play(game, "go P-Y"), "displace p2"), "it counts in this round's travel"


# --- The yard -------------------------------------------------------------------------------------------


def at_the_yard(**pieces: Any) -> Game:
    """p1 resolves the yard."""
    return position(phase="take", to_move="p1", buildings={"yard": {"9": "p1"}}, players={"p1": pieces})


@rule("4.8")
@pytest.mark.parametrize("kind", ["post", "bridge", "teahouse"])
def test_a_structure_of_any_kind_goes_from_reserve_to_supply(kind: str) -> None:
    game = play(at_the_yard(), f"take {kind}")
    assert events_named(game, "structure-taken") == [("p1", kind)] and events_named(game, "structure-built") == []
    structures = holdings(game, "p1")["structures"]
    assert structures["supply"] == {"post": 0, "bridge": 0, "teahouse": 0} | {kind: 1}
    assert structures["reserve"] == {"post": 2, "bridge": 2, "teahouse": 2} | {kind: 1}


@rule("4.8")
@pytest.mark.parametrize(
    ("move", "kind", "at", "built"),
    [
        ("take post at S", "post", "S", {"posts": {"S": 1}}),
        ("take bridge at YK", "bridge", "YK", {"bridges": ["YK"]}),
        ("take teahouse at K", "teahouse", "K", {"teahouses": ["K"]}),
    ],
)
def test_the_structure_taken_may_be_built_at_once(move: str, kind: str, at: str, built: dict[str, Any]) -> None:
    game = play(at_the_yard(horse="K"), move)
    assert events_named(game, "structure-taken") == [("p1", kind)]
    assert events_named(game, "structure-built") == [("p1", kind, at)]
    pieces = holdings(game, "p1")
    assert {name: pieces[name] for name in built} == built
    assert pieces["structures"]["supply"] == {"post": 0, "bridge": 0, "teahouse": 0}
    assert pieces["structures"]["reserve"][kind] == 1


@rule("4.8")
@pytest.mark.parametrize("kind", ["post", "bridge", "teahouse"])
def test_only_what_is_left_in_reserve_is_taken(kind: str) -> None:
    at = "YK" if kind == "bridge" else "Y"
    game = at_the_yard(horse="Q", structures={"supply": {kind: 2}})
    for move in (f"take {kind}", f"take {kind} at {at}"):
        assert refusal(game, move) == ("4.8", "none-left")
    assert kind in game.why_not(f"take {kind}").sentence
    one_left = at_the_yard(horse="Q", structures={"supply": {kind: 1}})
    assert allows(one_left, f"take {kind}") and allows(one_left, f"take {kind} at {at}")


@rule("4.8")
def test_structures_of_the_supply_are_not_built_at_the_yard() -> None:
    game = at_the_yard(structures={"supply": {"post": 1, "teahouse": 1}})
    for move in ("build post Y", "build teahouse Y", "done"):
        assert refusal(game, move) == ("1.6", "wrong-phase")
    assert all(move.startswith("take ") for move in game.legal_moves())


@rule("4.8", "5.3", "5.4", "5.5")
def test_the_yard_builds_by_the_rules_of_building() -> None:
    game = position(
        phase="take",
        to_move="p1",
        buildings={"yard": {"9": "p1"}},
        players={"p1": {"horse": "T", "posts": {"S": 1}, "bridges": ["YK"]}, "p2": {"horse": "K", "teahouses": ["K"]}},
    )
    assert refusal(game, "take post at Q") == ("5.3", "post-beyond-horse")
    assert refusal(game, "take post at S") == ("5.3", "post-there")
    assert refusal(game, "take bridge at SQ") == ("5.4", "bridge-beyond-horse")
    assert refusal(game, "take bridge at YK") == ("5.4", "bridge-there")
    assert refusal(game, "take teahouse at Q") == ("5.5", "teahouse-beyond-horse")
    assert refusal(game, "take teahouse at K") == ("5.5", "teahouse-there")
    assert refusal(game, "take bridge at YQ") == ("16.4", "not-a-gorge")
    assert allows(game, "take post at T") and allows(game, "take bridge at YT") and allows(game, "take teahouse at T")


# --- The temple -----------------------------------------------------------------------------------------


def with_a_bridge(blocked: str | None = None, to_move: str = "p3", **pieces: Any) -> Game:
    """p3, whose horse is in Kang, has a bridge from Yunnan to Kang."""
    own = {"horse": "K", "bridges": ["YK"]} | pieces
    return position(phase="travel", to_move=to_move, blocked=blocked, players={"p3": own})


@rule("4.9")
@pytest.mark.parametrize("gorge", ["YK", "YT", "SQ", "KQ"])
def test_the_temple_blocks_any_one_gorge(gorge: str) -> None:
    game = bidding_ends(buildings={"temple": {"5": "p2"}})
    assert game.legal_moves() == ["block KQ", "block SQ", "block YK", "block YT"], "compulsory"
    assert refusal(game, "block YQ") == ("16.4", "not-a-gorge")
    assert play(game, f"block {gorge}").snapshot()["blocked"] == gorge
    assert events_named(game, "gorge-blocked") == [("p2", gorge)]


@rule("4.9")
def test_no_bridge_is_built_over_the_blocked_gorge_at_the_yard_by_those_who_resolve_later() -> None:
    players = {player: {"horse": "Q"} for player in ("p1", "p2", "p3")}
    game = bidding_ends(players=players, buildings={"temple": {"5": "p2"}, "yard": {"9": "p1", "12": "p2", "15": "p3"}})
    play(game, "take bridge at YT", "take bridge at YT", "block YT")
    assert game.to_move == "p3"
    assert refusal(game, "take bridge at YT") == ("4.9", "gorge-blocked")
    assert "the gorge between Yunnan and Tibet" in game.why_not("take bridge at YT").sentence
    assert allows(game, "take bridge at YK")


@rule("4.9")
def test_no_bridge_is_built_over_the_blocked_gorge_while_travelling() -> None:
    game = with_a_bridge(blocked="SQ", horse="Q", bridges=[], structures={"supply": {"bridge": 1}})
    assert refusal(game, "build bridge SQ") == ("4.9", "gorge-blocked")
    assert allows(game, "build bridge KQ") and allows(game, "build bridge YK")


@rule("4.9", "5.8")
@pytest.mark.parametrize(("blocked", "passes"), [(None, 2), ("YT", 2), ("YK", 3)])
def test_a_blocked_bridge_does_not_carry_a_trader(blocked: str | None, passes: int) -> None:
    game = play(with_a_bridge(blocked=blocked, market=1, passes=3), "go P-K")
    assert events_named(game, "journey") == [("p3", "P", "K", passes)]


@rule("4.9", "5.12")
@pytest.mark.parametrize(
    ("blocked", "places"), [(None, {"Y": 1, "K": 1}), ("KQ", {"Y": 1, "K": 1}), ("YK", {"Y": 1, "P": 1})]
)
def test_a_blocked_bridge_is_no_part_of_a_route(blocked: str | None, places: dict[str, int]) -> None:
    game = play(with_a_bridge(blocked=blocked, supply=1, provinces={"Y": 1, "K": 1}), "done")
    assert traders_of(game, "p3") == {"supply": 1} | places


@rule("4.9")
@pytest.mark.parametrize(("blocked", "earned"), [(None, 12), ("YT", 12), ("YK", 9)])
def test_a_blocked_bridge_does_not_count_for_income(blocked: str | None, earned: int) -> None:
    """p3 has travelled already; influence 4 keeps the inspector away."""
    game = with_a_bridge(blocked=blocked, to_move="p1", influence=4, provinces={"K": 1}, posts={"Y": 1})
    play(game, "done")
    assert ("p3", "K", 1, int(blocked == "YK"), earned) in events_named(game, "traders-earned")


@rule("4.9")
def test_a_gorge_is_blocked_for_all_and_to_the_end_of_the_round() -> None:
    game = with_a_bridge(blocked="YK", to_move="p1", market=1)
    assert play(game, "done").snapshot()["blocked"] == "YK", "while converting too"
    assert play(game, "convert 0").snapshot()["blocked"] is None
    assert game.round == 2
