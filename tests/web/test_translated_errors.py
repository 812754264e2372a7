"""Errors in the reader's language: whatever of the game's own errors comes to a page is said there in German too."""

import ast
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

import teahorse
from table_setup import PERSON, config_for, play_moves
from teahorse.board_files import read_board
from teahorse.custom_boards import board_warnings, edition_tables
from teahorse.errors import BoardError, IllegalMove, Message, NotationError, RecordError, TeahorseError
from teahorse.game import Game
from teahorse.notation import FORMS
from teahorse.record import header_text
from teahorse.rules.board import check_board
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.switches import SWITCHES
from teahorse.server.settings import Settings
from teahorse.server.tables.keys import ListedKey
from teahorse.server.tables.service import TableService
from teahorse.text.language import language_named
from teahorse.text.translation import as_written
from teahorse.web.app import make_app
from teahorse.web.routes import table
from translations import known_texts, say_by, template, texts_of
from visitor import HOST, Visitor, page_text

GERMAN = {"accept-language": "de"}
SCRIPT = GERMAN | {"X-Table": "1"}
NO_TEXT: Any = 7
german = language_named("de").say
HEADERS = '[Edition "2023"]\n[People "3"]\n'
DULI = '[Edition "2023"]\n[People "2"]\n[Tables "2"]\n'
# Slips that a board of one's own may have: they are asked about, and nothing is raised.
SLIPS = {
    "bank_high": [[0, 5], [5, 4]],
    "bank_low": [[0, 9]],
    "trader_values": [6, 5, 12, 15, 18],
    "duli": [{"bids": ["school"], "traders": [1, 0, 0, 0, 0], "teahouse": False}] * 16,
}
CARD = {"bids": ["school"], "traders": [1, 0, 0, 0, 0], "teahouse": False}
PACKAGE = Path(teahorse.__file__).parent
# Whose errors come to pages: of typed moves, opened files, house rules and boards.
WITH_ERRORS = (
    "board_files.py",
    "custom_boards.py",
    "errors.py",
    "game.py",
    "notation.py",
    "parsing.py",
    "record.py",
    "rules/board.py",
    "rules/edition_files.py",
    "rules/code_cache.py",
    "rules/switches.py",
)
OF_SWITCHES = {text for switch in SWITCHES.values() for text in (switch.takes, switch.word)}


@say_by
def shout(text: str) -> str:
    return text.upper().replace("{WHAT}", "{what}").replace("{ERROR}", "{error}")


# --- An error and its words -------------------------------------------------------------------------------


def test_an_error_is_english_as_written_and_anything_else_when_said() -> None:
    error = BoardError("a {what} is missing", what="Horse")
    assert str(error) == "a Horse is missing"
    assert error.translated(shout) == "A Horse IS MISSING"


def test_long_quotations_are_cut_off() -> None:
    for text in ("[" * 900_000, '[Edition "2023"]\n[People "3"]\n' + "x" * 900_000):
        with pytest.raises(RecordError) as refused:
            Game.from_record(text)
        assert len(str(refused.value)) < 1000 and len(refused.value.translated(language_named("de").say)) < 1000


def test_words_and_errors_within_an_error_are_said_along() -> None:
    inner = BoardError("no {what}", what=Message("horse"))
    outer = RecordError("line {error}", error=inner)
    assert str(outer) == "line no horse"
    assert outer.translated(shout) == "LINE NO HORSE"


def test_a_message_without_blanks_may_hold_braces() -> None:
    error = TeahorseError('{"temple": {}} is no board')
    assert str(error) == '{"temple": {}} is no board' == error.translated(as_written)


def test_what_fills_a_blank_may_hold_braces() -> None:
    assert NotationError("{what} is no move", what="{what}").translated(shout) == "{what} IS NO MOVE"


def test_an_error_keeps_its_words_from_process_to_process() -> None:
    error = pickle.loads(
        pickle.dumps(RecordError("line {error}", error=BoardError("no {what}", what=Message("horse"))))
    )
    assert (str(error), error.translated(shout)) == ("line no horse", "LINE NO HORSE")


# --- What the catalogue has of them -----------------------------------------------------------------------


