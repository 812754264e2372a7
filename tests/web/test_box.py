"""Your box: numbers typed off a printed board are checked, saved as a file, and become the server's default."""

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from teahorse.board_files import read_board
from teahorse.cli import app as command_line
from teahorse.custom_boards import edition_tables
from teahorse.rules.names import GORGE
from teahorse.server.http.hosts import is_loopback
from teahorse.server.settings import Settings
from teahorse.text.language import language_named
from teahorse.text.translation import as_written
from teahorse.web.app import make_app
from teahorse.web.new_game.box_form import box_of_board, fields_of, read_box
from variants import BOARDS
from visitor import page_text

OURS = fields_of(edition_tables("2023"))
SENT = {name: text for name, text in OURS.items() if text}  # a browser leaves out boxes that are not ticked
SEATS = [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cid"}]


class Owner:
    """Someone with a printed box, before a server."""

    def __init__(self, database: str, allow_box_default: bool = True, language: str = "en") -> None:
        self.app = make_app(Settings(database, allow_box_default=allow_box_default))
        self.language = language

    def ask(self, method: str, path: str, **what: Any) -> httpx.Response:
        async def answer() -> httpx.Response:
            headers = {"accept-language": self.language}
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=headers) as client:
                return await client.request(method, path, **what)

        return asyncio.run(answer())

    def do(self, wanted: str, edition: str = "2023", **changed: str) -> httpx.Response:
        """Press a button of the form, with these fields changed."""
        return self.ask("POST", "/box", data=SENT | changed | {"edition": edition, "do": wanted})

    def new_table(self, **what: Any) -> Any:
        """The board of a new table, made by the interface for programs."""
        made = self.ask("POST", "/api/v1/tables", json={"seats": SEATS, "edition": "2023"} | what).json()
        return self.board_at(made["id"])

    def board_at(self, table_id: str) -> Any:
        return self.ask("GET", f"/api/v1/tables/{table_id}").json()["snapshot"]["board"]

    def board_of_form(self, **fields: str) -> Any:
        """The board of a new table, made by the form."""
        started = self.ask("POST", "/new", data=fields)
        assert started.status_code == 303, started.text
        return self.board_at(started.headers["location"].split("/")[2])

    def close(self) -> None:
        self.app.state.storage.close()


@pytest.fixture
def owner(database: str) -> Iterator[Owner]:
    owner = Owner(database)
    yield owner
    owner.close()


# --- The form -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["2023", "2013"])
def test_our_tables_in_the_form_make_no_board(edition: str) -> None:
    box = read_box(edition, OURS, as_written)
    assert (box.findings, box.changed, box.board) == ({}, (), {})


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_in_the_form_comes_out_as_it_was(board: dict[str, Any]) -> None:
    try:
        box = box_of_board("2023", board, as_written)
    except ValueError as error:
        assert "changes within an area of five coins" in str(error)
        return
    ours = edition_tables("2023")
    expected = {name: table for name, table in board.items() if table != ours[name]}
    if "gorges" in expected:
        expected["gorges"] = sorted(expected["gorges"], key=GORGE.index)
    assert box.board == expected


@pytest.mark.parametrize(
    ("field", "text", "table", "sentence"),
    [
        ("bank_high-3", "x", "bank_high", "15\u201319: a whole number from 0 to 255 belongs here."),
        ("bank_low-19", "256", "bank_low", "95+: a whole number from 0 to 255 belongs here."),
        ("bank_high-0", "", "bank_high", "0\u20134: a whole number from 0 to 255 belongs here."),
        ("temple-0", "0", "temple", "Space 1: a whole number from 1 to 255 belongs here."),
        (
            "temple-2",
            "6",
            "temple",
            "“Spaces of the temple” goes up from price to price, and [5, 7, 6, 12, 15] does not.",
        ),
        ("trader_values-Q", "-1", "trader_values", "Qinghai: a whole number from 0 to 255 belongs here."),
        ("market_value", "9" * 30, "market_value", "What the market pays: a whole number from 0 to 255 belongs here."),
        ("duli-2-S", "8", "duli", "Card 3, Sichuan: a whole number from 0 to 7 belongs here."),
    ],
)
def test_a_number_without_sense_is_marked_with_its_sentence(field: str, text: str, table: str, sentence: str) -> None:
    box = read_box("2023", OURS | {field: text}, as_written)
    assert list(box.findings) == [table] and box.board == {}
    finding = box.findings[table]
    assert (finding.fields, finding.sentence, finding.is_mistake) == ((field,), sentence, True)


def test_a_card_that_names_a_building_twice_is_marked() -> None:
    finding = read_box("2023", OURS | {"duli-0-bid-1": "school"}, as_written).findings["duli"]
    assert finding.fields == tuple(f"duli-0-bid-{place}" for place in range(5))
    assert finding.sentence.startswith("Dúli's card 1 bids in ['school', 'school'")


