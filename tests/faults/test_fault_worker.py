"""A worker is killed while a bot thinks in it: the bot moves all the same, once, and the server goes on."""

import os
import signal
import time

from fault_scale import Report, Scale
from fault_server import FaultServer
from honest_client import Crowd, TableClient

SEATS = [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}, {"name": "Di", "bot": "master"}]
BOT = "p4"
PATIENCE = 120.0
OPTIONS = ("--workers", "1")


def test_a_bot_moves_though_its_worker_was_killed_while_thinking(
    running: FaultServer, scale: Scale, report: Report
) -> None:
    kills, client = scale.of(2, 20), TableClient.at_new_table([running.address], seats=SEATS)
    end = time.monotonic() + PATIENCE
    while not running.children():  # workers start after the server
        assert time.monotonic() < end
        time.sleep(0.05)
    done = 0
    table = client.look()
    while done < kills:
        table = client.move(table)
        if table["to_move"] != BOT:
            continue
        time.sleep(0.1)  # the master thinks for longer
        for worker in running.children():
            os.kill(worker, signal.SIGKILL)
        done += 1
        end = time.monotonic() + PATIENCE
        while (table := client.look())["to_move"] == BOT:
            assert time.monotonic() < end, "The bot doesn't move."
            time.sleep(0.05)
    Crowd([client]).check(running.database)
    report(kills=kills, rows=table["rows"])
