"""Which language a person reads, and that German says everything that English says."""

from datetime import datetime
from pathlib import Path

import pytest

from teahorse.server.tables.errors import MessageTooLong
from teahorse.text import language
from teahorse.text.language import language_for, language_named, languages

POLISH = """
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "{n} coin"
msgid_plural "{n} coins"
msgstr[0] "{n} moneta"
msgstr[1] "{n} monety"
msgstr[2] "{n} monet"

msgid "A message has at most {n} character."
msgid_plural "A message has at most {n} characters."
msgstr[0] "Wiadomość ma najwyżej {n} znak."
msgstr[1] "Wiadomość ma najwyżej {n} znaki."
msgstr[2] "Wiadomość ma najwyżej {n} znaków."

msgctxt "one of them is you"
msgid "{players} reached {limit} point"
msgid_plural "{players} reached {limit} points"
msgstr[0] "{players} macie {limit} punkt"
msgstr[1] "{players} macie {limit} punkty"
msgstr[2] "{players} macie {limit} punktów"

msgid "Round"
msgstr "Runda"

msgctxt "shape"
msgid "Round"
msgstr "Okrągły"

msgid "not yet"
msgstr ""
"""


@pytest.mark.parametrize(
    ("accept_language", "code"),
    [
        ("de", "de"),
        ("de-CH", "de"),
        ("DE-at,en;q=0.5", "de"),
        ("en;q=0.3, de;q=0.8", "de"),
        ("de;q=0.3, en-GB; q=0.8", "en"),
        ("fr, it;q=0.9, de;q=0.1", "de"),
        ("de, en", "de"),
        ("de;q=0, en;q=0.1", "en"),
        ("de;q=0", "en"),
        ("fr", "en"),
        ("*", "en"),
        ("", "en"),
        (";;q=,de;q=nan,de;q=1e3,=", "en"),
        ("de;level=1", "en"),
        (None, "en"),
    ],
)
def test_the_browsers_dearest_language_that_we_have_is_read(accept_language: str | None, code: str) -> None:
    assert language_for(None, accept_language).code == code


def test_the_language_chosen_here_goes_before_the_browsers() -> None:
    assert language_for("en", "de").code == "en"
    assert language_for("de", "en").code == "de"


def test_a_cookie_with_no_language_of_ours_is_passed_over() -> None:
    assert language_for("klingon", "de").code == "de"
    assert language_for("", None).code == "en"


def test_english_is_said_as_it_is_written() -> None:
    assert language_named("en").say("On to round {round}.") == "On to round {round}."


def test_untranslated_texts_stay_english() -> None:
    german = language_named("de").say
    assert german("yes") == "ja"
    assert german("A sentence that nobody has translated.") == "A sentence that nobody has translated."
    assert german("") == ""


def test_a_catalog_in_its_folder_is_a_language_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = tmp_path / "pl" / "LC_MESSAGES" / "teahorse.po"
    catalog.parent.mkdir(parents=True)
    catalog.write_text(POLISH, encoding="utf-8")
    monkeypatch.setattr(language, "CATALOGS", tmp_path)
    clear_caches()
    try:
        assert languages() == {"en": "English", "pl": "Polski"}
        assert language_for(None, "pl-PL,en;q=0.5").code == "pl"
        polish = language_named("pl").say
        counted = [polish.ngettext("{n} coin", "{n} coins", number).format(n=number) for number in (1, 2, 5, 22)]
        assert counted == ["1 moneta", "2 monety", "5 monet", "22 monety"]
        errors = [MessageTooLong(n=number).translated(polish) for number in (1, 2, 5)]
        assert [error.split()[-1] for error in errors] == ["znak.", "znaki.", "znaków."]
        assert str(MessageTooLong(n=1)).endswith("1 character.") and str(MessageTooLong(n=2)).endswith("2 characters.")
        reached = "{players} reached {limit} point", "{players} reached {limit} points"
        assert polish.npgettext("one of them is you", *reached, 80) == "{players} macie {limit} punktów"
        assert (polish("Round"), polish.pgettext("shape", "Round")) == ("Runda", "Okrągły")
        assert polish("not yet") == "not yet" == polish.ngettext("not yet", "not yets", 1)
    finally:
        monkeypatch.undo()
        clear_caches()


def clear_caches() -> None:
    language.languages.cache_clear()
    language._language.cache_clear()


def test_numbers_and_dates_are_written_as_the_language_writes_them() -> None:
    moment = datetime(2026, 3, 4, 17, 5)
    english, german = language_named("en"), language_named("de")
    assert (english.number(1234.5), german.number(1234.5)) == ("1,234.5", "1.234,5")
    assert (english.moment(moment), german.moment(moment)) == ("04/03/2026, 17:05", "04.03.26, 17:05")
