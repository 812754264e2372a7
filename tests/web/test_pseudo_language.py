"""A language that is added by its catalog alone: on no page is a text left in English.

Its translations are in Unicode's full-width letters, so any plain letter is a text that nobody can translate.
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
from table_setup import play_greedily, play_moves
from teahorse.notation import FORMS
from teahorse.rules.ruleset import Ruleset
from teahorse.server.settings import Settings
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.keys import ListedKey
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.server.tables.service import TableService
from teahorse.server.thinking.review import DONE, FAILED, RUNNING, WAITING, Point, Review
from teahorse.text import language
from teahorse.web.app import make_app
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


@pytest.fixture(scope="module", autouse=True)
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


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    database = tmp_path_factory.mktemp("games") / "games.db"
    app = make_app(Settings(f"sqlite:///{database}", bot_pause=0, names=(HOST,)))
    yield app
    app.state.storage.close()


def visitor_with(app: FastAPI, *held: ListedKey) -> Visitor:
    visitor = Visitor(app.state.table_service, *held)
    visitor.app = app
    visitor.cookies.set("language", CODE, domain=f"{HOST}.local")
    return visitor


def table_for(tables: TableService, edition: str, people: int, rows: int | None, **options: object) -> ListedKey:
    """A table of people at which greedy has made some moves."""
    rules = Ruleset.of(edition, people, options)
    each = rules.players // rules.people
    seats = tuple(Seat(NAMES[n], COLOURS[each * n : each * (n + 1)], None) for n in range(people))
    held = ListedKey(*tables.create(GameConfig(rules, seats, 7)))
    play_greedily(tables, *held, rows)
    return held


PAGES = (
    "/",
    "/new",
    "/new?edition=2013",
    "/box",
    "/box?edition=2013",
    "/learn",
    "/rules",
    "/rules?q=12",
    "/rules?q=99999",
    "/rules/3",
    "/rules/3.7",
    "/rules/16.2",
    "/rules/99.9",
    "/rules/3.7/picture",
    "/rules/data",
    "/rules/rulings",
    "/settings",
    "/statistics",
    "/settings?back=/",
    "/docs",
    "/t/nothing",
    "/nothing",
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_in_the_language_of_its_reader(app: FastAPI, path: str) -> None:
    answer = visitor_with(app).get(path)
    assert f'lang="{CODE}"' in answer.text or path.endswith("/picture")
    assert untranslated_in(answer.text) == []


GAMES = [
    ("2023", 2, {}),
    ("2023", 3, {"expert": True}),
    ("2013", 4, {"profi": True}),
    ("2013", 2, {}),
]


@pytest.mark.parametrize(("edition", "people", "options"), GAMES)
@pytest.mark.parametrize("rows", [0, 14, 22, 47, None])
def test_a_table_is_in_the_language_of_its_reader(
    app: FastAPI, edition: str, people: int, options: dict[str, object], rows: int | None
) -> None:
    held = table_for(app.state.table_service, edition, people, rows, **options)
    visitor = visitor_with(app, held)
    page = visitor.get(f"/t/{held.table}").text
    assert untranslated_in(page) == []
    assert untranslated(list(texts_in_scripts(page))) == []
    assert untranslated_in(visitor_with(app).get(f"/t/{held.table}").text) == []  # as a spectator sees it
    for number in range(1, min(4, app.state.table_service.open(held.table).history.game.round + 1)):
        assert untranslated_in(visitor.get(f"/t/{held.table}/log/{number}").text) == []


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


def test_the_guided_game_is_in_the_language_of_its_reader(app: FastAPI) -> None:
    tables = app.state.table_service
    held = ListedKey(*tables.create(lessons.lesson_config(LESSON.name, language.language_named(CODE).say)))
    visitor = visitor_with(app, held)
    for move in LESSON.script:
        assert untranslated_in(visitor.get(f"/t/{held.table}").text) == []
        play_moves(tables, *held, move)
    assert untranslated_in(visitor.get(f"/t/{held.table}").text) == []


REVIEWS = [
    None,
    Review(WAITING, 0, 40),
    Review(RUNNING, 3, 40),
    Review(FAILED, 3, 40),
    Review(DONE, 0, 0),
    Review(DONE, 1, 1, [Point(2, 1, "p2", "bid horse 5", (0.5, 0.2, 0.3), "bid guild 5 from Y", 0.3)]),
]


@pytest.mark.parametrize("known", REVIEWS)
def test_a_review_is_in_the_language_of_its_reader(app: FastAPI, known: Review | None) -> None:
    held = table_for(app.state.table_service, "2023", 3, 30)
    visitor = visitor_with(app, held)
    visitor.app = Visitor(app.state.table_service, known=known).app
    assert untranslated_in(visitor.get(f"/t/{held.table}/review").text) == []


@pytest.mark.parametrize(("edition", "people"), [("2023", 2), ("2023", 4), ("2013", 2), ("2013", 3)])
def test_the_player_aid_is_in_the_language_of_its_reader(app: FastAPI, edition: str, people: int) -> None:
    held = table_for(app.state.table_service, edition, people, 0)
    assert untranslated_in(visitor_with(app, held).get(f"/t/{held.table}/aid").text) == []


def test_what_happened_meanwhile_is_told_in_the_language_of_its_reader(app: FastAPI) -> None:
    held = table_for(app.state.table_service, "2023", 2, 20)
    story = visitor_with(app, held).get(f"/t/{held.table}/story?after=9").json()
    assert len(story) == 11
    for chapter in story:
        assert untranslated([line for beat in chapter["beats"] for line in beat.get("lines", [])]) == []


@pytest.mark.parametrize("move", ["?", "bid school 6", "done", "bid school 9 from Y", "go P-Q"])
def test_a_wrong_move_is_refused_in_the_language_of_its_reader(app: FastAPI, move: str) -> None:
    held = table_for(app.state.table_service, "2023", 3, 2)
    visitor = visitor_with(app, held)
    data = {"move": move, "number": 3}
    answer = visitor.post(f"/t/{held.table}/moves", data=data, headers={"X-Table": "1"}).json()
    assert untranslated([answer["sentence"].replace(repr(move), "")]) == []
    assert untranslated_in(visitor.post(f"/t/{held.table}/moves", data=data).text.replace(repr(move), "")) == []


def test_a_form_with_mistakes_is_answered_in_the_language_of_its_reader(app: FastAPI) -> None:
    visitor = visitor_with(app)
    for fields in (
        {"seed": "x", "people": "9"},
        {"house-vp_end": "-1", "who-1": "?"},
        {"board_name": "1.toml", "board_text": "temple = [4, 2]"},
    ):
        assert untranslated_in(visitor.post("/new", data=fields).text) == []
    assert untranslated_in(visitor.post("/open", files={"file": ("1.yunnan", b"\xff")}).text) == []
    assert untranslated_in(visitor.post("/box", data={"edition": "2023", "temple-0": "99", "do": "file"}).text) == []
