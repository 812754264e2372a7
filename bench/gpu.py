"""Games on a CUDA GPU: do CPU and GPU agree, how fast is it, how does it grow.

    python bench/gpu.py [--games 100000] [--json FILE]

Everything is measured in one run on one machine; times are medians, compilation aside.
"""

import argparse
import json
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

from teahorse.bulk import cpu, gpu
from teahorse.envs.torch_rollout import rollout
from teahorse.envs.vector import VectorGame
from teahorse.errors import TeahorseError
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.state import GAME

VARIANTS: dict[str, tuple[str, int, dict[str, object]]] = {
    "2023, 3 players": ("2023", 3, {}),
    "2023, 4 players": ("2023", 4, {}),
    "2023, 5 players": ("2023", 5, {}),
    "2023, expert, 4": ("2023", 4, {"expert": True}),
    "2023, guards only, 3": ("2023", 3, {"guards": True}),
    "2023, double bidding only, 5": ("2023", 5, {"double_bidding": True}),
    "2023, Dúli": ("2023", 2, {}),
    "2023, Dúli, expert": ("2023", 2, {"expert": True}),
    "2023, two-colours": ("2023", 2, {"two_players": "two-colours"}),
    "2013, 3 players": ("2013", 3, {}),
    "2013, 4 players": ("2013", 4, {}),
    "2013, 5 players": ("2013", 5, {}),
    "2013, Profi, 4": ("2013", 4, {"profi": True}),
    "2013, two-colours": ("2013", 2, {}),
    "2013, two-colours, Profi": ("2013", 2, {"profi": True}),
    "2013, Dúli": ("2013", 2, {"two_players": "duli"}),
}
THROUGHPUT = (
    "2023, 4 players",
    "2023, 3 players",
    "2023, 5 players",
    "2023, expert, 4",
    "2023, Dúli",
    "2013, 4 players",
)
SEED = 7


def say(*words: object) -> None:
    """Print at once, so that a long run shows how far it is."""
    print(*words, flush=True)


