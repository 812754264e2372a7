"""People at a table: they join by link, leave, are replaced or voted out, and the host hands over or closes."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import select

from table_setup import PERSON, config_for, free_seats, play_greedily, play_moves
from teahorse.server.storage.database import Database
from teahorse.server.storage.schema import KEYS, LINKS
from teahorse.server.tables import people as module
from teahorse.server.tables.browsers import MOST_KEYS
from teahorse.server.tables.errors import (
    GameOver,
    LinkInvalid,
    NameMissing,
    NameTaken,
    NotHost,
    NotYourSeat,
    SeatNotFree,
    TableClosed,
    TooManyBrowsers,
    VoteTooEarly,
)
from teahorse.server.tables.events.seating import SEATING
from teahorse.server.tables.game_config import GameConfigError
from teahorse.server.tables.hosting import Hosting
from teahorse.server.tables.keys import hash_of, new_key
from teahorse.server.tables.links import device_key, host_links, watch
from teahorse.server.tables.people import People
from teahorse.server.tables.rematch import start_rematch
from teahorse.server.tables.service import TableService
from teahorse.server.tables.summary import summaries
from teahorse.server.tables.table import Table

THREE = (PERSON, PERSON, PERSON)


class OnlineTable:
    """A table of three with free seats. Its host has the first seat."""

    def __init__(self, tables: TableService, *free: int) -> None:
        self.tables = tables
        self.people, self.hosting = People(tables), Hosting(tables)
        self.id, self.host = tables.create(free_seats(config_for(*THREE), *free))

    def now(self) -> Table:
        return self.tables.open(self.id)

    @property
    def invitation(self) -> str:
        return host_links(self.tables, self.now(), self.host).invitation

    def join(self, seat: int, name: str) -> str:
        key = new_key()
        self.people.join(self.id, self.invitation, seat, name, key)
        return key

    def names(self) -> list[str]:
        return [seat.name for seat in self.now().seats]


@pytest.fixture
def at(tables: TableService) -> OnlineTable:
    return OnlineTable(tables, 1, 2)


@pytest.fixture
def full(at: OnlineTable) -> Iterator[tuple[OnlineTable, str, str]]:
    """The same table when Lan and Tashi have come."""
    yield at, at.join(1, "Lan"), at.join(2, "Tashi")


# --- Joining ------------------------------------------------------------------------------------------


def test_whoever_has_the_invitation_takes_a_free_seat_and_the_last_one_starts_the_game(at: OnlineTable) -> None:
    lan = at.join(2, " Lan ")
    assert at.now().is_waiting and at.now().players_of([lan]) == {"p3"}
    at.join(1, "Tashi")
    assert not at.now().is_waiting and at.names() == ["Person 1", "Tashi", "Lan"]
    play_moves(at.tables, at.id, at.host, "market")
    with pytest.raises(NotYourSeat):
        at.tables.play(at.id, [lan], "market", 2)


def test_a_link_to_a_seat_opens_only_that_seat(at: OnlineTable) -> None:
    link = host_links(at.tables, at.now(), at.host).seats[2]
    assert at.people.seats_for(at.now(), link) == (2,)
    with pytest.raises(SeatNotFree):
        at.people.join(at.id, link, 1, "Lan", new_key())
    at.people.join(at.id, link, 2, "Lan", new_key())
    with pytest.raises(SeatNotFree):
        at.people.join(at.id, link, 2, "Tashi", new_key())


@pytest.mark.parametrize("seat", [0, 2, 3, -1])
def test_only_free_seats_can_be_taken(at: OnlineTable, seat: int) -> None:
    at.join(2, "Lan")
    with pytest.raises(SeatNotFree):
        at.join(seat, "Tashi")


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\nb"])
def test_a_name_is_needed_and_unique(at: OnlineTable, name: str) -> None:
    with pytest.raises(NameMissing):
        at.join(1, name)
    with pytest.raises(NameTaken, match="Someone else is called PERSON 1"):
        at.join(1, "PERSON 1")
    assert at.now().events == ()


def test_other_keys_open_no_free_seat(at: OnlineTable, tables: TableService) -> None:
    other = OnlineTable(tables, 1)
    for key in (None, new_key(), at.host, other.invitation, at.id):
        with pytest.raises(LinkInvalid):
            at.people.join(at.id, key, 1, "Lan", new_key())


def test_links_and_keys_are_stored_as_hashes_only(at: OnlineTable, storage: Database) -> None:
    at.hosting.set_watching(at.id, [at.host], "link")
    links, lan = host_links(at.tables, at.now(), at.host), at.join(1, "Lan")
    secrets = {at.host, lan, links.invitation, str(links.spectators), *links.seats.values()}
    with storage._engine.connect() as connection:
        stored = str([connection.execute(select(table)).all() for table in (KEYS, LINKS)])
        events = str(at.now().events)
    assert len(secrets) == 6 and not any(secret in stored + events for secret in secrets)
    assert hash_of(links.invitation) in stored and hash_of(lan) in stored


def test_the_host_sees_the_same_links_again_until_they_are_renewed(at: OnlineTable) -> None:
    link = at.invitation
    assert at.invitation == link
    at.hosting.renew_links(at.id, [at.host])
    assert at.invitation != link
    with pytest.raises(LinkInvalid):
        at.people.join(at.id, link, 1, "Lan", new_key())


def test_a_table_in_the_lobby_needs_no_link(at: OnlineTable, storage: Database) -> None:
    at.hosting.set_listed(at.id, [at.host], True)
    assert storage.access.listed(0, 9) == [at.id]
    at.people.join(at.id, None, 1, "Lan", new_key())
    at.hosting.set_listed(at.id, [at.host], False)
    assert storage.access.listed(0, 9) == []
    with pytest.raises(LinkInvalid):
        at.people.join(at.id, None, 2, "Tashi", new_key())


def test_there_is_a_limit_on_keys(at: OnlineTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KEYS", 2)
    at.join(1, "Lan")
    with pytest.raises(TooManyBrowsers):
        at.join(2, "Tashi")
    assert at.names() == ["Person 1", "Lan", ""] and MOST_KEYS > 2


def test_the_host_may_start_with_bots(at: OnlineTable) -> None:
    lan = at.join(2, "Lan")
    with pytest.raises(NotHost):
        at.people.start_with_bots(at.id, [lan], "merchant")
    with pytest.raises(GameConfigError):
        at.people.start_with_bots(at.id, [at.host], "/etc/bot.py")
    table = at.people.start_with_bots(at.id, [at.host], "merchant")
    assert table.bot_of("p2") == "merchant" and not table.is_waiting and table.to_move == "p1"
    assert len({seat.name for seat in table.seats}) == 3


# --- Leaving and being replaced -----------------------------------------------------------------------


def test_a_bot_plays_on_for_someone_who_leaves(full: tuple[OnlineTable, str, str]) -> None:
    at, lan, tashi = full
    with pytest.raises(NotYourSeat):
        at.people.leave(at.id, [tashi], 1, "merchant")
    table = at.people.leave(at.id, [lan], 1, "merchant")
    assert (table.bot_of("p2"), table.players_of([lan])) == ("merchant", frozenset())
    assert table.events[-1].data["was"] == "Lan"
    play_moves(at.tables, at.id, at.host, "market", "market")
    with pytest.raises(NotYourSeat):
        at.people.leave(at.id, [lan], 1, None)


def test_another_person_takes_over_a_seat_in_the_middle_of_a_game(full: tuple[OnlineTable, str, str]) -> None:
    at, lan, _ = full
    play_moves(at.tables, at.id, at.host, "market")
    table = at.people.leave(at.id, [lan], 1, None)
    assert table.state[SEATING].free == (1,) and not table.is_waiting and table.to_move == "p2"
    with pytest.raises(NotYourSeat):
        at.tables.play(at.id, [lan], "market", 2)
    yong = at.join(1, "Yong")
    with pytest.raises(NotYourSeat):
        at.tables.play(at.id, [lan], "market", 2)
    assert at.tables.play(at.id, [yong], "market", 2).names["p2"] == "Yong"


def test_the_host_frees_a_bots_seat_for_a_person_but_no_persons_seat(full: tuple[OnlineTable, str, str]) -> None:
    at, lan, tashi = full
    at.people.leave(at.id, [lan], 1, "merchant")
    with pytest.raises(NotHost):
        at.people.offer(at.id, [tashi], 1)
    with pytest.raises(NotYourSeat):
        at.people.offer(at.id, [at.host], 2)
    assert at.people.offer(at.id, [at.host], 1).state[SEATING].free == (1,)
    with pytest.raises(SeatNotFree):
        at.people.give_to_bot(at.id, [at.host], 2, "novice")
    assert at.people.give_to_bot(at.id, [at.host], 1, "novice").bot_of("p2") == "novice"


def test_before_the_start_the_host_may_free_any_seat(at: OnlineTable) -> None:
    lan = at.join(1, "Lan")
    table = at.people.offer(at.id, [at.host], 1)
    assert table.is_waiting and table.players_of([lan]) == frozenset() and table.state[SEATING].free == (1, 2)


def test_when_the_host_leaves_the_next_person_is_the_host_and_the_last_one_closes_the_table(
    full: tuple[OnlineTable, str, str],
) -> None:
    at, lan, tashi = full
    table = at.people.leave(at.id, [at.host], 0, "novice")
    assert table.state[SEATING].host == 1
    with pytest.raises(NotHost):
        at.hosting.close(at.id, [at.host])
    at.people.hand_over(at.id, [lan], 2)
    with pytest.raises(NotHost):
        at.people.hand_over(at.id, [lan], 1)
    at.people.leave(at.id, [lan], 1, "novice")
    assert not at.now().is_closed
    assert at.people.leave(at.id, [tashi], 2, "novice").is_closed


def test_more_than_half_of_the_others_vote_someone_out(full: tuple[OnlineTable, str, str]) -> None:
    at, lan, tashi = full
    at.people.vote(at.id, [tashi], 1)
    at.people.vote(at.id, [tashi], 1, withdraw=True)
    at.people.vote(at.id, [at.host], 1)
    at.people.vote(at.id, [at.host], 1)
    assert at.now().players_of([lan]) == {"p2"}
    with pytest.raises(NotYourSeat):
        at.people.vote(at.id, [lan], 1)
    table = at.people.vote(at.id, [tashi], 1)
    assert table.bot_of("p2") == "merchant" and table.players_of([lan]) == frozenset()
    with pytest.raises(NotYourSeat):
        at.people.vote(at.id, [lan], 2)


def test_one_against_one_a_vote_counts_after_a_day(at: OnlineTable, monkeypatch: pytest.MonkeyPatch) -> None:
    lan = at.join(1, "Lan")
    at.people.start_with_bots(at.id, [at.host], "novice")
    with pytest.raises(VoteTooEarly):
        at.people.vote(at.id, [lan], 0)
    monkeypatch.setattr(module, "A_DAY", timedelta())
    assert at.people.vote(at.id, [lan], 0).bot_of("p1") == "merchant"
    assert at.people.rights(at.id, [lan]).is_host


def test_nobody_comes_or_goes_after_the_end(full: tuple[OnlineTable, str, str]) -> None:
    at, lan, tashi = full
    for seat, key in ((1, lan), (2, tashi)):
        at.people.leave(at.id, [key], seat, "greedy")
    play_greedily(at.tables, at.id, at.host)
    with pytest.raises(GameOver):
        at.people.leave(at.id, [at.host], 0, None)
    with pytest.raises(GameOver):
        at.people.offer(at.id, [at.host], 1)


# --- The host -----------------------------------------------------------------------------------------


def test_a_closed_table_takes_nobody(at: OnlineTable) -> None:
    lan, link = at.join(1, "Lan"), at.invitation
    with pytest.raises(NotHost):
        at.hosting.close(at.id, [lan])
    assert at.hosting.close(at.id, [at.host]).is_closed
    with pytest.raises(TableClosed):
        at.people.join(at.id, link, 2, "Tashi", new_key())


def test_spectators_of_a_private_table_need_a_link_that_is_valid(at: OnlineTable) -> None:
    assert not at.now().is_private
    assert at.hosting.set_watching(at.id, [at.host], "link").is_private
    link, watcher = str(host_links(at.tables, at.now(), at.host).spectators), new_key()
    assert not at.people.rights(at.id, [watcher]).may_watch
    with pytest.raises(LinkInvalid):
        watch(at.tables, at.id, at.invitation, watcher)
    watch(at.tables, at.id, link, watcher)
    rights = at.people.rights(at.id, [watcher])
    assert rights.may_watch and not rights.seats and not rights.is_host
    assert at.tables.storage.tables_of(hash_of(watcher), 9) == []
    at.hosting.set_watching(at.id, [at.host], "nobody")
    assert not at.people.rights(at.id, [watcher]).may_watch
    with pytest.raises(LinkInvalid):
        watch(at.tables, at.id, link, watcher)
    at.hosting.set_watching(at.id, [at.host], "link")
    assert host_links(at.tables, at.now(), at.host).spectators != link


def test_the_link_for_another_device_opens_what_its_owner_has(full: tuple[OnlineTable, str, str]) -> None:
    at, lan, _ = full
    key = str(device_key(at.tables, at.now(), lan, [lan]))
    assert key == device_key(at.tables, at.now(), lan, [lan]) and key != lan
    assert at.now().players_of([key]) == {"p2"} and not at.people.rights(at.id, [key]).is_host
    assert at.people.rights(at.id, [str(device_key(at.tables, at.now(), at.host, [at.host]))]).is_host
    assert device_key(at.tables, at.now(), "x", [new_key()]) is None
    at.people.leave(at.id, [lan], 1, "novice")
    assert at.now().players_of([key]) == frozenset()


def test_everyone_keeps_seat_and_office_in_a_rematch(full: tuple[OnlineTable, str, str]) -> None:
    at, lan, tashi = full
    at.people.leave(at.id, [lan], 1, "greedy")
    at.people.hand_over(at.id, [at.host], 2)
    again = at.tables.open(start_rematch(at.tables, at.now()))
    (player,) = again.players_of([tashi])
    assert again.names[player] == "Tashi" and again.seats[again.state[SEATING].host or 0].name == "Tashi"
    assert at.people.rights(again.id, [tashi]).is_host and not at.people.rights(again.id, [at.host]).is_host
    assert again.players_of([lan]) == frozenset()
    (listed,) = summaries(at.tables.storage, {again.id: [hash_of(tashi)]})
    assert [seat.name for seat in listed.own] == ["Tashi"]
