"""Sends requests to an app without a server process, from any address."""

import asyncio
from typing import Any, cast

import httpx
from starlette.types import ASGIApp

HOST = "localhost"


def ask(app: ASGIApp, method: str, path: str, *, address: str = "127.0.0.1", **what: Any) -> httpx.Response:
    """Send one request; errors of the app become answers, as on a server. Redirects are not followed."""

    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(cast(Any, app), raise_app_exceptions=False, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            return await client.request(method, path, **what)

    return asyncio.run(answer())
