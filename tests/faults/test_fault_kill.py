"""A server killed at random moments under load loses and doubles no acknowledged move, and every table goes on."""

import random
import time
from pathlib import Path

from fault_scale import Report, Scale
from fault_server import FaultServer
from honest_client import Crowd, TableClient

TABLES = 6
LEAST, MOST = 0.1, 1.5  # seconds of play before a kill


def test_no_acknowledged_move_is_lost_or_doubled_by_kills(
    database: str, scale: Scale, report: Report, tmp_path: Path
) -> None:
    rng, kills = random.Random(7), scale.of(2, 50)
    with FaultServer(database, tmp_path / "log.txt") as server:
        crowd = Crowd([TableClient.at_new_table([server.address], seed) for seed in range(TABLES)])
        crowd.start()
        for _ in range(kills):
            before = crowd.acknowledged()
            time.sleep(rng.uniform(LEAST, MOST))
            while crowd.acknowledged() == before:  # on a busy machine
                time.sleep(LEAST)
            server.kill()
            with crowd.at_leisure():
                server.start_again()
        crowd.stop()
        crowd.check(database)
    report(kills=kills, acknowledged=crowd.acknowledged(), without_an_answer=crowd.unanswered())
