"""All addresses of a server, so that no new one is forgotten."""

from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from teahorse.server import api
from teahorse.web.app import ROUTES


def addresses() -> list[tuple[str, str]]:
    """Every method and path: of pages, and of the API."""
    routes = [route for module in ROUTES for route in module.router.routes if isinstance(route, APIRoute)]
    pages = {(method, route.path) for route in routes for method in route.methods}
    described = get_openapi(title="", version="", routes=api.router.routes)["paths"]
    return sorted(pages | {(method.upper(), path) for path, methods in described.items() for method in methods})


def addresses_that_change() -> list[tuple[str, str]]:
    """Those that change something."""
    return [(method, path) for method, path in addresses() if method not in ("GET", "HEAD")]
