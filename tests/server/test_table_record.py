"""The record of a table whose seats have changed: it can always be read, and names who sits there now."""

import pytest

from table_setup import PERSON, config_for, play_greedily
from teahorse.game import Game
from teahorse.server.tables.people import People
from teahorse.server.tables.service import TableService


@pytest.mark.parametrize("people_count", [2, 3])  # two play with Dúli
def test_a_record_follows_the_seats(tables: TableService, people_count: int) -> None:
    people = People(tables)
    table_id, key = tables.create(config_for(*[PERSON] * people_count))
    before = play_greedily(tables, table_id, key, 12)
    people.leave(table_id, [key], 1, "novice")
    to_bot = Game.from_record(tables.record(table_id))
    assert to_bot.headers["Bot.p2"] == "novice" and to_bot.headers["Player.p2"] != "Person 2"
    people.offer(table_id, [key], 1)
    freed = Game.from_record(tables.record(table_id))
    assert "Bot.p2" not in freed.headers
    for record in (to_bot, freed):
        assert record.headers["Player.p1"] == "Person 1"
        assert len(record.history) == len(before.history.steps)
        if people_count == 2:
            assert sorted(record.snapshot()["duli"]["pile"]) == sorted(before.history.game.snapshot()["duli"]["pile"])
            assert "?" in tables.record(table_id)
        else:
            assert record.snapshot() == before.history.game.snapshot()
