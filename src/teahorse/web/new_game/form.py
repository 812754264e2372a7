"""The form of a new game: its fields and their defaults."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ...bots.levels import GRANDMASTER, levels, levels_at
from ...parsing import LONGEST_BOARD
from ...rules.edition_files import DEFAULT_EDITION, EDITIONS
from ...rules.ruleset import Ruleset
from ...rules.switches import LEAST_PEOPLE, MOST_PEOPLE, SWITCHES
from ...server.tables.game_config import default_take_back
from ...server.tables.seats import BOT_NAMES, COLOURS
from ...text.translation import Say
from ...text.words import COLOUR_NAMES
from .house_rules import can_be_read, typed_value
from .play_modes import VARIANT_OPTIONS, variants_of
from .time_form import TimeForm

PERSON = "person"
BY_LINK = "link"  # someone who gets a link to the seat
TWO_PLAYERS = "two_players"  # this switch has its own choice on the page
DEFAULT_WHO = (PERSON, "caravaner", "merchant", "caravaner", "merchant")
LONGEST_NAME = 24
MOST_SEED = 2**31 - 1


@dataclass(frozen=True)
class SeatForm:
    """A seat as filled in."""

    who: str
    temper: str
    name: str
    colours: tuple[str, str]  # the second is for games with two colours per person
    is_for_grandmaster: bool = False  # who was chosen, but doesn't play by these rules

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits there."""
        return self.who not in (PERSON, BY_LINK)

    @property
    def is_free(self) -> bool:
        """Whether someone will take it by link."""
        return self.who == BY_LINK

    @property
    def bot(self) -> str | None:
        """The bot's name, such as `merchant/banker`; the level's own temper is not named."""
        if not self.is_bot:
            return None
        if not self.takes_temper or self.temper in ("", levels()[self.who].temper):
            return self.who
        return f"{self.who}/{self.temper}"

    @property
    def takes_temper(self) -> bool:
        """Whether a temper can be chosen: only our own bots have one."""
        return self.who in levels()


DEFAULT_SEATS = tuple(
    SeatForm(who, "", "", (colour, COLOURS[(number + LEAST_PEOPLE) % MOST_PEOPLE]))
    for number, (who, colour) in enumerate(zip(DEFAULT_WHO, COLOURS, strict=True))
)


@dataclass(frozen=True)
class NewGame:
    """The whole form as filled in. It always has five seats, so that no entry is lost when fewer people play."""

    seed: str
    edition: str = DEFAULT_EDITION
    edition_shown: str = DEFAULT_EDITION  # the edition whose choices the page showed
    variant: str = "standard"
    people: str = "3"
    seats: tuple[SeatForm, ...] = DEFAULT_SEATS
    order: str = "random"
    take_back: str = ""  # empty until someone chooses
    take_back_shown: str = ""  # what the page suggested
    house: dict[str, str] = field(default_factory=dict)  # only switches that were set
    board_name: str = ""
    board: str = ""  # the file's text
    our_tables: bool = False  # instead of the server's default board
    time: TimeForm = field(default_factory=TimeForm)
    reader: str = ""  # the name of the reader's account

    @property
    def people_count(self) -> int:
        """The number of people; all seats if the field is invalid."""
        people = whole_number(self.people, LEAST_PEOPLE, MOST_PEOPLE)
        return len(self.seats) if people is None else people

    @property
    def options(self) -> dict[str, object]:
        """The switches set by the variant and by hand; the two-player switch only if two people play."""
        house = {name: value for name, value in self.house.items() if name != TWO_PLAYERS or self.people_count == 2}
        return VARIANT_OPTIONS.get(self.variant, {}) | house

    @property
    def invalid_switches(self) -> list[str]:
        """The switches with invalid values."""
        return [name for name, value in self.house.items() if not can_be_read(name, value)]

    @property
    def rules(self) -> Ruleset:
        """The rules of the valid fields, without the board. They give the defaults that the page shows."""
        edition = self.edition if self.edition in EDITIONS else DEFAULT_EDITION
        options = {name: value for name, value in self.options.items() if name not in self.invalid_switches}
        return Ruleset.of(edition, self.people_count, options)

    @property
    def has_two_colours(self) -> bool:
        """15.18: whether everyone plays two colours."""
        return self.rules.players > self.rules.people

    @property
    def suggested_take_back(self) -> str:
        """How far undo goes unless someone chooses otherwise."""
        return default_take_back([seat.bot for seat in self.seats[: self.people_count]])

    def names(self, say: Say) -> list[str]:
        """The names of all who play. Without a name, people are called by their colour, and bots get a name.

        A free seat has none.
        """
        seats = self.seats[: self.people_count]
        taken = [seat.name for seat in seats]
        names: list[str] = []
        for number, name in enumerate(taken):
            called = name or unique_name(self.default_name(number, say), [*taken, *names])
            names.append("" if seats[number].is_free else called)
        return names

    def default_name(self, number: int, say: Say) -> str:
        """The default name of a seat, counted from 0."""
        seat = self.seats[number]
        if seat.is_bot:
            return BOT_NAMES[number]
        if self.reader and seat.who == PERSON and PERSON not in [each.who for each in self.seats[:number]]:
            return self.reader
        colours = [say(COLOUR_NAMES[colour]) if colour in COLOUR_NAMES else "" for colour in seat.colours]
        if self.has_two_colours:
            return say("{first} and {second}").format(first=colours[0], second=colours[1])
        return colours[0]

    def adapted(self) -> "NewGame":
        """The form after a change of edition or seats, without the old edition's options and without a colour twice."""
        form = self
        if self.variant not in variants_of(self.rules.edition):
            form = replace(form, variant="standard")
        if self.edition != self.edition_shown:
            house = {name: value for name, value in self.house.items() if name != TWO_PLAYERS}
            form = replace(form, house=house, edition_shown=self.edition)
        if self.take_back == self.take_back_shown:
            form = replace(form, take_back="", take_back_shown="")  # nobody chose it; the seats may suggest another
        return replace(form, seats=_without_grandmasters(replace(form, seats=_with_distinct_colours(form))))


