"""Two servers and a worker on one PostgreSQL, killed and started again in turn: games go on all the while."""

import time
from itertools import cycle, islice
from pathlib import Path

import pytest
from fault_scale import Report, Scale
from fault_server import FaultServer, FaultWorker
from honest_client import Crowd, TableClient
from own_postgres import OwnPostgres

from teahorse.server.storage.database import Database

OPTIONS = ("--others-think",)
WITH_A_BOT = [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}, {"name": "Di", "bot": "novice"}]
PATIENCE = 120.0


@pytest.mark.slow
def test_games_go_on_while_servers_and_worker_are_killed_in_turn(
    restartable_postgres: OwnPostgres, scale: Scale, report: Report, tmp_path: Path
) -> None:
    database = restartable_postgres.database
    with (
        FaultServer(database, tmp_path / "first.txt", OPTIONS) as first,
        FaultServer(database, tmp_path / "second.txt", OPTIONS) as second,
        FaultWorker(database, tmp_path / "worker.txt") as worker,
    ):
        addresses = [first.address, second.address]
        people = [TableClient.at_new_table(addresses, seed) for seed in range(3)]
        with_bots = [TableClient.at_new_table(addresses, seed, WITH_A_BOT) for seed in range(3)]
        crowd = Crowd(people + with_bots)
        crowd.start()
        kills = scale.of(3, 30)
        for victim in islice(cycle((first, worker, second)), kills):
            with crowd.at_leisure():
                wait_for_moves(crowd, with_bots, moves=10)
            wait_for_moves(crowd, [], moves=10)
            victim.kill()
            wait_for_moves(crowd, [], moves=10)  # people go on with the other server
            with crowd.at_leisure():
                victim.start_again()
        with crowd.at_leisure():
            wait_for_moves(crowd, with_bots, moves=10)
        crowd.stop()
        crowd.check(database)
    storage = Database(database)
    rows = sum(len(storage.rows_after(table_id, 0)) for client in crowd.clients for table_id, _ in client.played)
    storage.close()
    report(
        kills=kills,
        acknowledged=crowd.acknowledged(),
        without_an_answer=crowd.unanswered(),
        rows_with_those_of_bots=rows,
    )


def wait_for_moves(crowd: Crowd, each: list[TableClient], moves: int) -> None:
    """Wait until people made this many moves, and one at each of these tables, where a bot must have moved before."""
    wanted, end = crowd.acknowledged() + moves, time.monotonic() + PATIENCE
    enough = [client.acknowledged + 4 for client in each]
    while crowd.acknowledged() < wanted or any(
        client.acknowledged < least for client, least in zip(each, enough, strict=True)
    ):
        assert time.monotonic() < end, "The tables don't go on."
        time.sleep(0.05)
