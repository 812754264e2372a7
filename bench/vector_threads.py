"""From how many lanes on threads make the steps of a vector quicker.

    python bench/vector_threads.py [--lanes 64,256,1024] [--seconds 4] [--json FILE]

Two vectors play the same games, one with a single thread and one with a thread per core. They step in turn, so other
work on the machine disturbs both alike. A row shows the median time of a step with each, by how much threads are
quicker, and the same ratio for the quickest tenth of the steps, which other work disturbed least.
"""

import argparse
import json
import statistics
import time
from pathlib import Path

import numpy as np

from teahorse.bulk.cpu import cores
from teahorse.envs.sampling import sample_legal
from teahorse.envs.vector import VectorGame

SETTINGS = {"every seat": {}, "one seat against greedy": {"seat": 0, "opponents": "greedy"}}
SEED = 7


def step_times(lanes: int, seconds: float, settings: dict[str, object]) -> tuple[list[float], list[float]]:
    """Times of the same steps with one thread and with a thread per core."""
    vectors = [VectorGame(lanes, seed=SEED, threads=threads, **settings) for threads in (1, cores())]
    rng = np.random.default_rng(SEED)
    times: tuple[list[float], list[float]] = ([], [])
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times[0]) < 10:
        actions = sample_legal(vectors[0].legal, rng)
        for vector, own in zip(vectors, times, strict=True):
            begun = time.perf_counter()
            vector.step(actions)
            own.append(time.perf_counter() - begun)
    return times


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lanes", default="16,64,256,512,1024,2048,4096,8192")
    parser.add_argument("--seconds", type=float, default=4.0, help="per row")
    parser.add_argument("--json", type=Path, help="write the figures here, too")
    arguments = parser.parse_args()
    rows = []
    print(f"{cores()} cores")
    for name, settings in SETTINGS.items():
        print(f"{name}: lanes, one thread (µs), {cores()} threads (µs), times as quick, quickest tenth")
        for lanes in map(int, arguments.lanes.split(",")):
            times = step_times(lanes, arguments.seconds, settings)
            one, many = map(statistics.median, times)
            quick_one, quick_many = (statistics.quantiles(own, n=10)[0] for own in times)
            ratios = f"{one / many:8.2f} {quick_one / quick_many:8.2f}"
            print(f"{lanes:8,} {one * 1e6:12,.0f} {many * 1e6:12,.0f} {ratios}", flush=True)
            rows.append({"vector": name, "lanes": lanes, "one_thread": one, "threads": many, "cores": cores()})
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
