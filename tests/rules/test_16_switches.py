"""Section 16: the switches, their defaults, and what is refused."""

from typing import Any

import pytest

from position_builder import position
from rule_marker import rule
from teahorse import Game
from teahorse.errors import SnapshotError, SwitchError
from teahorse.rules.ruleset import Ruleset

DEFAULTS = {
    "2023": {
        "temple": True,
        "bank": "equal",
        "recall": "any",
        "build_at_yard": "any",
        "posts_per_province": 1,
        "puer_is_province": False,
        "market_income": "once",
        "inspector_posts": "all",
        "teahouse_vp": (1, 3, 6, 10, 15),
        "horse_vp": (0, 1, 4, 9, 16),
        "double_bidding": False,
        "guards": False,
        "debt": False,
        "vp_end": 80,
        "presents_end": 0,
        "two_players": "duli",
    },
    "2013": {
        "temple": False,
        "bank": "high-low",
        "recall": "when-empty",
        "build_at_yard": "teahouse",
        "posts_per_province": 2,
        "puer_is_province": True,
        "market_income": "each",
        "inspector_posts": "connected",
        "teahouse_vp": (12, 12, 12, 12, 12),
        "horse_vp": None,
        "double_bidding": False,
        "guards": False,
        "debt": False,
        "vp_end": 80,
        "presents_end": 0,
        "two_players": "two-colours",
    },
}
COMPLETE = list(DEFAULTS["2023"])


def switches(edition: str, people: int, **options: object) -> dict[str, Any]:
    return Ruleset.of(edition, people, options).switches


def ends(edition: str, people: int, **options: object) -> tuple[int | None, int]:
    in_force = switches(edition, people, **options)
    return in_force["vp_end"], in_force["presents_end"]


def written(edition: str, people: int, **options: object) -> dict[str, Any]:
    """The options as a snapshot has them."""
    return dict(Game.new(edition, people, options).snapshot()["options"])


def complaint(people: object = 3, edition: str = "2023", **options: object) -> str:
    with pytest.raises(SwitchError) as error:
        Ruleset.of(edition, people, options)
    return str(error.value)


# --- Defaults -----------------------------------------------------------------------------------------


@rule("16.6")
@pytest.mark.parametrize("edition", ["2023", "2013"])
def test_an_edition_is_a_set_of_switches(edition: str):
    assert switches(edition, 4) == DEFAULTS[edition]
    assert list(switches(edition, 4)) == COMPLETE


@rule("16.6")
@pytest.mark.parametrize("name", COMPLETE)
def test_a_table_may_change_any_switch_in_either_edition(name: str):
    other = DEFAULTS["2013"][name]
    if name in ("double_bidding", "guards", "debt"):
        other = True
    elif name in ("vp_end", "presents_end"):
        other = 7
    for edition in ("2023", "2013"):
        if other != DEFAULTS[edition][name]:
            assert switches(edition, 4, **{name: other})[name] == other
            value = list(other) if isinstance(other, tuple) else other
            assert written(edition, 4, **{name: other}) == {name: value}


@rule("16.6", "15.18")
def test_two_colours_play_to_100_vp_and_2_presents():
    assert ends("2013", 2) == (100, 2)
    assert ends("2023", 2, two_players="two-colours") == (100, 2)
    assert ends("2013", 2, two_players="duli") == (80, 0)
    assert ends("2023", 2) == (80, 0)
    assert ends("2013", 3) == ends("2023", 3, two_players="two-colours") == (80, 0)


@rule("16.6", "13.7")
@pytest.mark.parametrize("options", [{"double_bidding": True}, {"guards": True}, {"expert": True}])
@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_expert_rules_mean_no_end_by_vp(options: dict[str, object], people: int):
    assert ends("2023", people, **options) == (None, 0)
    assert ends("2013", people, **options) == (None, 2 if people == 2 else 0)


@rule("16.6", "13.7", "15.18")
def test_what_a_table_sets_itself_stands():
    assert ends("2023", 3, expert=True, vp_end=80) == (80, 0)
    assert ends("2013", 2, vp_end=80, presents_end=0) == (80, 0)
    assert ends("2013", 2, vp_end=None) == (None, 2)
    assert ends("2013", 2, expert=True, vp_end=100) == (100, 2)


@rule("16.6", "18.2")
def test_only_what_differs_from_its_default_is_written():
    assert written("2023", 3, temple=True, vp_end=80, two_players="duli") == {}
    assert written("2013", 2, vp_end=100, presents_end=2) == {}
    assert written("2013", 2, vp_end=80, presents_end=0) == {"vp_end": 80, "presents_end": 0}
    assert written("2023", 3, guards=True, vp_end=None) == {"guards": True}
    assert written("2023", 3, guards=True, vp_end=80) == {"guards": True, "vp_end": 80}


@rule("16.6", "18.2")
def test_options_are_written_in_the_order_of_the_table():
    turned = dict(reversed(DEFAULTS["2013"].items()))
    turned |= {"debt": True, "guards": True, "double_bidding": True, "vp_end": 30, "presents_end": 5}
    options = written("2023", 4, **turned)
    assert list(options) == COMPLETE
    assert options["teahouse_vp"] == [12, 12, 12, 12, 12]
    assert (options["temple"], options["horse_vp"]) == (False, None)


