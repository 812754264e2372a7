"""The error responses of operations, for the OpenAPI description."""

from typing import Any

from .models import Problem

Answers = dict[int | str, dict[str, Any]]
"""Error responses of an operation, by status."""


def _problem(description: str, **headers: str) -> dict[str, Any]:
    described = {name.replace("_", "-"): {"description": word} for name, word in headers.items()}
    return {"model": Problem, "description": description, "headers": described}


ALWAYS: Answers = {
    400: _problem("The request can't be read, or names a host that this server doesn't answer to."),
    422: _problem(
        "Something in the request is missing or not allowed. For an illegal move, `rule` says which rule refuses it."
    ),
    429: _problem("Too many requests, or too many new tables.", Retry_After="Seconds to wait."),
    500: _problem("Internal server error."),
    503: _problem("The server is busy, or its database can't be used.", Retry_After="Seconds to wait, where known."),
}
NOT_FOUND: Answers = {404: _problem("There is no such table.")}
TAKES_A_BODY: Answers = {
    403: _problem("It is not your turn, your token or link doesn't allow it, or a page of another site sent this."),
    413: _problem("The body is larger than 2 MB."),
}
CONFLICT: Answers = {409: _problem("The table has changed: another row has that number, or the seat is taken.")}
FORBIDDEN: Answers = {403: _problem("Your token doesn't allow this.")}
AT_A_TABLE: Answers = NOT_FOUND | TAKES_A_BODY | CONFLICT
# Declared here and not by a response class, which would describe the errors as plain text, too.
A_TEXT: Answers = {200: {"description": "The record.", "content": {"text/plain": {"schema": {"type": "string"}}}}}
A_STREAM: Answers = {
    200: {"description": "The stream.", "content": {"text/event-stream": {"schema": {"type": "string"}}}}
}
