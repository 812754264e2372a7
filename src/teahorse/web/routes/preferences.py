"""The page of preferences, and the small forms on other pages that change one of them."""

from dataclasses import replace
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.datastructures import FormData

from ...errors import N_
from ...server.tables.keys import A_YEAR
from ..preferences import BROWSERS_LANGUAGE, CONFIRMABLE, Preferences
from ..rendering import page, preferences_of, say_of

router = APIRouter(include_in_schema=False)
SEE_OTHER = 303

THEME_WORDS = {"auto": N_("As the device"), "light": N_("Light"), "dark": N_("Dark")}
SPEED_WORDS = {"slow": N_("Slow"), "normal": N_("Normal"), "quick": N_("Quick"), "off": N_("Off")}
CONFIRM_WORDS = {
    "pass": N_("before you pass"),
    "done": N_("before you end your travels"),
    "bank": N_("before you go to the bank"),
}


@router.get("/settings")
def show(request: Request, back: str = "", kept: bool = False) -> HTMLResponse:
    """The page of settings."""
    say, back = say_of(request), own_path(back, "")
    return page(
        request,
        "settings.html",
        back=back,
        here=f"/settings?{urlencode({'back': back})}" if back else "/settings",  # another language keeps the way back
        kept=kept,
        browsers_language=BROWSERS_LANGUAGE,
        themes={theme: say(THEME_WORDS[theme]) for theme in THEME_WORDS},
        speeds={speed: say(SPEED_WORDS[speed]) for speed in SPEED_WORDS},
        confirmable={move: say(CONFIRM_WORDS[move]) for move in CONFIRMABLE},
    )


@router.post("/settings")
async def change(request: Request) -> Response:
    """Save the preferences in the form, leave the others, and return to the previous page."""
    async with request.form() as form:
        response = RedirectResponse(own_path(form.get("back"), "/settings?kept=1"), SEE_OTHER)
        preferences = changed(preferences_of(request), form)
    for name, value in preferences.cookies().items():
        if value is None:
            response.delete_cookie(name)
        else:
            response.set_cookie(name, value, max_age=A_YEAR, samesite="lax")
    return response


def changed(preferences: Preferences, form: FormData) -> Preferences:
    """The preferences changed by a form. Invalid values fall back to the default; missing ones stay unchanged."""
    values = {name: str(form[name]) for name in ("language", "theme", "speed", "sound") if name in form}
    if "confirm" in form:
        values["confirm"] = "-".join(str(move) for move in form.getlist("confirm"))
    read = Preferences.of(values)
    return replace(preferences, **{name: getattr(read, name) for name in values})


def own_path(path: object, otherwise: str) -> str:
    """The path if it is on this site, otherwise the fallback, so that a link can't redirect to another site."""
    if not isinstance(path, str) or not path.isprintable() or path.startswith(("//", "/\\")):
        return otherwise
    return path if path.startswith("/") else otherwise
