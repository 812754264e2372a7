"""Stores accounts and their sessions.

In `keys`, the id of an account stands where other keys have their hash, and opens the seats of that person. No key has
such a hash, so these seats need a session.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, bindparam, delete, insert, or_, select, union_all, update
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError

from ...errors import TeahorseError
from .engine import storage_errors, writing
from .schema import ACCOUNTS, DEPARTURES, KEYS, RATINGS, ROWS, SESSIONS, SUBSCRIPTIONS, TURN_MESSAGES
from .stored import now

A_DAY = 24 * 3600  # seconds
ROLES = ("host", "player", "watcher")  # of a key, the strongest first
PUSH = "push"  # the kind of a subscription that belongs to one browser
SESSION = "session"  # in the keys of such a subscription: the hash of the browser's session
SESSION_SECONDS = 90 * A_DAY  # a session ends when it was not used for so long


_HASHES: BindParameter[list[str]] = bindparam("hashes", expanding=True)
_SIGNED_IN = select(SESSIONS.c.account).where(SESSIONS.c.hash.in_(_HASHES), SESSIONS.c.used_at >= bindparam("since"))
OPENED = or_(KEYS.c.hash.in_(_HASHES), KEYS.c.hash.in_(_SIGNED_IN))  # keys by their hashes, or by a session


def opened_by(hashes: Collection[str]) -> dict[str, object]:
    """The parameters of `OPENED`."""
    return {"hashes": list(hashes), "since": now() - SESSION_SECONDS}


class DuplicateName(TeahorseError):
    """Another account has this name."""


@dataclass(frozen=True)
class StoredAccount:
    """An account as stored."""

    id: str
    name: str
    sign_in_name: str  # the name without differences of case; unique
    password: str  # its argon2 hash
    is_public: bool
    created_at: int


@dataclass(frozen=True)
class StoredSession:
    """A session as stored, without its hash."""

    created_at: int
    used_at: int


class AccountStore:
    """The accounts and sessions of all servers that use this database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # --- Accounts -------------------------------------------------------------------------------------

    @storage_errors
    def add(self, account: StoredAccount) -> None:
        """Store a new account. Raises `DuplicateName`."""
        try:
            with writing(self._engine) as connection:
                connection.execute(insert(ACCOUNTS).values(**vars(account)))
        except IntegrityError:
            raise DuplicateName("This name is taken. Choose another one.") from None

    @storage_errors
    def named(self, sign_in_name: str) -> StoredAccount | None:
        """An account by its name for signing in."""
        with self._engine.connect() as connection:
            found = connection.execute(select(ACCOUNTS).where(ACCOUNTS.c.sign_in_name == sign_in_name)).mappings()
            return next((StoredAccount(**each) for each in found), None)

    @storage_errors
    def set_password(self, account: str, password: str, keep: str | None) -> None:
        """Store a new password hash, and end all sessions but the one with the hash `keep`."""
        with writing(self._engine) as connection:
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(password=password))
            if keep is not None:
                connection.execute(delete(SESSIONS).where(SESSIONS.c.account == account, SESSIONS.c.hash != keep))
                _remove_pushes(connection, account, lambda session: session != keep)

    @storage_errors
    def set_public(self, account: str, is_public: bool) -> None:
        """Show a player's page to others, or to nobody else."""
        with writing(self._engine) as connection:
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(is_public=is_public))

    @storage_errors
    def remove(self, account: str) -> None:
        """Delete an account with its sessions, seats, addresses for messages, and ratings.

        The results of rated games stay without a name, because the ratings of others were computed from them.
        """
        with writing(self._engine) as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.account == account))
            connection.execute(delete(RATINGS).where(RATINGS.c.account == account))
            connection.execute(delete(DEPARTURES).where(DEPARTURES.c.account == account))
            connection.execute(delete(KEYS).where(KEYS.c.hash == account))
            _remove_subscriptions(connection, SUBSCRIPTIONS.c.holder == account)
            connection.execute(delete(ACCOUNTS).where(ACCOUNTS.c.id == account))

    # --- Sessions -------------------------------------------------------------------------------------

    @storage_errors
    def begin_session(self, account: str, hashed: str) -> None:
        """Store a session by the hash of its token. Sessions that have ended are removed."""
        moment = now()
        with writing(self._engine) as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.used_at < moment - SESSION_SECONDS))
            new = {"hash": hashed, "account": account, "created_at": moment, "used_at": moment}
            connection.execute(insert(SESSIONS).values(**new))

    @storage_errors
    def of_session(self, hashed: str) -> StoredAccount | None:
        """The account that a session is signed in to. Notes once a day that the session is used."""
        moment = now()
        query = select(ACCOUNTS, SESSIONS.c.used_at).join(SESSIONS, SESSIONS.c.account == ACCOUNTS.c.id)
        query = query.where(SESSIONS.c.hash == hashed, SESSIONS.c.used_at >= moment - SESSION_SECONDS)
        with self._engine.connect() as connection:
            found = connection.execute(query).mappings().first()
        if found is None:
            return None
        values = dict(found)
        if values.pop("used_at") < moment - A_DAY:
            with writing(self._engine) as connection:
                connection.execute(update(SESSIONS).where(SESSIONS.c.hash == hashed).values(used_at=moment))
        return StoredAccount(**values)

    @storage_errors
    def sessions_of(self, account: str) -> list[StoredSession]:
        """The sessions of an account, the latest first."""
        query = select(SESSIONS.c.created_at, SESSIONS.c.used_at).order_by(SESSIONS.c.used_at.desc())
        query = query.where(SESSIONS.c.account == account, SESSIONS.c.used_at >= now() - SESSION_SECONDS)
        with self._engine.connect() as connection:
            return [StoredSession(*each) for each in connection.execute(query)]

    @storage_errors
    def end_session(self, hashed: str) -> None:
        """End one session. Its browser gets no notifications any more."""
        with writing(self._engine) as connection:
            account = connection.scalar(select(SESSIONS.c.account).where(SESSIONS.c.hash == hashed))
            if account is not None:
                connection.execute(delete(SESSIONS).where(SESSIONS.c.hash == hashed))
                _remove_pushes(connection, account, lambda session: session == hashed)

    @storage_errors
    def end_all_sessions(self, account: str) -> None:
        """End all sessions of an account."""
        with writing(self._engine) as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.account == account))
            _remove_pushes(connection, account, lambda session: True)

    # --- Seats ----------------------------------------------------------------------------------------

    @storage_errors
    def take_over(self, hashed: str, account: str, session: str) -> None:
        """Give what a browser has to an account: its seats, and its subscriptions to messages.

        `hashed` and `session` are the hashes of the browser's id and of its session.
        """
        seats = select(KEYS.c.hash).where(KEYS.c.hash == hashed)
        addresses = select(SUBSCRIPTIONS.c.holder).where(SUBSCRIPTIONS.c.holder == hashed)
        with self._engine.connect() as connection:
            if connection.execute(union_all(seats, addresses)).first() is None:
                return
        with writing(self._engine) as connection:
            for key in connection.execute(select(KEYS).where(KEYS.c.hash == hashed)).all():
                _move_key(connection, key, account)
            for each in connection.execute(select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.holder == hashed)).all():
                values = {"holder": account, "keys": each.keys | ({SESSION: session} if each.kind == PUSH else {})}
                connection.execute(update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == each.id).values(**values))


