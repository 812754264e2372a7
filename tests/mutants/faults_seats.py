"""Faults in events, seats and links."""

from fault import Fault

EVENTS = ("tests/server/test_table_events.py",)
PEOPLE = ("tests/server/test_people.py",)
PAGES = ("tests/web/test_seats_pages.py",)

SEAT_FAULTS = [
    Fault(
        "server/tables/table.py",
        " if seat.bot is None and not seat.is_free}",
        "}",
        "a key opens a seat that a bot plays",
        EVENTS,
    ),
    Fault(
        "server/tables/service.py",
        "                except RowTaken:\n                    continue\n",
        "                except RowTaken:\n                    raise TooLate from None\n",
        "an event is lost when another process is faster",
        EVENTS,
    ),
    Fault(
        "server/tables/append.py",
        "    if table.is_closed:\n        raise TableClosed\n",
        "",
        "moves go on at a closed table",
        EVENTS,
    ),
    Fault(
        "server/storage/access.py",
        "        left = [other for other in key.seats if other != seat]\n",
        "        left = list(key.seats)\n",
        "whoever left can still move",
        PEOPLE,
    ),
    Fault(
        "server/tables/people.py",
        "            if seat not in self.seats_for(table, link):\n                raise SeatNotFree\n",
        "",
        "a link opens seats that are taken",
        PEOPLE,
    ),
    Fault(
        "server/tables/people.py",
        "            if len(own | voters) * 2 > len(others):",
        "            if len(own | voters) * 2 >= len(others):",
        "half of the others are enough to vote someone out",
        PEOPLE,
    ),
    Fault(
        "server/tables/hosting.py",
        "                raise NotHost\n",
        "                pass\n",
        "everyone may close a table",
        PEOPLE,
    ),
    Fault(
        "server/tables/links.py",
        "new.append(Link(hash_of(spectators), SPECTATORS))",
        "new.append(Link(spectators, SPECTATORS))",
        "the spectators' link is stored as it is",
        PEOPLE,
    ),
    Fault(
        "server/visits.py",
        "    if table.is_private:\n",
        "    if False:\n",
        "everyone sees a private table",
        PAGES,
    ),
    Fault(
        "server/tables/people.py",
        "changes = (note_departure(seat, later), take_seat(seat)) if is_departure else (take_seat(seat),)",
        "changes = (take_seat(seat),)",
        "whoever leaves a rated game is not rated",
        ("tests/server/test_player_ratings.py",),
    ),
    Fault(
        "server/tables/my_turns.py",
        "seating.is_started and not is_paused",
        "seating.is_started",
        "a paused game waits for someone",
        ("tests/server/test_my_turns.py",),
    ),
    Fault(
        "web/routes/home.py",
        "    if not is_shared:\n        browser.leave(table_id)\n",
        "    browser.leave(table_id)\n",
        "a seat among others is forgotten, and everyone waits for it",
        ("tests/web/test_home.py",),
    ),
]
