"""`teahorse web`: its options, and errors before the server starts."""

import json
import socket
from typing import Any

import pytest
from typer.testing import CliRunner

from teahorse.cli import app as command_line
from teahorse.errors import TeahorseError
from teahorse.server.http.rate_limits import Rates
from teahorse.server.settings import Settings


def test_the_command_line_sets_names_and_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    seen: list[Settings] = []

    def note(chosen: Settings) -> None:
        seen.append(chosen)
        raise TeahorseError("Enough seen.")

    monkeypatch.setattr("teahorse.web.app.make_app", note)
    command = ["web", "--no-browser", "--database", str(tmp_path / "games.sqlite")]
    given = ["--host", "club.local", "--name", "a.example", "--name", "b.example", "--tables-per-hour", "5"]
    given += ["--requests-per-minute", "7"]
    for arguments in (command, command + given):
        assert "Enough seen." in CliRunner().invoke(command_line, arguments).stderr
    assert (seen[0].names, seen[0].tables_per_hour) == (("127.0.0.1",), Settings("").tables_per_hour)
    assert (seen[0].rates, seen[1].rates) == (Rates(), Rates(per_address=7))
    assert (seen[1].names, seen[1].tables_per_hour) == (("club.local", "a.example", "b.example"), 5)


def test_a_port_in_use_is_reported_if_it_was_requested(tmp_path: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        arguments = ["web", "--no-browser", "--port", str(port), "--database", str(tmp_path / "games.sqlite")]
        result = CliRunner().invoke(command_line, arguments)
    assert result.exit_code == 2
    assert f"Port {port} on 127.0.0.1 can't be used: Address already in use." in result.stderr


def test_an_unusable_database_is_reported_before_the_server_starts(tmp_path: Any) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(json.dumps(["not a database"] * 100))
    result = CliRunner().invoke(command_line, ["web", "--no-browser", "--database", str(file)])
    assert result.exit_code == 2 and "file is not a database" in result.stderr
