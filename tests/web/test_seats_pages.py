"""The pages of seats: waiting, joining by link, another device, spectators, the lobby, and the log."""

import re

import pytest

from table_setup import PERSON, config_for, free_seats
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.events.timing import TIME_CONTROL
from teahorse.server.tables.service import TableService
from teahorse.server.tables.timing.control import TimeControl
from teahorse.web.routes import lobby, seats, table, talk
from visitor import Visitor, page_text

THREE = (PERSON, PERSON, PERSON)
LINK = re.compile(r'id="(invitation|spectators|device|link-\d)" value="http://yunnan(/[^"]*)"')


def visitor(tables: TableService) -> Visitor:
    new = Visitor(tables)
    for module in (seats, lobby, table, talk):
        new.app.router.routes.extend(module.router.routes)
    return new


class Tables:
    """A host's browser at a new table with free seats, and the links on its page."""

    def __init__(self, tables: TableService, *free: int) -> None:
        self.tables = tables
        self.id, key = tables.create(free_seats(config_for(*THREE), *free))
        self.path = f"/t/{self.id}"
        self.host = visitor(tables)
        self.host.get(f"{self.path}/sit/{key}")

    def links(self) -> dict[str, str]:
        return dict(LINK.findall(self.host.get(f"{self.path}/seats").text))

    def join(self, seat: int, name: str, link: str | None = None) -> Visitor:
        new = visitor(self.tables)
        key = (link or self.links()["invitation"]).rpartition("/")[2]
        answer = new.post(f"{self.path}/join", data={"link": key, "seat": seat, "name": name})
        assert answer.status_code == 303, page_text(answer.text)
        return new

    def do(self, who: Visitor, what: str, **fields: object) -> int:
        return who.post(f"{self.path}/{what}", data=fields).status_code


@pytest.fixture
def at(tables: TableService) -> Tables:
    return Tables(tables, 1, 2)


def test_everyone_waits_until_the_seats_are_taken(at: Tables) -> None:
    answer = at.host.get(at.path)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{at.path}/seats")
    text = at.host.get(f"{at.path}/seats").text
    assert "2 seats are free" in text and "http-equiv" in text and "<svg" in text
    assert "work on this machine only" not in text
    local = at.host.get(f"{at.path}/seats", headers={"host": "127.0.0.1:8013"}).text
    assert "work on this machine only" in local
    lan = at.join(1, "Lan")
    assert lan.get(at.path).status_code == 303
    assert "Invitation" not in lan.get(f"{at.path}/seats").text
    assert "1 seat is free" in lan.get(f"{at.path}/seats?part=1").text
    at.join(2, "Tashi")
    assert lan.get(at.path).status_code == at.host.get(at.path).status_code == 200


def test_an_invitation_shows_the_free_seats_and_asks_for_a_name(at: Tables) -> None:
    links = at.links()
    new = visitor(at.tables)
    text = new.get(links["invitation"]).text
    assert text.count('name="seat"') == 2 and "At the table: Person 1." in page_text(text)
    assert new.get(links["link-2"]).text.count('name="seat"') == 1
    key = links["invitation"].rpartition("/")[2]
    refused = new.post(f"{at.path}/join", data={"link": key, "seat": 2, "name": "person 1"})
    assert refused.status_code == 422 and "Someone else is called person 1" in page_text(refused.text)
    assert re.search(r'value="2" checked', refused.text) and 'value="person 1"' in refused.text
    lan = at.join(1, "<b>Lan</b>")
    back = lan.get(links["invitation"]).headers["location"]
    assert "You already sit at this table" in page_text(lan.get(back).text)
    assert "You already sit at this table" not in page_text(lan.get(f"{at.path}/seats").text)
    assert "&lt;b&gt;Lan&lt;/b&gt;" in lan.get(f"{at.path}/seats").text


@pytest.mark.parametrize("path", ["/join/nonsense", "/join", "/watch/nonsense", "/device"])
def test_without_a_valid_link_nothing_opens(at: Tables, path: str) -> None:
    with pytest.raises(Exception, match=r"not valid any more|no table"):
        visitor(at.tables).get(at.path + path)


