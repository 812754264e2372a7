"""A client of the API: create tables, join them by link, play, and follow what happens. See docs/api.md."""

from .client import Client, Invitation, Table
from .connection import ApiError, Refused, Unreachable
from .models import Change, Links, NewTable, Request, Row, Seat, TableState, WhyNot

__all__ = [
    "ApiError",
    "Change",
    "Client",
    "Invitation",
    "Links",
    "NewTable",
    "Refused",
    "Request",
    "Row",
    "Seat",
    "Table",
    "TableState",
    "Unreachable",
    "WhyNot",
]
