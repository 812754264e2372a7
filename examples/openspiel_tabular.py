"""OpenSpiel: tabular Q-learning plays the tiny game, two people and a round or two, against random play.

pip install 'teahorse[openspiel]', then: python examples/openspiel_tabular.py [games]

A table has a row for every position it has met, so even here most positions are new: what is learned is how to begin.
"""

import sys

import numpy as np
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent, tabular_qlearner

from teahorse.envs.openspiel import TINY

GAMES = 20


def main(games: int = GAMES) -> None:
    """Learn, and show how the learner did in the first and in the second half."""
    env = rl_environment.Environment(
        TINY, chance_event_sampler=rl_environment.ChanceEventSampler(seed=7), include_full_state=False
    )
    np.random.seed(7)  # OpenSpiel's agents draw from NumPy's own generator
    actions = env.action_spec()["num_actions"]
    learner = tabular_qlearner.QLearner(player_id=0, num_actions=actions)
    other = random_agent.RandomAgent(player_id=1, num_actions=actions)
    results = []
    for _ in range(games):
        step = env.reset()
        while not step.last():
            agent = (learner, other)[step.observations["current_player"]]
            step = env.step([agent.step(step).action])
        learner.step(step)
        results.append(step.rewards[0])
    halves = results[: games // 2], results[games // 2 :]
    print("Mean result in the first and in the second half:", *(f"{np.mean(half):+.2f}" for half in halves))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
