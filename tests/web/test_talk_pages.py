"""Chat, requests and clocks on the page of a table: who sees what, and forms that work without scripts."""

from typing import Any

import pytest
from table_visits import SCRIPT, sit_down, visit

from people_apart import TableApart, table_apart
from teahorse.server.tables import asking, chatting
from teahorse.server.tables.events.chat import CHAT
from teahorse.server.tables.events.requests import TAKEN_BACK
from teahorse.server.tables.events.sharing import NOBODY, WATCHING
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.events.timing import TIMED_OUT, TIMING
from teahorse.server.tables.service import TableService
from teahorse.server.tables.timing.control import TimeControl
from teahorse.text.language import language_for
from teahorse.web.error_pages import add_error_handlers
from teahorse.web.presenters.clocks import time_text
from teahorse.web.routes import talk
from visitor import Visitor, page_text

RUDE = "<script>alert('tea')</script> & <b>bold</b>"
BOT_MOVES = '<span class="clock">a bot moves</span>'
BUDGET = TimeControl.budget(10, 30, "merchant")


def reader(apart: TableApart, *seats: int) -> Visitor:
    """A visitor with the keys of these seats."""
    visitor = visit(apart.tables)
    visitor.app.router.routes.extend(talk.router.routes)
    add_error_handlers(visitor.app)
    for seat in seats:
        visitor.get(f"/t/{apart.id}/sit/{apart.keys[seat]}")
    return visitor


def page_of(visitor: Visitor, apart: TableApart) -> str:
    return visitor.get(f"/t/{apart.id}").text


def send(visitor: Visitor, apart: TableApart, address: str, **fields: Any) -> Any:
    return visitor.post(f"/t/{apart.id}/{address}", data=fields)


@pytest.fixture
def apart(tables: TableService) -> TableApart:
    """Three people; the first is the host."""
    return table_apart(tables, None, None, None)


def test_nobody_who_plays_alone_or_around_one_screen_sees_a_chat(tables: TableService, apart: TableApart) -> None:
    for bots in ((None, "greedy", "greedy"), (None, None, None)):
        held = sit_down(tables, *bots)
        page = visit(tables, held).get(f"/t/{held.table}").text
        assert 'id="talk"' not in page and "Ask to undo" not in page
    assert 'id="talk"' not in page_of(reader(apart, 0, 1, 2), apart)
    assert 'id="talk"' in page_of(reader(apart, 0), apart)


def test_a_message_is_sent_by_a_plain_form_and_shown_as_text(apart: TableApart) -> None:
    answer = send(reader(apart, 1), apart, "chat", text=RUDE)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{apart.id}")
    page = page_of(reader(apart, 0), apart)
    assert RUDE not in page and "&lt;script&gt;alert(" in page
    changes = reader(apart, 0).get(f"/t/{apart.id}/changes?after=0").json()
    assert list(changes) == ["talk-lines"] and RUDE not in changes["talk-lines"]
    assert "talk-text" not in changes["talk-lines"]  # what is being typed stays


def test_rows_of_a_story_leave_the_chat_out(apart: TableApart) -> None:
    chatting.write(apart.tables, apart.id, apart.key(1), "Hello")
    part = reader(apart, 0).get(f"/t/{apart.id}?part=1").text
    assert 'id="talk"' in part and "Hello" not in part
    assert "Hello" in reader(apart, 0).get(f"/t/{apart.id}/talk").text


def test_spectators_read_only_if_the_host_allows_it(apart: TableApart) -> None:
    chatting.write(apart.tables, apart.id, apart.key(1), "Hello")
    spectator = reader(apart)
    assert "Hello" not in page_of(spectator, apart)
    assert spectator.get(f"/t/{apart.id}/talk").status_code == 404
    assert spectator.get(f"/t/{apart.id}/changes?after=0").json()["talk-lines"].count("Hello") == 0
    assert send(reader(apart, 1), apart, "readers", on="1").status_code == 403
    send(reader(apart, 0), apart, "readers", on="1")
    page = page_of(spectator, apart)
    assert "Hello" in page and 'id="talk-text"' not in page
    assert send(spectator, apart, "chat", text="I want to talk, too").status_code == 403