@pytest.mark.parametrize("module", WITH_ERRORS)
def test_no_error_of_a_page_is_glued_together(module: str) -> None:
    tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
    made = [
        node.args[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id.endswith(("Error", "Message"))
        if node.args
    ]
    assert made or module in ("errors.py", "rules/code_cache.py")  # theirs have other names
    assert [ast.unparse(text) for text in made if isinstance(text, ast.JoinedStr | ast.BinOp)] == []


def read(text: str) -> Callable[[], object]:
    return lambda: Game.from_record(text)


def typed(move: Any) -> Callable[[], object]:
    return lambda: Game.new(players=3).play(move)


def ruled(people: Any = 3, **options: object) -> Callable[[], object]:
    return lambda: Ruleset.of("2023", people, options)


def on_board(**tables: object) -> Callable[[], object]:
    return lambda: check_board("2023", tables)


def with_card(**changed: object) -> Callable[[], object]:
    return on_board(duli=[CARD | changed, *[CARD] * 15])


WRONG: list[tuple[Callable[[], object], str]] = [
    # Moves
    (typed("fly P-Y"), "'fly P-Y' ist kein Zug; Züge beginnen mit bid, bank, market"),
    (typed("Pass"), "'Pass' ist kein Zug: Schreib ihn klein"),
    (typed("bid school 6"), "Handelsschule: Ein Feld '6' gibt es dort nicht; die Preise sind 5, 7, 9, 12, 15 (3.1)."),
    (typed("go P"), "'go P' ist kein Zug; man schreibt ihn so: `go A-X`, etwa `go P-Y` oder `go S-K`."),
    (typed("deck 1 2"), "Zu `deck` gehören alle 16 Karten, 1 bis 16"),
    (typed(7), "Ein Zug ist eine Zeile Text wie `bid school 9`, nicht 7."),
    (typed("done"), "`done` ist nicht erlaubt (1.6): Jetzt ist p1 mit Bieten dran; dieser Zug"),
    (lambda: Game.new().action_text(999), "Zug 999 gibt es nicht; die Züge haben die Nummern 0 bis 551."),
    (lambda: Game.new(players=3).observe("p4"), "Die Spieler sind p1 bis p3, nicht 'p4'."),
    (lambda: Game.new().undo(), "Es gibt keinen Zug, der sich zurücknehmen lässt."),
    (lambda: Game.from_snapshot(Game.new().snapshot()).record(), "gibt es keine Partie: Seine ersten Züge"),
    # Records
    (read(HEADERS + "bid school 9\nbid school 9\n"), "Zeile 4, Zug 2: `bid school 9` ist nicht erlaubt (3.2): Auf"),
    (read(HEADERS + "sing\n"), "Zeile 3, Zug 1: 'sing' ist kein Zug; Züge beginnen mit"),
    (lambda: Game.from_record(NO_TEXT), "Eine Partie ist ein Text."),
    (read("[Oops\n"), "Zeile 1: Die Kopfzeile '[Oops' ist nicht lesbar; man schreibt sie so: [Name \"value\"]."),
    (read(HEADERS + "pass\n" + HEADERS), "Zeile 4: Kopfzeilen stehen vor den Zügen"),
    (read(HEADERS + HEADERS), "Zeile 3: Die Kopfzeile Edition gibt es schon."),
    (read(""), "Der Partie fehlt die Kopfzeile Edition; sie braucht mindestens [Edition"),
    (
        read('[Edition "2023"]\n[People "many"]'),
        "In die Kopfzeile People gehört eine Zahl, nicht 'many'.",
    ),
    (read('[Edition "1999"]\n[People "3"]'), "In den Kopfzeilen der Partie: Eine Ausgabe '1999' gibt es nicht; die"),
    (read(HEADERS + '[Board "{"]'), "Die Kopfzeile Board lässt sich nicht als JSON lesen: "),
    (read("x" * 1_000_001), "Diese Partie ist zu lang: Sie hat mehr als 1000000 Zeichen."),
    (read(HEADERS + '[Tables "9"]'), "Diese Partie wurde mit Version 9 der Tabellen gespielt"),
    (
        read(HEADERS + '[Rules "9"]\nsing\n'),
        "Die Partie wurde mit Version 9 der Regeln gespielt; dieses Programm hat Version 1.",
    ),
    (read(DULI + "deck 99 ?\n"), "Ein `deck` mit geheimen Karten nennt"),
    (
        read(DULI + "deck ?\nbid customs 5\nbid guild 5\n"),
        "eine von Dúlìs Karten auf, die in der Partie ausgelassen sind",
    ),
    (lambda: header_text(Ruleset.of("2023", 3), {"Board": ""}), "'Board' kann keine Kopfzeile sein"),
    # Switches
    (ruled(temple="maybe"), "Der Schalter `temple` nimmt yes oder no, nicht 'maybe'."),
    (ruled(vp_end="many"), "Der Schalter `vp_end` nimmt none oder 1 und mehr, nicht 'many'."),
    (ruled(expert="maybe"), "`expert` nimmt yes oder no, nicht 'maybe'."),
    (ruled(music=True), "Einen Schalter 'music' gibt es nicht; die Schalter sind temple, bank,"),
    (ruled(people=6), "Yunnan ist für 2 bis 5 Personen, nicht für 6."),
    # Boards
    (lambda: read_board("{", "mein.json"), "Der Spielplan mein.json lässt sich nicht als JSON lesen: "),
    (lambda: read_board("a." * 99 + "a=1", "mein.toml"), "als TOML lesen: ein Schlüssel hat mehr als 10 Teile."),
    (lambda: read_board("[" * 99, "mein.json"), "als JSON lesen: mehr als 50 Ebenen sind ineinander geschachtelt."),
    (lambda: read_board(" " * 100_001, "mein.json"), "als JSON lesen: mehr als 100000 Zeichen."),
    (lambda: read_board("7", "mein.json"), "Der Spielplan mein.json muss aus Tabellen mit Namen bestehen, wie etwa"),
    (lambda: check_board("2023", 7), "Ein Spielplan besteht aus Tabellen mit Namen (bank_high, bank_low,"),
    (on_board(rivers=1), "Eine Tabelle 'rivers' hat ein Spielplan nicht; seine Tabellen sind bank_high,"),
    (on_board(trader_values=[99] * 5), "Mit diesen Werten könnte eine Runde"),
    (on_board(market_value="dear"), "In `market_value` steht 'dear', wo eine ganze Zahl von 0 bis 255 hingehört."),
    (on_board(post_values=7), "In `post_values` gehört: fünf Zahlen, von Yunnan bis Qinghai, nicht 7."),
    (on_board(post_values=[7]), "In `post_values` gehört: fünf Zahlen, von Yunnan bis Qinghai, nicht 1."),
    (
        on_board(bank_low=[[1]]),
        "In `bank_low` gehört: eine Liste von [ab Summe, zahlt], und [1] ist kein solches Paar.",
    ),
    (on_board(bank_low=[]), "`bank_low` beginnt mit dem, was eine Summe von 0 zahlt: [[0, ...], ...]."),
    (on_board(bank_low=[[0, 1], [0, 2]]), "In `bank_low` steigen die Summen, aber 0 kommt nach 0."),
    (on_board(temple=7), "In `temple` gehört: eine Liste von Preisen, nicht 7."),
    (on_board(temple=[]), "`temple` hat 0 Preise; Platz ist für 1 bis 5."),
    (on_board(temple=[4, 2]), "In `temple` steigen die Preise von Feld zu Feld, in [4, 2] nicht."),
    (on_board(gorges=7), "In `gorges` gehört: eine Liste von Namen wie YK, je zwei Provinzen, nicht 7."),
    (on_board(gorges=[]), "`gorges` ist leer; der Blocker braucht mindestens eine Schlucht (4.9)."),
    (on_board(gorges=["YK", "YK"]), "`gorges` nennt YK mehr als einmal."),
    (on_board(gorges=["north"]), "In `gorges` steht 'north', und das sind nicht zwei der Provinzen Y S K T Q; möglich"),
    (on_board(gorges=["YY"]), "In `gorges` steht YY, was eine Provinz mit sich selbst verbindet; möglich sind"),
    (on_board(gorges=["YS"]), "In `gorges` steht YS, aber diese beiden sind auf der Straße schon Nachbarn; möglich"),
    (on_board(gorges=["KY"]), "In `gorges` steht KY; eine Schlucht heißt nach der Folge entlang der Straße, YK."),
    (on_board(duli=7), "In `duli` gehört: eine Liste von 16 Karten, nicht 7."),
    (on_board(duli=[]), "`duli` hat 0 Karten; es gibt 16."),
    (with_card(luck=1), "Dúlìs Karte 1 hat `bids`, `traders` und `teahouse`, {"),
    (with_card(bids=7), "In `duli` gehört: Gebäude, nicht 7."),
    (with_card(bids=[]), "Dúlìs Karte 1 bietet in []; sie nennt einige von school,"),
    (with_card(traders=7), "In `duli` gehört: fünf Anzahlen von Händlern, nicht 7."),
    (with_card(traders=[1]), "Dúlìs Karte 1 schickt Händler in 1 Provinz; es gibt 5."),
    (with_card(traders=[7] * 5), "Dúlìs Karte 1 schickt 35 Händler aus; Dúlì hat 7."),
    (with_card(teahouse="big"), "Dúlìs Karte 1 hat ein Teehaus oder keines (true oder false), nicht 'big'."),
]


@pytest.mark.parametrize(("go_wrong", "said"), WRONG, ids=[said[:40] for _, said in WRONG])
def test_what_goes_wrong_is_said_in_german(go_wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(TeahorseError) as raised:
        go_wrong()
    assert said in raised.value.translated(german)


def test_every_sentence_of_an_error_is_tried_here() -> None:
    asked: set[str] = set()

    @say_by
    def say(text: str) -> str:
        asked.add(text)
        return text

    for go_wrong, _ in WRONG:
        with pytest.raises(TeahorseError) as raised:
            go_wrong()
        assert raised.value.translated(say) == str(raised.value)
    for warning in board_warnings(edition_tables("2023") | SLIPS):
        assert warning.message.translated(say) == str(warning.message)
    # tests/web/test_compiling.py has that of the code cache
    files = {f"src/teahorse/{module}" for module in WITH_ERRORS} - {"src/teahorse/rules/code_cache.py"}
    raised_there = [message for message in template() if files & {file for file, _ in message.locations}]
    untried = {texts_of(message)[0] for message in raised_there if asked.isdisjoint(texts_of(message))}
    of_packages = {text for text in untried if "pip install" in text}  # no page misses a package
    assert untried - of_packages - {*FORMS.values()} - OF_SWITCHES == set()
    assert asked <= known_texts()


def test_a_refusal_keeps_its_english_sentence() -> None:
    game = Game.new(players=3)
    game.play("bid school 9")
    with pytest.raises(IllegalMove) as raised:
        game.play("bid school 9")
    assert raised.value.sentence == "That space is taken by p1."
    assert str(raised.value) == "`bid school 9` is not allowed (3.2): That space is taken by p1."


# --- On pages ---------------------------------------------------------------------------------------------


def at_table(tables: TableService) -> tuple[ListedKey, Visitor]:
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    visitor = Visitor(tables, held)
    visitor.app.router.routes.extend(table.router.routes)
    play_moves(tables, *held, "bid school 9")
    return held, visitor


@pytest.mark.parametrize(
    ("move", "said", "rule"),
    [
        (
            "bid school 6",
            "Handelsschule: Ein Feld '6' gibt es dort nicht; die Preise sind 5, 7, 9, 12, 15 (3.1).",
            None,
        ),
        ("bid school 9", "Auf diesem Feld steht schon Person 1.", "3.2"),
    ],
)
def test_an_invalid_typed_move_is_refused_in_german(
    tables: TableService, move: str, said: str, rule: str | None
) -> None:
    held, visitor = at_table(tables)
    answer = visitor.post(f"/t/{held.table}/moves", data={"move": move, "number": 2}, headers=SCRIPT)
    assert answer.status_code == 422
    assert (answer.json()["sentence"], answer.json()["rule"]) == (said, rule)


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "spiel.yunnan lässt sich nicht öffnen. Der Partie fehlt die Kopfzeile Edition;"),
        (b"\xff\xfe", "spiel.yunnan lässt sich nicht öffnen: Eine Partie ist ein Text in UTF-8."),
        (b"#" * 1_000_001, "spiel.yunnan ist zu groß für eine Partie: mehr als 1 MB."),
    ],
    ids=["no record", "no text", "too large"],
)
def test_an_unreadable_file_is_refused_in_german(tables: TableService, data: bytes, said: str, accept: str) -> None:
    files = {"file": ("spiel.yunnan", data)}
    answer = Visitor(tables).post("/open", files=files, headers=GERMAN | {"accept": accept})
    assert answer.status_code == 422 and said in page_text(answer.text)


