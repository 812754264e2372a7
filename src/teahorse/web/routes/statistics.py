"""The statistics of a browser or account: its finished games in numbers, as files, and forgetting them."""

import csv
import io
from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from ...server.storage.database import Database
from ...server.tables.browsers import Browser
from ...server.tables.results import GameResult, results_of, rounds_of
from ..presenters.statistics import statistics
from ..rendering import language_of, page

router = APIRouter(include_in_schema=False)
SEE_OTHER = 303
FORMULA = ("=", "+", "-", "@")  # what a spreadsheet would take for a formula


def _storage(request: Request) -> Database:
    storage: Database = request.app.state.table_service.storage
    return storage


def _results(request: Request) -> list[GameResult]:
    return results_of(_storage(request), Browser(request, _storage(request)))


@router.get("/statistics")
def show(request: Request) -> HTMLResponse:
    """The page."""
    storage = _storage(request)
    browser = Browser(request, storage)
    results = results_of(storage, browser)
    shown = statistics(results, lambda result: rounds_of(storage, result), language_of(request))
    return page(request, "statistics.html", shown=shown, account_name=browser.name)


@router.get("/statistics.json")
def as_json(request: Request) -> JSONResponse:
    """All finished games for programs."""
    games = [
        {
            "table": result.table,
            "ended": result.ended_at.isoformat(),
            "edition": result.rules.edition,
            "options": dict(result.rules.options),
            "rounds": result.rounds,
            "players": list(_players(result)),
        }
        for result in _results(request)
    ]
    return JSONResponse({"games": games}, headers={"Content-Disposition": 'attachment; filename="yunnan-games.json"'})


@router.get("/statistics.csv")
def as_csv(request: Request) -> Response:
    """The same as a table, with a row for each player of each game."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("table", "ended", "edition", "options", "rounds", "name", "bot", "you", "points", "rank"))
    for result in _results(request):
        options = " ".join(f"{name}={value}" for name, value in result.rules.options.items())
        game = (result.table, result.ended_at.isoformat(), result.rules.edition, options, result.rounds)
        writer.writerows((*game, *map(_cell, player.values())) for player in _players(result))
    headers = {"Content-Disposition": 'attachment; filename="yunnan-games.csv"'}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _players(result: GameResult) -> Iterable[dict[str, Any]]:
    for each in result.ranking:
        yield {
            "name": each.seat.name,
            "bot": each.seat.bot,
            "you": each == result.own,
            "points": each.points,
            "rank": each.rank,
        }


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


@router.post("/statistics/delete")
def delete(request: Request) -> Response:
    """The browser or account gives up its seats in all finished games; the games stay for others."""
    storage = _storage(request)
    browser = Browser(request, storage)
    for result in results_of(storage, browser):
        browser.leave(result.table)
    response = RedirectResponse("/statistics", SEE_OTHER)
    browser.remember_in(response)
    return response