def read_form(fields: Mapping[str, str], seed: int) -> NewGame:
    """Read the form from the fields of a browser. Missing fields get their defaults, and the seed is the given one."""
    default = NewGame(str(seed))

    def text_of(name: str, otherwise: str) -> str:
        return fields.get(name, otherwise).strip()

    return NewGame(
        seed=text_of("seed", "") or default.seed,
        edition=text_of("edition", default.edition),
        edition_shown=text_of("edition_shown", text_of("edition", default.edition)),
        variant=text_of("variant", default.variant),
        people=text_of("people", default.people),
        seats=tuple(
            SeatForm(
                who=text_of(f"who-{number}", seat.who),
                temper=text_of(f"temper-{number}", seat.temper),
                name=clean_name(text_of(f"name-{number}", seat.name)),
                colours=(text_of(f"colour-{number}", seat.colours[0]), text_of(f"second-{number}", seat.colours[1])),
            )
            for number, seat in enumerate(default.seats, 1)
        ),
        order=text_of("order", default.order),
        take_back=text_of("take_back", default.take_back),
        take_back_shown=text_of("take_back_shown", default.take_back_shown),
        house={
            name: typed_value(name, text_of(f"house-{name}", "")) for name in SWITCHES if text_of(f"house-{name}", "")
        },
        board_name=text_of("board_name", ""),
        board=fields.get("board_text", "")[: LONGEST_BOARD + 1],  # one more than allowed, so that the check notices
        our_tables=text_of("our_tables", "") != "",
        time=TimeForm.read(fields),
    )


def clean_name(name: str) -> str:
    """A name without invisible characters and double spaces."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())


def whole_number(text: str, least: int, most: int) -> int | None:
    """A whole number within bounds; None for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return None
    return int(text) if least <= int(text) <= most else None


def unique_name(name: str, taken: list[str]) -> str:
    """The name, with a number appended if it is taken."""
    known = {other.casefold() for other in taken}
    tries = [name, *(f"{name} {number}" for number in range(2, len(taken) + 3))]
    return next(each for each in tries if each.casefold() not in known)


def _without_grandmasters(form: NewGame) -> tuple[SeatForm, ...]:
    """Give the seats of grandmasters to the strongest bot that plays by these rules, where they don't."""
    strongest = list(levels_at(form.rules))[-1]
    return tuple(
        replace(seat, who=strongest, is_for_grandmaster=True)
        if seat.who == GRANDMASTER and strongest != GRANDMASTER
        else seat
        for seat in form.seats
    )


def _with_distinct_colours(form: NewGame) -> tuple[SeatForm, ...]:
    """Give every seat different colours; earlier seats keep theirs."""
    free = list(COLOURS)

    def own(colour: str) -> str:
        return free.pop(free.index(colour) if colour in free else 0)

    # With two colours per person there are none left for unused seats, which stay unchanged.
    seats = form.seats[: form.people_count] if form.has_two_colours else form.seats
    firsts = [own(seat.colours[0]) for seat in seats]
    seconds = [own(seat.colours[1]) if form.has_two_colours else seat.colours[1] for seat in seats]
    adapted = [replace(seat, colours=(firsts[number], seconds[number])) for number, seat in enumerate(seats)]
    return (*adapted, *form.seats[len(adapted) :])
