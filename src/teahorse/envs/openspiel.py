"""Yunnan as the OpenSpiel game `python_yunnan`: importing this module registers it.

>>> import pyspiel
>>> import teahorse.envs.openspiel
>>> game = pyspiel.load_game("python_yunnan(edition=2013,players=3)")

Parameters: `edition` (2023 or 2013), `players`, `expert` and `profi` (the bundles of switches), `two_players` (`duli`
or `two-colours`), `reward` (`rank`, `win` or `margin`, see `envs.rewards`; `margin` pays in every step, the others at
the end), and `options`, any other switches as `name:value; name:value`.

Players are people here, in the two-colours game too: there a person decides for both colours.

`TINY` is a game of two people that is over after a round or two, for tabular algorithms; examples/openspiel_tabular.py
runs one.

Don't give this game to `pyspiel.MCTSBot`, the search in C++: it can't handle games written in Python, and crashes the
whole process. `open_spiel.python.algorithms.mcts.MCTSBot` does the same and works (examples/openspiel_mcts.py).

Dúli's cards are chance. Nobody knows the order of her pile, so drawing each card at random when it is needed is the
same as shuffling the pile before. So every card is a chance node with at most 16 outcomes, nothing is hidden, and the
game has perfect information, which most algorithms need. Without Dúli there is no chance at all.

The tensors, of observations and of information states alike, are the row of `teahorse.observation`, with the rules.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..errors import MissingPackageError, SwitchError
from ..notation import move_text
from ..observation import layout, size_of
from ..rules import moves
from ..rules.events import NO_EVENTS
from ..rules.state import CARDS, CHANCE, LONGEST_GAME, MAX_PLAYERS
from ..snapshot import take_snapshot, to_text
from .compiled import single_game as compiled
from .compiled.rewards import REWARDS
from .rewards import Standings
from .single_game import SingleGame

try:
    import pyspiel
except ImportError:
    raise MissingPackageError("OpenSpiel", "openspiel") from None

MARGIN = "margin"
TINY = "python_yunnan(players=2,options=vp_end:1;presents_end:13)"
PARAMETERS: dict[str, Any] = {
    "edition": 2023,
    "players": 4,
    "expert": False,
    "profi": False,
    "two_players": "",
    "reward": "rank",
    "options": "",
}

# No more than 3 x 30 bids (the bank can clear the buildings twice), 35 traders in the market, 2 in the bank, 5 passes,
# 10 decisions at the yard and the temple, 5 x 21 of travel and 5 of income.
MOST_DECISIONS_IN_A_ROUND = 300
LARGEST_MARGIN = 200.0  # more than the largest income in every round of the longest game would give


class ChanceNodeGame(SingleGame):
    """A game with a chance node for each of Dúli's cards."""

    pending_move: int | None = None  # the move that waits for a card
    revealed = 0  # how many cards, from the top of the pile, chance has revealed

    def make(self, action: object) -> None:
        """Make a move; if Dúli draws a card in it, it waits for `reveal_card`."""
        self._resume(self.check(action))

    def reveal_card(self, card: int) -> None:
        """Reveal the next card of the pile, and go on with the move that waited for it."""
        assert self.pending_move is not None and card in self.cards_left()
        deck = self.position.deck
        place = int(np.flatnonzero(deck == card)[0])
        deck[place], deck[self.revealed] = deck[self.revealed], card
        self.revealed += 1
        self._resume(self.pending_move)

    def cards_left(self) -> list[int]:
        """The cards that can come up next."""
        return sorted(int(card) for card in self.position.deck[self.revealed :])

    def _resume(self, move: int) -> None:
        compiled.make_on_copy(self._games, self._scratch, self._rules, move, NO_EVENTS)
        if self._scratch["drawn"][0] > self.revealed:
            self.pending_move = move
            return
        self.pending_move = None
        self._games[0] = self._scratch[0]
        if self.position.phase == CHANCE:  # the pile is empty, and all cards form a new one
            self.revealed = 0
            self._resume(moves.DECK)
            return
        compiled.judge_game(self._games, self._rules, self._verdicts)