def test_a_slip_is_asked_about_but_allowed() -> None:
    box = read_box("2023", OURS | {"bank_high-14": "3"}, as_written)
    finding = box.findings["bank_high"]
    assert (finding.fields, finding.is_mistake) == (("bank_high-14",), False) and list(box.board) == ["bank_high"]


def test_a_temple_may_have_fewer_spaces() -> None:
    assert read_box("2023", OURS | {"temple-1": "", "temple-4": ""}, as_written).board == {"temple": [5, 9, 12]}


def test_sentences_are_said_in_german() -> None:
    german = language_named("de").say
    wrong = OURS | {"bank_high-3": "x", "temple-1": "5"}
    said = [finding.sentence for finding in read_box("2023", wrong, german).findings.values()]
    assert "15\u201319: Hier gehört eine ganze Zahl von 0 bis 255 hin." in said
    assert any(sentence.startswith("In „Felder des Tempels“ steigen die Preise") for sentence in said)


# --- The page -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["2023", "2013"])
def test_the_page_has_a_field_for_every_number_with_where_ours_comes_from(owner: Owner, edition: str) -> None:
    page = owner.ask("GET", f"/box?edition={edition}")
    assert page.status_code == 200
    assert set(re.findall(r'name="([^"]+)" data-table="\w+"', page.text)) == set(OURS)
    sources = re.findall(r'<span class="source (\w+)"', page.text)
    assert sources.count("reconstructed") == 5 and len(sources) == 8
    first, known = page.text.index('id="bank_high"'), page.text.index('id="trader_values"')
    assert first < page.text.index('id="gorges"') < known
    assert ('id="temple"' in page.text[:known]) == (edition == "2023")
    assert ('id="bank_low"' in page.text[:known]) == (edition == "2013")
    names = ("Kang", "Qamdo") if edition == "2023" else ("Qamdo", "Kang")
    assert f"Yunnan \u2013 {names[0]}" in page.text and f"Yunnan \u2013 {names[1]}" not in page.text


def test_what_is_typed_is_checked_at_once(owner: Owner) -> None:
    fields = SENT | {"edition": "2023", "bank_high-3": "x", "temple-4": "20"}
    found = owner.ask("POST", "/box/check", data=fields).json()
    sentence = "15\u201319: a whole number from 0 to 255 belongs here."
    assert found["found"] == {"bank_high": {"sentence": sentence, "fields": ["bank_high-3"], "mistake": True}}
    assert found["changed"] == ["bank_high-3", "temple-4"]
    assert found["summary"] == "Needs another look: bank (high)."
    mended = owner.ask("POST", "/box/check", data=fields | {"bank_high-3": "10"}).json()
    assert (mended["found"], mended["summary"]) == ({}, "Differs from our tables: temple.")


@pytest.mark.parametrize("wanted", ["check", "file", "default"])
def test_without_a_script_the_same_is_said_when_a_button_is_pressed(owner: Owner, wanted: str) -> None:
    page = owner.do(wanted, **{"bank_high-3": "<x>"})
    assert page.status_code == (200 if wanted == "check" else 422)
    assert "15\u201319: a whole number from 0 to 255 belongs here." in page.text
    marked = re.search(r'<input[^>]*value="&lt;x&gt;"[^>]*>', page.text)
    assert marked and 'aria-invalid="true"' in marked[0] and 'aria-describedby="found-bank_high"' in marked[0]
    assert owner.new_table() is None


def test_only_what_differs_is_saved_as_a_file_that_can_be_read(owner: Owner) -> None:
    saved = owner.do("file", **{"temple-4": "20"})
    assert saved.headers["content-disposition"] == 'attachment; filename="board.toml"'
    assert read_board(saved.text, "board.toml") == {"temple": [5, 7, 9, 12, 20]}
    nothing = owner.do("file")
    assert nothing.status_code == 422 and "Nothing differs from our tables yet." in nothing.text


def test_a_board_file_is_loaded_into_the_form(owner: Owner) -> None:
    def load(name: str, data: bytes) -> httpx.Response:
        fields = SENT | {"edition": "2023", "do": "load", "bank_high-3": "11"}
        return owner.ask("POST", "/box", data=fields, files={"file": (name, data)})

    loaded = load("mine.json", json.dumps({"temple": [3, 6]}).encode())
    assert loaded.status_code == 200 and "mine.json is loaded." in loaded.text
    assert "Differs from our tables: temple." in page_text(loaded.text)
    for name, data, said in (
        ("mine.toml", b"temple = [6, 3]", "goes up from price to price"),
        ("mine.toml", b"temple = ", "can't be read as TOML"),
        ("mine.toml", b"\xff", "isn't UTF-8 text"),
        ("mine.toml", b"#" * 100_001, "is too large for a board"),
        ("mine.toml", b"a" + b".a" * 40_000 + b"=1", "a key has more than 10 parts"),
        ("mine.toml", b"bank_high = [[0, 1], [3, 2]]", "changes within an area of five coins"),
        ("", b"", "Choose a file first"),
    ):
        refused = load(name, data)
        assert refused.status_code == 422 and said in page_text(refused.text)
        assert "Differs from our tables: bank (high)." in page_text(refused.text)  # what was typed is still there