def test_a_missing_file_is_asked_for_in_german(tables: TableService) -> None:
    answer = Visitor(tables).post("/open", files={"file": ("", b"")}, headers=GERMAN)
    assert "Wähle erst eine Datei: eine Partie mit der Endung .yunnan." in page_text(answer.text)


@pytest.mark.parametrize("button", [{}, {"update": "1"}], ids=["start", "update"])
def test_an_invalid_board_is_refused_in_german(tables: TableService, button: dict[str, str]) -> None:
    fields = {"seed": "1", "board_name": "mine.toml", "board_text": "temple = [4, 2]"} | button
    page = Visitor(tables).post("/new", data=fields, headers=GERMAN).text
    assert "In `temple` steigen die Preise von Feld zu Feld, in [4, 2] nicht." in page_text(page)


@pytest.fixture
def app(database: str) -> Iterator[FastAPI]:
    app = make_app(Settings(database, bot_pause=0, names=(HOST,)))
    yield app
    app.state.storage.close()


def test_the_server_as_a_whole_refuses_in_german(app: FastAPI) -> None:
    held = ListedKey(*app.state.table_service.create(config_for(PERSON, PERSON, PERSON)))
    visitor = Visitor(app.state.table_service, held)
    visitor.app = app
    plain = visitor.post(f"/t/{held.table}/moves", data={"move": "done", "number": 1}, headers=GERMAN)
    assert "`done` ist nicht erlaubt (1.6): Jetzt ist Person 1 mit Bieten dran;" in page_text(plain.text)
    path = f"/api/v1/tables/{held.table}"
    refused = visitor.post(f"{path}/moves", json={"move": "fly", "number": 1}, headers=GERMAN)
    assert refused.json()["sentence"].startswith("'fly' ist kein Zug; Züge beginnen mit")
    why = visitor.get(f"{path}/why-not?move=done", headers=GERMAN).json()
    assert why["sentence"].startswith("Now p1 is to bid;")  # answers of the API are in English, its errors translated
