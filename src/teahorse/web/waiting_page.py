"""The page that is shown until the rules are compiled, and how far the compilation is."""

from collections.abc import Mapping

from fastapi import Request
from fastapi.responses import HTMLResponse

from ..background_compilation import Compilation
from .learning.rule_pictures import overview_in_words
from .rendering import page, say_of

UNAVAILABLE = 503
SECONDS_TO_RETRY = "3"


def compilation_of(request: Request) -> Compilation | None:
    """The compilation of this server; None in tests that have none."""
    compilation: Compilation | None = getattr(request.app.state, "compilation", None)
    return compilation


def is_ready(request: Request, part: str) -> bool:
    """Whether a part, the rules or the bots, is compiled."""
    compilation = compilation_of(request)
    return compilation is None or compilation.is_ready(part)


def percent_of(request: Request, part: str) -> int:
    """How much of a part is compiled."""
    compilation = compilation_of(request)
    return 100 if compilation is None else round(100 * compilation.progress(part))


def waiting_page(request: Request, fields: Mapping[str, str] | None = None) -> HTMLResponse:
    """A page that reloads as the requested one when the rules are compiled. A form is sent again with its fields."""
    response = page(
        request,
        "waiting.html",
        UNAVAILABLE,
        percent=percent_of(request, "rules"),
        fields=fields,
        address=request.url.path,
        overview=overview_in_words(say_of(request)),
    )
    response.headers["Retry-After"] = SECONDS_TO_RETRY
    response.headers["Cache-Control"] = "no-store"
    return response