def _move_key(connection: Connection, key: Any, account: str) -> None:
    """Give the seats and the role of a key to an account, which may have some at that table.

    Otherwise it is late if the game has begun: nobody may wait how a game goes before choosing to be rated.
    """
    at = KEYS.c.table == key.table
    had = connection.execute(select(KEYS).where(at, KEYS.c.hash == account)).first()
    if had is None:
        is_late = (
            connection.execute(select(ROWS.c.number).where(ROWS.c.table == key.table).limit(1)).first() is not None
        )
        connection.execute(update(KEYS).where(at, KEYS.c.hash == key.hash).values(hash=account, is_late=is_late))
        return
    role = next(role for role in ROLES if role in (had.role, key.role))
    values = {"seats": sorted({*had.seats, *key.seats}), "role": role}
    connection.execute(update(KEYS).where(at, KEYS.c.hash == account).values(**values))
    connection.execute(delete(KEYS).where(at, KEYS.c.hash == key.hash))


def _remove_pushes(connection: Connection, account: str, is_ended: Callable[[str | None], bool]) -> None:
    """Remove the notifications of browsers whose session has ended."""
    pushes = (SUBSCRIPTIONS.c.holder == account) & (SUBSCRIPTIONS.c.kind == PUSH)
    found = connection.execute(select(SUBSCRIPTIONS.c.id, SUBSCRIPTIONS.c["keys"]).where(pushes)).all()
    ended = [each.id for each in found if is_ended(each.keys.get(SESSION))]
    if ended:
        _remove_subscriptions(connection, SUBSCRIPTIONS.c.id.in_(ended))


def _remove_subscriptions(connection: Connection, which: ColumnElement[bool]) -> None:
    ids = list(connection.scalars(select(SUBSCRIPTIONS.c.id).where(which)))
    connection.execute(delete(TURN_MESSAGES).where(TURN_MESSAGES.c.subscription.in_(ids)))
    connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id.in_(ids)))
