"""The page of one's account."""

from dataclasses import dataclass
from datetime import UTC, datetime

from ...server.storage.accounts import StoredAccount
from ...server.storage.database import Database
from ...text.language import Language


@dataclass(frozen=True)
class AccountPage:
    """The whole page."""

    name: str
    since: str
    is_public: bool
    tables: int
    rated: int
    sessions: int


def account_page(storage: Database, account: StoredAccount, language: Language) -> AccountPage:
    """The page of the account that is signed in."""
    return AccountPage(
        name=account.name,
        since=language.day(datetime.fromtimestamp(account.created_at, UTC).astimezone()),
        is_public=account.is_public,
        tables=storage.count_tables_of(account.id),
        rated=len(storage.ratings.results(account.id)),
        sessions=len(storage.accounts.sessions_of(account.id)),
    )