def test_a_private_table_has_no_chat_for_strangers(apart: TableApart) -> None:
    apart.tables.append(apart.id, lambda _: [NewEvent(WATCHING, None, {"who": NOBODY})])
    assert send(reader(apart), apart, "chat", text="Hello").status_code == 404
    assert reader(apart).get(f"/t/{apart.id}/talk").status_code == 404


def test_readers_mute_and_report_and_the_host_removes(apart: TableApart) -> None:
    chatting.write(apart.tables, apart.id, apart.key(1), "Rude words")
    number = apart.open().state[CHAT].messages[-1].number
    assert "Report to the host" in page_of(reader(apart, 2), apart)
    send(reader(apart, 2), apart, "report", message=number)
    assert "Reported by Person 3" in page_of(reader(apart, 0), apart)
    assert "Reported by" not in page_of(reader(apart, 1), apart)
    send(reader(apart, 2), apart, "mute", whom=1, on="1")
    muted = page_text(page_of(reader(apart, 2), apart))
    assert "Rude words" not in muted and "Messages of Person 2 are hidden." in muted
    send(reader(apart, 0), apart, "remove", message=number)
    told = page_text(page_of(reader(apart, 1), apart))
    assert "Rude words" not in told and "The host has removed this message." in told
    send(reader(apart, 0), apart, "silence", whom=1, on="1")
    assert "The host has stopped you from writing here." in page_text(page_of(reader(apart, 1), apart))
    answer = reader(apart, 1).post(f"/t/{apart.id}/chat", data={"text": "But"}, headers=SCRIPT)
    assert (answer.status_code, answer.json()["sentence"]) == (403, "The host has stopped you from writing here.")


def test_an_undo_is_asked_and_agreed_to_by_plain_forms(apart: TableApart) -> None:
    apart.play("market", "bid school 5", "market")
    assert 'id="ask-undo"' in page_of(reader(apart, 0), apart)
    assert 'id="ask-undo"' not in page_of(reader(apart, 2), apart)  # who moved last simply takes it back
    send(reader(apart, 0), apart, "ask", what="undo", number=4)
    assert "Waiting for Person 2, Person 3." in page_text(page_of(reader(apart, 0), apart))
    asked = page_text(page_of(reader(apart, 1), apart))
    assert "Person 1 would like to take back a move, and with it the 2 moves made since." in asked
    number = apart.open().events[-1].number
    for seat in (1, 2):
        send(reader(apart, seat), apart, "agree", request=number)
    assert apart.open().history.steps == []
    for seat in (0, 1):
        assert '<li class="seat-event">Person 1 took back 3 moves.</li>' in page_of(reader(apart, seat), apart)
    assert send(reader(apart, 1), apart, "agree", request=number).status_code == 409


def test_an_undo_past_bots_asks_nobody_and_the_others_are_told(tables: TableService) -> None:
    apart = table_apart(tables, None, "greedy", None)
    apart.play("market", "market")
    page = page_of(reader(apart, 0), apart)
    assert 'id="ask-undo"' not in page and 'id="undo-step"' in page
    assert "Takes back your last move, and 1 move that a bot made since." in page
    told = "Person 1 took back 2 moves."
    send(reader(apart, 0), apart, "ask", what="undo", number=3)
    asker, other, spectator = (page_of(reader(apart, *seats), apart) for seats in ((0,), (2,), ()))
    assert 'id="notices"' not in asker and asker.count(told) == 1  # in the log
    assert other.count(told) == spectator.count(told) == 2  # in a notice, too
    apart.play("market")
    assert page_of(reader(apart, 2), apart).count(told) == 1
    send(reader(apart, 0), apart, "undo", number=6, whole="step")
    assert "<p>Person 1 took back a move.</p>" in page_of(reader(apart, 2), apart)


