"""A language that is added by its catalog alone: on no page is a text left in English."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from pseudo_language import (
    CODE,
    LESSON,
    NAMES,
    pseudo_language,
    texts_in_scripts,
    untranslated,
    untranslated_in,
    visitor_with,
)
from table_setup import play_greedily, play_moves
from teahorse.rules.ruleset import Ruleset
from teahorse.server.settings import Settings
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.keys import ListedKey
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.server.tables.service import TableService
from teahorse.server.thinking.review import DONE, FAILED, RUNNING, WAITING, Review
from teahorse.server.thinking.review_points import Point
from teahorse.text import language
from teahorse.web.app import make_app
from teahorse.web.learning import lessons
from visitor import HOST, Visitor

__all__ = ["pseudo_language"]


@pytest.fixture(scope="module")
def app(pseudo_language: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    database = tmp_path_factory.mktemp("games") / "games.db"
    app = make_app(Settings(f"sqlite:///{database}", bot_pause=0, names=(HOST,)))
    yield app
    app.state.storage.close()


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
    Review(RUNNING, 40, 40, [], 2, 9),
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
