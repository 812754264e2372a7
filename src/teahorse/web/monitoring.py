"""For those who run a server: health checks, metrics of requests, and a log of them.

`/health/live` says that the process answers, `/health/ready` that it can serve: the rules are compiled, the database
answers, and the server isn't stopping. Both answer under any host name, because probes use many.
"""

import asyncio
import logging
import time

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..background_compilation import Compilation
from ..server.http.quiet_log import REQUEST
from ..server.metrics import Metrics
from ..server.storage.database import Database, StorageError

LIVE, READY = "/health/live", "/health/ready"
SECONDS_FOR_THE_DATABASE = 2.0
UNAVAILABLE = 503
UNKNOWN = "unknown"  # stands for addresses without a route

log = logging.getLogger(__name__)


class Health:
    """Whether a server can serve."""

    def __init__(self, storage: Database, compilation: Compilation) -> None:
        self.is_stopping = False
        self._storage = storage
        self._compilation = compilation

    async def problems(self) -> list[str]:
        """What keeps it from serving; nothing if it can."""
        found = ["stopping"] if self.is_stopping else []
        if not self._compilation.is_ready("rules"):
            found.append("compiling")
        try:
            await asyncio.wait_for(asyncio.to_thread(self._storage.check), SECONDS_FOR_THE_DATABASE)
        except (StorageError, TimeoutError):
            found.append("database")
        return found


class MonitoringMiddleware:
    """Answers health checks, and measures and logs all other requests. It is the outermost middleware."""

    def __init__(self, app: ASGIApp, health: Health, metrics: Metrics | None) -> None:
        self._app = app
        self._health = health
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"] in (LIVE, READY):
            await (await self._answer(scope["path"]))(scope, receive, send)
        elif self._metrics is None and not log.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
        else:
            await self._measured(scope, receive, send)

    async def _answer(self, path: str) -> JSONResponse:
        problems = [] if path == LIVE else await self._health.problems()
        body = {"status": "ok"} if not problems else {"status": "unavailable", "problems": problems}
        return JSONResponse(body, UNAVAILABLE if problems else 200, {"Cache-Control": "no-store"})

    async def _measured(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.perf_counter(), 0
        answered = 0.0

        async def noted(message: Message) -> None:
            nonlocal status, answered
            if message["type"] == "http.response.start":  # an event stream goes on long after that
                status, answered = message["status"], time.perf_counter() - begun
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            self._note(scope, status, answered or time.perf_counter() - begun)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", UNKNOWN)
        if self._metrics is not None:
            self._metrics.requests.labels(scope["method"], route, status).inc()
            self._metrics.seconds.labels(route).observe(seconds)
        if log.isEnabledFor(logging.INFO):
            about = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            log.info("%s %s %d", scope["method"], route, status, extra={REQUEST: about})