def test_a_stranger_changes_nothing(at: Tables) -> None:
    stranger, lan = visitor(at.tables), at.join(1, "Lan")
    fields = {"seat": 1, "bot": "merchant", "watching": "nobody", "listed": "1"}
    before = at.tables.open(at.id).events
    for what in ("leave", "offer", "bot", "start", "vote", "host", "sharing", "links", "close"):
        assert at.do(stranger, what, **fields) == 422
    for what in ("offer", "bot", "start", "host", "sharing", "links", "close"):
        assert at.do(lan, what, **fields | {"seat": 2}) == 422
    assert at.tables.open(at.id).events == before


def test_someone_leaves_and_the_log_says_who_plays_on(at: Tables) -> None:
    lan, tashi = at.join(1, "Lan"), at.join(2, "Tashi")
    assert at.do(at.host, "moves", move="market", number=1) == 303
    assert at.do(lan, "leave", seat=1, then="bot", bot="novice") == 303
    text = page_text(at.host.get(at.path).text)
    assert "Lan left; Dorje, a bot (novice), plays on." in text
    assert "Tashi sits down." in text and text.index("Lan left; ") < text.index("Tashi sits down.")
    assert at.do(tashi, "leave", seat=2, then="free") == 303
    assert "Tashi left. The seat is free." in page_text(at.host.get(at.path).text)
    changed = at.host.get(f"{at.path}/changes?after=0").json()
    assert "Tashi left." in changed["table"]
    at.join(2, "Dolma", at.links()["link-2"])
    assert at.tables.open(at.id).names["p3"] == "Dolma"


def test_the_page_says_when_the_game_waits_for_a_free_seat_or_is_closed(at: Tables) -> None:
    lan = at.join(1, "Lan")
    at.do(at.host, "start", bot="novice")
    at.do(at.host, "moves", move="market", number=1)
    at.do(lan, "leave", seat=1, then="free")
    assert "The game waits until someone takes the free seat." in at.host.get(at.path).text
    assert "Waiting for someone to take a free seat." in at.host.get("/").text
    assert at.do(at.host, "close") == 303
    assert "The host has closed this table." in at.host.get(at.path).text
    assert "The host has closed this table." in at.host.get("/").text
    assert 'name="seat"' not in at.host.get(f"{at.path}/seats").text


def test_the_last_person_is_told_that_leaving_closes_the_table(at: Tables) -> None:
    lan = at.join(1, "Lan")
    at.do(at.host, "start", bot="novice")
    assert "A bot plays on:" in at.host.get(f"{at.path}/seats").text
    at.do(lan, "leave", seat=1, then="bot", bot="novice")
    text = at.host.get(f"{at.path}/seats").text
    assert "the table is closed when you leave" in text and "A bot plays on:" not in text


def test_the_host_asks_the_others_before_a_game_is_closed_and_sees_who_has_not_agreed(at: Tables) -> None:
    lan = at.join(1, "Lan")
    assert "The game ends here, without a result, for everyone." in at.host.get(f"{at.path}/seats").text
    at.do(at.host, "start", bot="novice")
    assert "Ask the others" in at.host.get(f"{at.path}/seats").text
    assert at.do(at.host, "close") == 303
    assert not at.tables.open(at.id).is_closed
    seats = page_text(at.host.get(f"{at.path}/seats").text)
    assert "Waiting for Lan." in seats and "Ask the others" not in seats
    assert "You asked to close the table. Waiting for Lan." in page_text(at.host.get(at.path).text)
    asked = at.tables.open(at.id).open_request("close")
    assert asked is not None and " asks to close the table." in page_text(lan.get(at.path).text)
    at.do(lan, "agree", request=asked.number)
    assert "The host has closed this table." in at.host.get(f"{at.path}/seats").text


def test_a_private_table_is_there_only_for_those_who_may_see_it(at: Tables) -> None:
    lan, stranger, watcher = at.join(1, "Lan"), visitor(at.tables), visitor(at.tables)
    assert at.do(at.host, "sharing", watching="link") == 303
    link = at.links()["spectators"]
    assert "/watch/" in link and watcher.get(link).headers["location"] == at.path
    at.do(at.host, "start", bot="novice")
    paths = ["", "/at/0", "/seats", "/story?after=0", "/changes?after=0", "/log/1", "/record", "/again?row=0"]
    for path in paths:
        assert all(who.get(at.path + path).status_code in (200, 404) for who in (at.host, lan, watcher))
        with pytest.raises(Exception, match="There is no table"):
            stranger.get(at.path + path)
    assert "Copy the spectators" not in lan.get(at.path).text
    at.do(at.host, "sharing", watching="nobody")
    for old in (at.path, link):
        with pytest.raises(Exception, match=r"There is no table|not valid"):
            watcher.get(old)
    assert lan.post(f"{at.path}/leave", data={"seat": 1, "then": "bot"}).headers["location"] == "/"


