"""The catalogs: every language has a translation for everything that is said, with the same blanks."""

import re
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given

import messages
from random_histories import history, position_view, seats_for
from teahorse.errors import Say
from teahorse.server.history.history import GameHistory
from teahorse.server.tables.seats import colours_of
from teahorse.text.language import language_named
from teahorse.text.translation import Translator
from teahorse.web.drawing.board import draw
from teahorse.web.presenters.animation import acts
from teahorse.web.presenters.forecast import ahead
from teahorse.web.presenters.log import rounds
from teahorse.web.presenters.offered_moves import offers
from teahorse.web.presenters.player_names import names_for_reader
from teahorse.web.presenters.player_panels import panels
from teahorse.web.presenters.prompt import question, round_steps
from teahorse.web.presenters.screen_reader import reading
from teahorse.web.presenters.spot_cards import spots
from translations import as_template_file, catalog_of, known_texts, template
from variants import Table, over_games, policies, seeds, tables

# A blank and a plural: "{n} coins". Levels of influence and the like come before their number, and don't change.
COUNTED = re.compile(
    r"\{\w+\} (?:more |border |other )?"
    r"(?:addresses|browsers|buildings|cards|characters|coins|days|games|hours|letters|levels|minutes|moves|parts|"
    r"players|points|posts|presents|prices|provinces|rounds|seats|seconds|tables|traders|votes)\b"
)
LANGUAGES = sorted(path.name for path in messages.LOCALE.iterdir())


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def translations(code: str) -> Iterator[tuple[str, str]]:
    """Each English text with its translation; the plural with every form but the first."""
    for message in catalog_of(code):
        if isinstance(message.id, str) and message.id:
            yield message.id, str(message.string)
        elif message.id:
            singular, plural = message.id
            yield singular, message.string[0]
            yield from ((plural, form) for form in message.string[1:])


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_catalog_is_what_make_messages_writes(code: str, tmp_path: Path) -> None:
    file = messages.LOCALE / code / "LC_MESSAGES" / "teahorse.po"
    copy = tmp_path / code / "LC_MESSAGES" / "teahorse.po"
    copy.parent.mkdir(parents=True)
    copy.write_bytes(file.read_bytes())
    messages.update(as_template_file(tmp_path / "teahorse.pot"), tmp_path)
    assert copy.read_text(encoding="utf-8") == file.read_text(encoding="utf-8"), "run `make messages`"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_is_translated_and_none_is_in_doubt(code: str) -> None:
    assert messages.untranslated(messages.LOCALE / code / "LC_MESSAGES" / "teahorse.po") == []
    assert [message.id for message in catalog_of(code) if message.id and message.fuzzy] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_translation_has_the_blanks_of_its_text(code: str) -> None:
    assert [text for text, translated in translations(code) if blanks(translated) != blanks(text)] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_notation_stays_as_it_is(code: str) -> None:
    def quoted(text: str) -> list[str]:
        return sorted(text.split("`")[1::2])

    assert [text for text, translated in translations(code) if quoted(translated) != quoted(text)] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_translation_ends_as_its_text_does(code: str) -> None:
    def end(text: str) -> str:
        return text[-1:] if text[-1:] in ".?!:…" else ""

    assert [text for text, translated in translations(code) if end(translated) != end(text)] == []


def test_a_text_that_counts_things_has_plural_forms() -> None:
    texts = [message for message in template() if message.id and isinstance(message.id, str)]
    fixed = {message.id for message in texts if "web/learning/" in message.locations[0][0]}  # games of lessons
    assert {message.id for message in texts if COUNTED.search(str(message.id))} - fixed == set()


def test_german_spells_dúlì_as_the_german_box_does() -> None:
    assert [german for _, german in translations("de") if "Dúli" in german] == []
    assert language_named("de").say("Dúli") == "Dúlì"


def sights(game: GameHistory, say: Say) -> Iterator[object]:
    """All that a person sees of a game."""
    rules, now = game.rules, game.game
    seats = seats_for(rules)
    names, colours = names_for_reader(rules, seats, ["p1"], say), colours_of(rules, seats)
    view = position_view(now, names, say)
    shown = panels(view, seats)
    yield from (part(view) for part in (offers, spots, question, round_steps, ahead))
    yield from (shown, reading(view, shown))
    yield from (rounds(game.steps, rules, names, say), draw(game, view, colours))
    yield from (acts(step, rules, names, say) for step in game.steps)


class Recorder(NullTranslations):
    """Remembers the texts that no catalog can have, since `make messages` doesn't find them."""

    def __init__(self) -> None:
        super().__init__()
        self.unknown: set[str] = set()

    def gettext(self, message: str) -> str:
        if message not in known_texts():
            self.unknown.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


@over_games(12)
@given(tables(), seeds(), policies())
def test_nothing_is_said_in_a_game_that_the_catalogs_lack(table: Table, seed: int, policy: str) -> None:
    recorder = Recorder()
    for rows in (1, 40, 90, 200):
        assert list(sights(history(table, seed, policy, rows), Translator(recorder)))
    assert recorder.unknown == set()
