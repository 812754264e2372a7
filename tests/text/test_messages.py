"""The catalogue: German has a text for everything that is said, and says it with the same blanks."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po
from hypothesis import given

from random_histories import history, position_view, seats_for
from teahorse.server.history.history import GameHistory
from teahorse.server.tables.seats import colours_of
from teahorse.text.language import LANGUAGES, language_named
from teahorse.text.messages import CATALOGUE, catalogue_text, messages, translations
from teahorse.text.said import said_in_code, said_in_page
from teahorse.web.drawing.board import draw
from teahorse.web.presenters.animation import acts
from teahorse.web.presenters.forecast import ahead
from teahorse.web.presenters.log import rounds
from teahorse.web.presenters.offered_moves import offers
from teahorse.web.presenters.player_names import distinct_names
from teahorse.web.presenters.player_panels import panels
from teahorse.web.presenters.prompt import question, round_steps
from teahorse.web.presenters.screen_reader import reading
from teahorse.web.presenters.spot_cards import spots
from variants import Table, over_games, policies, seeds, tables

CODE = """
HEADS = {"one": "The first", "two": ("The second", {"deep": "The third"}), "sign": "+"}


def told(say, sentence):
    '''No text of ours.'''
    say("A literal")
    self._say("This" if sentence == "a key" else "That")
    say(HEADS[sentence])
"""
HANDED = """
def told(say, names):
    '''No text of ours.'''
    return owned("Horses: {players}.", {"a key": names}, f"{names} is glued", "word")


def owned(sentence):
    return say(sentence)
"""
PAGE = """
{% set n = 3 %}<h1>{{ _("Round {n}").format(n=n) }}</h1>
<p title="{{ _('A title') }}">{{ _("Few" if n == "no text" else "Many") }} {{ _(n) }} {{ other("Not said") }}</p>
"""


def blanks(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@cache
def said() -> dict[str, list[str]]:
    return messages()


def test_the_catalogue_is_what_make_messages_writes() -> None:
    written = CATALOGUE.read_text(encoding="utf-8")
    assert written == catalogue_text(said(), translations()), "run `make messages`"


def test_every_text_is_translated() -> None:
    german = translations()
    assert [text for text in said() if not german.get(text)] == []


def test_no_text_of_the_catalogue_is_left_over_or_in_doubt() -> None:
    with CATALOGUE.open("rb") as file:
        catalogue = read_po(file)
    assert [message.id for message in catalogue if message.id and (message.fuzzy or message.id not in said())] == []
    assert not catalogue.obsolete


def test_both_languages_have_the_same_blanks() -> None:
    assert [text for text, german in translations().items() if blanks(german) != blanks(text)] == []


def test_notation_stays_as_it_is_in_german() -> None:
    def quoted(text: str) -> list[str]:
        return sorted(text.split("`")[1::2])

    assert [text for text, german in translations().items() if quoted(german) != quoted(text)] == []


def test_a_sentence_ends_in_german_as_it_does_in_english() -> None:
    def end(text: str) -> str:
        return text[-1:] if text[-1:] in ".?!:…" else ""

    assert [text for text, german in translations().items() if end(german) != end(text)] == []


def test_german_spells_dúlì_as_the_german_box_does() -> None:
    assert [german for german in translations().values() if "Dúli" in german] == []
    assert language_named("de").say("Dúli") == "Dúlì"


def sights(game: GameHistory, say: "Recorder") -> Iterator[object]:
    """All that a person sees of a game."""
    rules, now = game.rules, game.game
    seats = seats_for(rules)
    names, colours = distinct_names(rules, seats, say), colours_of(rules, seats)
    view = position_view(now, names, say)
    shown = panels(view, seats)
    yield from (part(view) for part in (offers, spots, question, round_steps, ahead))
    yield from (shown, reading(view, shown))
    yield from (rounds(game.steps, rules, names, say), draw(game, view, colours))
    yield from (acts(step, rules, names, say) for step in game.steps)


class Recorder:
    """Says everything in German, and remembers what the catalogue does not have."""

    def __init__(self) -> None:
        self.unknown: set[str] = set()

    def __call__(self, text: str) -> str:
        if text not in said():
            self.unknown.add(text)
        return language_named("de").say(text)


@over_games(12)
@given(tables(), seeds(), policies())
def test_nothing_is_said_in_a_game_that_the_catalogue_lacks(table: Table, seed: int, policy: str) -> None:
    say = Recorder()
    for rows in (1, 40, 90, 200):
        assert list(sights(history(table, seed, policy, rows), say))
    assert say.unknown == set()


def test_texts_are_found_as_literals_choices_and_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "web_module.py"
    module.write_text(CODE, encoding="utf-8")
    monkeypatch.setattr("teahorse.text.said.PACKAGE", tmp_path)
    monkeypatch.setattr("teahorse.text.said.import_module", lambda name: _imported(module))
    assert said_in_code(module) == ["A literal", "This", "That", "The first", "The second", "The third"]


def _imported(module: Path) -> object:
    namespace: dict[str, object] = {}
    exec(module.read_text(encoding="utf-8"), namespace)
    return type("Module", (), namespace)


def test_texts_that_are_handed_on_are_found_where_they_stand(tmp_path: Path) -> None:
    module = tmp_path / "handing.py"
    module.write_text(HANDED, encoding="utf-8")
    assert said_in_code(module) == ["Horses: {players}."]


def test_texts_of_a_page_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    assert said_in_page(page) == ["Round {n}", "A title", "Few", "Many"]


def test_there_is_a_catalogue_for_every_language_but_the_one_of_the_source() -> None:
    found = {path.stem for path in CATALOGUE.parent.glob("*.po")}
    assert found == LANGUAGES.keys() - {"en"}
