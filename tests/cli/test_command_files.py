"""Whatever the file is, the answer is a sentence and the status 2."""

from pathlib import Path

import pytest
from command_runner import CommandRunner

COMMANDS = [
    ["show"],
    ["show", "--json"],
    ["legal"],
    ["score"],
    ["undo"],
    ["move", "pass"],
    ["why", "pass"],
    ["check"],
]
CONTENTS = {
    "binary": b"\x89PNG\r\n\x1a\n\x00\xff\xfe",
    "empty": b"",
    "a broken snapshot": b'{"edition":"2023"',
    "a snapshot without sense": b'{"edition":"2023","people":3}',
    "deep": b'{"a":' * 50_000,
    "long numbers": b'{"edition":' + b"9" * 5000 + b"}",
    "a broken record": b'[Edition "2023"]\n[People "3"]\n[Oops\n',
    "a record of too many": b'[Edition "2023"]\n[People "33"]\n',
    "zeros": b"\x00" * 100,
    "prose": "Es war einmal in Pu'er …\n".encode(),
}


def _command(words: list[str], file: str) -> list[str]:
    return [words[0], file, *words[1:]]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS.keys())
def test_a_file_that_is_no_game_is_refused_in_a_sentence(
    teahorse: CommandRunner, words: list[str], content: bytes
) -> None:
    Path("file").write_bytes(content)
    result = teahorse(*_command(words, "file"))
    if result.exit_code == 1:  # a snapshot that can be read and is wrong: only `check` tells these apart
        assert words == ["check"]
    else:
        assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.strip().splitlines()) == 1
    assert "file" in result.stderr
    assert Path("file").read_bytes() == content


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_missing_files_and_folders_are_named(teahorse: CommandRunner, words: list[str]) -> None:
    result = teahorse(*_command(words, "missing.yunnan"))
    assert (result.exit_code, result.stderr) == (2, "There is no file missing.yunnan.\n")
    Path("folder").mkdir()
    result = teahorse(*_command(words, "folder"))
    assert (result.exit_code, result.stderr) == (2, "folder is a folder, not a file.\n")


def test_a_file_one_may_not_read_is_named(teahorse: CommandRunner, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", forbidden)
    result = teahorse("show", str(game))
    assert (result.exit_code, result.stderr) == (2, "There is no permission to read game.yunnan.\n")


def test_a_broken_record_names_the_line(teahorse: CommandRunner) -> None:
    Path("game.yunnan").write_text('[Edition "2023"]\n[People "3"]\n\npass\nbid school 5\nbid school 5\n')
    result = teahorse("show", "game.yunnan")
    assert result.exit_code == 2
    assert result.stderr.startswith("game.yunnan: Line 6, move 3: `bid school 5` is not allowed (3.2)")


def test_a_trace_is_pointed_to_check(teahorse: CommandRunner) -> None:
    Path("game.trace").write_text(teahorse("trace", "--players", "3").stdout)
    result = teahorse("show", "game.trace")
    assert (result.exit_code, "teahorse check" in result.stderr) == (2, True)
