"""Settings of a new game: the invalid ones are refused with a sentence."""

from dataclasses import replace
from typing import Any

import pytest

from table_setup import PERSON, config_for
from teahorse.errors import RecordError, TeahorseError
from teahorse.server.tables.game_config import GameConfigError
from teahorse.server.tables.seats import Seat
from teahorse.server.tables.service import TableService

THREE = (PERSON, PERSON, PERSON)
ANN = Seat("Ann", ("red",))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seats": (ANN,)}, "for 3 people, but there are 1 seats"),
        ({"seats": (ANN, ANN, ANN)}, "no colour can be used twice"),
        ({"seats": (ANN, Seat("Bo", ("blue", "black")), Seat("Cy", ("yellow",)))}, "no colour can be used twice"),
        ({"seats": (ANN, Seat("Bo", ("blue",)), Seat("Cy", ("pink",)))}, "Unknown colour"),
        ({"seats": (ANN, Seat(" ", ("blue",)), Seat("Cy", ("black",)))}, "needs a name"),
        ({"seats": (ANN, Seat("B" * 41, ("blue",)), Seat("Cy", ("black",)))}, "at most 40 characters"),
        ({"seats": (ANN, Seat("B\x00", ("blue",)), Seat("Cy", ("black",)))}, "on one line"),
        ({"title": "a\ud800"}, "on one line"),
        ({"seed": -1}, "The seed must be"),
        ({"seed": 2**62}, "The seed must be"),
        ({"kind": "party"}, "kind must be one of"),
        ({"take_back": "always"}, "take_back one of"),
        ({"title": "x" * 200}, "The title can have"),
    ],
)
def test_invalid_settings_are_refused(tables: TableService, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GameConfigError, match=sentence):
        tables.create(replace(config_for(*THREE), **changes))


def test_a_header_that_no_record_can_have_is_refused(tables: TableService) -> None:
    with pytest.raises(RecordError, match="can't be used as a header"):
        tables.create(replace(config_for(*THREE), headers={"Edition": "2013"}))


@pytest.mark.parametrize(
    "bot",
    [
        *("bot.py:Bot", "/tmp/bot.py:Bot", "greedy/bot.py:Bot", "search:10000000", "search:3600s", "genius", ""),
        *("greedy?blunders=1", "network/racer?temperature=1", "network-novice"),
    ],
)
def test_only_our_own_bots_sit_down(tables: TableService, bot: str) -> None:
    with pytest.raises(GameConfigError, match="There is no bot"):
        tables.create(config_for(PERSON, bot, PERSON))


def test_an_unknown_temper_is_refused(tables: TableService) -> None:
    with pytest.raises(TeahorseError, match="temper"):
        tables.create(config_for(PERSON, "greedy/angry", PERSON))
