"""Reconstructed numbers say so, once, where they are shown; a board of one's own is nobody's reconstruction."""

import json
import re
from copy import deepcopy
from typing import Any

import pytest

from random_histories import position_view
from table_setup import PERSON, config_for
from teahorse import Game, provenance
from teahorse.rules.board import with_tables
from teahorse.rules.edition_files import EDITIONS, edition_data
from teahorse.rules.ruleset import Ruleset
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.keys import ListedKey
from teahorse.server.tables.service import TableService
from teahorse.text.translation import as_written
from teahorse.web.learning import lessons
from teahorse.web.learning.rule_pictures import picture_for
from teahorse.web.presenters import spot_cards
from teahorse.web.presenters.spot_cards import spots
from teahorse.web.routes import table
from teahorse.web.table_page import view_of
from visitor import Visitor, page_text

OWN_BOARD = {"bank_high": [[0, 1], [50, 20]], "temple": [4, 8]}


def page_of(tables: TableService, wish: GameConfig) -> str:
    held = ListedKey(*tables.create(wish))
    visitor = Visitor(tables, held)
    visitor.app.router.routes.extend(table.router.routes)
    return visitor.get(f"/t/{held.table}").text


def abouts(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="offers">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])["abouts"]
    return told


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_is_reconstructed_if_the_data_file_says_so(edition: str) -> None:
    tables = edition_data(edition)["tables"]
    wanted = [name for name, data in tables.items() if data["source"] == "reconstructed"]
    everything = {"temple": True, "bank": "high-low", "two_players": "duli"}
    assert "bank_high" in wanted
    assert provenance.reconstructed(Ruleset.of(edition, 2, everything)) == wanted


def test_tables_that_are_not_in_play_are_not_mentioned() -> None:
    assert provenance.reconstructed(Ruleset.of("2023", 3)) == ["bank_high", "temple", "gorges"]
    assert provenance.reconstructed(Ruleset.of("2013", 3)) == ["bank_high", "bank_low", "gorges"]
    assert "duli" in provenance.reconstructed(Ruleset.of("2023", 2))


def test_a_board_of_ones_own_is_not_reconstructed() -> None:
    assert provenance.reconstructed(Ruleset.of("2023", 3, board=OWN_BOARD)) == ["gorges"]


def test_an_old_game_with_our_first_tables_is_still_marked() -> None:
    rules = Ruleset.of("2023", 2, {"bank": "high-low"}, with_tables(1, "2023", OWN_BOARD))
    assert rules.board is not None and set(rules.board) == {"bank_high", "bank_low", "temple", "duli"}
    assert provenance.reconstructed(rules) == ["bank_low", "gorges", "duli"]


def test_the_mark_comes_from_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once someone has seen the printed table, a change of its source in the data file is enough."""
    data = deepcopy(edition_data("2023"))
    data["tables"]["temple"]["source"] = "printed"
    monkeypatch.setattr(provenance, "edition_data", lambda edition: data)
    spot_cards._empty_spaces.cache_clear()
    told = spots(position_view(Game.new("2023", 3)))
    spot_cards._empty_spaces.cache_clear()
    assert told["temple-5"].reconstructed == ""
    assert told["bank-0"].reconstructed == "bank_high"


def test_cards_of_bank_and_temple_are_marked_and_those_of_printed_prices_are_not(tables: TableService) -> None:
    told = abouts(page_of(tables, config_for(PERSON, PERSON, PERSON)))
    assert told["bank-0"][3] == told["bank-1"][3] == "bank_high"
    assert {what[3] for spot, what in told.items() if spot.startswith("temple-")} == {"temple"}
    assert {what[3] for spot, what in told.items() if not spot.startswith(("temple-", "bank-"))} == {""}


def test_each_bank_space_of_2013_names_its_own_table() -> None:
    told = spots(position_view(Game.new("2013", 3)))
    assert (told["bank-0"].reconstructed, told["bank-1"].reconstructed) == ("bank_high", "bank_low")


def test_a_closed_bank_space_shows_no_number_and_no_mark() -> None:
    assert spots(position_view(Game.new("2023", 2)))["bank-1"].reconstructed == ""


def test_the_forecast_of_the_bank_is_marked_once_on_the_page(tables: TableService) -> None:
    html = page_of(tables, config_for(PERSON, PERSON, PERSON))
    assert html.count('<span class="provenance" data-label="The higher the bids') == 1


def test_the_forecast_with_a_board_of_ones_own_is_not_marked(tables: TableService) -> None:
    wish = GameConfig(
        rules=Ruleset.of("2023", 3, board=OWN_BOARD), seats=config_for(PERSON, PERSON, PERSON).seats, seed=1
    )
    html = page_of(tables, wish)
    assert 'class="provenance"' not in html
    assert {what[3] for what in abouts(html).values()} == {""}


def test_the_guided_game_says_once_that_the_bank_is_reconstructed(tables: TableService) -> None:
    lesson = lessons.lesson_named("first-game")
    table_id, key = tables.create(lessons.lesson_config("first-game", as_written))
    telling = []
    for move in [*lesson.script, None]:
        table = tables.open(table_id)
        view = view_of(table, table.players_of([key]), as_written)
        if view.lesson.reconstructed:
            telling.append(view.lesson)
            assert not view.reconstructed_bank  # the panel below would say the same
        if move is not None and view.history.game.to_move == lesson.learner:
            tables.play(table_id, [key], move, view.latest + 1)
        elif move is not None:
            tables.play_for_bot(table_id, move, view.latest + 1)
    assert [step.reconstructed for step in telling] == [("bank_high",)]
    assert re.search(r"bring you \d", " ".join(telling[0].paragraphs))  # where the number comes up first


def test_the_step_of_the_guided_game_shows_the_sentence_and_a_link(tables: TableService) -> None:
    lesson = lessons.lesson_named("first-game")
    made = next(made for made, step in lesson.steps.items() if step is lesson.first_mention("{bank}"))
    held = ListedKey(*tables.create(lessons.lesson_config("first-game", as_written)))
    for number, move in enumerate(lesson.script[:made], 1):
        if tables.open(held.table).to_move == lesson.learner:
            tables.play(held.table, [held.key], move, number)
        else:
            tables.play_for_bot(held.table, move, number)
    visitor = Visitor(tables, held)
    visitor.app.router.routes.extend(table.router.routes)
    html = visitor.get(f"/t/{held.table}").text
    assert "What the bank pays is reconstructed" in page_text(html)
    assert html.count('href="/rules/data#bank_high"') == 1


def test_the_picture_of_the_temple_is_marked() -> None:
    shown = picture_for("0.5", as_written)
    assert shown is not None and shown.reconstructed == {"temple": "Spaces of the temple"}
    other = picture_for("3.7", as_written)
    assert other is not None and other.reconstructed == {}


def test_every_marked_table_has_a_place_on_the_page_of_tables() -> None:
    assert set(provenance.BANKS) | {"temple"} <= set(edition_data("2023")["tables"])
