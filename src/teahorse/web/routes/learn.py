"""Learning the game: the guided first game, an overview, and where to look things up."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from ...rules.code_cache import StillCompiling
from ...server.tables.browsers import Browser
from ...text.translation import Say
from ..learning.lessons import lesson_config, lesson_named
from ..learning.rule_pictures import Part, overview, overview_in_words
from ..learning.rulebook_pages import rule_with_neighbours, shown_section
from ..presenters.edition_tables import shown_tables
from ..presenters.my_games import unfinished_lesson
from ..rendering import language_of, page, say_of
from ..waiting_page import waiting_page

router = APIRouter(include_in_schema=False)
FIRST_GAME = "first-game"
NOTATION = "17.2"  # the rule with the table of all moves
TIPS = "20"  # the section for beginners
SEE_OTHER = 303


@router.get("/learn")
def learn(request: Request) -> HTMLResponse:
    """The page with everything for learners."""
    say, language = say_of(request), language_of(request).code
    storage = request.app.state.table_service.storage
    return page(
        request,
        "learn.html",
        lesson=lesson_named(FIRST_GAME),
        unfinished=unfinished_lesson(storage, Browser(request, storage)),
        overview=_overview(say),
        tips=shown_section(TIPS, language),
        notation=rule_with_neighbours(NOTATION, language),
        reconstructed=[table for table in shown_tables(say) if table.reconstructed],
    )


@router.post("/learn")
def begin(request: Request) -> Response:
    """Start the guided first game."""
    try:
        table_id, key = request.app.state.new_table_limit.create(request, lesson_config(FIRST_GAME, say_of(request)))
    except StillCompiling:
        return waiting_page(request, {})
    return RedirectResponse(f"/t/{table_id}/sit/{key}", SEE_OTHER)


def _overview(say: Say) -> list[Part]:
    """A round in four pictures; only texts until the rules are compiled."""
    try:
        return overview(say)
    except StillCompiling:
        return overview_in_words(say)
