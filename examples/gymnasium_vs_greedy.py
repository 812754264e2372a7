"""Gymnasium: one learner (here one that only knows the rules) against greedy bots, in one game and in many at once.

pip install 'teahorse[gymnasium]', then: python examples/gymnasium_vs_greedy.py

learn_maskable_ppo.py, beside it, has a learner that learns.
"""

import gymnasium

import teahorse.envs.gymnasium  # noqa: F401 - registers the environment

GAMES = 20


def one_at_a_time() -> None:
    """Play some games and show the mean reward."""
    env = gymnasium.make("teahorse/Yunnan-v0", edition="2023", players=4, seat=0, opponents="greedy")
    env.action_space.seed(7)
    _, info = env.reset(seed=7)
    rewards, lead = [], 0.0
    while len(rewards) < GAMES:
        _, reward, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if terminated:
            rewards.append(reward)
            lead += info["lead"][0] / GAMES
            _, info = env.reset()
    mean = sum(rewards) / GAMES
    print(f"Random play in {GAMES} games against greedy: mean reward {mean:.2f}, {-lead:.0f} points behind.")


def many_at_once() -> None:
    """The same in a vector of games, compiled; where a game has ended, the next has begun."""
    envs = gymnasium.make_vec("teahorse/Yunnan-v0", num_envs=32, players=4, seat="random", opponents="greedy")
    envs.action_space.seed(7)
    _, infos = envs.reset(seed=7)
    total, games = 0.0, 0
    while games < GAMES:
        _, rewards, terminated, _, infos = envs.step(envs.action_space.sample(infos["action_mask"]))
        total += rewards.sum()
        games += int(terminated.sum())
    print(f"In a vector, from any seat: {games} games, mean reward {total / games:.2f}.")


if __name__ == "__main__":
    one_at_a_time()
    many_at_once()