# --- The default of the server ------------------------------------------------------------------------


def test_new_games_of_form_and_api_use_the_default_also_after_a_restart(database: str, owner: Owner) -> None:
    before = owner.ask("POST", "/api/v1/tables", json={"seats": SEATS}).json()["id"]
    kept = owner.do("default", **{"temple-4": "20"})
    assert (kept.status_code, kept.headers["location"]) == (303, "/box?edition=2023&kept=box")
    owner.close()
    again = Owner(database)
    board = {"temple": [5, 7, 9, 12, 20]}
    assert again.new_table() == again.board_of_form() == board
    assert again.new_table(edition="2013") is None and again.board_of_form(edition="2013") is None
    assert again.board_at(before) is None  # games that have begun keep their tables
    page = page_text(again.ask("GET", "/box").text)
    assert "New games of the 2023 edition on this server are played with the tables of a box: temple." in page
    undone = again.do("ours")
    assert undone.status_code == 303 and again.new_table() is None and again.board_of_form() is None
    again.close()


def test_a_new_game_may_choose_otherwise(owner: Owner) -> None:
    owner.do("default", **{"temple-4": "20"})
    form = page_text(owner.ask("GET", "/new").text)
    assert "New games on this server are played with the tables of a box: temple." in form
    assert "Play with our tables instead" in form
    assert owner.board_of_form(our_tables="1") is None and owner.new_table(board={}) is None
    own = {"temple": [2, 4]}
    assert owner.new_table(board=own) == own
    assert owner.board_of_form(board_name="mine.toml", board_text="temple = [2, 4]") == own
    wrong = owner.ask("POST", "/api/v1/tables", json={"seats": SEATS, "board": {"temple": [4, 2]}})
    assert wrong.status_code == 422 and "goes up from price to price" in wrong.json()["sentence"]


def test_the_choice_of_our_tables_stays_ticked_when_the_form_comes_back(owner: Owner) -> None:
    owner.do("default", **{"temple-4": "20"})
    again = owner.ask("POST", "/new", data={"our_tables": "1", "update": "1"})
    assert re.search(r'name="our_tables" value="1" checked', again.text)


def test_a_default_that_this_version_refuses_counts_as_none(owner: Owner, caplog: pytest.LogCaptureFixture) -> None:
    owner.app.state.storage.save_default_board("2023", {"temple": [9, 5]})
    assert owner.ask("GET", "/box").status_code == owner.ask("GET", "/new").status_code == 200
    assert owner.new_table() is None and owner.board_of_form() is None
    assert "The default board of 2023 is not used: `temple` goes up" in caplog.text


def test_a_server_that_others_reach_lets_nobody_change_its_default(database: str, owner: Owner) -> None:
    owner.do("default", **{"temple-4": "20"})
    owner.close()
    guest = Owner(database, allow_box_default=False)
    page = guest.ask("GET", "/box").text
    assert 'value="default"' not in page and 'value="ours"' not in page and "--allow-box-default" in page
    for wanted in ("default", "ours"):
        refused = guest.do(wanted, **{"temple-4": "30"})
        assert refused.status_code == 403
        assert "This server doesn't let people change the tables of new games." in page_text(refused.text)
    assert guest.new_table() == {"temple": [5, 7, 9, 12, 20]}
    guest.close()


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        ([], True),
        (["--host", "::1"], True),
        (["--host", "0.0.0.0"], False),
        (["--host", "0.0.0.0", "--allow-box-default"], True),
        (["--name", "yunnan.example.org"], False),
    ],
)
def test_only_a_server_of_this_machine_alone_allows_it_unasked(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], allowed: bool
) -> None:
    from typer.testing import CliRunner

    started: list[Settings] = []

    def stop(settings: Settings) -> None:
        started.append(settings)
        raise KeyboardInterrupt

    monkeypatch.setattr("teahorse.web.app.make_app", stop)
    CliRunner().invoke(command_line, ["web", "--no-browser", "--database", "unused.sqlite", *arguments])
    assert [settings.allow_box_default for settings in started] == [allowed]


@pytest.mark.parametrize(
    ("host", "is_local"),
    [("localhost", True), ("127.0.0.1", True), ("127.8.0.1", True), ("::1", True), ("0.0.0.0", False), ("::", False),
     ("192.168.0.7", False), ("yunnan.example.org", False)],
)  # fmt: skip
def test_a_loopback_address_is_known(host: str, is_local: bool) -> None:
    assert is_loopback(host) == is_local


def test_the_pages_that_speak_of_reconstructed_tables_lead_to_the_box(owner: Owner) -> None:
    for path in ("/rules/data", "/learn", "/new"):
        assert 'href="/box' in owner.ask("GET", path).text
