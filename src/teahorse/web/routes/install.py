"""What makes the game installable: the manifest, the service worker, and the page that is shown offline."""

import hashlib
import re
from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from ..rendering import language_of, page, render
from ..static_files import static_url, static_version
from ..template_environment import HERE

router = APIRouter(include_in_schema=False)
DIGITS = 12
PAPER, SEAL = "#f5eedf", "#b23a2e"
SCRIPT, OFFLINE = "service_worker.js", "offline.html"
_STATIC_FILE = re.compile(r'(?:href|src)="(/static/[^"#]+)"')
ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable-512", 512, "maskable"))


@router.get("/manifest.webmanifest")
def manifest(request: Request) -> JSONResponse:
    """The web app manifest."""
    language = language_of(request)
    icons = [
        {"src": static_url(f"icons/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in ICONS
    ]
    data = {
        "id": "/",
        "name": language.say("Yunnan: tea, horses and the long road"),
        "short_name": "Yunnan",
        "lang": language.code,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": SEAL,
        "icons": icons,
    }
    return JSONResponse(data, media_type="application/manifest+json", headers={"Cache-Control": "no-cache"})


@router.get("/service-worker.js")
def service_worker(request: Request) -> Response:
    """The service worker. Its text changes with any static file, so that browsers replace it and what it kept."""
    # What the offline page needs is kept from the start, everything else when it is first used.
    shell = sorted(set(_STATIC_FILE.findall(render(request, OFFLINE))))
    text = render(request, SCRIPT, version=_version(), files=static_version().root, shell=shell)
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/offline")
def offline(request: Request) -> HTMLResponse:
    """The page that the service worker shows when the server can't be reached."""
    return page(request, OFFLINE)


@cache
def _version() -> str:
    digest = hashlib.sha256((HERE / "templates" / SCRIPT).read_bytes())
    digest.update((HERE / "templates" / OFFLINE).read_bytes())
    digest.update(static_version().digest.encode())
    return digest.hexdigest()[:DIGITS]
