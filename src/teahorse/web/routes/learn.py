"""Learning the game: the guided first game, an overview, and where to look things up."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from ..learning.edition_tables import shown_tables
from ..learning.lessons import lesson_named, wish_for
from ..learning.pictures import overview
from ..learning.rulebook_pages import around, shown_section
from .rendering import language_of, page, say_of

router = APIRouter(include_in_schema=False)
FIRST_GAME = "first-game"
NOTATION = "17.2"  # the rule with the table of all moves
TIPS = "20"  # the section for beginners
SEE_OTHER = 303


@router.get("/learn")
def learn(request: Request) -> HTMLResponse:
    """What there is to learn from."""
    say, language = say_of(request), language_of(request).code
    return page(
        request,
        "learn.html",
        lesson=lesson_named(FIRST_GAME),
        overview=overview(say),
        tips=shown_section(TIPS, language),
        notation=around(NOTATION, language),
        reconstructed=[table for table in shown_tables(say) if table.reconstructed],
    )


@router.post("/learn")
def begin(request: Request) -> RedirectResponse:
    """Sit down to the guided first game."""
    table_id, key = request.app.state.new_tables.create(request, wish_for(FIRST_GAME, say_of(request)))
    return RedirectResponse(f"/t/{table_id}/sit/{key}", SEE_OTHER)
