"""The home page: a game at once, the games of this browser, and files that become tables."""

import re
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from people_apart import table_apart
from rule_marker import rule
from table_setup import PERSON, config_for, play_greedily, play_moves
from teahorse.game import Game
from teahorse.rules.ruleset import Ruleset
from teahorse.server.tables.browsers import Browser
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.keys import BROWSER_COOKIE, LIST_COOKIE, ListedKey
from teahorse.server.tables.people import People
from teahorse.server.tables.results import GameResult, SeatResult, results_of
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.server.tables.service import TableService
from teahorse.text.language import language_named
from teahorse.text.translation import as_written
from teahorse.web.new_game.config_from_form import config_from_form
from teahorse.web.new_game.form import read_form
from teahorse.web.new_game.open_record import RecordFileError, read_file
from teahorse.web.new_game.play_now import quick_game
from teahorse.web.presenters.my_games import MyGame, my_games, title_of, variant_of
from visitor import Visitor, page_text, request_with_cookies

GAMES = Path(__file__).parent.parent / "games"
FINISHED = GAMES / "standard-3-vp.yunnan"
ENGLISH = language_named("en")
BEGUN = '[Edition "2023"]\n[People "3"]\n{headers}\nbid school 9\nbid school 5\n'
LEGAL = BEGUN.replace("school 5", "horse 5")


def opened(text: str, name: str = "game.yunnan") -> GameConfig:
    return read_file(text.encode(), name, 1, as_written).config


def sit_down(tables: TableService, *bots: str | None, **options: Any) -> ListedKey:
    return ListedKey(*tables.create(config_for(*bots, **options)))


def browser_with(tables: TableService, *held: ListedKey) -> Browser:
    """A browser that sat down with these keys."""
    request = request_with_cookies()
    for table_id, key in held:
        browser = Browser(request, tables.storage)
        browser.sit(table_id, key)
        request = request_with_cookies(browser=str(browser.id))
    return Browser(request, tables.storage)


def games_of(tables: TableService, *held: ListedKey) -> list[MyGame]:
    """The list of a browser that sat down with these keys."""
    return my_games(tables.storage, browser_with(tables, *held), ENGLISH).games


# --- Play now --------------------------------------------------------------------------------------------


def test_a_first_game_is_against_novices_of_different_tempers_and_every_move_can_be_taken_back(
    tables: TableService,
) -> None:
    begun = sit_down(tables, PERSON, "merchant", "novice")
    for visitor in (Visitor(tables), Visitor(tables, begun)):
        page = visitor.get("/").text
        assert "You against two novices." in page_text(page)
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]+)">', page))
        config = config_from_form(read_form(fields, 1), as_written)
        bots = [seat.bot for seat in config.seats if seat.bot]
        assert len(set(bots)) == len(bots) == 2 and all(bot.startswith("novice/") for bot in bots)
        assert config.take_back == "bots"


def ended(own_rank: int, *bots: str | None) -> GameResult:
    """A finished game of the reader against these seats."""
    ranks = [rank for rank in range(1, len(bots) + 2) if rank != own_rank]
    own = SeatResult(Seat("Ann", ("red",)), "p1", 80, own_rank)
    others = [
        SeatResult(Seat("Other", ("blue",), bot), f"p{rank}", 80, rank) for rank, bot in zip(ranks, bots, strict=True)
    ]
    ranking = tuple(sorted([own, *others], key=lambda each: each.rank))
    return GameResult("t", datetime(2026, 1, 1, tzinfo=UTC), Ruleset.of("2023", 3), False, 8, ranking, own)


@pytest.mark.parametrize(
    ("results", "word"),
    [
        ([], "two novices"),
        ([ended(1, "novice/builder", "novice/diplomat")], "a novice and an apprentice"),
        ([ended(2, "novice", "novice")], "two novices"),
        ([ended(3, "novice", "novice")], "two novices"),
        ([ended(2, "novice", "apprentice"), ended(1, "novice", "novice")], "a novice and an apprentice"),
        ([ended(3, "novice", "apprentice")], "two novices"),
        ([ended(1, "apprentice", "caravaner")], "a caravaner and a merchant"),
        ([ended(1, "master", "master")], "a merchant and an official"),
        ([ended(1, "network", "novice"), ended(1, None, "novice")], "two novices"),  # they tell nothing
    ],
)
def test_play_now_follows_how_the_last_game_against_bots_went(results: list[GameResult], word: str) -> None:
    assert quick_game(results).word.startswith(f"You against {word}.")


