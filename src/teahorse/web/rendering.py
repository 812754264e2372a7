"""Renders templates with the reader's language and preferences."""

import re
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from cachetools import LRUCache
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Template
from markupsafe import Markup

from ..server.tables.session_cookies import name_shown
from ..text import rulebook
from ..text.language import Language, language_for, languages
from ..text.translation import Say
from .preferences import Preferences
from .presenters.log import Entry
from .template_environment import environment_of

MOST_LOG_PARTS = 512
_PAGE_OF_A_TABLE = re.compile(r"/t/[^/]+(?:/at/\d+|/review)?")


_LOG_ENTRIES: WeakKeyDictionary[Entry, dict[Hashable, Markup]] = WeakKeyDictionary()
"""The HTML of log entries by table, language and whether it is the position shown. It is dropped with the entry."""
_LOG_PARTS: LRUCache[Hashable, Markup] = LRUCache(MOST_LOG_PARTS)
"""The HTML of parts of rounds by table, language and entries."""
_GUARD = Lock()


def _log_entry(template: Template, context: Mapping[str, Any], entry: Entry, is_here: bool) -> Markup:
    """The HTML of a log entry. A page has many, and all but the latest were on the page before."""
    known = _LOG_ENTRIES.setdefault(entry, {})
    key = (context["view"].id, context["language"], is_here)
    if key not in known:
        known[key] = Markup(template.render(context, entry=entry, is_here=is_here))
    return known[key]


def _log_part(
    context: Mapping[str, Any], log_entry: Callable[..., Markup], entries: tuple[Entry, ...]
) -> Markup | None:
    """The HTML of a part of a round; None if something is told between its entries, or if one of them is shown."""
    view = context["view"]
    since = view.since.row if view.since else None
    if view.replay or any(entry.row == since or entry.row in view.seat_lines for entry in entries):
        return None
    key = (view.id, context["language"], entries)
    with _GUARD:
        known = _LOG_PARTS.get(key)
    if known is None:
        known = Markup("\n").join(log_entry(entry, False) for entry in reversed(entries))
        with _GUARD:
            _LOG_PARTS[key] = known
    return known


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
    environment = environment_of(language)
    values: dict[str, Any] = {
        "language": language.code,
        "languages": languages(),
        "rulebook_language": rulebook.language_of(language.code),
        "preferences": preferences_of(request),
        "path": page_path(request.url.path),
        "account_name": name_shown(request),
        **context,
    }
    log_entry = partial(_log_entry, environment.get_template("parts/log_entry.html"), values)
    log_part = partial(_log_part, values, log_entry)
    text: str = environment.get_template(template).render(values, log_entry=log_entry, log_part=log_part)
    return text


def page_path(path: str) -> str:
    """The address of the page that the reader sees: a table for its parts, the home page for an upload, and so on."""
    found = _PAGE_OF_A_TABLE.match(path)
    if found:
        return found[0]
    if path.startswith("/account/") and path != "/account/new":
        return "/account"
    return "/" if path == "/open" else path


def error_page(request: Request, status: int, sentence: str) -> HTMLResponse:
    """A page that says what went wrong, with links to other pages."""
    return HTMLResponse(render(request, "error.html", status=status, sentence=sentence), status)
