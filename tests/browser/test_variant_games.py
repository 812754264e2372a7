"""Variants: Dúli and its cards, Profi with the names of 2013, experts with guards, two colours for each person."""

import re

import pytest
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess

from teahorse import Game
from teahorse.bots import bot_named

pytestmark = pytest.mark.slow

FEW_CARDS = 4  # fewer can be on a page in their order by chance


def in_order(pile: list[int]) -> re.Pattern[str]:
    """Matches the cards of a pile in their order, with any separators."""
    return re.compile(r"(?<!\d)" + r"\D{1,9}".join(str(card) for card in pile) + r"(?!\d)")


def test_two_people_play_with_duli_and_no_page_reveals_the_order_of_the_cards(
    ann: BrowserUser, tables: TableAccess
) -> None:
    table = tables.create(None, None)
    ann.sit_down(table.seat_path)
    greedy = bot_named("greedy", 1)
    first_pile = tables.game(table.id).snapshot()["duli"]["pile"]
    assert in_order(first_pile).search(str(first_pile))
    while (game := tables.game(table.id)).round <= 2 and not game.is_over:
        pile = game.snapshot()["duli"]["pile"]
        if len(pile) >= FEW_CARDS:
            for path in ("", "/story?after=0", "/at/1"):
                page = ann.context.request.get(f"{ann.address}{table.path}{path}").text()
                assert "Dúli" in page and not in_order(pile).search(page)
            shown = ann.context.request.get(f"{ann.address}/api/v1/tables/{table.id}").text()
            assert not in_order(pile).search(shown)
        ann.make(greedy.choose(game))
        assert not in_order(pile[1:]).search(ann.page.content()) or len(pile) <= FEW_CARDS
    expect(ann.page.locator("#log")).to_contain_text("Dúli")


def test_in_profi_of_2013_people_bid_more_than_they_have_and_pay_in_vp(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, edition="2013", profi=True)
    ann.sit_down(table.seat_path)
    board = ann.page.locator("#board")
    for old, new in (("Qamdo", "Kang"), ("Dragon House", "Guild")):
        expect(board).to_contain_text(old)
        expect(board).not_to_contain_text(new)
    expect(ann.point_at("province-K")).to_contain_text("Qamdo")
    assert ann.page.locator('#board [data-spot^="temple"]').count() == 0
    for move in ("bid school 15", "pass", "pass"):
        ann.make(move)
    expect(ann.page.locator(".ahead .warning")).to_contain_text("6")
    for move in ("bid guild 15", "pass"):
        ann.make(move)
    expect(ann.page.locator("#log")).to_contain_text("Dragon House")
    lost = -tables.game(table.id).snapshot()["players"]["p1"]["vp"]
    assert lost > 0
    expect(ann.page.locator("#log .change.loss").filter(has_text="VP")).to_have_text(f"Ann \N{MINUS SIGN}{lost} VP")


def test_experts_bid_twice_in_one_building_and_take_guards(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, None, expert=True, moves=("bid yard 5", "pass", "pass"))
    ann.sit_down(table.seat_path)
    ann.make("pass")
    ann.sees("#question", "take a structure from the yard, or place your guards")
    ann.make("take guards at S")
    assert tables.game(table.id).snapshot()["players"]["p1"]["guards"] == "S"
    expect(ann.page.locator("#log")).to_contain_text("guards")
    rich = tables.create(None, None, None, expert=True, seed=4, until=lambda game: double_bid_of(game) is not None)
    ann.sit_down(rich.seat_path)
    game = tables.game(rich.id)
    again = str(double_bid_of(game))
    ann.make(again)
    bids = tables.game(rich.id).snapshot()["buildings"][again.split()[1]]
    assert list(bids.values()).count(game.to_move) == 2


def double_bid_of(game: Game) -> str | None:
    """A bid from the camp in a building where the player to move has a bid already."""
    buildings = game.snapshot()["buildings"]
    legal = (move for move in game.legal_moves() if move.startswith("bid") and "from" not in move)
    return next((move for move in legal if game.to_move in buildings[move.split()[1]].values()), None)


def test_two_people_with_two_colours_each_score_them_together(ann: BrowserUser, tables: TableAccess) -> None:
    table = tables.create(None, None, two_players="two-colours", vp_end=30)
    ann.sit_down(table.seat_path)
    greedy = bot_named("greedy", 1)
    assert ann.page.locator(".panel").count() == 4
    while not (game := tables.game(table.id)).is_over:
        ann.make(greedy.choose(game))
    assert game.outcome is not None
    assert ann.page.locator("#result thead th").count() == 2 == len(game.outcome["ranking"])
    ann.sees("#question", f"won with {game.outcome['ranking'][0]['vp']} VP")
