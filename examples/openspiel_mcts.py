"""OpenSpiel: its Monte-Carlo tree search plays the first moves of a game with Dúli, whose cards are chance.

pip install 'teahorse[openspiel]', then: python examples/openspiel_mcts.py
"""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import teahorse.envs.openspiel  # noqa: F401 - registers the game

MOVES = 6
SIMULATIONS = 8  # so few that it is quick; a bot that means it takes thousands


def main() -> None:
    """Let two bots begin a game."""
    game = pyspiel.load_game("python_yunnan(edition=2023,players=2)")
    rng = np.random.RandomState(7)
    # OpenSpiel has a second MCTSBot in C++, but that one can't play games written in Python.
    bot = mcts.MCTSBot(
        game,
        uct_c=1.4,
        max_simulations=SIMULATIONS,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng),
        random_state=rng,
    )
    state = game.new_initial_state()
    moves = 0
    while moves < MOVES and not state.is_terminal():
        player = state.current_player()
        if state.is_chance_node():
            cards, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(cards, p=chances)
        else:
            action = bot.step(state)
            moves += 1
        who = "chance" if state.is_chance_node() else f"p{player + 1}"
        print(f"{who}: {state.action_to_string(player, action)}")
        state.apply_action(action)


if __name__ == "__main__":
    main()
