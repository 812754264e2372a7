"""The end of a game: podium, points by source, turning points, the run of the markers, a picture, a rematch."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from table_visits import visit

from random_histories import position_view
from rule_marker import rule
from table_setup import PERSON, config_for, play_greedily
from teahorse import Game
from teahorse.errors import TeahorseError
from teahorse.server.history.history import MOVE, GameHistory, Row
from teahorse.server.history.points_by_round import RoundPoints, points_by_round
from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import Database
from teahorse.server.tables.errors import NotYourSeat
from teahorse.server.tables.keys import ListedKey, hash_of, is_id, new_id
from teahorse.server.tables.rematch import rematch_id, start_rematch
from teahorse.server.tables.service import TableService
from teahorse.text.translation import as_written
from teahorse.web.presenters.ending import Ending, TurningPoint, ending, turning_points
from teahorse.web.presenters.points_chart import points_chart
from teahorse.web.presenters.position_view import PositionView
from teahorse.web.presenters.seat_events import seat_lines
from teahorse.web.routes import ending as ending_route
from visitor import Visitor

GAMES = Path(__file__).parent.parent / "games"
FINISHED = sorted(path for path in GAMES.glob("*-both.yunnan"))
PEOPLE = {"p1": "Ann", "p2": "Bob", "p3": "Cid"}


def played(path: Path) -> tuple[GameHistory, PositionView]:
    game = Game.from_record(path.read_text(encoding="utf-8"))
    moves = game.moves
    history = GameHistory(game.rules, [Row(number, MOVE, move) for number, move in enumerate(moves, 1)])
    return history, position_view(history.game, PEOPLE)


def ending_of(path: Path) -> Ending:
    history, view = played(path)
    return ending(view, history)


@rule("12.1", "12.2", "15.18")
@pytest.mark.parametrize("path", FINISHED, ids=lambda path: path.stem)
def test_bars_and_markers_come_to_the_final_points(path: Path) -> None:
    end = ending_of(path)
    totals = {each.players[0]: each.total for each in end.standings}
    at = {each.players[0]: next(item.vp for item in each.items if item.score == "track") for each in end.standings}
    for _text, ways in end.run:
        for player, start, stop in ways:
            assert at[player] == start < stop
            at[player] = stop
    assert at == totals
    for bar in end.bars:
        assert sum(segment.vp for segment in bar.segments) == sum(max(0, item.vp) for item in bar.standing.items)
        assert sum(segment.width for segment in bar.segments) <= 100.1
    assert [line.values[-1] for line in end.chart.curves] == [each.total for each in end.standings]


def test_the_chart_of_a_game_has_every_round() -> None:
    history, _ = played(GAMES / "standard-3-vp.yunnan")
    by_round = points_by_round(history.steps, history.rules)
    assert [line.round for line in by_round] == list(range(1, history.game.round + 1))
    assert by_round[-1].row == len(history.rows)
    best = next(iter(by_round[-1].points))
    assert best == history.game.standings()[0]["player"]


def test_a_chart_has_levels_below_zero_and_few_numbers_for_many_rounds() -> None:
    chart = points_chart(range(1, 61), {"p1": [-7, *[30] * 59], "p2": [0] * 60})
    assert [tick.text for tick in chart.levels] == ["-10", "0", "10", "20", "30"]
    assert len(chart.rounds) <= 12
    assert chart.curves[0].end[1] < chart.curves[1].end[1] <= chart.height


def rounds_of(*points: dict[str, int]) -> list[RoundPoints]:
    lines = [dict(sorted(line.items(), key=lambda each: -each[1])) for line in points]
    return [RoundPoints(number, 10 * number, line) for number, line in enumerate(lines, 1)]


@pytest.mark.parametrize(
    ("points", "told"),
    [
        # The best round is also the one in which the lead changes: that is told once.
        (
            ({"p1": 5, "p2": 1}, {"p1": 6, "p2": 20}, {"p1": 9, "p2": 25}),
            [(20, "Counting the final scoring, Bob takes the lead and keeps it.")],
        ),
        (
            ({"p1": 5, "p2": 1}, {"p1": 9, "p2": 2}),
            [(10, "Counting the final scoring, Ann leads from the first round on.")],
        ),
        (
            ({"p1": 30, "p2": 20}, {"p1": 31, "p2": 29}, {"p1": 32, "p2": 33}),
            [
                (10, "Counting the final scoring, Ann gains 30 VP; no round brings anyone more."),
                (30, "Counting the final scoring, Bob takes the lead in the last round."),
            ],
        ),
        (  # With equal points nobody leads.
            ({"p1": 5, "p2": 5}, {"p1": 12, "p2": 11}, {"p1": 22, "p2": 20}),
            [
                (20, "Counting the final scoring, Ann takes the lead and keeps it."),
                (30, "Counting the final scoring, Ann gains 10 VP; no round brings anyone more."),
            ],
        ),
        (({"p1": 5, "p2": 1},), []),
    ],
)
def test_turning_points_are_the_last_change_of_the_lead_and_the_best_round(
    points: tuple[dict[str, int], ...], told: list[tuple[int, str]]
) -> None:
    found = turning_points(position_view(Game.new("2023", 3), PEOPLE), rounds_of(*points))
    assert [(point.row, point.text) for point in found] == told


def test_what_a_review_found_goes_in_among_the_rest_in_the_order_of_the_game() -> None:
    history, view = played(GAMES / "standard-3-vp.yunnan")
    last = len(history.rows) - 1
    costly = (TurningPoint(7, 0, "A costly move."), TurningPoint(last, 0, "Another."))
    found = ending(view, history, costly).turning_points
    assert [point.row for point in found] == sorted(point.row for point in found) and len(found) == 3
    assert {"A costly move.", "Another."} < {point.text for point in found}


# --- Rematch ----------------------------------------------------------------------------------------------


def finished(tables: TableService, *bots: str | None) -> ListedKey:
    held = ListedKey(*tables.create(config_for(*bots, vp_end=20)))
    play_greedily(tables, *held)
    return held


def visitor_at(tables: TableService, *held: ListedKey) -> Visitor:
    visitor = Visitor(tables, *held)
    visitor.app.router.routes.extend(ending_route.router.routes)
    return visitor


def test_a_rematch_has_the_same_people_rules_and_keys(tables: TableService) -> None:
    held = finished(tables, PERSON, PERSON, "novice")
    old = tables.open(held.table)
    tables.storage.add_key(hash_of("other" * 4), {held.table: [1]}, 100)
    new = tables.open(start_rematch(tables, old))
    assert is_id(new.id) and new.id == rematch_id(tables, old.id) != old.id
    assert sorted(new.seats, key=str) == sorted(old.seats, key=str)
    assert (new.rules, new.take_back, new.history.rows) == (old.rules, old.take_back, [])
    (player,) = new.players_of(["other" * 4])
    assert new.seat_of(player) == old.seats[1]
    assert start_rematch(tables, old) == new.id  # who comes second gets the same table


def test_alone_against_bots_nobody_is_told_who_the_host_of_a_rematch_is(tables: TableService) -> None:
    for others, told in ((("novice", "novice"), []), ((PERSON, "novice"), ["Person 1 is the host now."])):
        held = finished(tables, PERSON, *others)
        new = tables.open(start_rematch(tables, tables.open(held.table)))
        lines = seat_lines(new, new.history.steps, as_written)
        assert [line for row in lines.values() for line in row] == told


def test_the_id_of_a_rematch_follows_from_a_secret_of_the_server(tables: TableService, tmp_path: Path) -> None:
    other = Database(sqlite_url(tmp_path / "other.sqlite"))
    table_id = new_id()
    assert rematch_id(tables, table_id) == rematch_id(tables, table_id) != rematch_id(TableService(other), table_id)
    other.close()


def test_players_go_to_one_rematch_and_spectators_to_none(tables: TableService) -> None:
    held = finished(tables, PERSON, "novice", "novice")
    answer = visitor_at(tables, held).post(f"/t/{held.table}/rematch")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{rematch_id(tables, held.table)}")
    assert visitor_at(tables, held).post(f"/t/{held.table}/rematch").headers == answer.headers
    with pytest.raises(NotYourSeat):
        visitor_at(tables).post(f"/t/{held.table}/rematch")


def test_a_running_game_has_neither_rematch_nor_picture(tables: TableService) -> None:
    held = ListedKey(*tables.create(config_for(PERSON, PERSON, PERSON)))
    for ask in (
        lambda: visitor_at(tables, held).post(f"/t/{held.table}/rematch"),
        lambda: visitor_at(tables, held).get(f"/t/{held.table}/picture.svg"),
    ):
        with pytest.raises(TeahorseError, match="isn't over"):
            ask()


# --- The picture ------------------------------------------------------------------------------------------


def test_the_picture_needs_no_other_file_and_names_everyone(tables: TableService) -> None:
    held = finished(tables, PERSON, "novice", "novice")
    answer = visitor_at(tables, held).get(f"/t/{held.table}/picture.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    root = ElementTree.fromstring(answer.text)
    links = [value for element in root.iter() for name, value in element.attrib.items() if name.endswith("href")]
    assert links and all(link.startswith(("#", "data:")) for link in links)
    assert "url(/" not in answer.text and "http://yunnan" not in answer.text
    text = " ".join(root.itertext())
    assert all(f"Person {number}" in text for number in (1, 2, 3))


def test_everyone_at_the_table_is_told_of_a_rematch(tables: TableService) -> None:
    held = finished(tables, PERSON, "novice", "novice")
    numbers: list[int] = []
    tables.subscribe(lambda _, row, event: numbers.append(event), held.table)
    visitor_at(tables, held).post(f"/t/{held.table}/rematch")
    assert numbers == [1]  # the pages hear of the event at once
    visitor_at(tables, held).post(f"/t/{held.table}/rematch")
    assert numbers == [1]
    page, watched = (visitor.get(f"/t/{held.table}").text for visitor in (visit(tables, held), visit(tables)))
    assert "You have started a rematch." in page and "Person 1 has started a rematch." in watched
    assert "Go to the rematch" in page and "Watch the rematch" in watched
    assert f'href="/t/{rematch_id(tables, held.table)}"' in page and f'action="/t/{held.table}/rematch"' not in page
