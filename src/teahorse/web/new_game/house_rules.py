"""House rules for the form: each switch of the rules with its description, choices and default."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...errors import TeahorseError
from ...record import value_text
from ...rules.ruleset import Ruleset
from ...rules.switches import BUNDLES, SWITCHES, Switch, Value, read_value
from ...text.translation import N_, NP_, Say
from .play_modes import VARIANT_TITLES

YES, NO = "yes", "no"
BY_PROVINCE = {  # switches that are points by province, and what to type for them
    "teahouse_vp": N_("five numbers from 0 to 100, from Yunnan to Qinghai, or one number for all"),
    "horse_vp": N_("five numbers from 0 to 100, from Yunnan to Qinghai, or 0 for none"),
}
CHOICE = "value of a house rule"  # the context of the words below
CHOICE_WORDS = {
    "yes": NP_("value of a house rule", "yes"),
    "no": NP_("value of a house rule", "no"),
    "none": NP_("value of a house rule", "none"),
    "equal": NP_("value of a house rule", "the same"),
    "high-low": NP_("value of a house rule", "high and low"),
    "any": NP_("value of a house rule", "any"),
    "when-empty": NP_("value of a house rule", "only when empty"),
    "teahouse": NP_("value of a house rule", "only a teahouse"),
    "once": NP_("value of a house rule", "once per player"),
    "each": NP_("value of a house rule", "for each trader"),
    "all": NP_("value of a house rule", "all"),
    "connected": NP_("value of a house rule", "only the connected"),
    "duli": NP_("value of a house rule", "with Dúli"),
    "two-colours": NP_("value of a house rule", "two colours each"),
}


@dataclass(frozen=True)
class HouseRule:
    """One switch: its description, its allowed values, and its default at this table."""

    name: str
    word: str
    takes: str
    rules: tuple[str, ...]
    choices: tuple[str, ...]  # empty where it takes a number or a table
    default: str


def house_rules(edition: str, people: int, options: Mapping[str, object]) -> list[HouseRule]:
    """All switches. Defaults depend on the edition, the number of people and the other choices."""
    sound = {name: value for name, value in options.items() if name not in SWITCHES or can_be_read(name, value)}
    return [
        HouseRule(
            name=name,
            word=switch.word,
            takes=BY_PROVINCE.get(name, switch.takes),
            rules=tuple(rule.strip() for rule in switch.rules.split(",")),
            choices=choices_of(switch),
            default=in_words(_without(name, edition, people, sound).switches[name]),
        )
        for name, switch in SWITCHES.items()
    ]


def choices_of(switch: Switch) -> tuple[str, ...]:
    """The choices of a switch that has a fixed list of values, such as `yes or no`; otherwise none."""
    words = switch.takes.split(" or ")
    return tuple(words) if all(can_be_read(switch.name, word) for word in words) else ()


def in_words(value: Value) -> str:
    """The value of a switch as text in the form."""
    if isinstance(value, bool):
        return YES if value else NO
    return value_text(value)


def word_of(value: str, say: Say) -> str:
    """A value in the reader's language; numbers stay as they are."""
    if value in CHOICE_WORDS:
        return say.pgettext(CHOICE, CHOICE_WORDS[value])
    numbers = value.split()
    if len(numbers) > 1 and len(set(numbers)) == 1:
        return say("{number} in every province").format(number=numbers[0])
    return ", ".join(numbers)


def typed_value(name: str, text: str) -> str:
    """What someone typed for a switch, as the rules read it: of points by province, one number is for all."""
    return f"{text} each" if name in BY_PROVINCE and text.isdigit() else text


def options_in_words(options: Mapping[str, Value], say: Say) -> list[str]:
    """What differs from the usual rules of an edition; the options of a variant go by its name."""
    left, words = dict(options), []
    for variant, names in BUNDLES.items():
        if all(left.get(name) is True for name in names):
            words.append(say(VARIANT_TITLES[variant]))
            left = {name: value for name, value in left.items() if name not in names}
    for name, value in left.items():
        if value is True:
            words.append(say(SWITCHES[name].word))
            continue
        words.append(say("{rule}: {value}").format(rule=say(SWITCHES[name].word), value=word_of(in_words(value), say)))
    return words


def can_be_read(name: str, value: object) -> bool:
    """Whether a switch takes a value."""
    try:
        read_value(name, value)
    except TeahorseError:
        return False
    return True


def _without(name: str, edition: str, people: int, options: Mapping[str, object]) -> Ruleset:
    return Ruleset.of(edition, people, {other: value for other, value in options.items() if other != name})