def test_after_a_game_that_was_won_play_now_is_a_step_harder(tables: TableService) -> None:
    held = sit_down(tables, PERSON, "novice", "novice", vp_end=1)
    play_greedily(tables, *held)
    (result,) = results_of(tables.storage, browser_with(tables, held))
    game = quick_game([result])
    assert f"{game.word} You won, so it gets a bit harder." in page_text(Visitor(tables, held).get("/").text)


# --- Your games -------------------------------------------------------------------------------------------


def test_a_new_browser_has_no_games_and_is_told_so(tables: TableService) -> None:
    page = Visitor(tables).get("/").text
    assert "No game yet." in page_text(page)
    assert re.search(r'<form method="post" action="/new"[^>]*>\s*(<input[^>]*>)*\s*<button', page)


def test_games_are_listed_with_players_round_and_whose_turn(tables: TableService) -> None:
    held = sit_down(tables, PERSON, "merchant", "novice")
    page = Visitor(tables, held).get("/").text
    assert f'href="/t/{held.table}"' in page
    words = page_text(page)
    assert "You against Person 2 and Person 3 Round 1. It is your turn. You Person 2 bot Person 3 bot" in words
    assert re.search(r"\d+/\d+/\d+, \d+:\d+ · Yunnan 2023", words)
    assert all(f"#mark-{colour}" in page for colour in COLOURS[:3])


