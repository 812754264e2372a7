"""Gymnasium: one learner (here one that only knows the rules) against three greedy bots.

pip install 'teahorse[gymnasium]', then: python examples/gymnasium_vs_greedy.py
"""

import gymnasium

import teahorse.envs.gymnasium  # noqa: F401 - registers the environment

GAMES = 20


def main() -> None:
    """Play some games and show the mean reward."""
    env = gymnasium.make("teahorse/YunnanVsBots-v0", edition="2023", players=4, seat=0, opponents="greedy")
    env.action_space.seed(7)
    _, info = env.reset(seed=7)
    rewards = []
    while len(rewards) < GAMES:
        action = env.action_space.sample(info["action_mask"])
        _, reward, terminated, _, info = env.step(action)
        if terminated:
            rewards.append(reward)
            _, info = env.reset()
    print(f"Mean reward of random play in {GAMES} games against greedy: {sum(rewards) / GAMES:.2f}")


if __name__ == "__main__":
    main()
