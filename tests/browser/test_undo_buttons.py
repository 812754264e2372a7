"""Taking moves back: one step, a whole turn, not what others have answered, and past bots where a table allows it."""

from browser_user import Person
from playwright.sync_api import expect
from table_access import Hall

from teahorse import Game


def sets_out(game: Game) -> bool:
    """Whether someone can make two journeys, one after the other."""
    return game.phase == "travel" and game.snapshot()["travel"]["passes_left"] > 1 and "go P-Y" in game.legal_moves()


def test_journeys_are_taken_back_one_by_one_or_all_at_once(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None, until=sets_out)
    before = hall.game(sitting.id)
    mover = before.to_move
    ann.sit_down(sitting.door)
    for _ in range(2):
        ann.make("go P-Y")
    ann.page.click("#undo-step")
    ann.wait_for_row(len(before.history) + 3)
    assert hall.game(sitting.id).moves == [*before.moves, "go P-Y"]
    ann.make("go P-Y")
    ann.page.click("#undo-turn")
    ann.wait_for_row(len(before.history) + 6)
    after = hall.game(sitting.id)
    assert after.moves == before.moves and after.to_move == mover
    assert hall.rows(sitting.id)[-2:] == ["undo go P-Y", "undo go P-Y"]
    ann.sees("#question", f"you have {before.snapshot()['travel']['passes_left']} border passes left")


def test_nothing_can_be_taken_back_once_a_bot_has_answered(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, "novice", "novice")
    ann.sit_down(sitting.door)
    ann.make("bid school 5")
    ann.wait_for_turn()
    assert len(hall.rows(sitting.id)) >= 3
    expect(ann.page.locator("#undo-step")).to_have_count(0)


def test_a_table_may_allow_to_go_back_past_what_bots_did(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, "novice", "novice", take_back="bots")
    ann.sit_down(sitting.door)
    ann.make("bid school 5")
    ann.wait_for_turn()
    rows = len(hall.rows(sitting.id))
    ann.page.click("#undo-step")
    ann.wait_for_row(2 * rows)
    ann.wait_for_turn()
    assert hall.game(sitting.id).moves == []
    ann.make("bid school 7")


def test_around_one_screen_only_the_last_move_can_be_taken_back(ann: Person, hall: Hall) -> None:
    sitting = hall.table(None, None, None)
    ann.sit_down(sitting.door)
    expect(ann.page.locator("#undo-step")).to_have_count(0)
    ann.make("bid school 5")
    ann.make("bid horse 5")
    expect(ann.page.locator("#undo-turn")).to_have_count(0)
    ann.page.click("#undo-step")
    ann.wait_for_row(3)
    assert hall.game(sitting.id).moves == ["bid school 5"]
