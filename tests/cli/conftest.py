"""Fixtures for the command line: `teahorse("show", "game.yunnan")` runs a command in an empty folder."""

from collections.abc import Callable
from pathlib import Path

import pytest
from command_runner import CommandRunner
from typer.testing import CliRunner, Result

from teahorse.cli import app


@pytest.fixture
def teahorse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandRunner:
    """Run commands in an empty folder; an exception of a command fails the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str, typed: str | bytes = "", **environment: str) -> Result:
        result = CliRunner().invoke(app, list(arguments), input=typed, env=environment)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert "Traceback" not in result.output
        return result

    return run


@pytest.fixture
def game(teahorse: CommandRunner) -> Path:
    """A new record of three players."""
    assert teahorse("new", "game.yunnan", "--players", "3").exit_code == 0
    return Path("game.yunnan")


@pytest.fixture
def trace(teahorse: CommandRunner) -> Callable[..., list[str]]:
    """The lines of a random game."""

    def lines(*arguments: str) -> list[str]:
        result = teahorse("trace", *arguments)
        assert result.exit_code == 0
        return result.stdout.splitlines()

    return lines
