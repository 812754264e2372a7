"""The progress of the compilation, for pages that wait for it."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from ..waiting_page import is_ready, percent_of

router = APIRouter(include_in_schema=False)


@router.get("/compiling")
def progress(request: Request) -> JSONResponse:
    """How far the rules and the bots are, for the pages that wait for them."""
    parts = {
        part: {"ready": is_ready(request, part), "percent": percent_of(request, part)} for part in ("rules", "bots")
    }
    return JSONResponse(parts, headers={"Cache-Control": "no-store"})
