"""Who sends a request: the keys that it carries, and what it may see."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Header, Request

from ...errors import TeahorseError
from .. import visits
from ..tables.service import TableService

Authorization = Annotated[str | None, Header(description="Bearer KEY")]


def service_of(request: Request) -> TableService:
    """All tables."""
    service: TableService = request.app.state.table_service
    return service


def keys_of(request: Request, table_id: str, authorization: str | None) -> frozenset[str]:
    """The keys that a request carries for a table: the token, and those of the browser's cookie."""
    return visits.keys_of(request, table_id)


@contextmanager
def hidden_from_strangers(request: Request, table_id: str) -> Iterator[None]:
    """If this block refuses something, and the sender may not see the table, answer as if there were no such table.

    Nothing is looked up unless it is refused.
    """
    try:
        yield
    except TeahorseError:
        visits.open_table(request, table_id)
        raise
