"""Stores who wants to be told when it is their turn, and what has been sent."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import case, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError

from .engine import storage_errors, writing
from .schema import KEYS, SECRETS, SUBSCRIPTIONS, TURN_MESSAGES

PUSH, MAIL, WEBHOOK = "push", "mail", "webhook"
MOST_FAILURES = 5  # in a row; then it is switched off
MOST_TRIES = 3  # to send one message, by processes that were killed
CLAIM_EXPIRES = 300  # seconds; a process that has claimed a message and not sent it by then was killed


@dataclass(frozen=True)
class Subscription:
    """One way to reach a person."""

    id: str
    holder: str  # the hash of the key of the browser that asked for it
    kind: str
    address: str  # of a push service, an e-mail address, or a URL
    keys: dict[str, str]  # for Web Push: the browser's keys
    language: str
    origin: str  # how this person reaches the server, for links
    is_confirmed: bool
    is_on: bool = True
    failures: int = 0  # in a row
    created_at: int = field(default_factory=lambda: int(time.time()))


class TurnMessageStore:
    """Subscriptions, what was sent to them, and the server's secrets for both."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # --- Subscriptions ----------------------------------------------------------------------------------

    @storage_errors
    def add(self, new: Subscription) -> Subscription:
        """Store a subscription. If the browser has one to the same address, that is updated and returned."""
        same = (
            (SUBSCRIPTIONS.c.holder == new.holder)
            & (SUBSCRIPTIONS.c.kind == new.kind)
            & (SUBSCRIPTIONS.c.address == new.address)
        )
        with writing(self._engine) as connection:
            had = connection.execute(select(SUBSCRIPTIONS).where(same)).mappings().first()
            if had is None:
                connection.execute(insert(SUBSCRIPTIONS).values(**vars(new)))
                return new
            values = {"keys": new.keys, "language": new.language, "origin": new.origin, "is_on": True, "failures": 0}
            connection.execute(update(SUBSCRIPTIONS).where(same).values(**values))
            return Subscription(**{**had, **values})

    @storage_errors
    def get(self, subscription_id: str) -> Subscription | None:
        """A subscription by its id."""
        return next(iter(self._find(SUBSCRIPTIONS.c.id == subscription_id)), None)

    @storage_errors
    def of(self, holder: str) -> list[Subscription]:
        """The subscriptions of a browser, oldest first."""
        return self._find(SUBSCRIPTIONS.c.holder == holder)

    @storage_errors
    def at_seat(self, table_id: str, seat: int) -> list[tuple[Subscription, set[int]]]:
        """The subscriptions of everyone who has a seat, with all their seats; one for each address, if it is on."""
        with self._engine.connect() as connection:
            keys = connection.execute(select(KEYS.c.hash, KEYS.c.seats).where(KEYS.c.table == table_id))
            seats = {key.hash: set(key.seats) for key in keys if seat in key.seats}
        active = SUBSCRIPTIONS.c.is_confirmed & SUBSCRIPTIONS.c.is_on
        found = self._find(SUBSCRIPTIONS.c.holder.in_(seats) & active) if seats else []
        oldest = {(each.kind, each.address): each for each in reversed(found)}
        return [(each, seats[each.holder]) for each in oldest.values()]

    def _find(self, condition: Any) -> list[Subscription]:
        query = select(SUBSCRIPTIONS).where(condition).order_by(SUBSCRIPTIONS.c.created_at, SUBSCRIPTIONS.c.id)
        with self._engine.connect() as connection:
            return [Subscription(**row) for row in connection.execute(query).mappings()]

    @storage_errors
    def exist(self) -> bool:
        """Whether anyone wants messages at all."""
        with self._engine.connect() as connection:
            return connection.scalar(select(SUBSCRIPTIONS.c.id).limit(1)) is not None

    @storage_errors
    def count_recent(self, kind: str, address: str, seconds: int) -> int:
        """How many subscriptions to an address were made lately, by anyone."""
        at = (SUBSCRIPTIONS.c.kind == kind) & (SUBSCRIPTIONS.c.address == address)
        at &= SUBSCRIPTIONS.c.created_at > int(time.time()) - seconds
        with self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(SUBSCRIPTIONS).where(at)) or 0

    @storage_errors
    def change(self, subscription_id: str, **values: bool | int) -> None:
        """Change columns of a subscription."""
        with writing(self._engine) as connection:
            connection.execute(update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == subscription_id).values(**values))

    @storage_errors
    def remove(self, subscription_id: str) -> None:
        """Remove a subscription."""
        with writing(self._engine) as connection:
            connection.execute(delete(TURN_MESSAGES).where(TURN_MESSAGES.c.subscription == subscription_id))
            connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == subscription_id))

    # --- Messages ---------------------------------------------------------------------------------------

    @storage_errors
    def claim(self, subscription_id: str, table_id: str, turn: int) -> bool:
        """Claim the message about a turn; False if this or another process has claimed it already.

        A claim that was not followed by a message for long can be claimed again.
        """
        now = int(time.time())
        dialect: Any = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        new = dialect.insert(TURN_MESSAGES).values(
            subscription=subscription_id, table=table_id, turn=turn, claimed_at=now, tries=1, sent_at=None
        )
        is_lost = (
            TURN_MESSAGES.c.sent_at.is_(None)
            & (TURN_MESSAGES.c.claimed_at < now - CLAIM_EXPIRES)
            & (TURN_MESSAGES.c.tries < MOST_TRIES)
        )
        tries = case((TURN_MESSAGES.c.turn == turn, TURN_MESSAGES.c.tries + 1), else_=1)
        statement = new.on_conflict_do_update(
            index_elements=[TURN_MESSAGES.c.subscription, TURN_MESSAGES.c.table],
            set_={"turn": turn, "claimed_at": now, "sent_at": None, "tries": tries},
            where=or_(TURN_MESSAGES.c.turn != turn, is_lost),
        )
        with writing(self._engine) as connection:
            return connection.execute(statement.returning(TURN_MESSAGES.c.turn)).first() is not None

    @storage_errors
    def note_sent(self, subscription_id: str, table_id: str) -> None:
        """Note that the claimed message was sent."""
        at = (TURN_MESSAGES.c.subscription == subscription_id) & (TURN_MESSAGES.c.table == table_id)
        with writing(self._engine) as connection:
            connection.execute(update(TURN_MESSAGES).where(at).values(sent_at=int(time.time())))

    @storage_errors
    def note_result(self, subscription_id: str, has_worked: bool) -> None:
        """Count failures in a row; after too many the subscription is switched off."""
        at = SUBSCRIPTIONS.c.id == subscription_id
        with writing(self._engine) as connection:
            failures = 0 if has_worked else SUBSCRIPTIONS.c.failures + 1
            connection.execute(update(SUBSCRIPTIONS).where(at).values(failures=failures))
            too_many = at & (SUBSCRIPTIONS.c.failures >= MOST_FAILURES)
            connection.execute(update(SUBSCRIPTIONS).where(too_many).values(is_on=False))

    # --- Secrets ----------------------------------------------------------------------------------------

    @storage_errors
    def secret(self, name: str, make: Callable[[], str]) -> str:
        """A secret of the server; made on first need. All processes get the same one."""
        with self._engine.connect() as connection:
            found: str | None = connection.scalar(select(SECRETS.c.value).where(SECRETS.c.name == name))
        if found is not None:
            return found
        value = make()
        try:
            with writing(self._engine) as connection:
                connection.execute(insert(SECRETS).values(name=name, value=value))
        except IntegrityError:  # another process was quicker
            return self.secret(name, make)
        return value