@rule("5.6")
def test_a_small_picture_shows_who_stands_where_and_the_mover_is_marked(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    table = play_greedily(tables, *held, rows=60)
    (line,) = games_of(tables, held)
    standing = table.history.game.snapshot()["players"]
    counts = {
        (place, table.colours[player]): count
        for player in standing
        for place, count in standing[player]["provinces"].items()
        if count
    }
    assert counts and {(place, colour): count for place, colour, count in line.traders} == counts
    assert line.mover == table.seat_of(str(table.to_move))
    page = Visitor(tables, held).get("/").text
    assert page.count('<text class="small-count"') == len(counts) and page.count("game-seat to-move") == 1
    part = Visitor(tables, held).get("/games").text
    assert "<html" not in part and held.table in part


def test_a_bots_turn_and_someone_elses_are_told_by_name(tables: TableService) -> None:
    held = sit_down(tables, PERSON, "merchant", "novice")
    play_moves(tables, *held, "bid school 9")
    (line,) = games_of(tables, held)
    assert (line.state, line.is_mine) == ("Person 2 is to move.", False)


def test_around_one_screen_the_mover_is_told_by_name(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    (line,) = games_of(tables, held)
    assert (line.state, line.is_mine) == ("Person 1 is to move.", True)


def test_a_finished_game_tells_who_has_won(tables: TableService) -> None:
    wish = opened(FINISHED.read_text().replace("\n\n", '\n[Player.p2 "Ann"]\n\n', 1))
    held = ListedKey(*tables.create(wish))
    winner = tables.open(held.table).history.game.standings()[0]["player"]
    (line,) = games_of(tables, held)
    assert line.is_over and winner == "p2" and line.state.startswith("Ann won with ")
    assert "Finished in round" in page_text(Visitor(tables, held).get("/").text)


def test_the_game_played_last_comes_first(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(1_700_000_000)
    for module in ("database", "stored"):
        monkeypatch.setattr(f"teahorse.server.storage.{module}.now", lambda: next(clock))
    games = [sit_down(tables, PERSON, PERSON, PERSON) for _ in range(3)]
    play_greedily(tables, *games[1], rows=2)
    listed = [line.id for line in games_of(tables, *games)]
    assert listed == [games[1].table, games[2].table, games[0].table]


def test_moves_taken_back_are_not_seen_at_a_glance(tables: TableService) -> None:
    held = sit_down(tables, PERSON, "merchant", "novice")
    play_moves(tables, *held, "bid school 9")
    tables.undo(held.table, [held.key], 2, False)
    (line,) = games_of(tables, held)
    assert line.state == "It is your turn."


@pytest.mark.parametrize(
    ("edition", "options", "title"),
    [
        ("2023", {}, "Yunnan 2023"),
        ("2023", {"expert": True}, "Yunnan 2023, Expert"),
        ("2013", {"profi": True}, "Yunnan 2013, Profi"),
        ("2023", {"vp_end": 60}, "Yunnan 2023, house rules"),
    ],
)
def test_a_game_is_called_by_its_players_and_tells_what_is_played(
    tables: TableService, edition: str, options: dict[str, object], title: str
) -> None:
    seats = tuple(Seat(colour, (colour,)) for colour in COLOURS[:3])
    table_id, _ = tables.create(GameConfig(Ruleset.of(edition, 3, options), seats, 1))
    table = tables.open(table_id)
    assert variant_of(table, as_written) == title
    assert title_of(table, as_written) == "red, blue and black"
    assert title_of(table, as_written, seats[:1]) == "You against blue and black"


def test_removing_a_game_forgets_its_keys_and_no_others(tables: TableService) -> None:
    kept, removed = (sit_down(tables, PERSON, PERSON, PERSON) for _ in range(2))
    visitor = Visitor(tables, kept, removed)
    answer = visitor.post("/forget", data={"table": removed.table})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    page = visitor.get("/").text
    assert kept.table in page and removed.table not in page
    assert tables.open(removed.table).players_of([visitor.cookies[BROWSER_COOKIE]]) == frozenset()
    assert tables.open(removed.table).players_of([removed.key]) != frozenset()  # its link still works
    assert tables.open(removed.table).id == removed.table


def test_a_game_that_goes_on_with_others_is_left_before_it_is_removed(tables: TableService) -> None:
    at = table_apart(tables, PERSON, PERSON, "novice")
    visitor = Visitor(tables)
    visitor.cookies.set(BROWSER_COOKIE, at.keys[1])
    page = visitor.get("/").text
    assert "Leave your seat first." in page and "Remove from the list" not in page
    answer = visitor.post("/forget", data={"table": at.id})
    assert answer.headers["location"] == f"/t/{at.id}/seats"
    assert at.open().players_of(at.key(1)) == {"p2"}  # nothing was removed
    People(tables).leave(at.id, at.key(0), 0, "novice")
    assert "Remove from the list" in visitor.get("/").text  # only bots are left
    visitor.post("/forget", data={"table": at.id})
    assert at.open().players_of(at.key(1)) == frozenset()


def test_a_garbled_cookie_harms_nothing(tables: TableService) -> None:
    visitor = Visitor(tables)
    visitor.cookies.set(BROWSER_COOKIE, "%%%")
    visitor.cookies.set(LIST_COOKIE, "%%% .. x.y")
    assert visitor.get("/").status_code == 200


# --- Opening a file ---------------------------------------------------------------------------------------


def send(visitor: Visitor, data: bytes, name: str = "my game.yunnan", **headers: str) -> tuple[int, str]:
    answer = visitor.post("/open", files={"file": (name, data)}, headers=headers)
    return answer.status_code, answer.headers.get("location", answer.text)


def test_a_finished_game_opens_as_a_replay(tables: TableService) -> None:
    visitor = Visitor(tables)
    status, location = send(visitor, FINISHED.read_bytes())
    found = re.fullmatch(r"/t/(\w{10})/at/0", location)
    assert status == 303 and found is not None
    table = tables.open(found[1])
    assert (table.kind, table.title) == ("opened", "standard-3-vp")
    assert [step.move for step in table.history.steps] == Game.from_record(FINISHED.read_text()).moves
    assert "standard-3-vp" in visitor.get("/").text  # the browser has its key


def test_an_unfinished_game_goes_on_with_its_seats_in_this_browser(tables: TableService) -> None:
    visitor = Visitor(tables)
    _, location = send(visitor, LEGAL.format(headers="").encode())
    table_id = location.removeprefix("/t/")
    assert tables.open(table_id).players_of([visitor.cookies[BROWSER_COOKIE]]) == {"p1", "p2", "p3"}
    assert (tables.open(table_id).to_move, tables.open(table_id).title) == ("p3", "my game")


def test_names_and_bots_come_from_the_headers() -> None:
    headers = '[Player.p1 "Ann"]\n[Player.p2 "merchant/banker"]\n[Player.p3 "Mei"]\n[Bot.p3 "novice"]\n[Event "Cup"]\n'
    wish = opened(LEGAL.format(headers=headers))
    assert wish.seats == (
        Seat("Ann", ("red",)),
        Seat("Tashi", ("blue",), "merchant/banker"),
        Seat("Mei", ("black",), "novice"),
    )
    assert (wish.title, wish.headers) == ("Cup", {"Event": "Cup"})


def test_what_a_table_writes_is_read_back_the_same(tables: TableService) -> None:
    held = sit_down(tables, PERSON, "merchant", "novice")
    play_greedily(tables, *held, rows=9)
    table = tables.open(held.table)
    again = opened(tables.record(held.table))
    assert again.seats == table.seats and again.rules is table.rules
    assert list(again.moves) == [step.move for step in table.history.steps]


@pytest.mark.parametrize("bot", ["evil.py:Bot", "search:1000000", "search:60s", "nobody", "random/racer"])
def test_a_file_brings_no_bots_of_its_own(bot: str) -> None:
    seat = opened(LEGAL.format(headers=f'[Player.p1 "{bot}"]\n[Bot.p2 "{bot}"]\n')).seats
    assert (seat[0].name, seat[0].bot, seat[1].bot) == (bot, None, None)


def test_names_that_are_missing_too_long_or_shared_are_made_to_fit(tables: TableService) -> None:
    long = "x" * 300
    wish = opened(LEGAL.format(headers=f'[Player.p1 "{long}"]\n[Player.p2 "{long}"]\n'))
    assert [seat.name[-2:] for seat in wish.seats] == ["xx", " 2", "ck"]
    tables.create(wish)


def test_two_colours_in_one_hand_are_one_seat(tables: TableService) -> None:
    wish = opened((GAMES / "two-colours-2013-2-vp.yunnan").read_text())
    assert [seat.colours for seat in wish.seats] == [("red", "black"), ("blue", "yellow")]
    tables.create(wish)


@pytest.mark.parametrize("game", sorted(GAMES.glob("*-presents.yunnan")), ids=lambda path: path.stem)
def test_games_of_every_kind_can_be_opened(game: Path) -> None:
    assert opened(game.read_text(), game.name).title == game.stem


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (BEGUN.format(headers="").encode(), "x.yunnan can't be opened. Line 5, move 2: `bid school 5` is not allowed"),
        (b"", "has no header Edition"),
        (b"\x89PNG\xff\xfe", "a game record is a text in UTF-8"),
        (b"#" * 1_000_001, "more than 1 MB"),
        (b'[Edition "1999"]\n[People "3"]\n', "no edition '1999'"),
        (b'[Edition "2023"]\n[People "3"]\nsing\n', "Line 3"),
    ],
    ids=["a broken rule", "empty", "binary", "too large", "another edition", "no move"],
)
def test_a_file_that_can_not_be_opened_gets_a_sentence(tables: TableService, data: bytes, said: str) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    visitor = Visitor(tables, held)
    status, page = send(visitor, data, "x.yunnan")
    assert status == 422 and said in page_text(page)
    assert held.table in page  # your games are still there


def test_without_a_file_one_is_asked_for(tables: TableService) -> None:
    answer = Visitor(tables).post("/open", files={"file": ("", b"")})
    assert answer.status_code == 422 and "Choose a file first" in page_text(answer.text)


def test_a_script_is_told_where_to_go_or_what_is_wrong(tables: TableService) -> None:
    visitor = Visitor(tables)
    status, text = send(visitor, LEGAL.format(headers="").encode(), accept="application/json")
    assert status == 200 and re.fullmatch(r'\{"to":"/t/\w{10}"\}', text)
    status, text = send(visitor, b"", accept="application/json")
    assert status == 422 and text.startswith('{"problem":"')


def test_a_broken_file_raises_nothing_else() -> None:
    with pytest.raises(RecordFileError, match="Line 1"):
        opened("[Oops\n")