def timed(work: Callable[[], Any]) -> float:
    """Seconds of one run."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def agreement(games: int, policy: str) -> dict[str, Any]:
    """Play the same series on both; every byte of every final position must be the same."""
    result: dict[str, Any] = {}
    for name, wish in VARIANTS.items():
        rules = Ruleset.of(*wish)
        finals = [np.zeros(games, GAME) for _ in range(2)]
        decisions = [np.zeros(games, np.int64) for _ in range(2)]
        cpu.play(rules, finals[0], decisions[0], policy, SEED, 0)
        gpu.play(rules, finals[1], decisions[1], policy, SEED, 0)
        same = finals[0].tobytes() == finals[1].tobytes() and bool((decisions[0] == decisions[1]).all())
        result[name] = {"games": games, "decisions": int(decisions[0].sum()), "same": same}
        say(f"  {policy:7} {name:32} {games:8,} games {decisions[0].sum():13,} decisions  same: {same}")
    return result


def on_gpu(rules: Ruleset, games: int, policy: str = "random") -> tuple[float, int]:
    """Seconds and decisions of a series that stays on the GPU."""
    cuda = gpu.require_cuda()
    positions, decisions = cuda.device_array(games, GAME), cuda.device_array(games, np.int64)
    seconds = timed(lambda: gpu.play(rules, positions, decisions, policy, SEED, 0))
    return seconds, int(decisions.copy_to_host().sum())


def on_cpu(rules: Ruleset, games: int, threads: int) -> tuple[float, int]:
    """Seconds and decisions of a series on some cores."""
    positions, decisions = np.zeros(games, GAME), np.zeros(games, np.int64)
    return timed(lambda: cpu.play(rules, positions, decisions, "random", SEED, 0, threads)), int(decisions.sum())


def throughput(repeat: int = 3) -> dict[str, Any]:
    """Decisions per second of whole games: the GPU, all cores, one core."""
    result: dict[str, Any] = {}
    for name in THROUGHPUT:
        rules = Ruleset.of(*VARIANTS[name])
        speed: dict[str, list[float]] = {"gpu": [], "all cores": [], "one core": []}
        for _ in range(repeat):
            for device, (seconds, made) in (
                ("gpu", on_gpu(rules, 500_000)),
                ("all cores", on_cpu(rules, 5_000 * cpu.cores(), cpu.cores())),
                ("one core", on_cpu(rules, 5_000, 1)),
            ):
                speed[device].append(made / seconds)
        result[name] = {device: statistics.median(runs) for device, runs in speed.items()}
        say(f"  {name:20}", *(f"{device} {runs / 1e6:8.2f} M/s" for device, runs in result[name].items()))
    return result


def growth() -> list[dict[str, Any]]:
    """How time grows with the number of games, and what they take in memory."""
    rules = Ruleset.of(*VARIANTS["2023, 4 players"])
    rows = []
    for exponent in range(3, 8):
        games = 10**exponent
        seconds, made = on_gpu(rules, games)
        row = {"games": games, "bytes": games * (GAME.itemsize + 8), "gpu_seconds": seconds, "gpu": made / seconds}
        if exponent < 6:
            cpu_seconds, made = on_cpu(rules, games, cpu.cores())
            row |= {"cpu_seconds": cpu_seconds, "cpu": made / cpu_seconds}
        rows.append(row)
        say("  ", row)
    return rows


def vector(lanes: int = 65_536, steps: int = 200) -> dict[str, Any]:
    """The vector environment on the GPU, its arrays shared with PyTorch, and the same moves on the CPU."""
    import torch

    env = VectorGame(lanes, device="cuda", seed=SEED)
    legal = torch.as_tensor(env.legal, device="cuda")
    observations = torch.as_tensor(env.observations, device="cuda")
    shared = observations.data_ptr() == env.observations.__cuda_array_interface__["data"][0]
    torch.manual_seed(SEED)

    def act() -> Any:
        return torch.multinomial(legal.float(), 1)[:, 0]

    mirror = VectorGame(512, seed=SEED)
    small = VectorGame(512, device="cuda", seed=SEED)
    same = True
    for _ in range(300):
        mask = torch.as_tensor(small.legal, device="cuda")
        actions = torch.multinomial(mask.float(), 1)[:, 0]
        small.step(actions)
        mirror.step(actions.cpu().numpy())
        same = same and (small.observations.copy_to_host() == mirror.observations).all()
        same = same and (small.legal.copy_to_host() == mirror.legal).all()
    for _ in range(20):
        env.step(act())
    torch.cuda.synchronize()
    with_policy = timed(lambda: ([env.step(act()) for _ in range(steps)], torch.cuda.synchronize()))
    policy = timed(lambda: ([act() for _ in range(steps)], torch.cuda.synchronize()))
    result = {
        "lanes": lanes,
        "shares_memory_with_torch": shared,
        "same_as_cpu": bool(same),
        "steps_per_second": lanes * steps / with_policy,
        "steps_per_second_without_policy": lanes * steps / (with_policy - policy),
        "steps_per_second_of_rollout": rollout_speed(env),
        "torch": torch.__version__,
    }
    say("  ", result)
    return result


def rollout_speed(env: VectorGame, steps: int = 16) -> float:
    """Steps per second of `torch_rollout.rollout`, which also keeps everything that happened."""
    import torch

    def even(observations: Any, legal: Any) -> Any:
        return torch.zeros(legal.shape, device=legal.device)

    rollout(env, even, 2)
    return env.n * steps / timed(lambda: (rollout(env, even, steps), torch.cuda.synchronize()))


def main() -> None:
    """Run everything and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="games per variant for the agreement")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    wishes = parser.parse_args()
    try:
        cuda = gpu.require_cuda()
    except TeahorseError as error:
        raise SystemExit(str(error)) from None
    report: dict[str, Any] = {
        "gpu": str(cuda.get_current_device().name),
        "cores": cpu.cores(),
        "versions": {"python": platform.python_version(), "numba": numba.__version__, "numpy": np.__version__},
    }
    say(report)
    parts: dict[str, Callable[[], Any]] = {
        "agreement_random": lambda: agreement(wishes.games, "random"),
        "throughput": throughput,
        "agreement_greedy": lambda: agreement(wishes.games // 50, "greedy"),
        "vector": vector,
        "growth": growth,
    }
    for name, measure in parts.items():
        say(f"{name} (waits for the compilation first)")
        report[name] = measure()
        if wishes.json:
            wishes.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    kinds = [report["agreement_random"], report["agreement_greedy"]]
    if not all(row["same"] for kind in kinds for row in kind.values()) or not report["vector"]["same_as_cpu"]:
        raise SystemExit("CPU and GPU do not agree.")
    say("CPU and GPU agree everywhere.")


if __name__ == "__main__":
    main()