def test_nobody_around_one_screen_is_told_of_an_undo(tables: TableService) -> None:
    held = sit_down(tables, None, None, None)
    visitor = visit(tables, held)
    visitor.post(f"/t/{held.table}/moves", data={"move": "market", "number": 1})
    visitor.post(f"/t/{held.table}/undo", data={"number": 2, "whole": "step"})
    table = tables.open(held.table)
    assert len(table.history.rows) == 2 and not any(event.kind == TAKEN_BACK for event in table.events)


def test_a_refusal_is_told_to_the_asker(apart: TableApart) -> None:
    apart.play("market", "market")
    send(reader(apart, 0), apart, "ask", what="undo", number=3)
    send(reader(apart, 1), apart, "refuse", request=apart.open().events[-1].number)
    assert "Person 2 doesn't agree." in page_text(page_of(reader(apart, 0), apart))
    apart.play("market")
    assert "doesn't agree" not in page_of(reader(apart, 0), apart)


def test_clocks_are_beside_the_players_and_a_bot_hands_back(tables: TableService) -> None:
    apart = table_apart(tables, None, None, "greedy", time=BUDGET)
    apart.play("market")
    page = page_of(reader(apart, 1), apart)
    assert page.count("data-clock") == 3  # two people, and the one to move once more
    tables.append(apart.id, lambda _: [NewEvent(TIMED_OUT, 1)])
    page = page_of(reader(apart, 1), apart)
    assert "Your time was used up, so a bot (merchant) moves for you." in page_text(page)
    assert 'class="yours' not in page and "I'm back" not in page_of(reader(apart, 0), apart)
    assert BOT_MOVES in page_of(reader(apart, 0), apart)
    send(reader(apart, 1), apart, "return")
    assert BOT_MOVES not in page_of(reader(apart, 0), apart)
    assert apart.open().bot_of("p2") is None


def test_a_pause_is_asked_for_in_the_menu(tables: TableService) -> None:
    apart = table_apart(tables, None, None, "greedy", time=BUDGET)
    apart.play("market")
    assert "Ask for a pause" in page_of(reader(apart, 0), apart)
    send(reader(apart, 0), apart, "ask", what="pause")
    assert "Person 1 asks for a pause." in page_text(page_of(reader(apart, 1), apart))
    asking.agree(tables, apart.id, apart.key(1), apart.open().events[-1].number)
    page = page_of(reader(apart, 1), apart)
    assert "The game is paused, and no time runs." in page_text(page) and 'class="yours' not in page
    send(reader(apart, 1), apart, "ask", what="resume")
    assert "Person 2 is ready to go on after the pause." in page_text(page_of(reader(apart, 0), apart))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (65, "1:05"), (3600, "1:00:00"), (86399, "23:59:59"), (100_000, "1 d 3 h"), (3 * 86400 + 60, "3 d")],
)
def test_times_are_written_in_short(seconds: int, text: str) -> None:
    assert time_text(seconds, language_for("en", None).say) == text


def test_the_form_of_a_new_game_has_a_time_control(tables: TableService) -> None:
    visitor = Visitor(tables)
    page = visitor.get("/new").text
    assert 'name="time" value=""' in page.replace("  ", " ")
    wrong = visitor.post("/new", data={"time": "budget", "minutes": "0", "increment": "x", "time_bot": "nobody"})
    assert wrong.status_code == 422
    for field in ("minutes", "increment", "time_bot"):
        assert f'id="problem-{field}"' in wrong.text
    for fields, expected in (
        ({}, None),
        ({"time": "budget", "minutes": "20", "increment": "10"}, TimeControl.budget(20, 10, "merchant")),
        ({"time": "days", "days": "5", "time_bot": "novice"}, TimeControl.days(5, "novice")),
    ):
        address = visitor.post("/new", data=fields).headers["location"]
        table_id = address.split("/")[2]
        assert tables.open(table_id).state[TIMING].control == expected
