"""What the server does not take: a body without end, by what it says of itself and by what comes."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI

from teahorse.web.app import make_app
from teahorse.web.guards import MOST_BYTES
from teahorse.web.settings import Settings

A_FILE = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.yunnan"\r\n\r\n'
ITS_END = b"\r\n--x--\r\n"
A_PART = b"#" * 100_000
A_FORM = {"content-type": "multipart/form-data; boundary=x"}


@pytest.fixture
def app(database: str) -> FastAPI:
    app = make_app(Settings(database))
    app.state.storage.close()
    return app


class Sender:
    """Sends a form with a file of so many parts, with its length or piece by piece."""

    def __init__(self, parts: int) -> None:
        self.parts, self.taken = parts, 0

    def send(self, app: FastAPI, path: str, *, declared: bool, **headers: str) -> httpx.Response:
        length = {"content-length": str(len(A_FILE) + self.parts * len(A_PART) + len(ITS_END))} if declared else {}

        async def answer() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://yunnan") as client:
                return await client.post(path, content=self._body(), headers=A_FORM | length | headers)

        return asyncio.run(answer())

    async def _body(self) -> AsyncIterator[bytes]:
        yield A_FILE
        for _ in range(self.parts):
            self.taken += 1
            yield A_PART
        yield ITS_END


@pytest.mark.parametrize("path", ["/open", "/new", "/settings", "/forget", "/t/aaaaaaaaaa/moves"])
@pytest.mark.parametrize(("declared", "most_taken"), [(True, 0), (False, MOST_BYTES // len(A_PART) + 1)])
def test_a_body_without_end_is_not_read_to_its_end(app: FastAPI, path: str, declared: bool, most_taken: int) -> None:
    sender = Sender(1000)
    answer = sender.send(app, path, declared=declared)
    assert answer.status_code == 413
    assert "That is too much at once." in answer.text
    assert sender.taken <= most_taken


@pytest.mark.parametrize("asking", [{"accept": "application/json"}, {"x-table": "1"}])
def test_a_script_is_told_so_as_data(app: FastAPI, asking: dict[str, str]) -> None:
    answer = Sender(1000).send(app, "/open", declared=False, **asking)
    assert answer.json()["sentence"] == "That is too much at once."


def test_a_body_that_is_short_enough_is_read(app: FastAPI) -> None:
    sender = Sender(19)
    assert sender.send(app, "/settings", declared=True).status_code != 413
    assert sender.taken == 19
