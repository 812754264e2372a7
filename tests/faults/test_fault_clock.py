"""The server's clock jumps by days, forward and back, while games go on. It costs nobody their time."""

import time
from pathlib import Path

from fault_scale import Report, Scale
from fault_server import FaultServer
from honest_client import Crowd, TableClient

A_DAY = 24 * 3600.0
JUMPS = (A_DAY, -A_DAY, 400 * A_DAY, -3600.0, 0.0)  # seconds by which the clock is wrong
PATIENCE = 60.0
MINUTES = 30  # of the budget: much less than a jump
SLACK = 2.0  # seconds for each jump; times are stored in whole seconds


def test_a_clock_that_jumps_stops_no_game_and_costs_nobody_time(
    database: str, scale: Scale, report: Report, tmp_path: Path
) -> None:
    clock = tmp_path / "clock"
    clock.write_text("0")
    with FaultServer(database, tmp_path / "log.txt", ["--clock", str(clock)]) as server:
        budget = {"minutes": MINUTES, "increment": 0}
        controls = (None, budget, budget)
        clients = [TableClient.at_new_table([server.address], n, time_control=each) for n, each in enumerate(controls)]
        crowd, begun = Crowd(clients), time.monotonic()
        crowd.start()
        for seconds in JUMPS * scale.of(1, 4):
            clock.with_suffix(".new").write_text(str(seconds))
            clock.with_suffix(".new").replace(clock)
            time.sleep(0.2)
            moved, end = crowd.acknowledged() + 10, time.monotonic() + PATIENCE
            while crowd.acknowledged() < moved:
                assert time.monotonic() < end, "The tables don't go on."
                time.sleep(0.02)
        crowd.stop()
        assert crowd.unanswered() == 0
        least = 60 * MINUTES - (time.monotonic() - begun) - SLACK * len(JUMPS) * scale.of(1, 4)
        for client in clients[1:]:
            clock_now = client.look()["time"]
            assert clock_now["away"] == [] and min(clock_now["left"]) >= least, clock_now
        crowd.check(database)
    assert "Traceback" not in (tmp_path / "log.txt").read_text()
    report(jumps=len(JUMPS) * scale.of(1, 4), acknowledged=crowd.acknowledged())
