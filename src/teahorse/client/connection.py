"""HTTP with retries. A repeated request carries the same idempotency key, so it is never done twice."""

import random
import time
import uuid
from collections.abc import Mapping
from typing import Any

import httpx

from ..errors import TeahorseError

ATTEMPTS = 6
FIRST_WAIT, LONGEST_WAIT = 0.2, 10.0  # seconds between attempts; each wait is twice as long as the one before
TIMEOUT = httpx.Timeout(30.0, connect=10.0)
RETRIED = frozenset({429, 502, 503, 504})


class ApiError(TeahorseError):
    """A request that failed."""


class Refused(ApiError):
    """The server refuses a request. `status` is that of HTTP, and `rule` the rule that an illegal move breaks."""

    def __init__(self, status: int, sentence: str, rule: str | None = None) -> None:
        super().__init__("{sentence}", sentence=sentence)
        self.status = status
        self.rule = rule


class Unreachable(ApiError):
    """No answer came, though the client tried several times."""


class Connection:
    """Sends requests, again if the network or the server fails."""

    def __init__(self, address: str, transport: httpx.BaseTransport | None = None) -> None:
        self.http = httpx.Client(base_url=address, timeout=TIMEOUT, transport=transport)

    def close(self) -> None:
        """Close all connections."""
        self.http.close()

    def get(self, path: str, token: str | None = None, **parameters: str) -> httpx.Response:
        """Read something."""
        return self._send("GET", path, headers_with(token), params=parameters)

    def post(self, path: str, token: str | None = None, body: Mapping[str, Any] | None = None) -> httpx.Response:
        """Change something, once."""
        headers = headers_with(token) | {"Idempotency-Key": str(uuid.uuid4())}
        return self._send("POST", path, headers, json=body or {})

    def _send(self, method: str, path: str, headers: Mapping[str, str], **what: Any) -> httpx.Response:
        reason = ""
        for attempt in range(ATTEMPTS):
            try:
                answer = self.http.request(method, path, headers=headers, **what)
            except httpx.TransportError as error:
                wait, reason = pause(attempt), f"{type(error).__name__}: {error}"
            else:
                if answer.status_code not in RETRIED:
                    return checked(answer)
                wait, reason = float(answer.headers.get("Retry-After") or pause(attempt)), sentence_of(answer)
            if attempt + 1 < ATTEMPTS:
                time.sleep(min(wait, LONGEST_WAIT))
        raise Unreachable(f"{self.http.base_url} did not answer {ATTEMPTS} times. {reason}")


def pause(attempt: int) -> float:
    """Seconds to wait after an attempt, with a random part, so that not all clients come back at once."""
    return float(min(LONGEST_WAIT, FIRST_WAIT * 2**attempt) * random.uniform(0.5, 1.0))


def headers_with(token: str | None) -> dict[str, str]:
    """The headers that carry a token."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def checked(answer: httpx.Response) -> httpx.Response:
    """The answer, unless it is a refusal. Raises `Refused`."""
    if answer.is_success:
        return answer
    try:
        rule = answer.json().get("rule")
    except (ValueError, AttributeError):
        rule = None
    raise Refused(answer.status_code, sentence_of(answer), rule)


def sentence_of(answer: httpx.Response) -> str:
    """What an answer says about an error."""
    try:
        return str(answer.json()["sentence"])
    except (ValueError, KeyError, TypeError):
        return f"The server answers {answer.status_code} {answer.reason_phrase}."