def test_ones_own_link_moves_the_seat_to_another_device(at: Tables) -> None:
    lan = at.join(1, "Lan")
    page = lan.get(f"{at.path}/device").text
    assert 'class="qr"' in page
    phone = visitor(at.tables)
    phone.get(dict(LINK.findall(page))["device"])
    assert at.do(phone, "leave", seat=1, then="free") == 303
    assert at.tables.open(at.id).seats[1].is_free


def test_the_lobby_lists_tables_with_free_seats_that_want_it(at: Tables, tables: TableService) -> None:
    stranger = visitor(tables)
    assert "No table is waiting" in stranger.get("/lobby").text
    at.do(at.host, "sharing", watching="address", listed="1")
    tables.append(at.id, lambda _: [NewEvent(TIME_CONTROL, None, TimeControl.budget(30, 0, "novice").data)])
    text = page_text(stranger.get("/lobby?part=1").text)
    assert "Yunnan 2023 · 30 minutes each" in text
    assert "Person 1's table" in text and "2 free seats" in text and "Yunnan 2023" in text
    assert stranger.get(f"{at.path}/join").text.count('name="seat"') == 2
    stranger.post(f"{at.path}/join", data={"seat": 1, "name": "Lan"})
    assert "1 free seat" in page_text(visitor(tables).get("/lobby").text)
    assert f'href="{at.path}/join"' in visitor(tables).get("/lobby").text
    for known in (at.host, stranger):
        assert f'href="{at.path}"' in known.get("/lobby").text and "Go to your table" in known.get("/lobby").text
    at.do(at.host, "start", bot="novice")
    assert "No table is waiting" in visitor(tables).get("/lobby").text


def test_a_new_game_may_have_seats_by_link(tables: TableService) -> None:
    host = visitor(tables)
    fields = {"people": "3", "who-1": "person", "name-1": "Ann", "who-2": "link", "who-3": "novice", "order": "listed"}
    made = host.post("/new", data=fields)
    host.get(made.headers["location"])
    path = made.headers["location"].partition("/sit/")[0]
    now = tables.open(path.rpartition("/")[2])
    assert [(seat.name, seat.is_free, seat.bot) for seat in now.seats if seat.bot is None] == [
        ("Ann", False, None),
        ("", True, None),
    ]
    assert host.get(path).headers["location"] == f"{path}/seats"
    assert "Waiting for 1 more player." in page_text(host.get("/").text)
    assert "You against" in page_text(host.get("/").text)


def test_a_host_without_a_seat_is_told_so_and_may_take_one(tables: TableService) -> None:
    host = visitor(tables)
    made = host.post(
        "/new", data={"people": "3", "who-1": "link", "who-2": "link", "who-3": "novice", "order": "listed"}
    )
    host.get(made.headers["location"])
    path = made.headers["location"].partition("/sit/")[0]
    text = host.get(f"{path}/seats").text
    assert "You are the host, without a seat." in text
    way_in = re.search(r'class="button primary" href="http://yunnan(/t/[^"]*/join/[^"]*)">Take a seat', text)
    assert way_in
    host.post(f"{path}/join", data={"link": way_in[1].rpartition("/")[2], "name": "Ann", "seat": 0})
    text = host.get(f"{path}/seats").text
    assert "without a seat" not in text and "Ann" in text and ">Take a seat<" not in text


def test_the_host_is_told_that_the_choice_who_may_watch_is_kept(at: Tables) -> None:
    kept = at.host.post(f"{at.path}/sharing", data={"watching": "link"})
    assert kept.headers["location"] == f"{at.path}/seats?saved=1#sharing-part"
    assert "Saved." in at.host.get(f"{at.path}/seats?saved=1").text
    assert "Saved." not in at.host.get(f"{at.path}/seats").text
