"""The review page: how far it is, everyone's chances, and the moves that cost most."""

import re
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest

from table_setup import PERSON, config_for, play_moves
from teahorse.server.storage.database import Database
from teahorse.server.tables.keys import ListedKey
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table
from teahorse.server.thinking.pool import WorkerPool
from teahorse.server.thinking.review import DONE, FAILED, RUNNING, WAITING, Review, Reviews
from teahorse.server.thinking.review_points import Point
from teahorse.server.thinking.work_queue import Busy
from teahorse.text.translation import as_written
from teahorse.web.new_game.open_record import read_file
from teahorse.web.presenters.review_page import LABEL, chart_of, costly_moves
from teahorse.web.presenters.review_remark import remark
from teahorse.web.table_page import View, history_as_of
from visitor import Visitor, page_text

GAME = Path(__file__).parent.parent / "games" / "standard-3-vp.yunnan"
POINTS = [
    Point(1, 1, "p1", "bid school 9", (0.4, 0.3, 0.3), "bid school 9", 0.0),
    Point(2, 1, "p2", "bid horse 5", (0.5, 0.2, 0.3), "bid horse 9", 0.124),
    Point(3, 2, "p3", "pass", (0.6, 0.3, 0.1), "bid guild 5 from Y", 0.3),
    Point(4, 2, "p1", "pass", (1.0, 0.0, 0.0), "market", 0.001),
]


@pytest.fixture
def table(tables: TableService) -> Table:
    """A finished game of three."""
    return tables.open(tables.create(read_file(GAME.read_bytes(), GAME.name, 1, as_written).config)[0])


def visit(tables: TableService, table: Table, known: Review) -> str:
    return Visitor(tables, known=known).get(f"/t/{table.id}/review").text


# --- Progress ---------------------------------------------------------------------------------------------


def test_looking_at_the_page_starts_nothing(tables: TableService, table: Table) -> None:
    visitor = Visitor(tables)
    for path in ("review", "review/state?rows=9", "review"):
        assert visitor.get(f"/t/{table.id}/{path}").status_code == 200
    assert visitor.app.state.reviews.asked == []


def test_a_spectator_of_a_finished_game_starts_the_review_with_a_button(tables: TableService, table: Table) -> None:
    visitor = Visitor(tables)
    page = visitor.get(f"/t/{table.id}/review").text
    assert f'method="post" action="/t/{table.id}/review"' in page and "hx-post" not in page
    answer = visitor.post(f"/t/{table.id}/review")
    assert answer.status_code == 303 and answer.headers["location"] == f"/t/{table.id}/review"
    assert visitor.app.state.reviews.asked == [table.id]


def test_the_page_of_a_player_starts_the_review_by_itself(tables: TableService) -> None:
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    play_moves(tables, *held, "market", "pass")
    visitor = Visitor(tables, held)
    assert f'hx-post="/t/{held.table}/review" hx-trigger="load"' in visitor.get(f"/t/{held.table}/review").text
    visitor.app.state.reviews.known = Review(WAITING, 0, 40)
    part = visitor.post(f"/t/{held.table}/review", headers={"HX-Request": "true"})
    assert part.status_code == 200 and part.text.lstrip().startswith('<div id="review" hx-get=')
    assert visitor.app.state.reviews.asked == [held.table]


