"""The rulebook: all of it, a section, a rule, search, and the tables of the editions."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...rules.code_cache import StillCompiling
from ...text.rule_search import without_typos
from ...text.translation import Say
from ..learning.rule_pictures import Picture, picture_for, picture_ids
from ..learning.rulebook_pages import (
    ShownSection,
    nearest_rules,
    rule_with_neighbours,
    rules_that_cite,
    search_rules,
    section_with_neighbours,
    shown_section,
    shown_sections,
)
from ..learning.ruling_pages import introduction, rulings_on, shown_rulings
from ..presenters.edition_tables import SOURCE_WORDS, SOURCES, shown_tables
from ..rendering import language_of, page, say_of

router = APIRouter(include_in_schema=False)
LONGEST_QUESTION = 100  # characters
MOST_FOUND = 40
NOT_FOUND, UNAVAILABLE = 404, 503
DATA = "16"  # the section about tables


@router.get("/rules")
def book(request: Request, q: str = "") -> HTMLResponse:
    """The whole book, or search results; while typing, only the results."""
    wanted = " ".join(q[:LONGEST_QUESTION].split())
    if "hx-request" in request.headers:
        return page(request, "parts/rules_found.html", **_search(request, wanted))
    sections = shown_sections(language_of(request).code)
    return page(request, "rules.html", sections=sections, pictured=picture_ids(), **_search(request, wanted))


@router.get("/rules/data")
def data(request: Request) -> HTMLResponse:
    """All tables of the editions with their sources."""
    say = say_of(request)
    return page(
        request,
        "rules_data.html",
        section=shown_section(DATA, language_of(request).code),
        tables=shown_tables(say),
        sources={source: say(SOURCES[source]) for source in SOURCES},
        source_words={source: say(SOURCE_WORDS[source]) for source in SOURCE_WORDS},
        **_search(request, ""),
    )


@router.get("/rules/rulings")
def rulings(request: Request) -> HTMLResponse:
    """Where the printed rules are silent or disagree, and what we play."""
    return page(request, "rules_rulings.html", introduction=introduction(), sections=shown_rulings())


@router.get("/rules/{rule_id}")
def rule(request: Request, rule_id: str) -> HTMLResponse:
    """A rule with links to the next ones, or a section."""
    language, say = language_of(request).code, say_of(request)
    sections = section_with_neighbours(rule_id, language)
    if sections is not None:
        return _section(request, *sections)
    nearby = rule_with_neighbours(rule_id, language)
    if nearby is None:
        missing = rule_id[:LONGEST_QUESTION]
        return page(request, "rules_none.html", NOT_FOUND, missing=missing, **_search(request, ""))
    before, shown, after = nearby
    return page(
        request,
        "rules_rule.html",
        before=before,
        rule=shown,
        after=after,
        section=shown_section(shown.section, language),
        naming=rules_that_cite(rule_id, language),
        rulings=rulings_on(rule_id),
        picture=_picture(rule_id, say)[0],
        **_search(request, ""),
    )


@router.get("/rules/{rule_id}/picture")
def picture(request: Request, rule_id: str) -> HTMLResponse:
    """The picture of a rule, for the page of the whole book."""
    shown, status = _picture(rule_id, say_of(request))
    return page(request, "parts/rules_picture.html", status, picture=shown)


def _picture(rule_id: str, say: Say) -> tuple[Picture | None, int]:
    """The picture of a rule and the status of the answer; no picture until the rules are compiled."""
    try:
        shown = picture_for(rule_id, say)
    except StillCompiling:
        return None, UNAVAILABLE
    return shown, 200 if shown else NOT_FOUND


def _search(request: Request, wanted: str) -> dict[str, Any]:
    """The data for the search box and its results."""
    language = language_of(request).code
    meant = " ".join(without_typos(wanted.split(), language))
    results = search_rules(meant, language) if wanted else []
    near = nearest_rules(meant, language) if wanted else []
    more = max(0, len(results) - MOST_FOUND)
    return {"wanted": wanted, "meant": meant, "found": results[:MOST_FOUND], "more": more, "near": near}


def _section(
    request: Request, before: ShownSection | None, section: ShownSection, after: ShownSection | None
) -> HTMLResponse:
    return page(
        request,
        "rules_section.html",
        before=before,
        section=section,
        after=after,
        pictured=picture_ids(),
        **_search(request, ""),
    )
