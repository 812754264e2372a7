"""PettingZoo: a whole game in which every agent chooses at random among its legal moves.

pip install 'teahorse[pettingzoo]', then: python examples/pettingzoo_random.py
"""

from teahorse.envs import pettingzoo


def main() -> None:
    """Play one game of three and show how it ended."""
    env = pettingzoo.env(edition="2023", players=3, render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agents:
        env.action_space(agent).seed(7)
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards[agent] = reward  # it comes at the end: 1 for the first, -1 for the last
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    print(env.render())
    print("Rewards:", rewards)


if __name__ == "__main__":
    main()