def test_a_running_game_is_reviewed_for_its_players_only(tables: TableService) -> None:
    held = tables.create(config_for(PERSON, PERSON, PERSON))
    play_moves(tables, *held, "market", "pass")
    visitor = Visitor(tables)
    page = visitor.get(f"/t/{held[0]}/review").text
    assert "only its players can have it reviewed" in page_text(page) and "<button" not in page.partition("<h1>")[2]
    refused = visitor.post(f"/t/{held[0]}/review")
    assert refused.status_code == 403 and "only its players can have it reviewed" in page_text(refused.text)
    assert visitor.app.state.reviews.asked == []


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_reached_limit_says_when_to_try_again(
    tables: TableService, table: Table, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    def refuse(_: Table) -> Review:
        raise Busy(60)

    visitor = Visitor(tables)
    monkeypatch.setattr(visitor.app.state.reviews, "find_or_start", refuse)
    refused = visitor.post(f"/t/{table.id}/review", headers=headers)
    assert refused.status_code == 503 and refused.headers["retry-after"] == "60"
    assert "The server is busy thinking for others." in page_text(refused.text) and "Try again" in refused.text
    assert ("<html" in refused.text) == (not headers)


def test_progress_is_told_in_words_and_asked_for_again(tables: TableService, table: Table) -> None:
    page = visit(tables, table, Review(RUNNING, 15, 40))
    assert "15 of 40 decisions" in page_text(page)
    assert re.search(r'<progress[^>]* max="40" value="15"', page)
    assert f'hx-get="/t/{table.id}/review/state?rows={len(table.history.rows)}"' in page


def test_looking_again_at_costly_moves_is_told(tables: TableService, table: Table) -> None:
    page = visit(tables, table, Review(RUNNING, 40, 40, [], 3, 9))
    assert "looks again at the moves that seem to have cost most: 3 of 9" in page_text(page)
    assert re.search(r'<progress[^>]* max="9" value="3"', page)


def test_watching_a_review_of_a_game_that_goes_on_asks_for_no_other(tables: TableService, storage: Database) -> None:
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    play_moves(tables, *held, "market", "pass")
    visitor = Visitor(tables, held)
    visitor.app.state.reviews = reviews = Reviews(storage, cast(WorkerPool, None), 1, 0)
    visitor.post(f"/t/{held.table}/review")
    watched = re.findall(r'hx-get="([^"]*)"', visitor.get(f"/t/{held.table}/review").text)
    play_moves(tables, *held, "pass")
    for _ in range(2):
        assert re.findall(r'hx-get="([^"]*)"', visitor.get(watched[0]).text) == watched
    assert reviews.find(tables.open(held.table)) is None
    visitor.post(f"/t/{held.table}/review")  # of the game as it stands now: the other one is stopped
    stopped = visitor.get(watched[0]).text
    assert "hx-get" not in stopped and "hx-post" not in stopped and "Review the game" in stopped


def test_a_part_of_the_page_is_all_a_script_needs(tables: TableService, table: Table) -> None:
    part = Visitor(tables, known=Review(RUNNING, 1, 2)).get(f"/t/{table.id}/review/state?rows=9").text
    assert part.lstrip().startswith('<div id="review"')


def test_a_review_that_failed_says_so_and_can_be_tried_again(tables: TableService, table: Table) -> None:
    page = visit(tables, table, Review(FAILED, 3, 40))
    assert "The review has failed" in page_text(page) and "hx-get" not in page and "hx-post" not in page
    assert f'method="post" action="/t/{table.id}/review"' in page and "Try again" in page


def test_before_the_first_move_there_is_nothing_to_review(tables: TableService) -> None:
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    visitor = Visitor(tables, known=Review(DONE, 0, 0))
    assert "Nobody has moved yet." in page_text(visitor.get(f"/t/{table_id}/review").text)
    assert visitor.app.state.reviews.asked == []


def test_only_shuffled_cards_are_no_decision(tables: TableService) -> None:
    table_id, _ = tables.create(config_for(PERSON, PERSON))
    page = Visitor(tables, known=Review(DONE, 0, 0)).get(f"/t/{table_id}/review").text
    assert "There is no decision to look at yet." in page_text(page)


# --- What was found -----------------------------------------------------------------------------------------


def test_the_page_shows_chances_and_moves_and_asks_no_more(tables: TableService, table: Table) -> None:
    page = visit(tables, table, Review(DONE, 4, 4, POINTS))
    words = page_text(page)
    assert "hx-get" not in page
    assert page.count('class="curve"') == 3
    assert "Round Red Blue Black 1 50 20 30 2 100 0 0" in words
    assert "30 % Black Round 2 Played Pass Here 5 at the guild would have been much better." in words


def test_each_costly_move_leads_to_the_position_before_it(tables: TableService, table: Table) -> None:
    page = visit(tables, table, Review(DONE, 4, 4, POINTS))
    assert re.findall(rf'href="/t/{table.id}/at/(\d+)"', page) == ["2", "1"]
    assert re.findall(r'id="move-(\d+)"', page) == ["2", "1"]  # and the position leads back to it


def test_the_position_before_a_costly_move_tells_it_and_the_better_one_apart(table: Table) -> None:
    """The camp that both traders come from belongs to neither."""
    position = View(table, history_as_of(table, 1), frozenset(), as_written).position
    told = remark(costly_moves(table, POINTS, (), as_written), 1, position)
    assert told is not None and (told.played, told.better) == ("horse-5", "horse-9")


def test_costly_moves_come_dearest_first_and_small_change_is_left_out(table: Table) -> None:
    moves = costly_moves(table, POINTS, (), as_written)
    assert [(move.name, move.loss, move.row) for move in moves] == [("Black", 30, 2), ("Blue", 12, 1)]
    assert moves[1].sentence == (
        "Here 9 at the horse trader would have been better. The horse opens Sichuan, where a trader earns 9 a round."
    )


def test_the_reader_is_you_in_the_list_of_costly_moves(table: Table) -> None:
    moves = costly_moves(table, POINTS, ("p2",), as_written)
    assert [move.name for move in moves] == ["Black", "You"]
    assert moves[1].told.startswith("You: Bid 5 at the horse trader. Here 9 ")


def test_a_game_without_mistakes_is_praised(tables: TableService, table: Table) -> None:
    assert "No move cost anyone much" in page_text(visit(tables, table, Review(DONE, 1, 1, POINTS[:1])))


def test_the_row_before_a_move_shows_what_its_player_saw(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    play_moves(tables, table_id, key, "bid school 9")
    tables.undo(table_id, [key], 2, False)
    table = play_moves(tables, table_id, key, "bid horse 5")
    (step,) = table.history.steps
    (move,) = costly_moves(table, [Point(step.row, 1, "p1", step.move, (0.1, 0.4, 0.5), "pass", 0.5)], (), as_written)
    before = table.history.as_of(move.row)
    assert before.game.to_move == "p1" and before.steps == []


def test_the_chart_begins_and_ends_where_the_opinions_do(table: Table) -> None:
    chart = chart_of(table, POINTS, ("p2",), as_written)
    assert [curve.name for curve in chart.curves] == ["Red", "You", "Black"]
    assert [(line.number, line.x) for line in chart.rounds] == [(1, 0), (2, 66.67)]
    red = chart.curves[0]
    assert red.opinions == "M0 60L33.33 50L66.67 40L100 0"
    assert red.line.startswith("M0 60L") and red.line.endswith("L100 0")
    assert red.line.split("L")[1] == "33.33 50"  # the mean of the first three
    assert red.by_round == (50, 100)


def test_names_beside_the_curves_do_not_overlap_and_stay_in_the_picture(table: Table) -> None:
    chart = chart_of(table, POINTS, (), as_written)
    heights = sorted(curve.label_at for curve in chart.curves)
    assert all(lower - upper >= LABEL - 0.1 for upper, lower in pairwise(heights))
    assert heights[0] >= 0 and heights[-1] == 100  # a line at the lower edge has its name there


def test_one_decision_is_enough_for_a_chart(table: Table) -> None:
    assert chart_of(table, POINTS[:1], (), as_written).curves[0].opinions == "M0 60"
