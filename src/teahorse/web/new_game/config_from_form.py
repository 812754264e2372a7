"""Turns the form of a new game into a game config, with an error message for each invalid field."""

import random
from collections.abc import Mapping
from typing import Any

from ...board_files import read_board
from ...bots.levels import levels_at
from ...bots.plugins import plugins
from ...bots.tempers import tempers
from ...errors import TeahorseError
from ...rules.board import check_board
from ...rules.edition_files import EDITIONS
from ...rules.ruleset import Ruleset
from ...rules.switches import LEAST_PEOPLE, MOST_PEOPLE, SWITCHES
from ...server.tables.game_config import GameConfig
from ...server.tables.seats import COLOURS, Seat
from ...text.translation import Say
from ...text.words import COLOUR_NAMES
from .form import BY_LINK, LONGEST_NAME, MOST_SEED, PERSON, NewGame, whole_number
from .house_rules import BY_PROVINCE
from .play_modes import ORDERS, TAKE_BACKS, VARIANT_TITLES, variants_of

Problems = dict[str, str]
"""An error message for each invalid field, by the field's name."""


class FormError(TeahorseError):
    """The form has invalid fields."""

    def __init__(self, problems: Problems) -> None:
        sentences = " ".join(problems.values())
        super().__init__(sentences)
        self.problems = problems


def config_from_form(form: NewGame, say: Say, default_board: Mapping[str, Any] | None = None) -> GameConfig:
    """The game config; raises `FormError` with the messages of all invalid fields."""
    problems = _problems_of_choices(form, say) | _problems_of_seats(form, say) | problem_of_board(form, say)
    problems |= form.time.problems(say)
    if problems:
        raise FormError(problems)
    board = read_board(form.board, form.board_name) if form.board else None if form.our_tables else default_board
    rules = Ruleset.of(form.edition, form.people_count, form.options, board)
    colours = rules.players // rules.people
    seats = [
        Seat(name, seat.colours[:colours], seat.bot, seat.is_free)
        for name, seat in zip(form.names(say), form.seats[: form.people_count], strict=True)
    ]
    if form.order == "random":
        # From its own random stream, so that the seats don't depend on other uses of the seed.
        random.Random(f"seats {form.seed}").shuffle(seats)
    take_back = form.take_back or None
    return GameConfig(rules, tuple(seats), int(form.seed), take_back=take_back, time=form.time.control)


def problem_of_board(form: NewGame, say: Say) -> Problems:
    """The error in the custom board, if any."""
    if not form.board:
        return {}
    try:
        check_board(form.rules.edition, read_board(form.board, form.board_name))
    except TeahorseError as error:
        return {"board": error.translated(say)}
    return {}


def _problems_of_choices(form: NewGame, say: Say) -> Problems:
    problems = {
        name: say("Please choose one of these.")
        for name, value, choices in (
            ("edition", form.edition, EDITIONS),
            ("variant", form.variant, VARIANT_TITLES),
            ("order", form.order, ORDERS),
            ("take_back", form.take_back, ("", *TAKE_BACKS)),
        )
        if value not in choices
    }
    if not problems and form.variant not in variants_of(form.edition):
        problems["variant"] = say("The edition of {edition} has no {variant} rules; choose among those it has.").format(
            edition=form.edition, variant=say(VARIANT_TITLES[form.variant])
        )
    if whole_number(form.people, LEAST_PEOPLE, MOST_PEOPLE) is None:
        problems["people"] = say("Yunnan is for {least} to {most} people.").format(least=LEAST_PEOPLE, most=MOST_PEOPLE)
    if whole_number(form.seed, 0, MOST_SEED) is None:
        problems["seed"] = say("The seed is a whole number from 0 to {most}.").format(most=MOST_SEED)
    for name in form.invalid_switches:
        problems[f"house-{name}"] = say("This takes {takes}.").format(
            takes=say(BY_PROVINCE.get(name, SWITCHES[name].takes))
        )
    return problems


def _problems_of_seats(form: NewGame, say: Say) -> Problems:
    problems: Problems = {}
    names: set[str] = set()
    colours: set[str] = set()
    for number, seat in enumerate(form.seats[: form.people_count], 1):
        is_offered = seat.who in (PERSON, BY_LINK, *levels_at(form.rules), *plugins())
        if not is_offered or (seat.takes_temper and seat.temper not in ("", *tempers())):
            problems[f"who-{number}"] = say("Please choose one of these.")
        if seat.is_free:
            pass  # the person who takes the seat enters a name
        elif len(seat.name) > LONGEST_NAME:
            problems[f"name-{number}"] = say.ngettext(
                "A name has at most {most} letter.", "A name has at most {most} letters.", LONGEST_NAME
            ).format(most=LONGEST_NAME)
        elif seat.name and seat.name.casefold() in names:
            problems[f"name-{number}"] = say("Someone else is called {name}; choose another name.").format(
                name=seat.name
            )
        names.add("" if seat.is_free else seat.name.casefold())
        for colour in seat.colours if form.has_two_colours else seat.colours[:1]:
            if colour not in COLOURS:
                problems[f"colour-{number}"] = say("Please choose a colour.")
            elif colour in colours:
                problems[f"colour-{number}"] = say("{colour} is taken; choose another colour.").format(
                    colour=say(COLOUR_NAMES[colour])
                )
            colours.add(colour)
    return problems
