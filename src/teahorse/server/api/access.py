"""Who sends a request: the keys that it carries, and what it may see."""

from typing import Annotated

from fastapi import Header, Request

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
