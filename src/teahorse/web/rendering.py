"""Renders templates with the reader's language and preferences."""

import hashlib
import re
from collections.abc import Hashable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..text import rulebook
from ..text.language import Language, language_for, languages
from ..text.translation import Say
from .drawing import svg
from .drawing.small_board import small_board
from .preferences import Preferences
from .presenters.log import Entry

HERE = Path(__file__).parent
STATIC = HERE / "static"
DIGITS = 10  # of a file's hash, in its address
_PAGE_OF_A_TABLE = re.compile(r"/t/[^/]+(?:/at/\d+|/review)?")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # templates don't change while a server runs
    )
    environment.globals |= {"static": static_url, "svg": svg, "small_board": small_board}
    return environment


_LOG_ENTRIES: WeakKeyDictionary[Entry, dict[Hashable, Markup]] = WeakKeyDictionary()
"""The HTML of log entries by table, language and whether it is the position shown. It is dropped with the entry."""


def _log_entry(context: Mapping[str, Any], entry: Entry, is_here: bool) -> Markup:
    """The HTML of a log entry. A page has many, and all but the latest were on the page before."""
    known = _LOG_ENTRIES.setdefault(entry, {})
    key = (context["view"].id, context["language"], is_here)
    if key not in known:
        template = _environment().get_template("parts/log_entry.html")
        known[key] = Markup(template.render(context, entry=entry, is_here=is_here))
    return known[key]


@cache
def static_url(name: str) -> str:
    """The address of a static file. It contains a hash of the file, so browsers may cache it for good."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:DIGITS]
    return f"/static/{name}?v={digest}"


def language_of(request: Request) -> Language:
    """The reader's language: the chosen one, or the browser's."""
    return language_for(request.cookies.get("language"), request.headers.get("accept-language"))


def say_of(request: Request) -> Say:
    """The function that translates sentences for this reader."""
    return language_of(request).say


def preferences_of(request: Request) -> Preferences:
    """The reader's preferences."""
    return Preferences.of(request.cookies)


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page or part of a page for this reader."""
    return HTMLResponse(render(request, template, **context), status)


def render(request: Request, template: str, **context: Any) -> str:
    """The HTML of a page or part of a page."""
    language = language_of(request)
    values: dict[str, Any] = {
        "_": language.say,
        "ngettext": language.say.ngettext,
        "pgettext": language.say.pgettext,
        "language": language.code,
        "languages": languages(),
        "rulebook_language": rulebook.language_of(language.code),
        "preferences": preferences_of(request),
        "path": page_path(request.url.path),
        **context,
    }
    text: str = _environment().get_template(template).render(values, log_entry=partial(_log_entry, values))
    return text


def page_path(path: str) -> str:
    """The address of the page that the reader sees: a table for its parts, the home page for an upload."""
    found = _PAGE_OF_A_TABLE.match(path)
    if found:
        return found[0]
    return "/" if path == "/open" else path


def error_page(request: Request, status: int, sentence: str) -> HTMLResponse:
    """A page that says what went wrong, with links to other pages."""
    return HTMLResponse(render(request, "error.html", status=status, sentence=sentence), status)
