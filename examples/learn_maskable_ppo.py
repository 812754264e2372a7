"""MaskablePPO of sb3-contrib learns to beat greedy bots, from last to first, in minutes on two cores.

pip install 'teahorse[examples]', then:

    python examples/learn_maskable_ppo.py                 # learns, and writes yunnan_ppo.zip
    python examples/learn_maskable_ppo.py --steps 512     # only to see it run
    teahorse arena --bots examples/learned_bot.py:Learned,greedy,greedy --players 3 --games 300

It learns because of `reward="margin"`. A beginner is always last, so the rank alone says nothing for a long time, while
the lead changes with every move. `--curve FILE` writes a row per report.
"""

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

import teahorse.envs.gymnasium  # noqa: F401 - registers the environment

COLUMNS = ("steps", "seconds", "games", "rank", "wins", "lead")


class YunnanVecEnv(VecEnv):
    """Gymnasium's vector of compiled games with the interface of Stable-Baselines3."""

    def __init__(self, lanes: int, **settings: Any) -> None:
        self.envs = gymnasium.make_vec("teahorse/Yunnan-v0", num_envs=lanes, **settings)
        super().__init__(lanes, self.envs.single_observation_space, self.envs.single_action_space)
        self.masks: Any = None

    def reset(self) -> Any:
        """Begin all games."""
        observations, infos = self.envs.reset(seed=self._seeds[0])
        self.masks = infos["action_mask"]
        self._reset_seeds()
        return observations

    def step_async(self, actions: Any) -> None:
        """Store the actions."""
        self.actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Make the stored actions."""
        observations, rewards, ended, _, infos = self.envs.step(self.actions)
        self.masks = infos["action_mask"]
        infos_of_lanes: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for lane in np.flatnonzero(ended):
            final, seat = infos["final_info"], infos["final_info"]["seat"][lane]
            infos_of_lanes[lane] = {
                "terminal_observation": infos["final_obs"][lane],
                "rank": int(final["rank"][lane, seat]),
                "lead": float(final["lead"][lane, seat]),
            }
        return observations, rewards.astype(np.float32), ended, infos_of_lanes

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        """Return the masks, the only thing MaskablePPO asks for."""
        assert method_name == "action_masks"
        return list(self.masks)

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have an attribute: only the masks."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The games have no attributes of their own."""
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """The games have no attributes of their own."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """The games have no wrappers."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Close the vector."""
        self.envs.close()


class LearningCurve(BaseCallback):
    """Reports how the games since the last report ended."""

    def __init__(self, every: int, file: Path | None) -> None:
        super().__init__()
        self.every, self.file = every, file
        self.ranks: list[int] = []
        self.leads: list[float] = []
        self.rows: list[tuple[float, ...]] = []
        self.begun, self.next_report = time.monotonic(), every

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "rank" in info:
                self.ranks.append(info["rank"])
                self.leads.append(info["lead"])
        if self.num_timesteps >= self.next_report and self.ranks:
            self.next_report += self.every
            self.report()
        return True

    def report(self) -> None:
        """Print a row, and write all rows to the file."""
        ranks = np.array(self.ranks)
        seconds = time.monotonic() - self.begun
        row = (self.num_timesteps, seconds, len(ranks), ranks.mean(), (ranks == 1).mean(), np.mean(self.leads))
        self.rows.append(tuple(round(float(number), 3) for number in row))
        print("  ".join(f"{name} {number:g}" for name, number in zip(COLUMNS, self.rows[-1], strict=True)), flush=True)
        self.ranks, self.leads = [], []
        if self.file is not None:
            with self.file.open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows([COLUMNS, *self.rows])


def main() -> None:
    """Learn, and write the network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=450_000, help="decisions of the learner")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--opponents", default="greedy", help="random, busy or greedy")
    parser.add_argument("--reward", default="margin", help="rank, win or margin")
    parser.add_argument("--lanes", type=int, default=64, help="games that are played at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="write the curve here, as CSV")
    parser.add_argument("--out", type=Path, default=Path("yunnan_ppo.zip"))
    arguments = parser.parse_args()
    env = YunnanVecEnv(
        arguments.lanes,
        players=arguments.players,
        opponents=arguments.opponents,
        reward=arguments.reward,
        seat="random",
        observe_rules=False,  # they never change here, and a smaller network is quicker
    )
    steps_per_lane = max(8, min(64, arguments.steps // arguments.lanes))
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=steps_per_lane,
        batch_size=min(256, steps_per_lane * arguments.lanes),
        n_epochs=4,
        gamma=0.999,
        gae_lambda=0.99,  # credit for the end of a game reaches its first moves
        learning_rate=3e-4,
        ent_coef=0.003,
        policy_kwargs={"net_arch": [256, 256]},
        seed=arguments.seed,
        device="cpu",
    )
    model.learn(arguments.steps, callback=LearningCurve(max(1, arguments.steps // 40), arguments.curve))
    model.save(arguments.out)
    print(f"Written: {arguments.out}")


if __name__ == "__main__":
    main()
