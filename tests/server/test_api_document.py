"""The examples of docs/api.md do what they show, on a real server."""

import doctest
import json
import re
import subprocess
from pathlib import Path

from server_process import ServerProcess
from teahorse.server import api

DOCUMENT = Path(__file__).parents[2] / "docs" / "api.md"
ADDRESS = "http://localhost:8013"


def test_the_examples_of_the_document_work(server: ServerProcess) -> None:
    text = DOCUMENT.read_text(encoding="utf-8").replace(ADDRESS, server.address)
    found = doctest.DocTestParser().get_doctest(text, {}, DOCUMENT.name, str(DOCUMENT), 0)
    result = doctest.DocTestRunner().run(found)
    assert result.attempted > 10 and result.failed == 0
    found.globs.clear()
    (command,) = re.findall(r"```sh\n(curl .*?)```", text, re.DOTALL)
    answer = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert set(json.loads(answer.stdout)) >= {"id", "key"}


def test_the_document_names_every_operation() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    operations = re.findall(r"`(?:/tables/ID)?(/[a-z-]*)", text)
    described = api.router.routes
    assert described and {"/join", "/moves", "/undo", "/events", "/links"} <= set(operations)
