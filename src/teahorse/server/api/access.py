"""Who sends a request: the keys that it carries, and what it may see."""

from typing import Annotated

from fastapi import Header, Request

from ..tables.keys import keys_at
from ..tables.service import TableService

Authorization = Annotated[str | None, Header(description="Bearer KEY")]


def service_of(request: Request) -> TableService:
    """All tables."""
    service: TableService = request.app.state.table_service
    return service


def keys_of(request: Request, table_id: str, authorization: str | None) -> frozenset[str]:
    """The keys that a request carries for a table: the token, and those of the browser's cookie."""
    kind, _, key = (authorization or "").partition(" ")
    return keys_at(request, table_id) | ({key.strip()} if kind.lower() == "bearer" else frozenset())
