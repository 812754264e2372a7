"""The JSON API for programs: everything a player can do at a table.

A key is sent as `Authorization: Bearer KEY`, or in the browser's cookie.
"""

from fastapi import APIRouter

from . import chat, company, events, moves, seats, tables
from .answers import ALWAYS

PREFIX = "/api/v1"

router = APIRouter(prefix=PREFIX, responses=ALWAYS)
for module in (tables, seats, moves, chat, company, events):
    router.include_router(module.router)
