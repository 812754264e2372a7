"""The statistics of a browser: results by edition and opponent, files of them, and forgetting."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest

from table_setup import PERSON, config_for, play_greedily
from teahorse.server.history.history import GameHistory
from teahorse.server.storage.database import Database
from teahorse.server.tables.browsers import Browser
from teahorse.server.tables.keys import ListedKey
from teahorse.server.tables.results import GameResult, results_of
from teahorse.server.tables.service import TableService
from teahorse.text.language import language_named
from teahorse.web.presenters.statistics import MOST_CURVES, Statistics, statistics
from teahorse.web.routes import statistics as routes
from visitor import Visitor, page_text, request_with_cookies

SHORT = 40  # VP that end a short game, after a few rounds
ENGLISH = language_named("en")


def finished(tables: TableService, *bots: str | None, **options: Any) -> ListedKey:
    held = ListedKey(*tables.create(config_for(*bots, vp_end=SHORT, **options)))
    play_greedily(tables, *held)
    return held


def visitor_at(tables: TableService, *held: ListedKey) -> Visitor:
    visitor = Visitor(tables, *held)
    visitor.app.router.routes.extend(routes.router.routes)
    return visitor


def results_at(tables: TableService, *held: ListedKey) -> list[GameResult]:
    visitor = Visitor(tables, *held)
    request = request_with_cookies(**dict(visitor.cookies.items()))
    return results_of(tables.storage, Browser(request, tables.storage))


def counted(results: list[GameResult], rounds: Callable[[GameResult], Any] = lambda _: []) -> Statistics:
    return statistics(results, rounds, ENGLISH)


def test_a_new_browser_is_told_what_will_be_counted(tables: TableService) -> None:
    words = page_text(visitor_at(tables).get("/statistics").text)
    assert "No game is finished yet." in words and "Delete the statistics" not in words


def test_results_are_those_of_the_ranking(tables: TableService) -> None:
    held = finished(tables, PERSON, "novice", "merchant")
    (result,) = results_at(tables, held)
    ranking = tables.open(held.table).history.game.standings()
    assert [(each.person, each.points) for each in result.ranking] == [(line["player"], line["vp"]) for line in ranking]
    assert result.own is not None and result.own.seat.bot is None
    assert [each.seat.bot for each in result.others] != []


def test_running_games_and_lessons_are_not_counted_and_one_screen_has_no_own_result(tables: TableService) -> None:
    running = ListedKey(*tables.create(config_for(PERSON, "novice", "novice")))
    around_one_screen = finished(tables, PERSON, PERSON, "novice")
    shown = counted(results_at(tables, running, around_one_screen))
    assert (shown.games, shown.counted, shown.best, shown.groups, shown.opponents) == (1, 0, None, (), ())
    words = page_text(visitor_at(tables, around_one_screen).get("/statistics").text)
    assert "In one game you played several seats around one screen" in words


def test_games_are_counted_by_edition_and_by_opponent(tables: TableService) -> None:
    held = [finished(tables, PERSON, "novice", "merchant"), finished(tables, PERSON, "novice/racer", seed=9)]
    results = results_at(tables, *held)
    shown = counted(results)
    own = [each.own for each in results if each.own]
    assert (shown.games, shown.counted, shown.won) == (2, 2, sum(each.rank == 1 for each in own))
    assert {(group.title, group.people, group.games) for group in shown.groups} == {
        ("Edition 2023, house rules", 3, 1),
        ("Edition 2023, house rules", 2, 1),
    }
    against = {other.name: (other.is_bot, other.games) for other in shown.opponents}
    assert against == {"novice": (True, 2), "merchant": (True, 1)}
    (novices,) = counted(results_at(tables, finished(tables, PERSON, "novice", "novice/racer"))).opponents
    assert novices.games == 1  # one game, although two of them played
    assert shown.best_games[0].own is not None and shown.best_games[0].own.points == shown.best


def test_many_games_are_counted_without_replaying_more_than_the_latest(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = [finished(tables, PERSON, "novice", "novice", seed=seed) for seed in range(MOST_CURVES + 3)]
    replayed = []
    replay = GameHistory.as_far_as_legal
    monkeypatch.setattr(GameHistory, "as_far_as_legal", lambda rules, rows: replayed.append(1) or replay(rules, rows))
    words = page_text(visitor_at(tables, *held).get("/statistics").text)
    assert f"Finished games {len(held)}" in words and "Your VP by round" in words
    assert len(replayed) == MOST_CURVES


def test_files_have_every_player_of_every_game(tables: TableService) -> None:
    held = [finished(tables, PERSON, "novice", "novice"), finished(tables, PERSON, "merchant", seed=3)]
    visitor = visitor_at(tables, *held)
    games = visitor.get("/statistics.json").json()["games"]
    assert {game["table"] for game in games} == {each.table for each in held}
    assert all(sum(player["you"] for player in game["players"]) == 1 for game in games)
    answer = visitor.get("/statistics.csv")
    assert "attachment" in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(rows) == 5 and {row["name"] for row in rows} == {"Person 1", "Person 2", "Person 3"}
    assert routes._cell("=1+1") == "'=1+1"


def test_deleting_forgets_finished_games_and_no_others(tables: TableService, storage: Database) -> None:
    over, running = (
        finished(tables, PERSON, "novice", "novice"),
        ListedKey(*tables.create(config_for(PERSON, "novice"))),
    )
    visitor = visitor_at(tables, over, running)
    assert visitor.post("/statistics/delete").headers["location"] == "/statistics"
    assert "No game is finished yet." in page_text(visitor.get("/statistics").text)
    page = visitor.get("/").text
    assert running.table in page and over.table not in page
    assert storage.table(over.table) is not None
