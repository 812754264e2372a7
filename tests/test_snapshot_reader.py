"""Reading snapshots (18): an error names the wrong value, and mutated snapshots are refused or can be played."""

import copy
import json
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from position_builder import snapshot_of
from snapshot_edits import Edit, Snapshot, put, snapshot_error
from teahorse import Game
from teahorse.errors import SnapshotError
from teahorse.notation import move_text
from teahorse.snapshot import take_snapshot, to_text
from variants import ALL_NAMED, Chooser, over_games, seeds, steps


def _drop(key: str) -> Edit:
    return lambda snapshot: snapshot.pop(key)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (put("players.p1.coins", -1), "`players.p1.coins` must be a whole number from 0 to 1000000, not -1."),
        (put("players.p1.coins", True), "`players.p1.coins` must be a whole number from 0 to 1000000, not True."),
        (put("players.p1.coins", 1.0), "`players.p1.coins` must be a whole number"),
        (put("players.p1.vp", -1), "`players.p1.vp` must be a whole number from 0"),
        (put("players.p1.passes", 1), "`players.p1.passes` must be a whole number from 2 to 6, not 1."),
        (put("players.p1.influence", 5), "`players.p1.influence` must be a whole number from 0 to 4, not 5."),
        (put("players.p1.horse", "P"), "`players.p1.horse` must be one of Y, S, K, T, Q, not 'P'."),
        (put("players.p1.passed", 0), "`players.p1.passed` must be true or false, not 0."),
        (put("players.p1.posts", {"P": 1}), "`players.p1.posts` must be a set of provinces, not {'P': 1}."),
        (put("players.p1.posts", {"Y": 2}), "`players.p1.posts.Y` must be a whole number from 1 to 1, not 2."),
        (
            put("players.p1.bridges", ["YS"]),
            "`players.p1.bridges` must be a list of some of YK, YT, SQ, KQ, not ['YS'].",
        ),
        (put("players.p1.teahouses", ["Y", "Y"]), "`players.p1.teahouses` must be a list without repetition"),
        (put("players.p1.guards", "reserve"), "`players.p1.guards` should be null, not"),
        (put("players.p1.provinces", []), "`players.p1.provinces` must be a set of named values, not []."),
        (put("players.p4", {}), "`players` must be a set of p1, p2, p3, in this order, not"),
        (put("round", 0), "`round` must be a whole number from 1 to 60, not 0."),
        (
            put("phase", "sleep"),
            "`phase` must be one of bid, take, block, travel, displace, convert, chance, over, not",
        ),
        (put("to_move", "p4"), "`to_move` must be a player, not 'p4'."),
        (put("to_move", None), "`to_move` must be a player, not None."),
        (put("blue", ["p1", "p2"]), "`blue` must be all of p1, p2, p3, not ['p1', 'p2']."),
        (put("blue", ["p1", "p2", "p2"]), "`blue` must be a list without repetition"),
        (put("blue", "p1p2p3"), "`blue` must be a list of some of p1, p2, p3, not 'p1p2p3'."),
        (put("bank", [None]), "`bank` must be a list of two, not [None]."),
        (put("bank", [None, "closed"]), "`bank[1]` must be one of null, p1, p2, p3, not 'closed'."),
        (put("buildings.school.5", "p9"), "`buildings.school.5` must be one of null, p1, p2, p3, not 'p9'."),
        (put("buildings.school.5", []), "`buildings.school.5` must be one of null, p1, p2, p3, not []."),
        (put("buildings.school", {}), "`buildings.school` has no '5'."),
        (
            put("buildings.bakery", {}),
            "`buildings` should have the keys school, customs, horse, guild, yard, temple, in",
        ),
        (put("presents.S", 6), "`presents.S` must be a whole number from 0 to 5, not 6."),
        (put("presents.Y", 0), "`presents` should have the keys S, K, T, Q, in this order."),
        (put("blocked", "ST"), "`blocked` must be one of null, YK, YT, SQ, KQ, not 'ST'."),
        (put("travel", {}), "`travel` should be null, not {}."),
        (put("duli", {}), "`duli` should be null, not {}."),
        (put("result", {}), "`result` should be null, not {}."),
        (put("edition", 2023), "`edition` must be the name of an edition, not 2023."),
        (put("edition", "1999"), "There is no edition '1999'; the editions are 2023, 2013."),
        (put("people", 6), "Yunnan is for 2 to 5 people, not 6."),
        (put("people", 4), "`blue` must be all of p1, p2, p3, p4, not ['p1', 'p2', 'p3']."),
        (put("options", []), "`options` must be a set of switches, not []."),
        (put("options", {"luck": True}), "There is no switch 'luck'"),
        (put("options", {"temple": True}), "`options` should be empty."),
        (put("options", {"vp_end": "90"}), "`options.vp_end` should be 90, not"),
        (put("board", {"temple": []}), "`temple` has 0 prices; there is room for 1 to 5."),
        (put("board", 5), "A board is a set of named tables"),
        (put("more", 1), "`snapshot` should have the keys edition, people,"),
        (_drop("round"), "`snapshot` has no 'round'."),
        (_drop("result"), "`snapshot` should have the keys edition, people,"),
        (
            lambda snapshot: snapshot.update(edition=snapshot.pop("edition")),
            "`snapshot` should have the keys edition, people,",
        ),
    ],
)
def test_an_error_names_the_place_of_the_wrong_value(edit: Edit, message: str) -> None:
    snapshot = snapshot_of()
    edit(snapshot)
    assert message in snapshot_error(snapshot)
    assert message in snapshot_error(json.dumps(snapshot))


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
def test_text_that_is_not_a_snapshot_is_refused(source: object, message: str) -> None:
    assert message in snapshot_error(source)


def test_wrong_values_of_duli_are_refused_too() -> None:
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
        put(path, value)(broken)
        assert message in snapshot_error(broken)


# --- Mutated snapshots ---------------------------------------------------------------------------------------------


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


@pytest.mark.slow
@given(st.data())
@over_games(250)
def test_mutated_snapshot_is_read_or_refused(data: st.DataObject) -> None:
    snapshot = _some_snapshot(data)
    for _ in range(data.draw(st.integers(1, 3))):
        _mutate(snapshot, data)
    _read_and_play_on(snapshot, data)


def _transfer(snapshot: Snapshot, data: st.DataObject) -> None:
    """Move a trader from one place to another."""
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


@pytest.mark.slow
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
    """Check that a snapshot is refused, or that it is written again unchanged and can be played on."""
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
