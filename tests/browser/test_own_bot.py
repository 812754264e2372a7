"""A bot of one's own at a table in the browser: it joins by the link that a person copies, through the API."""

import subprocess
from pathlib import Path

import pytest
from browser_user import BrowserUser
from playwright.sync_api import expect

from fork_server import forked_python
from teahorse.bots import bot_named
from teahorse.client import Client

EXAMPLE = Path(__file__).parents[2] / "examples" / "api_bot.py"
NEW = "/new?people=3&who-1=person&name-1=Ann&who-2=link&who-3=random&order=listed"
SECONDS = 60
DOCUMENT = Path(__file__).parents[2] / "docs" / "api.md"


def bot_of_the_document() -> str:
    """The bot that docs/api.md shows."""
    blocks = DOCUMENT.read_text(encoding="utf-8").split("```python\n")[1:]
    return next(block.partition("```")[0] for block in blocks if "class Mine" in block)


@pytest.mark.slow
def test_a_person_plays_a_round_with_a_bot_of_their_own(ann: BrowserUser, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(bot_of_the_document())
    ann.visit(NEW)
    ann.page.locator(".start-bar .primary").click()
    ann.page.wait_for_url("**/seats")
    ann.page.locator(".seat-link summary").click()
    link = ann.page.locator(".seat-link input").input_value()
    command = [forked_python(), str(EXAMPLE), link, "--bot", f"{tmp_path / 'mine.py'}:Mine", "--name", "Mine"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
        try:
            ann.page.wait_for_selector("#table")  # the game has started, as the last seat is taken
            expect(ann.page.locator("#log")).to_contain_text("Mine sits down.")
            greedy = bot_named("greedy", 1)
            ann.wait_for_turn()
            while (game := ann.game()).round == 1 and not game.is_over:
                ann.make(greedy.choose(game))
                ann.wait_for_turn()
            with Client(ann.address) as client:
                told = client.table(ann.table_id).events()
                rows = [event for event in (next(told) for _ in range(ann.row + 2)) if event.kind == "move"]
            assert sum(event.player == "p2" for event in rows) >= 3  # it bids with three traders
            expect(ann.page.locator("#log")).to_contain_text("Mine")
            ann.visit(f"/t/{ann.table_id}/seats")
            ann.page.locator("#close summary").click()
            ann.page.locator("#close button").click()
            output, _ = program.communicate(timeout=SECONDS)
        finally:
            program.kill()
    assert program.returncode == 0 and "Joined table" in output and "It ended." in output, output
