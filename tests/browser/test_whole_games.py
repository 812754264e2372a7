"""Whole games as people play them: around one screen, against bots, without a mouse, by typing."""

import re

import pytest
from browser_sessions import BrowserSessions
from browser_user import BrowserUser
from playwright.sync_api import expect
from table_access import TableAccess, TableLink

from teahorse import Game
from teahorse.bots import bot_named

pytestmark = pytest.mark.slow

SHORT = 20  # VP that end a short game
LONGER = 40  # VP that end a game of three rounds
ROUNDS_BY_KEYS = 2


def shorten(user: BrowserUser, points: int) -> None:
    """Let the new game end with fewer points."""
    user.page.get_by_text("House rules", exact=True).click()
    user.page.fill("#house-vp_end", str(points))


def start(user: BrowserUser) -> None:
    """Press the start button of the page for a new game."""
    user.page.click(".start-bar button.primary")
    user.wait_for_row(0)


def assert_result_is_shown(user: BrowserUser, game: Game) -> None:
    """Check that the result on the page has the ranking and the points of the game."""
    assert game.outcome is not None
    ranking = game.outcome["ranking"]
    winner = game.headers[f"Player.{ranking[0]['player']}"]
    user.page.click("#score-sheet > summary")
    names = [" ".join(name.split()) for name in user.page.locator("#result thead th").all_inner_texts()]
    totals = user.page.locator("#result tbody tr").last.locator("td").all_inner_texts()
    assert names[0] == f"1. {winner}" and len(names) == len(ranking)
    assert sorted(map(int, totals), reverse=True) == [place["vp"] for place in ranking]


def totals_of(game: Game) -> list[int]:
    """Everyone's points at the end, the winner's first."""
    assert game.outcome is not None
    return [place["vp"] for place in game.outcome["ranking"]]


def test_three_people_play_around_one_screen_to_the_end(ann: BrowserUser) -> None:
    ann.visit("/new")
    for number, name in enumerate(("Ann", "Bartholomäus", "Cleo"), 1):
        ann.page.select_option(f"#who-{number}", "person")
        ann.page.fill(f"#name-{number}", name)
    shorten(ann, LONGER)
    start(ann)
    greedy = bot_named("greedy", 1)
    while not (game := ann.game()).is_over:
        ann.make(greedy.choose(game))
    assert {move.split()[0] for move in game.moves} >= {"bid", "bank", "pass", "go", "done", "convert"}
    assert_result_is_shown(ann, game)
    ann.sees("#question", f" won with {totals_of(game)[0]} VP")


def test_bots_move_by_themselves_until_the_game_is_over(ann: BrowserUser) -> None:
    ann.visit("/new")
    ann.page.fill("#name-1", "Ann")
    shorten(ann, SHORT)
    start(ann)
    greedy = bot_named("greedy", 1)
    ann.wait_for_turn()
    while not (game := ann.game()).is_over:
        ann.make(greedy.choose(game))
        ann.wait_for_turn()
    bots = [name for name in game.headers if name.startswith("Bot.")]
    assert len(bots) == 2 and len(game.history) > 10
    assert_result_is_shown(ann, game)
    ann.sees("#question", re.compile(r"You (won|came)"))


def test_two_rounds_are_played_from_the_home_page_on_without_a_mouse(ann: BrowserUser) -> None:
    ann.visit("/")
    ann.tab_to(".hero-start button")
    ann.press("Enter")
    ann.page.wait_for_url("**/t/*")
    ann.wait_for_turn()
    greedy, taken_back = bot_named("greedy", 1), False
    while (game := ann.game()).round <= ROUNDS_BY_KEYS and not game.is_over:
        move = greedy.choose(game)
        ann.make_by_keys(move)
        if move.startswith("go") and not taken_back:
            row = ann.row
            ann.press("u")
            ann.wait_for_row(row + 1)
            assert ann.game().moves == game.moves
            ann.make_by_keys(move)
            taken_back = True
        ann.wait_for_turn()
    assert taken_back


def test_arrow_keys_move_between_spaces_and_each_shows_its_card(ann: BrowserUser, tables: TableAccess) -> None:
    ann.sit_down(tables.create(None, None, None).seat_path)
    ann.press("b")
    seen = set()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft"):
        ann.press(key)
        focused = ann.page.evaluate("() => document.activeElement.dataset.spot")
        assert focused is not None
        ann.sees("#card h3")
        seen.add((focused, ann.page.inner_text("#card")))
    assert len({spot for spot, _ in seen}) == len({card for _, card in seen}) > 2


def test_a_round_is_played_by_typing_moves_and_wrong_moves_are_explained(
    ann: BrowserUser, table: TableLink, tables: TableAccess, sessions: BrowserSessions
) -> None:
    sessions.allow_errors(422)
    ann.press("/")
    ann.page.keyboard.type("bid school 5\n")
    ann.wait_for_row(1)
    ann.type_in("bid school 5")
    ann.sees("#complaint", "That space is taken by Ann.")
    assert ann.page.get_attribute("#complaint a", "href") == "/rules/3.2"
    for nothing in ("", "  "):
        ann.type_in(nothing)
        expect(ann.page.locator("#confirm")).to_be_hidden()
    ann.type_in("sell all the tea")
    ann.sees("#complaint", "sell all the tea")
    assert ann.page.locator("#complaint a").count() == 0
    greedy = bot_named("greedy", 1)
    while (game := tables.game(table.id)).round == 1:
        row, move = ann.row, greedy.choose(game)
        if game.phase == "convert":
            ann.make(move)
        else:
            ann.type_in(move)
        ann.wait_for_row(row + 1)
        expect(ann.page.locator("#complaint")).to_be_hidden()
