"""Faults between the players: clocks, requests, chat."""

from fault import Fault

CLOCK = ("tests/server/test_clock.py",)
CONSENT = ("tests/server/test_consent.py",)
TIME = ("tests/server/test_table_time.py",)
CHAT = ("tests/server/test_table_chat.py",)
REQUESTS = ("tests/server/test_table_requests.py",)
PAGES = ("tests/web/test_talk_pages.py",)

COMPANY_FAULTS = [
    Fault(
        "server/tables/timing/clock.py",
        "if self.running == turn.mover:",
        "if True:",
        "a player pays for thinking about a move that is taken back",
        CLOCK,
    ),
    Fault(
        "server/tables/timing/clock.py",
        "max(0, self.left[made.seat] - made.bonus)",
        "self.left[made.seat]",
        "moving and undoing earns time",
        CLOCK,
    ),
    Fault(
        "server/tables/timing/outages.py",
        "return end - start - covered",
        "return end - start",
        "an outage costs the player to move their time",
        CLOCK,
    ),
    Fault(
        "server/tables/timing/outages.py",
        "    if end <= start:\n        return 0\n",
        "",
        "a clock that is set back gives time away",
        CLOCK,
    ),
    Fault(
        "server/tables/timing/keeper.py",
        "            self._service.outages.note(int(now))\n",
        "",
        "a jump of the clock costs the player to move their time",
        TIME,
    ),
    Fault(
        "server/tables/timing/clock.py",
        "return self.running is not None and self.since > now + LONGEST_SILENCE",
        "return False",
        "after the clock was set back by a day, nobody's time runs for a day",
        TIME,
    ),
    Fault(
        "server/tables/append.py",
        "    if table.is_paused:\n        raise GamePaused\n",
        "",
        "moves are made during a pause",
        TIME,
    ),
    Fault(
        "server/tables/consent.py",
        "        if move.reveals:\n            return IMPOSSIBLE\n",
        "",
        "an undo goes back past a card of Dúli",
        CONSENT,
    ),
    Fault(
        "server/tables/consent.py",
        "frozenset(since.intersection(people))",
        "frozenset(people)",
        "people are asked who have not moved since",
        CONSENT,
    ),
    Fault(
        "server/tables/asking.py",
        "        if table.still_needed(request.answered_by(sorted(own))):\n            return [agreed]\n",
        "",
        "one agreement is enough for an undo",
        REQUESTS,
    ),
    Fault(
        "server/tables/table.py",
        "return self.people_seated.difference(own) if goes_on else frozenset()",
        "return frozenset()",
        "a host who is about to lose closes the table",
        REQUESTS,
    ),
    Fault(
        "server/tables/chatting.py",
        "        if own & chat.silenced:\n            raise SilencedByHost\n",
        "",
        "someone whom the host has silenced writes on",
        CHAT,
    ),
    Fault(
        "server/tables/events/chat.py",
        "if message.seat not in muted]",
        "]",
        "muted people are read",
        CHAT,
    ),
    Fault(
        "server/tables/table.py",
        "bool(self.people_seated.difference(own)) if own else self.state[CHAT].spectators_read",
        "True",
        "spectators read the chat without leave",
        PAGES,
    ),
]
