"""The reader is "you", and the goal is always in sight."""

import re

from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess

from teahorse import Game


def at_anns_bid(game: Game) -> bool:
    """Ann is to bid in the second round."""
    return game.round == 2 and game.phase == "bid" and game.to_move == "p1"


def test_a_player_is_you_and_all_others_have_names(
    ann: BrowserUser, sessions: BrowserSessions, tables: TableAccess
) -> None:
    table = tables.create(None, "novice", "novice", until=at_anns_bid)
    watching = sessions.open()
    watching.sit_down(table.path)
    ann.sit_down(table.seat_path)
    ann.sees("#question", "Your turn: ")
    assert "Your turn" in ann.page.title()
    expect(ann.page.locator("#panel-p1 .you")).to_have_text("you")
    assert ann.page.locator(".panel .you").count() == 1
    expect(ann.point_at("camp-p1")).to_contain_text("Your camp")
    expect(ann.point_at("camp-p2")).to_contain_text("Camp of Bartholomäus")
    row = ann.row
    ann.make(next(move for move in ann.game().legal_moves() if move.startswith("bid") and "from" not in move))
    expect(ann.page.locator(f"#entry-{row + 1}")).to_contain_text("You bid ")

    watching.wait_for_row(row + 1)
    expect(watching.page.locator(f"#entry-{row + 1}")).to_contain_text("Ann bids ")
    watching.sees(".watching", "You are watching.")
    expect(ann.page.locator(".watching")).to_have_count(0)
    assert watching.page.locator(".panel .you").count() == 0


def test_the_prompt_names_what_is_possible_and_why_the_rest_is_not(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None)
    ann.sit_down(table.seat_path)
    ann.sees("#question", "Ann's turn: bid, go to the bank or the market, or pass.")
    ann.make("bid school 9")
    ann.sees("#question", "Bartholomäus's turn: bid, go to the bank or the market, or pass.")
    ann.make("bank")
    ann.make("bank")
    ann.sees("#question", "Ann's turn: go to the market, or pass. You can't afford any bid. The bank is full.")
    ann.make("pass")
    ann.sees("#question", "Cleo's turn: travel. You have 2 border passes left.")


def test_the_goal_is_in_sight_until_it_is_reached(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, "novice", "novice", vp_end=40, until=at_anns_bid)
    ann.sit_down(table.seat_path)
    game = tables.game(table.id)
    most = max(player["vp"] for player in game.snapshot()["players"].values())
    presents = sum(game.snapshot()["presents"].values())
    ann.sees("#goal", "Round 2")
    ann.sees("#goal", f"{most} of 40 VP")
    ann.sees("#goal", f"{presents} presents left")
    ann.sees("#goal .goal-lead", re.compile("You|Everyone"))
    expect(ann.page.locator("#goal .race .mark")).to_have_count(3)
    expect(ann.page.locator("#board .label.goal")).to_have_text("40")
    ann.page.set_viewport_size({"width": 360, "height": 640})
    ann.sees("#goal .numbers", f"{most}/40")
    box = ann.page.locator("#goal").bounding_box()
    assert box is not None and box["height"] < 40, "on a phone the goal is one line"

    over = tables.create(None, "novice", "novice", vp_end=40, until=lambda game: game.is_over)
    ann.sit_down(over.seat_path)
    ann.sees("#question", re.compile(r"The game is over: .* reached 40 VP.* You (won|came second|came third)"))
    expect(ann.page.locator("#goal")).to_have_count(0)
