"""The switches of the rules. An edition sets all of them; a game may change any (house rules)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .errors import N_, Message, SwitchError

Value = bool | int | str | tuple[int, ...] | None
LARGEST_TABLE_VP = 100
LEAST_PEOPLE, MOST_PEOPLE = 2, 5


@dataclass(frozen=True)
class Switch:
    """One switch: its name, the rules it is about, what it takes, and how a value is read."""

    name: str
    rules: str
    takes: str
    word: str
    read: Callable[[object], Value]


def _yes_or_no(value: object) -> Value:
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in words:
        return words[value.strip().lower()]
    raise ValueError


def _one_of(*choices: str) -> Callable[[object], Value]:
    def read(value: object) -> Value:
        if isinstance(value, str) and value.strip() in choices:
            return value.strip()
        raise ValueError

    return read


def _whole(value: object) -> int:
    if isinstance(value, str):
        return int(value.strip())
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError


def _between(least: int, most: int) -> Callable[[object], Value]:
    def read(value: object) -> Value:
        number = _whole(value)
        if least <= number <= most:
            return number
        raise ValueError

    return read


def _is_none(value: object) -> bool:
    return value is None or (isinstance(value, str) and value.strip().lower() in ("none", "null"))


def _vp_end(value: object) -> Value:
    if _is_none(value):
        return None
    number = _whole(value)
    if number >= 1:
        return number
    raise ValueError


def _vp_table(value: object) -> Value:
    if isinstance(value, str):
        value = value.replace(",", " ").strip("[] ").split()
        if len(value) == 2 and value[1] == "each":
            value = [value[0]] * 5
    if not isinstance(value, list | tuple) or len(value) != 5:
        raise ValueError
    table = tuple(_whole(number) for number in value)
    if all(0 <= number <= LARGEST_TABLE_VP for number in table):
        return table
    raise ValueError


def _vp_table_or_none(value: object) -> Value:
    return None if _is_none(value) else _vp_table(value)


_YES_NO = N_("yes or no")

SWITCHES: dict[str, Switch] = {
    switch.name: switch
    for switch in (
        Switch("temple", "3.1, 4.9", _YES_NO, N_("a temple, whose bidders close a gorge"), _yes_or_no),
        Switch(
            "bank",
            "2.5, 4.1, 15.4, 15.5",
            N_("equal or high-low"),
            N_("the bank's two spaces pay the same and end one's bidding, or they differ and do not"),
            _one_of("equal", "high-low"),
        ),
        Switch(
            "recall",
            "2.2, 15.3",
            N_("any or when-empty"),
            N_("traders come from provinces at will, or only when the supply is empty"),
            _one_of("any", "when-empty"),
        ),
        Switch(
            "build_at_yard",
            "4.8, 15.6",
            N_("any or teahouse"),
            N_("what may be built at once at the yard"),
            _one_of("any", "teahouse"),
        ),
        Switch(
            "posts_per_province", "5.3, 15.7", N_("1 or 2"), N_("posts of one player in one province"), _between(1, 2)
        ),
        Switch("puer_is_province", "5.6, 15.11", _YES_NO, N_("traders may journey to Pu'er"), _yes_or_no),
        Switch(
            "market_income",
            "8.1, 15.12",
            N_("once or each"),
            N_("the market pays once per player, or for each trader"),
            _one_of("once", "each"),
        ),
        Switch(
            "inspector_posts",
            "6.1, 15.13",
            N_("all or connected"),
            N_("which posts count in the revenue that draws the inspector"),
            _one_of("all", "connected"),
        ),
        Switch(
            "teahouse_vp",
            "12.3, 15.14",
            N_("five numbers from 0 to 100, for Y S K T Q, or `12 each`"),
            N_("final VP per teahouse"),
            _vp_table,
        ),
        Switch(
            "horse_vp",
            "12.3, 15.14",
            N_("five numbers from 0 to 100, for Y S K T Q, or none"),
            N_("final VP of the horse"),
            _vp_table_or_none,
        ),
        Switch(
            "double_bidding",
            "13",
            _YES_NO,
            N_("expert: two bids in one building; VP then don't end the game"),
            _yes_or_no,
        ),
        Switch(
            "guards",
            "13",
            _YES_NO,
            N_("expert: guards against displacement; VP then don't end the game"),
            _yes_or_no,
        ),
        Switch("debt", "15.16", _YES_NO, N_("Profi: bid more than you have, and pay with VP"), _yes_or_no),
        Switch("vp_end", "11.1, 13.7, 15.18", N_("none, or 1 and more"), N_("VP that end the game"), _vp_end),
        Switch(
            "presents_end",
            "11.1, 15.18",
            N_("0 to 13"),
            N_("the game ends when no more presents than this are left"),
            _between(0, 13),
        ),
        Switch(
            "two_players",
            "14, 15.18",
            N_("duli or two-colours"),
            N_("how two people play"),
            _one_of("duli", "two-colours"),
        ),
    )
}

# Accepted as input, expanded, and never written.
BUNDLES: dict[str, tuple[str, ...]] = {"expert": ("double_bidding", "guards"), "profi": ("debt",)}


def read_value(name: str, value: object) -> Value:
    """Read the value of a switch, or say what it takes."""
    if name not in SWITCHES:
        known = ", ".join([*SWITCHES, *BUNDLES])
        raise SwitchError("There is no switch {name!r}; the switches are {known}.", name=name, known=known)
    try:
        return SWITCHES[name].read(value)
    except (ValueError, TypeError):
        takes = Message(SWITCHES[name].takes)
        raise SwitchError(
            "The switch `{name}` takes {takes}, not {value!r}.", name=name, takes=takes, value=value
        ) from None


def check_people(people: object) -> int:
    """1.1: two to five people play."""
    if isinstance(people, bool) or not isinstance(people, int) or not LEAST_PEOPLE <= people <= MOST_PEOPLE:
        raise SwitchError(
            "Yunnan is for {least} to {most} people, not {people!r}.",
            least=LEAST_PEOPLE,
            most=MOST_PEOPLE,
            people=people,
        )
    return people


def _expanded(options: Mapping[str, object]) -> dict[str, Value]:
    """The options with bundles expanded; a switch that is set by name overrides a bundle."""
    chosen: dict[str, Value] = {}
    for name, value in options.items():
        if name in BUNDLES:
            try:
                on = _yes_or_no(value)
            except ValueError:
                takes = Message(_YES_NO)
                raise SwitchError(
                    "`{name}` takes {takes}, not {value!r}.", name=name, takes=takes, value=value
                ) from None
            for switch in BUNDLES[name]:
                chosen.setdefault(switch, on)
    for name, value in options.items():
        if name not in BUNDLES:
            chosen[name] = read_value(name, value)
    return chosen


def _with_derived(defaults: dict[str, Value], chosen: Mapping[str, Value], people: int) -> dict[str, Value]:
    """13.7, 15.18: the defaults that follow from other switches."""
    defaults = dict(defaults)
    in_force = defaults | dict(chosen)
    if people == LEAST_PEOPLE and in_force["two_players"] == "two-colours":
        defaults |= {"vp_end": 100, "presents_end": 2}
    if in_force["double_bidding"] or in_force["guards"]:
        defaults["vp_end"] = None
    return defaults


def settle(
    edition_switches: Mapping[str, Any], people: int, options: Mapping[str, object]
) -> tuple[dict[str, Value], dict[str, Value]]:
    """Return all switches in force, and those that differ from their default, both in the order of SWITCHES."""
    defaults = {name: switch.read(edition_switches[name]) for name, switch in SWITCHES.items()}
    chosen = _expanded(options)
    defaults = _with_derived(defaults, chosen, people)
    in_force = {name: chosen.get(name, defaults[name]) for name in SWITCHES}
    different = {name: value for name, value in in_force.items() if value != defaults[name]}
    return in_force, different
