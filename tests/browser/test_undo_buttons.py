"""Undo: one step, a whole turn, never after another person has moved, and past bots where one person plays."""

from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess, TableLink

from teahorse import Game


def sets_out(game: Game) -> bool:
    """Whether a player can make two journeys, one after the other."""
    return game.phase == "travel" and game.snapshot()["travel"]["passes_left"] > 1 and "go P-Y" in game.legal_moves()


def test_journeys_are_taken_back_one_by_one_or_all_at_once(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, until=sets_out)
    before = tables.game(table.id)
    mover = before.to_move
    ann.sit_down(table.seat_path)
    for _ in range(2):
        ann.make("go P-Y")
    ann.page.click("#undo-step")
    ann.wait_for_row(len(before.history) + 3)
    assert tables.game(table.id).moves == [*before.moves, "go P-Y"]
    ann.make("go P-Y")
    ann.page.click("#undo-turn")
    ann.wait_for_row(len(before.history) + 6)
    after = tables.game(table.id)
    assert after.moves == before.moves and after.to_move == mover
    assert tables.rows(table.id)[-2:] == ["undo go P-Y", "undo go P-Y"]
    ann.sees("#question", f"You have {before.snapshot()['travel']['passes_left']} border passes left")


def test_nothing_can_be_taken_back_once_a_bot_has_answered(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, "novice", "novice")
    ann.sit_down(table.seat_path)
    ann.make("bid school 5")
    ann.wait_for_turn()
    assert len(tables.rows(table.id)) >= 3
    expect(ann.page.locator("#undo-step")).to_have_count(0)


def test_one_person_against_bots_takes_back_moves_past_theirs(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, "novice", "novice", take_back=None)
    ann.sit_down(table.seat_path)
    ann.make("bid school 5")
    ann.wait_for_turn()
    rows = len(tables.rows(table.id))
    expect(ann.page.locator("#undo-step")).to_have_attribute(
        "title", "Takes back your last move, and 2 moves that bots made since."
    )
    ann.page.click("#undo-step")
    ann.wait_for_row(2 * rows)
    ann.wait_for_turn()
    assert tables.game(table.id).moves == []
    ann.make("pass")
    ann.page.click("#undo-step")  # at once, whether or not a bot has moved since
    ann.wait_until("() => document.querySelector('#table.yours') && document.querySelector('#turn button[value=pass]')")
    ann.make("bid school 7")


def test_around_one_screen_only_the_last_move_can_be_taken_back(
    ann: BrowserUser, table: TableLink, tables: TableAccess
) -> None:
    expect(ann.page.locator("#undo-step")).to_have_count(0)
    ann.make("bid school 5")
    ann.make("bid horse 5")
    expect(ann.page.locator("#undo-turn")).to_have_count(0)
    ann.page.click("#undo-step")
    ann.wait_for_row(3)
    assert tables.game(table.id).moves == ["bid school 5"]
