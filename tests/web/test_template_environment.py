"""Environments of templates: what is constant is translated once, and fragments are rendered once."""

import pytest
from jinja2 import UndefinedError

from teahorse.text.language import language_named
from teahorse.web.template_environment import environment_of


def test_constant_sentences_are_translated_when_a_template_is_compiled() -> None:
    template = environment_of(language_named("de")).from_string('{{ _("Log") }}, {{ pgettext("menu", "Replay") }}')
    told = template.render(_=None, pgettext=None)  # nobody is asked again
    assert told == template.render() != "Log, Replay"


def test_a_sentence_with_a_variable_is_translated_when_it_is_shown() -> None:
    template = environment_of(language_named("de")).from_string("{{ _(word) }}")
    assert [template.render(word=word) for word in ("red", "blue")] == ["rot", "blau"]


def test_languages_do_not_share_templates() -> None:
    told = {code: environment_of(language_named(code)).from_string('{{ _("Log") }}').render() for code in ("en", "de")}
    assert told["en"] == "Log" != told["de"]


def test_a_fragment_is_rendered_once_for_the_same_values() -> None:
    fragment = environment_of(language_named("en")).globals["fragment"]
    first = fragment("parts/source.html", table="bank")
    assert fragment("parts/source.html", table="bank") is first
    assert fragment("parts/source.html", table="yard") is not first


def test_a_fragment_sees_only_what_it_is_given() -> None:
    fragment = environment_of(language_named("en")).globals["fragment"]
    with pytest.raises(UndefinedError):
        fragment("parts/panel.html", standing=None)
