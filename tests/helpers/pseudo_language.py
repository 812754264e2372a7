"""A language that is added by its catalog alone. Its translations are in Unicode's full-width letters.

So any plain letter on a page is a text that nobody can translate.
"""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from string import ascii_letters

import pytest
from babel.messages.pofile import write_po
from fastapi import FastAPI

import messages
from teahorse.notation import FORMS
from teahorse.server.tables.keys import ListedKey
from teahorse.text import language
from teahorse.web.learning import lessons
from teahorse.web.new_game.form import BOT_NAMES
from translations import as_template_file, catalog_of
from visitor import HOST, Visitor

LESSON = lessons.lesson_named("first-game")
CODE = "pl"  # has three plural forms
WIDE = str.maketrans(ascii_letters, "".join(chr(ord(letter) + 0xFEE0) for letter in ascii_letters))
KEPT = re.compile(r"\{[^}]*\}|`[^`]*`|\[[^\]]*\]")  # blanks, and what is typed
NAMES = ("Łą", "Żó", "Ćę", "Śń", "Ęą")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
NO_TEXT = {"script", "style", "code", "kbd", "textarea"}
SEEN_ATTRIBUTES = ("title", "aria-label", "alt", "placeholder", "data-close")
PROPER_NAMES = ("Yunnan", "English", "EN", "Polski", "PL", "Argentum", "Spielworxx", *BOT_NAMES, *LESSON.people)
TYPED = ("12 each", "toml", "yunnan", *FORMS)  # by players, in any language; provinces go by their letters
LEFT_AS_IT_IS = re.compile(rf"{KEPT.pattern}|\b(?:{'|'.join((*PROPER_NAMES, *TYPED))}|[PYSKTQ]{{1,2}})\b")


def wide(text: str) -> str:
    """A text in wide letters, but for its blanks and what is typed."""
    parts = re.split(f"({KEPT.pattern})", text)
    return "".join(part if number % 2 else part.translate(WIDE) for number, part in enumerate(parts))


@pytest.fixture(scope="module")
def pseudo_language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder of catalogs with one language, made from the template of all messages."""
    locale = tmp_path_factory.mktemp("locale")
    messages.add(as_template_file(locale / "teahorse.pot"), CODE, locale)
    catalog = catalog_of(CODE, locale)
    for message in catalog:
        if isinstance(message.id, tuple):
            singular, plural = message.id
            message.string = (wide(singular), wide(plural), wide(plural))
        elif message.id:
            message.string = wide(message.id)
    with (locale / CODE / "LC_MESSAGES" / "teahorse.po").open("wb") as file:
        write_po(file, catalog)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "CATALOGS", locale)
        clear_caches()
        yield
    clear_caches()


def clear_caches() -> None:
    language.languages.cache_clear()
    language._language.cache_clear()


class TextFinder(HTMLParser):
    """Collects what a page shows and tells: texts and attributes, but for elements in another language."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []  # elements, and whether their texts count
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        counts = (not self.open or self.open[-1][1]) and tag not in NO_TEXT and found.get("lang") in (None, CODE)
        counts = counts and found.get("translate") != "no"
        if counts:
            self.texts += [found[name] or "" for name in SEEN_ATTRIBUTES if name in found]
        if tag not in VOID:
            self.open.append((tag, counts))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1][1]:
            is_title = self.open[-1][0] == "title"  # that of a rule names the rule, as the rulebook does
            self.texts.append(data.rpartition(" · ")[2] if is_title else data)


def untranslated(texts: list[str]) -> list[str]:
    """Those texts in which a plain letter is left."""
    return [text.strip() for text in texts if re.search("[A-Za-z]", LEFT_AS_IT_IS.sub("", text))]


def untranslated_in(page: str) -> list[str]:
    finder = TextFinder()
    finder.feed(page)
    return untranslated(finder.texts)


def visitor_with(app: FastAPI, *held: ListedKey) -> Visitor:
    visitor = Visitor(app.state.table_service, *held)
    visitor.app = app
    visitor.cookies.set("language", CODE, domain=f"{HOST}.local")
    return visitor


def texts_in_scripts(page: str) -> Iterator[str]:
    """The sentences in the data of a page: labels, effects, refusals, and what each spot is about."""
    for found in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL):
        data = json.loads(found)
        for _move, _source, _target, label, effect, _why in data["offers"]:
            yield from (label, effect)
        yield from (sentence for sentence, _rule in data["whys"])
        for title, text, *_ in data["abouts"].values():
            yield from (title, text)
        yield from data["words"].values()