@rule("16.6", "18.2")
def test_a_snapshot_gives_the_same_switches_again():
    game = position(options={"debt": True, "temple": False, "teahouse_vp": "12 each", "vp_end": None})
    assert Game.from_snapshot(game.snapshot()).rules is game.rules
    assert game.snapshot()["options"] == {
        "temple": False,
        "teahouse_vp": [12, 12, 12, 12, 12],
        "debt": True,
        "vp_end": None,
    }


# --- Bundles ------------------------------------------------------------------------------------------


@rule("16.6")
def test_expert_is_both_expert_switches_and_is_never_written():
    assert written("2023", 3, expert=True) == {"double_bidding": True, "guards": True}
    assert written("2023", 3, expert="yes") == {"double_bidding": True, "guards": True}
    assert written("2023", 3, expert=False) == {}


@rule("16.6")
def test_profi_is_debt_and_is_never_written():
    assert written("2013", 3, profi=True) == {"debt": True}
    assert written("2013", 3, profi=False) == {}


@rule("16.6")
@pytest.mark.parametrize("turned", [False, True])
def test_a_switch_set_by_name_beats_a_bundle(turned: bool):
    options = {"expert": True, "guards": False}
    assert written("2023", 3, **dict(reversed(options.items()) if turned else options)) == {"double_bidding": True}


@rule("16.6")
def test_a_bundle_takes_yes_or_no():
    assert complaint(expert="maybe") == "`expert` takes yes or no, not 'maybe'."
    assert complaint(profi=1) == "`profi` takes yes or no, not 1."


# --- Refusals -----------------------------------------------------------------------------------------


@rule("16.6")
def test_an_unknown_switch_is_refused():
    known = ", ".join([*COMPLETE, "expert", "profi"])
    assert complaint(tempel=True) == f"There is no switch 'tempel'; the switches are {known}."


@rule("16.6")
def test_an_unknown_edition_is_refused():
    assert complaint(edition="2014") == "There is no edition '2014'; the editions are 2023, 2013."


@rule("16.6", "1.1")
@pytest.mark.parametrize("people", [-1, 0, 1, 6, True, "3", 3.0, None])
def test_other_than_2_to_5_people_are_refused(people: object):
    assert complaint(people=people) == f"Yunnan is for 2 to 5 people, not {people!r}."


@rule("16.6")
@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_2_to_5_people_may_play(people: int):
    assert Ruleset.of("2023", people).people == people


TABLE = "five numbers from 0 to 100, for Y S K T Q"


@rule("16.6")
@pytest.mark.parametrize(
    ("name", "takes", "value"),
    [
        *(
            (name, "yes or no", "perhaps")
            for name in ("temple", "puer_is_province", "double_bidding", "guards", "debt")
        ),
        ("temple", "yes or no", 1),
        ("bank", "equal or high-low", "low"),
        ("recall", "any or when-empty", "never"),
        ("build_at_yard", "any or teahouse", "post"),
        ("market_income", "once or each", True),
        ("inspector_posts", "all or connected", "none"),
        ("two_players", "duli or two-colours", "none"),
        *(("posts_per_province", "1 or 2", value) for value in (0, 3, True, "two", 1.5)),
        *(("vp_end", "none, or 1 and more", value) for value in (0, -80, True, "many", 80.5)),
        *(("presents_end", "0 to 13", value) for value in (-1, 14, None, False)),
        *(("teahouse_vp", f"{TABLE}, or `12 each`", value) for value in ([1, 2, 3, 4], None, 12, [1, 2, 3, 4, 101])),
        *(("horse_vp", f"{TABLE}, or none", value) for value in ([0] * 6, [-1, 0, 0, 0, 0], "x", 0)),
    ],
)
def test_a_value_that_a_switch_does_not_take_is_refused(name: str, takes: str, value: object):
    assert complaint(**{name: value}) == f"The switch `{name}` takes {takes}, not {value!r}."


@rule("16.6")
@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("temple", "no", False),
        ("temple", "off", False),
        ("guards", "on", True),
        ("guards", "True", True),
        ("posts_per_province", "2", 2),
        ("vp_end", 1, 1),
        ("vp_end", "none", None),
        ("vp_end", "120", 120),
        ("presents_end", 0, 0),
        ("presents_end", 13, 13),
        ("horse_vp", "none", None),
        ("teahouse_vp", "12 each", (12, 12, 12, 12, 12)),
        ("teahouse_vp", "2 4 6 8 100", (2, 4, 6, 8, 100)),
        ("horse_vp", [0, 0, 0, 0, 5], (0, 0, 0, 0, 5)),
    ],
)
def test_values_are_read_as_people_write_them(name: str, value: object, read: object):
    assert switches("2023", 3, **{name: value})[name] == read


@rule("16.6", "18.2")
def test_a_snapshot_with_a_switch_that_makes_no_sense_is_refused():
    snapshot = Game.new(players=3).snapshot() | {"options": {"vp_end": 0}}
    with pytest.raises(SnapshotError, match="The switch `vp_end` takes none, or 1 and more, not 0"):
        Game.from_snapshot(snapshot)


@rule("16.6", "18.2")
def test_a_snapshot_never_has_a_bundle():
    snapshot = Game.new(players=3, options={"debt": True}).snapshot() | {"options": {"profi": True}}
    with pytest.raises(SnapshotError, match="`options` should have the keys debt, in this order"):
        Game.from_snapshot(snapshot)