class YunnanGame(pyspiel.Game):
    """The game with its parameters; its players are people."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = PARAMETERS | dict(params or {})
        self.initial = ChanceNodeGame(str(given["edition"]), given["players"], _options(given))
        self.reward = given["reward"]
        if self.reward not in REWARDS:
            raise SwitchError(f"The reward is {', '.join(REWARDS)}, not {self.reward!r}.")
        self.initial_standings = self.initial.standings()
        utility = LARGEST_MARGIN if self.reward == MARGIN else 1.0
        has_duli = self.initial.rules.has_duli
        info = pyspiel.GameInfo(
            num_distinct_actions=moves.MOVES,
            max_chance_outcomes=CARDS if has_duli else 0,
            num_players=self.initial.rules.people,
            min_utility=-utility,
            max_utility=utility,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME * MOST_DECISIONS_IN_A_ROUND,
        )
        super().__init__(_game_type(has_duli, self.reward), info, params or {})

    def new_initial_state(self) -> "YunnanState":
        """The start of a game."""
        return YunnanState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "YunnanObserver":
        """An observer. Nothing is hidden, so all kinds of observer see the same."""
        return YunnanObserver(bool(iig_obs_type and iig_obs_type.perfect_recall))


class YunnanState(pyspiel.State):
    """A position."""

    def __init__(self, game: YunnanGame) -> None:
        super().__init__(game)
        self.game = game.initial.copy()
        self._reward = game.reward
        self._initial_standings = self._standings_before = game.initial_standings
        self._text = ""

    def current_player(self) -> int:
        """The player to move, from 0; or chance, or the end of the game."""
        if self.game.pending_move is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.game.is_over else self.person_to_move

    @property
    def person_to_move(self) -> int:
        """The person whose colour is to move."""
        return int(self.game.rules.record.person[self.game.mover])

    def _legal_actions(self, player: int) -> list[int]:
        moving = player == self.current_player()
        return [int(move) for move in np.flatnonzero(self.game.mask())] if moving else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that Dúli may draw, counted from 0, each as likely as the others."""
        cards = self.game.cards_left()
        return [(card - 1, 1 / len(cards)) for card in cards]

    def _apply_action(self, action: int) -> None:
        self._text = ""
        if self._reward == MARGIN:
            self._standings_before = self.game.standings()
        if self.game.pending_move is not None:
            self.game.reveal_card(action + 1)
        else:
            self.game.make(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"card {action + 1}"
        return move_text(action, self.game.rules)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.game.is_over

    def rewards(self) -> list[float]:
        """Each person's reward for the last action."""
        return self._rewards_since(self._standings_before)

    def returns(self) -> list[float]:
        """The sum of each person's rewards so far."""
        return self._rewards_since(self._initial_standings)

    def _rewards_since(self, before: Standings) -> list[float]:
        return self.game.rewards(self._reward, before, self.game.standings())[: self.game.rules.people]

    def __str__(self) -> str:
        self._text = self._text or self._describe()
        return self._text

    def _describe(self) -> str:
        snapshot = take_snapshot(self.game.position, self.game.rules)
        if snapshot["duli"]:
            snapshot["duli"]["pile"].sort()
        pending = "" if self.game.pending_move is None else f" {move_text(self.game.pending_move, self.game.rules)} ..."
        return to_text(snapshot) + pending


class YunnanObserver:
    """A player's observation, as a tensor with named parts and as text."""

    def __init__(self, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self.tensor = np.zeros(size_of(), np.float32)
        self.dict = {name: self.tensor[where] for name, where in layout().items()}

    def set_from(self, state: YunnanState, player: int) -> None:
        """Write a person's observation; it begins with their colour to move, else with their first colour."""
        mover = state.game.mover
        decides = state.game.rules.record.person[mover] == player
        self.tensor[:] = state.game.observe(mover if decides else player)

    def string_from(self, state: YunnanState, player: int) -> str:
        """The position; with perfect recall, the history instead."""
        return " ".join(map(str, state.history())) if self._perfect_recall else str(state)


def _options(given: Mapping[str, Any]) -> dict[str, object]:
    options: dict[str, object] = {}
    for setting in filter(None, map(str.strip, given["options"].split(";"))):
        name, colon, value = setting.partition(":")  # OpenSpiel reads `=` and `,` itself
        if not colon:
            raise SwitchError(f"`options` are written `name:value; name:value`; there is no value in {setting!r}.")
        options[name.strip()] = value.strip()
    bundles = {name: True for name in ("expert", "profi") if given[name]}
    two_players = {"two_players": given["two_players"]} if given["two_players"] else {}
    return bundles | two_players | options


def _game_type(has_duli: bool, reward: str) -> Any:
    chance, model = pyspiel.GameType.ChanceMode, pyspiel.GameType.RewardModel
    return pyspiel.GameType(
        short_name="python_yunnan",
        long_name="Yunnan",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if has_duli else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=model.REWARDS if reward == MARGIN else model.TERMINAL,
        max_num_players=MAX_PLAYERS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


pyspiel.register_game(_game_type(has_duli=True, reward=PARAMETERS["reward"]), YunnanGame)
