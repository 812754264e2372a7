"""Faults in what keeps people out: seats, tables, accounts, other sites."""

from fault import Fault

SEATS = ("tests/security/test_seats_and_tables.py",)
HIDDEN = ("tests/security/test_hidden_and_replayed.py",)
SITES = ("tests/security/test_other_sites.py",)
ACCOUNTS = ("tests/security/test_accounts_are_closed.py",)
ONCE = ("tests/server/test_api_once.py", "tests/server/test_receipts.py")
EVENTS = ("tests/server/test_api_events.py",)

SECURITY_FAULTS = (
    Fault(
        "server/tables/people.py",
        "new.append(NewEvent(LINKS_RENEWED, None, {}, (remove_links([INVITATION, SEAT]),)))",
        "pass",
        "someone voted out comes back with an old invitation",
        SEATS,
    ),
    Fault(
        "server/tables/people.py",
        "if look_of(name) in {look_of(seat.name) for seat in table.seats if seat.name}:",
        "if name in {seat.name for seat in table.seats}:",
        "a name may look like another one",
        HIDDEN,
    ),
    Fault(
        "server/tables/rematch.py",
        "if table.is_private:  # it is shared like its table",
        "if False:",
        "the rematch of a private table is open to all",
        HIDDEN,
    ),
    Fault(
        "server/api/events.py",
        "if table.is_private and table.state.number > told.event:",
        "if False:",
        "a stream goes on for those who may not watch any more",
        HIDDEN,
    ),
    Fault(
        "server/api/events.py",
        'move = row.text.partition(" ")[0] if player == CHANCE or row.text.startswith("deck") else row.text',
        "move = row.text",
        "a stream tells the order of the cards",
        EVENTS,
    ),
    Fault(
        "server/api/access.py",
        "        visits.open_table(request, table_id)\n        raise",
        "        raise",
        "a refusal tells strangers that a private table exists",
        SEATS,
    ),
    Fault(
        "server/api/once.py",
        "            if done.content != request.content:\n                raise KeyReused from None\n",
        "",
        "an idempotency key answers another request",
        ONCE,
    ),
    Fault(
        "server/storage/receipts.py",
        'is None:\n        raise AlreadyDone("This request was carried out before.")',
        "is None:\n        pass",
        "a repeated request for a table is carried out again",
        ONCE,
    ),
    Fault(
        "server/storage/receipts.py",
        'raise AlreadyDone("This request was carried out before.") from None',
        "return",
        "a repeated move says that it was carried out, without its receipt",
        ONCE,
    ),
    Fault(
        "server/http/event_streams.py",
        "if any(self._open[who] >= most for who, most in counted.items()):",
        "if False:",
        "event streams take all connections",
        ("tests/security/test_event_streams.py",),
    ),
    Fault(
        "server/http/hosts.py",
        "if not known or host_of(header) in known else",
        "if True else",
        "a forged host gets into e-mails",
        ACCOUNTS,
    ),
    Fault(
        "web/security.py",
        '"Cross-Origin-Resource-Policy": "same-origin",',
        '"Cross-Origin-Resource-Policy": "cross-origin",',
        "other sites may embed answers",
        SITES,
    ),
)
