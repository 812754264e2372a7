"""The chat of a table: who may write and read, limits, muting, reports, and what the host does about them."""

import pytest
from manual_clock import ManualClock

from people_apart import TableApart, set_storage_clock, table_apart
from teahorse.server.tables import chatting
from teahorse.server.tables.chatting import LONGEST_MESSAGE, MOST_IN_WINDOW, WINDOW, clean_text
from teahorse.server.tables.errors import (
    EmptyMessage,
    MessageTooLong,
    NoSuchMessage,
    NotAtTable,
    NotHost,
    SilencedByHost,
    TooManyMessages,
)
from teahorse.server.tables.events import chat as chats
from teahorse.server.tables.events.chat import CHAT, Chat
from teahorse.server.tables.service import TableService


@pytest.fixture(autouse=True)
def set_clock(clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    clock.now = 1_800_000_000
    set_storage_clock(monkeypatch, clock)


@pytest.fixture
def apart(tables: TableService) -> TableApart:
    """Three people; the first is the host."""
    return table_apart(tables, None, None, None)


def chat_of(apart: TableApart) -> Chat:
    return apart.open().state[CHAT]


def texts(apart: TableApart, *seats: int) -> list[str]:
    """What a reader with these seats reads."""
    return [message.text or message.reaction for message in chat_of(apart).for_reader(frozenset(seats))]


def write(apart: TableApart, seat: int, text: str = "Hello") -> int:
    """Write a message; gives its number."""
    chatting.write(apart.tables, apart.id, apart.key(seat), text)
    return chat_of(apart).messages[-1].number


def test_people_write_and_react_and_everyone_reads_it(apart: TableApart) -> None:
    write(apart, 1, "Guten Morgen <b>zusammen</b>")
    chatting.react(apart.tables, apart.id, apart.key(2), "tea")
    assert texts(apart, 0) == ["Guten Morgen <b>zusammen</b>", "tea"]  # plain text; pages escape it
    assert [(message.seat, message.name) for message in chat_of(apart).messages] == [(1, "Person 2"), (2, "Person 3")]
    with pytest.raises(EmptyMessage):
        chatting.react(apart.tables, apart.id, apart.key(2), "party")


def test_only_people_with_a_seat_write(apart: TableApart) -> None:
    for keys in ([], ["garbage"]):
        with pytest.raises(NotAtTable):
            chatting.write(apart.tables, apart.id, keys, "Hello")


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  two \n\n lines\t", "two lines"),
        ("a\u202egnp.exe", "a gnp.exe"),
        ("nul\x00 and \ud800 surrogate", "nul and surrogate"),
        ("caf\u0065\u0301", "café"),
        ("👩‍🚀 நல்ல", "👩‍🚀 நல்ல"),
    ],
)
def test_a_message_is_one_line_of_visible_text(written: str, kept: str) -> None:
    assert clean_text(written) == kept


def test_messages_have_a_length(apart: TableApart) -> None:
    write(apart, 0, "x" * LONGEST_MESSAGE)
    with pytest.raises(MessageTooLong):
        write(apart, 0, "x" * (LONGEST_MESSAGE + 1))
    for nothing in ("", "  \n", "\u200b", "\u200d"):
        with pytest.raises(EmptyMessage):
            write(apart, 0, nothing)


def test_nobody_floods_the_table(apart: TableApart, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(MOST_IN_WINDOW):
        write(apart, 0)
    with pytest.raises(TooManyMessages):
        write(apart, 0)
    with pytest.raises(TooManyMessages):
        chatting.react(apart.tables, apart.id, apart.key(0), "tea")
    write(apart, 1)  # the limit is each person's own
    clock.now += WINDOW
    write(apart, 0)
    clock.now -= 10 * WINDOW  # a clock that is set back locks nobody out
    write(apart, 0)
    monkeypatch.setattr(chatting, "MOST_IN_ALL", chat_of(apart).count)
    clock.now += 100 * WINDOW
    with pytest.raises(TooManyMessages):
        write(apart, 2)


def test_a_page_keeps_the_latest_messages(apart: TableApart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chats, "MOST_KEPT", 3)
    for number in range(5):
        write(apart, 1, str(number))
    assert texts(apart, 0) == ["2", "3", "4"] and chat_of(apart).count == 5


def test_a_reader_mutes_someone_and_only_for_themselves(apart: TableApart) -> None:
    write(apart, 1, "one")
    chatting.mute(apart.tables, apart.id, apart.key(0), 1, is_muted=True)
    write(apart, 1, "two")
    assert texts(apart, 0) == [] and texts(apart, 2) == ["one", "two"] == texts(apart, 1)
    chatting.mute(apart.tables, apart.id, apart.key(0), 1, is_muted=False)
    assert texts(apart, 0) == ["one", "two"]
    events = apart.open().state.number
    assert chatting.mute(apart.tables, apart.id, apart.key(0), 9, is_muted=True).state.number == events
    with pytest.raises(NotAtTable):
        chatting.mute(apart.tables, apart.id, [], 1, is_muted=True)


def test_a_reported_message_is_removed_by_the_host(apart: TableApart) -> None:
    number = write(apart, 1, "rude")
    for _ in range(2):
        chatting.report(apart.tables, apart.id, apart.key(2), number)
    message = chat_of(apart).message(number)
    assert message is not None and message.reported_by == {2}
    assert [event.kind for event in apart.open().events].count("reported") == 1
    with pytest.raises(NotHost):
        chatting.remove(apart.tables, apart.id, apart.key(1), number)
    chatting.remove(apart.tables, apart.id, apart.key(0), number)
    message = chat_of(apart).message(number)
    assert message is not None and message.is_removed and message.text == ""
    with pytest.raises(NoSuchMessage):
        chatting.report(apart.tables, apart.id, apart.key(2), 999)


def test_the_host_stops_someone_from_writing_and_allows_it_again(apart: TableApart) -> None:
    with pytest.raises(NotHost):
        chatting.silence(apart.tables, apart.id, apart.key(1), 2, is_silenced=True)
    chatting.silence(apart.tables, apart.id, apart.key(0), 1, is_silenced=True)
    with pytest.raises(SilencedByHost):
        write(apart, 1)
    chatting.silence(apart.tables, apart.id, apart.key(0), 1, is_silenced=False)
    write(apart, 1)


def test_spectators_read_if_the_host_allows_it(apart: TableApart) -> None:
    assert not chat_of(apart).spectators_read
    with pytest.raises(NotHost):
        chatting.let_spectators_read(apart.tables, apart.id, apart.key(1), is_allowed=True)
    chatting.let_spectators_read(apart.tables, apart.id, apart.key(0), is_allowed=True)
    assert chat_of(apart).spectators_read


def test_the_chat_is_kept_in_the_database(apart: TableApart) -> None:
    write(apart, 1, "Đúng rồi")
    chatting.silence(apart.tables, apart.id, apart.key(0), 1, is_silenced=True)
    assert TableService(apart.tables.storage).open(apart.id).state[CHAT] == chat_of(apart)
