"""Positions that no game can reach are refused, each with its reason."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from position_builder import snapshot_of
from snapshot_edits import Snapshot, put, snapshot_error
from teahorse import Game


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
        put(path.replace("__", "."), value)(snapshot)
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
    message = snapshot_error(make())
    assert message.startswith("No game can reach this position: ") and reason in message


def test_every_reason_of_the_invariants_is_tested() -> None:
    source = (Path(__file__).parents[1] / "src" / "teahorse" / "invariants.py").read_text(encoding="utf-8")
    reasons = re.findall(r'yield f?"(.*)"\n', source)
    assert len(reasons) > 40
    for reason in reasons:
        literal = max(re.split(r"\{[^}]*\}", reason.replace(", where something stands (5.3-5.7).", "")), key=len)
        assert any(literal in provoked for _, provoked in UNREACHABLE), reason


def test_the_unchanged_positions_are_accepted() -> None:
    """Without changes the helpers above make positions that a game can reach."""
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
    assert "No game can reach this position" in snapshot_error(away)
